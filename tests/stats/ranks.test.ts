import { describe, expect, test } from 'vitest';
import { estimate } from '../../src/stats/cluster.ts';
import { type Contender, columnPairs, holm, ranks, towardsBest, unpairedColumn } from '../../src/stats/ranks.ts';
import { type Answers, normal, ratioDifferences, uniform } from './helpers.ts';
import { sumTables } from './tables.ts';

const printed = (value: number, se: number): Contender => ({ value, se });

/** A column of runs that all answered the same judgments, and their paired tests. */
function fromRows(runs: readonly Answers[]) {
  const rows = runs.map((run) => [...run].map(([k, num]) => ({ cluster: `c${k}`, slice: '', num, den: 1 })));
  const column = sumTables(rows, 'ratio').map((table) => estimate(table).value);
  return {
    column,
    pairs: columnPairs(
      column,
      ratioDifferences(runs, (judgment) => judgment),
    ),
  };
}

describe('holm', () => {
  test('a worked example, order kept', () => {
    // Sorted 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1, never falling.
    expect([...holm(Float64Array.of(0.01, 0.04, 0.03, 0.005))].map((p) => p.toFixed(4))).toEqual([
      '0.0300',
      '0.0600',
      '0.0600',
      '0.0200',
    ]);
  });

  test('never above 1, nothing in nothing out', () => {
    expect([...holm(Float64Array.of(0.6, 0.9))]).toEqual([1, 1]);
    expect(holm(new Float64Array(0))).toHaveLength(0);
  });

  test('equals the definition by rejection: p is adjusted below a level exactly if the step-down procedure rejects there', () => {
    const random = uniform(1);
    for (let i = 0; i < 50; i += 1) {
      const p = Float64Array.from({ length: 12 }, () => random() ** 4);
      const adjusted = holm(p);
      const sorted = [...p.keys()].sort((a, b) => (p[a] ?? 0) - (p[b] ?? 0));
      const stop = sorted.findIndex((at, rank) => (p[at] ?? 0) > 0.05 / (12 - rank));
      const rejected = new Set(sorted.slice(0, stop === -1 ? 12 : stop));
      expect([...adjusted.keys()].filter((at) => (adjusted[at] ?? 1) <= 0.05).sort()).toEqual([...rejected].sort());
    }
  });
});

describe('ranks from printed values', () => {
  test('clear steps give single ranks; missing values have none and do not count', () => {
    const column = [printed(30, 1), null, printed(80, 1), printed(50, 1)];
    expect(ranks(column, 'higher')).toEqual([
      { best: 3, worst: 3, couldBeFirst: false, tier: 3 },
      null,
      { best: 1, worst: 1, couldBeFirst: true, tier: 1 },
      { best: 2, worst: 2, couldBeFirst: false, tier: 2 },
    ]);
    expect(ranks(column, 'lower').map((r) => r?.best ?? null)).toEqual([1, null, 3, 2]);
  });

  test('a judge without a test counts, can stand anywhere, and widens the worst rank of every other', () => {
    const untested = { value: 20, se: null };
    const found = ranks([printed(30, 1), untested, printed(80, 1), printed(50, 1)], 'higher');
    expect(found.map((r) => (r === null ? null : [r.best, r.worst]))).toEqual([[3, 4], null, [1, 2], [2, 3]]);
    expect(ranks([untested, null], 'higher')).toEqual([null, null]);
  });

  test('the place by value lies in the rank, whoever has a test', () => {
    const random = uniform(21);
    const draw = normal(random);
    for (let i = 0; i < 300; i += 1) {
      const column = Array.from({ length: 2 + Math.floor(random() * 12) }, () => {
        const value = 3 * draw();
        return random() < 0.1 ? null : { value, se: random() < 0.3 ? null : random() };
      });
      for (const direction of ['higher', 'lower'] as const) {
        const better = (a: number, b: number) => (direction === 'higher' ? a > b : a < b);
        for (const [at, rank] of ranks(column, direction).entries()) {
          const own = column[at]?.value;
          if (rank === null || own === undefined) continue;
          const place = 1 + column.filter((c) => c !== null && better(c.value, own)).length;
          expect(rank.best).toBeLessThanOrEqual(place);
          expect(rank.worst).toBeGreaterThanOrEqual(place);
        }
      }
    }
  });

  test('a wide one in between can hold every rank, and only tiers say who is with the best', () => {
    const found = ranks([printed(70, 1), printed(60, 20), printed(40, 1)], 'higher');
    expect(found.map((r) => [r?.best, r?.worst, r?.couldBeFirst, r?.tier])).toEqual([
      [1, 2, true, 1],
      [1, 3, true, 1],
      [2, 3, false, 2],
    ]);
  });

  test('overlapping intervals may differ: 0 and 3.3 with SE 1', () => {
    expect(ranks([printed(3.3, 1), printed(0, 1)], 'higher').map((r) => r?.best)).toEqual([1, 2]);
    expect(ranks([printed(2.7, 1), printed(0, 1)], 'higher').map((r) => r?.best)).toEqual([1, 1]);
  });

  test('equal values, one judge, none', () => {
    expect(ranks([printed(5, 0), printed(5, 0)], 'higher').map((r) => r?.worst)).toEqual([2, 2]);
    expect(ranks([printed(5, 1)], 'lower')).toEqual([{ best: 1, worst: 1, couldBeFirst: true, tier: 1 }]);
    expect(ranks([null, null], 'higher')).toEqual([null, null]);
  });

  test('equal judges: one is wrongly ranked below another in at most about 5 % of columns', () => {
    const draw = normal(uniform(7));
    const columns = Array.from({ length: 2000 }, () => Array.from({ length: 8 }, () => printed(draw(), 1)));
    const wrong = columns.filter((column) => ranks(column, 'higher').some((r) => r !== null && r.best > 1));
    expect(wrong.length / columns.length).toBeLessThan(0.06);
  });
});

