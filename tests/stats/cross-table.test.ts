import { describe, expect, test } from 'vitest';
import {
  clusteredKappa,
  crossTable,
  FIRST_LABEL,
  groupedOf,
  groupsOf,
  kappaOf,
  lastLabels,
  phiOf,
  quadratic,
  type RaterCodes,
  scratchOf,
  shareOfTable,
  UNREAD,
  withInterval,
} from '../../src/stats/agreement.ts';
import { wilson } from '../../src/stats/intervals.ts';
import { kappa, uniform } from './helpers.ts';

interface Made {
  readonly a: RaterCodes;
  readonly b: RaterCodes;
  readonly clusters: Int32Array;
}

/** Codes of two raters who agree now and then, in clusters of one to four items. */
function make(seed: number, labels: number, items: number): Made {
  const random = uniform(seed);
  const code = (): number => (random() < 0.15 ? Math.floor(2 * random()) : FIRST_LABEL + Math.floor(labels * random()));
  let cluster = 0;
  const clusters = Int32Array.from({ length: items }, () => {
    if (random() < 0.4) cluster += 1;
    return cluster;
  });
  const a = Uint16Array.from({ length: items }, code);
  return { a, b: Uint16Array.from(a, (own) => (random() < 0.5 ? own : code())), clusters };
}

function tableOf({ a, b, clusters }: Made, labels: number) {
  const [size, groups] = [labels + FIRST_LABEL, groupsOf(clusters)];
  return crossTable(a, b, { size, groups, grouped: scratchOf(size, groups) });
}

const namesOf = (labels: number): string[] => Array.from({ length: labels }, (_, i) => String(3 * i + 1));

/** The items that both labelled, by name of the label. */
function shared({ a, b, clusters }: Made, names: readonly string[]) {
  return [...a].flatMap((own, i) => {
    const [first, second] = [names[own - FIRST_LABEL], names[(b[i] ?? 0) - FIRST_LABEL]];
    return first === undefined || second === undefined
      ? []
      : [{ a: first, b: second, n: 1, cluster: String(clusters[i]) }];
  });
}

describe.each([1, 2, 3, 4, 5, 6])('two raters, seed %i', (seed) => {
  const labels = 1 + (seed % 4) + 1;
  const names = namesOf(labels);
  const made = make(seed, labels, 40 + 30 * seed);
  const table = tableOf(made, labels);
  const items = shared(made, names);

  test('n are the items with two labels, left what one of them was asked beside', () => {
    const asked = [...made.a].filter((own, i) => own > 0 || (made.b[i] ?? 0) > 0).length;
    expect(table.n).toBe(items.length);
    expect(table.left).toBe(asked - items.length);
  });

  test('kappa is that of single items, with the interval of single clusters', () => {
    const { value } = kappaOf(table, names);
    expect(value?.value).toBeCloseTo(kappa(items), 12);
    const whole = clusteredKappa(items).value;
    const own = value === null ? null : withInterval(groupedOf(table, value), 'correlation');
    expect(own?.lo).toBeCloseTo(whole?.lo ?? Number.NaN, 10);
    expect(own?.hi).toBeCloseTo(whole?.hi ?? Number.NaN, 10);
  });

  test('kappa of scores weighs by the square of their distance, whatever the length of the scale', () => {
    const { value } = kappaOf(table, names, quadratic(1));
    const whole = clusteredKappa(items, quadratic(9)).value;
    expect(value?.value).toBeCloseTo(whole?.kappa ?? Number.NaN, 10);
    const own = value === null ? null : withInterval(groupedOf(table, value), 'correlation');
    expect(own?.lo).toBeCloseTo(whole?.lo ?? Number.NaN, 10);
  });
});

test('a share of single items has the interval of Wilson', () => {
  const items = 150;
  const codes = Uint16Array.from({ length: items }, (_, i) => FIRST_LABEL + Number(i % 5 === 0));
  const table = tableOf({ a: codes, b: codes, clusters: Int32Array.from({ length: items }, (_, i) => i) }, 2);
  const { value } = shareOfTable(table);
  if (value === null) throw new Error('no share');
  const { lo, hi } = withInterval(groupedOf(table, value), 'share');
  expect(value.value).toBe(0.2);
  expect(lo).toBeCloseTo(wilson(0.2, items).lo, 2);
  expect(hi).toBeCloseTo(wilson(0.2, items).hi, 2);
});

test('many clusters are put together without splitting one, and the error stays about the same', () => {
  const made = make(5, 3, 20_000);
  const ends = groupsOf(made.clusters);
  expect(ends.length).toBe(200);
  expect(ends.at(-1)).toBe(20_000);
  for (const end of ends.slice(0, -1)) expect(made.clusters[end - 1]).not.toBe(made.clusters[end]);
  const names = namesOf(3);
  const table = tableOf(made, 3);
  const { value } = kappaOf(table, names);
  const own = value === null ? null : withInterval(groupedOf(table, value), 'correlation');
  const whole = clusteredKappa(shared(made, names)).value;
  const width = (hi: number | null | undefined, lo: number | null | undefined): number => (hi ?? 0) - (lo ?? 0);
  const ratio = width(own?.hi, own?.lo) / width(whole?.hi, whole?.lo);
  expect(Math.abs(ratio - 1)).toBeLessThan(0.15);
});

