import { describe, expect, test } from 'vitest';
import { linearKappa, phi } from '../../src/stats/agreement.ts';
import { doublyCentred, paretoFront, pearson, spearman } from '../../src/stats/intervals.ts';

describe('agreement', () => {
  test("Cohen's kappa of a known table", () => {
    // 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: p_o = 0.7, p_e = 0.5.
    const counts = [
      { a: 'yes', b: 'yes', n: 20 },
      { a: 'yes', b: 'no', n: 5 },
      { a: 'no', b: 'yes', n: 10 },
      { a: 'no', b: 'no', n: 15 },
    ];
    expect(linearKappa(counts).value?.kappa).toBeCloseTo(0.4, 12);
  });

  test('a tie is a third label', () => {
    const counts = [
      { a: 'a', b: 'a', n: 4 },
      { a: 'tie', b: 'tie', n: 2 },
      { a: 'tie', b: 'b', n: 2 },
      { a: 'b', b: 'b', n: 2 },
    ];
    // p_o = 0.8; p_e = (4·4 + 4·2 + 2·4)/100 = 0.32.
    expect(linearKappa(counts).value?.kappa).toBeCloseTo(0.48 / 0.68, 12);
  });

  test('kappa without items or with one label only has a reason', () => {
    expect(linearKappa([])).toEqual({ value: null, reason: 'no item with two labels' });
    expect(linearKappa([{ a: 'a', b: 'a', n: 9 }]).reason).toBe('both raters gave one and the same label only');
  });

  test('phi is Pearson’s r of two 0/1 facts', () => {
    const counts = { both: 7, first: 3, second: 2, neither: 11 };
    const points = [
      ...new Array(7).fill({ x: 1, y: 1 }),
      ...new Array(3).fill({ x: 1, y: 0 }),
      ...new Array(2).fill({ x: 0, y: 1 }),
      ...new Array(11).fill({ x: 0, y: 0 }),
    ];
    expect(phi(counts).value).toBeCloseTo(pearson(points).value ?? 0, 12);
    expect(phi({ both: 3, first: 2, second: 0, neither: 0 }).value).toBeNull();
  });
});

describe('correlation', () => {
  test('known values', () => {
    // Anscombe's first set.
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    const found = pearson(x.map((v, i) => ({ x: v, y: y[i] ?? 0 }))).value;
    expect(found).toBeCloseTo(0.81642052, 7);
  });

  test('Spearman sees order only, equal values share a rank', () => {
    const points = [1, 2, 3, 4].map((v) => ({ x: v, y: Math.exp(v) }));
    expect(spearman(points).value).toBe(1);
    const tied = [
      { x: 1, y: 1 },
      { x: 2, y: 2 },
      { x: 2, y: 3 },
      { x: 3, y: 4 },
    ];
    // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
    expect(spearman(tied).value).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 12);
  });

  test('too little to correlate', () => {
    expect(pearson([{ x: 1, y: 1 }]).reason).toBe('fewer than two points');
    expect(pearson([1, 2, 3].map((x) => ({ x, y: 5 }))).reason).toBe('all values are equal');
    expect(pearson([1, 2].map((x) => ({ x, y: x }))).value).toBe(1);
  });

  test('equal values are equal, also where their mean is rounded', () => {
    // (0.1 + 0.1 + 0.1) / 3 is 0.10000000000000002.
    expect(pearson([1, 2, 4].map((x) => ({ x, y: 0.1 }))).reason).toBe('all values are equal');
    expect(pearson([1, 2, 4].map((y) => ({ x: 0.1, y }))).reason).toBe('all values are equal');
  });
});

describe('doubly centred matrix', () => {
  test('an additive matrix leaves nothing, an interaction stays', () => {
    const additive = [1, 2, 4].map((r) => [10, 20].map((c) => r + c));
    expect(
      doublyCentred(additive)
        .flat()
        .every((x) => Math.abs(x ?? 1) < 1e-12),
    ).toBe(true);
    // s − row mean − column mean + grand mean of [[3, 1], [1, 1]].
    expect(
      doublyCentred([
        [3, 1],
        [1, 1],
      ]),
    ).toEqual([
      [0.5, -0.5],
      [-0.5, 0.5],
    ]);
  });

  test('missing cells: an additive matrix still leaves nothing', () => {
    const additive = [1, 2, 4, 9].map((r) => [10, 20, 50].map((c) => (r + c) as number | null));
    const holes = additive.map((row, i) => row.map((x, j) => (i === j ? null : x)));
    const rest = doublyCentred(holes);
    expect(rest[1]?.[1]).toBeNull();
    expect(rest.flat().every((x) => x === null || Math.abs(x) < 1e-9)).toBe(true);
  });

  test('empty rows and matrices pass through', () => {
    expect(doublyCentred([])).toEqual([]);
    expect(
      doublyCentred([
        [null, null],
        [1, 3],
      ]),
    ).toEqual([
      [null, null],
      [0, 0],
    ]);
  });
});

test('Pareto front: not beaten in both', () => {
  const points = [
    { x: 1, y: 5 },
    { x: 3, y: 3 },
    { x: 2, y: 2 },
    { x: 5, y: 1 },
    { x: 3, y: 3 },
    { x: 5, y: 0 },
  ];
  expect(paretoFront(points)).toEqual([true, true, false, true, true, false]);
  expect(paretoFront([])).toEqual([]);
});