describe('ranks from clusters', () => {
  const rows = (level: (k: number) => number): Answers => new Map(Array.from({ length: 150 }, (_, k) => [k, level(k)]));

  test('pairing tells apart what values and errors alone cannot', () => {
    const random = uniform(3);
    const difficulty = Array.from({ length: 150 }, random);
    const right = rows((k) => ((difficulty[k] ?? 0) < 0.6 ? 1 : 0));
    const fewer = rows((k) => ((difficulty[k] ?? 0) < 0.54 ? 1 : 0));
    const { column, pairs } = fromRows([right, fewer]);
    expect(ranks(column, 'higher', pairs).map((r) => r?.best)).toEqual([1, 2]);
    expect(ranks(column, 'higher').map((r) => r?.best)).toEqual([1, 1]);
  });

  test('a judge without rows has no rank', () => {
    const { column, pairs } = fromRows([rows(() => 1), new Map(), rows(() => 0)]);
    expect(ranks(column, 'higher', pairs).map((r) => r?.best ?? null)).toEqual([1, null, 2]);
  });

  test('35 judges over 300 clusters: only the best could be first', () => {
    const random = uniform(5);
    const runs = Array.from({ length: 35 }, (_, i) => rows(() => (random() < 0.3 + i / 100 ? 1 : 0)));
    const { column, pairs } = fromRows(runs);
    const found = ranks(column, 'higher', pairs);
    expect(found[34]?.couldBeFirst).toBe(true);
    expect(found[0]?.couldBeFirst).toBe(false);
  });
});

test('values and shared judgments that point different ways tell nobody apart', () => {
  const column = [printed(60, 1), printed(50, 1)];
  const [against, along] = [-9, 9].map((value) =>
    ranks(
      column,
      'higher',
      columnPairs(column, () => ({ value, p: 1e-9 })),
    ),
  );
  expect(along?.map((r) => r?.best)).toEqual([1, 2]);
  expect(against?.map((r) => [r?.best, r?.worst])).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

describe('a column whose ideal is 0', () => {
  const rankOf = (column: readonly Contender[]) => {
    const { column: distances, direction, pairs } = towardsBest(column, 'zero', unpairedColumn(column));
    return ranks(distances, direction, pairs).map((rank) => rank && [rank.best, rank.worst]);
  };

  test('nearer to it is better on either side, and as far on both sides is as good', () => {
    expect(rankOf([printed(-33, 1), printed(2, 1), printed(20, 1)])).toEqual([
      [3, 3],
      [1, 1],
      [2, 2],
    ]);
    expect(rankOf([printed(-20, 1), printed(20, 1), printed(0.5, 1)])).toEqual([
      [2, 3],
      [2, 3],
      [1, 1],
    ]);
  });

  test('on two sides of it errors add up, whatever the two share; on one side the test of the difference counts', () => {
    // 4 and -1: 3 apart in distance, with an error of 1 + 1 and not of √2.
    expect(rankOf([printed(4, 1), printed(-1, 1)])).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(rankOf([printed(4, 1), printed(1, 1)])).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });
});