test('items of one cluster alone give a value without an interval', () => {
  const { a, b } = make(3, 2, 30);
  const table = tableOf({ a, b, clusters: new Int32Array(30) }, 2);
  const { value } = kappaOf(table, ['x', 'y']);
  expect(value === null ? null : withInterval(groupedOf(table, value), 'correlation')).toMatchObject({
    lo: null,
    hi: null,
  });
});

describe('a statistic that no cluster moves has no interval', () => {
  const clusters = Int32Array.from({ length: 60 }, (_, i) => i);
  const names = namesOf(2);
  const mixed = Uint16Array.from({ length: 60 }, (_, i) => FIRST_LABEL + Number(i % 3 === 0));

  test.each([
    ['a rater with one label only', new Uint16Array(60).fill(FIRST_LABEL), 0],
    ['raters who always agree', mixed, 1],
  ])('%s', (_, other, expected) => {
    const made = { a: mixed, b: other, clusters };
    const table = tableOf(made, 2);
    const { value } = kappaOf(table, names);
    if (value === null) throw new Error('no kappa');
    expect(value.value).toBeCloseTo(expected, 12);
    expect(withInterval(groupedOf(table, value), 'correlation')).toMatchObject({ lo: null, hi: null });
    expect(clusteredKappa(shared(made, names)).value).toMatchObject({ lo: null, hi: null });
  });
});

describe('phi', () => {
  const { a, b, clusters } = make(4, 2, 600);
  const phi = (lists: readonly [RaterCodes, RaterCodes], own: Int32Array) => {
    const table = tableOf({ a: lists[0], b: lists[1], clusters: own }, 2);
    const { value, reason } = phiOf(table);
    return { value: value === null ? null : groupedOf(table, value), reason, last: lastLabels(table) };
  };

  test('is the correlation of two yes/no facts, and its terms are those of an item', () => {
    const shared = [...a.keys()].filter((i) => (a[i] ?? 0) > UNREAD && (b[i] ?? 0) > UNREAD);
    const facts = shared.map((i) => [(a[i] ?? 0) - FIRST_LABEL, (b[i] ?? 0) - FIRST_LABEL] as const);
    const mean = (list: readonly number[]): number => list.reduce((sum, v) => sum + v, 0) / list.length;
    const [p, q] = [mean(facts.map(([x]) => x)), mean(facts.map(([, y]) => y))];
    const z = facts.map(([x, y]) => [(x - p) / Math.sqrt(p * (1 - p)), (y - q) / Math.sqrt(q * (1 - q))] as const);
    const r = mean(z.map(([x, y]) => x * y));
    const { value, last } = phi([a, b], clusters);
    expect(value?.value).toBeCloseTo(r, 12);
    const count = (is: (x: number, y: number) => boolean): number => facts.filter(([x, y]) => is(x, y)).length;
    expect(last).toEqual({
      first: count((x) => x === 1),
      second: count((_, y) => y === 1),
      both: count((x, y) => x === 1 && y === 1),
    });
    const terms = new Map<number, number>();
    for (const [k, [x, y]] of z.entries()) {
      const cluster = clusters[shared[k] ?? 0] ?? 0;
      terms.set(cluster, (terms.get(cluster) ?? 0) + (x * y - (r * (x * x + y * y)) / 2) / shared.length);
    }
    const squares = (list: Iterable<number>): number => [...list].reduce((sum, v) => sum + v * v, 0);
    expect(Math.abs(squares(value?.sums ?? []) / squares(terms.values()) - 1)).toBeLessThan(
      groupsOf(clusters).length === terms.size ? 1e-9 : 0.2,
    );
  });

  test('does not exist where one of the two is always right', () => {
    expect(phi([a.map(() => FIRST_LABEL), b], clusters)).toMatchObject({ value: null });
  });

  test('has the error that leaving out one cluster after the other gives', () => {
    const { value } = phi([a, b], clusters);
    const ids = [...new Set(clusters)];
    const without = ids.map((cluster) => {
      const kept = [...clusters.keys()].filter((i) => clusters[i] !== cluster);
      const part = (list: RaterCodes): RaterCodes => Uint16Array.from(kept, (i) => list[i] ?? 0);
      return (
        phi(
          [part(a), part(b)],
          Int32Array.from(kept, (i) => clusters[i] ?? 0),
        ).value?.value ?? Number.NaN
      );
    });
    const mean = without.reduce((sum, v) => sum + v, 0) / without.length;
    const jackknife = Math.sqrt(((ids.length - 1) / ids.length) * without.reduce((sum, v) => sum + (v - mean) ** 2, 0));
    const se = Math.sqrt((value?.sums ?? new Float64Array()).reduce((sum, v) => sum + v * v, 0));
    expect(se).toBeCloseTo(jackknife, 2);
  });
});
