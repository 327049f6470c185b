import { beforeAll, describe, expect, test } from 'vitest';
import { ceilingIn, raterSums } from '../../src/metrics/judge-check.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { readSums, type Sums } from '../../src/metrics/sums.ts';
import { type RunValue, runValuesOf } from '../../src/metrics/values.ts';
import { parseSlice, type Slice } from '../../src/schema/slice.ts';
import { drawn as part } from '../drawn.ts';
import { randomFrom } from './generate.ts';
import { drawn, kappaOf, mean, type Rated, records, spearmanOf } from './rated.ts';
import { known, measure, type Small, withDatabase } from './small.ts';

const METRICS = ['rank_correlation', 'rating_kappa', 'score_error', 'mean_score'].map(known);

const sumsOf = (small: Small): Promise<Sums> =>
  withDatabase(small, async ({ query }) => {
    await scoreRunsInto(query, OFFICIAL_SETTINGS);
    return readSums(query, { metrics: METRICS });
  });

function valueIn(sums: Sums, id: string, slice: Slice, run = 'r'): RunValue['summary'] | undefined {
  return runValuesOf(sums, known(id), slice).get(run)?.summary;
}

describe('scores beside people’s ratings', () => {
  test('have the values of the definitions, with ties, in every split', async () => {
    const next = randomFrom(11);
    const splits = { easy: drawn(next, 12, 0.8), hard: drawn(next, 30, 0.1), few: drawn(next, 2, 0.5) };
    const sums = await sumsOf(records(splits));
    for (const [split, rows] of Object.entries(splits)) {
      const slice = { split, criterion: 'sc' };
      expect(valueIn(sums, 'rank_correlation', slice)?.value).toBeCloseTo(spearmanOf(rows), 12);
      expect(valueIn(sums, 'rating_kappa', slice)?.value).toBeCloseTo(kappaOf(rows), 12);
      expect(valueIn(sums, 'score_error', slice)?.value).toBeCloseTo(mean(rows.map(({ x, y }) => Math.abs(x - y))), 12);
      expect(valueIn(sums, 'mean_score', slice)?.value).toBeCloseTo(mean(rows.map(({ x }) => x)), 12);
      const ofOne = rows.filter(
        (_, i) =>
          Object.values(splits)
            .flat()
            .indexOf(rows[i] as (typeof rows)[number]) %
            3 ===
          0,
      );
      expect(valueIn(sums, 'mean_score', { split, generator: 'one' })?.value).toBeCloseTo(
        mean(ofOne.map(({ x }) => x)),
        12,
      );
    }
  });

  test('take each criterion and repeat by itself, and only answers that were read and rated', async () => {
    const rows = drawn(randomFrom(5), 6, 0.6);
    const small = records({ s: rows });
    const other = small.judgments.map((j) => ({ ...j, criterion: 'pq', score: 10 - (j.score ?? 0) }));
    const again = small.judgments.map((j) => ({ ...j, repeat: 1, score: 10 - (j.score ?? 0) }));
    const unread = { instance: 's-0', response: 'a', criterion: 'style', score: null, parse: 'failed' };
    const unrated = { instance: 's-1', response: 'a', criterion: 'style', score: 3 };
    const gold = [...(small.gold ?? []), ...(small.gold ?? []).map((g) => ({ ...g, criterion: 'pq' }))];
    const sums = await sumsOf({ ...small, gold, judgments: [...small.judgments, ...other, ...again, unread, unrated] });
    const rho = spearmanOf(rows);
    const by = (slice: Slice) => valueIn(sums, 'rank_correlation', { split: 's', ...slice })?.value;
    expect(by({ criterion: 'sc', repeat: '0' })).toBeCloseTo(rho, 12);
    expect(by({ criterion: 'sc', repeat: '1' })).toBeCloseTo(-rho, 12);
    expect(by({ criterion: 'sc' })).toBeCloseTo(0, 12);
    expect(by({ criterion: 'pq' })).toBeCloseTo(-rho, 12);
    expect(by({ criterion: 'style' })).toBeUndefined();
    expect(valueIn(sums, 'score_error', { split: 's', criterion: 'style' })).toBeUndefined();
    expect(valueIn(sums, 'mean_score', { split: 's', criterion: 'style' })?.value).toBe(3);
  });

  test('raters are held against the mean of the others, and two by two', async () => {
    const all = [0, 1, 2].map((r) => drawn(randomFrom(20 + r), 10, 0.7).map(({ x }) => Math.round(x / 5) * 5));
    const [one = [], two = [], three = []] = all;
    const base = records({ s: one.map((x, i) => ({ x: 5, y: x, cluster: i })) });
    const gold = all.flatMap((ratings, r) =>
      ratings.map((x, i) => ({
        instance: `s-${i}`,
        response: 'a',
        criterion: 'sc',
        kind: 'quality' as const,
        value: String(x),
        number: x,
        annotator: `rater-${r}`,
      })),
    );
    const slice = { split: 's', criterion: 'sc' };
    const people = await withDatabase({ ...base, gold: [...(base.gold ?? []), ...gold] }, ({ query }) =>
      raterSums(query),
    );
    const against = (own: readonly number[], others: readonly (readonly number[])[]) =>
      own.map((x, i) => ({ x, y: mean(others.map((other) => other[i] ?? 0)) }));
    const single = [against(one, [two, three]), against(two, [one, three]), against(three, [one, two])];
    const pairs = [against(one, [two]), against(one, [three]), against(two, [three])];
    const found = (sums: Sums | undefined, id: string) => sums && ceilingIn(sums, known(id), slice);
    for (const [id, of] of [
      ['rank_correlation', spearmanOf],
      ['rating_kappa', kappaOf],
    ] as const) {
      expect(found(people?.single, id)).toEqual({ n: 3, mean: expect.closeTo(mean(single.map(of)), 12) });
      expect(found(people?.pairs, id)).toEqual({ n: 3, mean: expect.closeTo(mean(pairs.map(of)), 12) });
    }
    expect(found(people?.single, 'mean_score')?.mean).toBeCloseTo(mean(all.flat()), 12);
    expect(found(people?.pairs, 'mean_score')).toBeNull();
    expect(found(people?.single, 'coverage')).toBeNull();
    const ofTwo = gold.filter(({ annotator }) => annotator !== 'rater-2');
    expect(await withDatabase({ ...base, gold: ofTwo }, ({ query }) => raterSums(query))).toBeNull();
  });

  test('a judge with one score has no correlation, and a κ of 0', async () => {
    const rows = drawn(randomFrom(9), 8, 0.6).map((row) => ({ ...row, x: 7 }));
    const sums = await sumsOf(records({ s: rows }));
    expect(valueIn(sums, 'rank_correlation', { split: 's', criterion: 'sc' })?.value ?? null).toBeNull();
    expect(valueIn(sums, 'rating_kappa', { split: 's', criterion: 'sc' })?.value).toBeCloseTo(0, 12);
  });

  test.each([3.3, 0.1, 7.7])(
    'where scores and ratings are all %d there is no κ, and none made of rounding',
    async (one) => {
      const rows = Array.from({ length: 7 }, (_, cluster) => ({ cluster, x: one, y: one }));
      const sums = await sumsOf(records({ s: rows }));
      expect(valueIn(sums, 'rating_kappa', { split: 's', criterion: 'sc' })).toMatchObject({ value: null, den: 0 });
      const apart = await sumsOf(records({ s: rows.map((row) => ({ ...row, x: one + 1 })) }));
      expect(valueIn(apart, 'rating_kappa', { split: 's', criterion: 'sc' })).toMatchObject({ value: 0, num: 0 });
    },
  );

  test('a score of one criterion is not missing because that of another is there: coverage counts both', async () => {
    const small = records({ s: drawn(randomFrom(3), 2, 0.6) });
    const other = small.judgments.slice(1).map((j) => ({ ...j, criterion: 'pq' }));
    const again = small.judgments.map((j) => ({ ...j, repeat: 1 }));
    const { num, den } = await measure({ ...small, judgments: [...small.judgments, ...other, ...again] }, 'coverage');
    // Eight of one criterion twice, seven of the other once: the second repeat lacks these seven.
    expect([num, den]).toEqual([23, 30]);
  });
});

describe('their intervals', () => {
  const SPLITS = part(400, 100);
  const CLUSTERS = 60;
  const COMMON = 0.5;
  let sums: Sums;
  let whole: readonly Rated[];
  beforeAll(async () => {
    const next = randomFrom(2024);
    whole = drawn(next, 1000, COMMON);
    const splits = Array.from({ length: SPLITS }, (_, i) => [`s${i}`, drawn(next, CLUSTERS, COMMON)] as const);
    sums = await sumsOf(records(Object.fromEntries(splits)));
  });

  test.each([
    ['rank_correlation', spearmanOf],
    ['rating_kappa', kappaOf],
  ])('%s: 93 to 97 of 100 hold the true value at 60 clusters', (id, definition) => {
    const bySplit = Map.groupBy(sums.rows, ({ slice }) => parseSlice(slice).get('split'));
    const found = [...bySplit].map(([split = '', rows]) => valueIn({ ...sums, rows }, id, { split, criterion: 'sc' }));
    expect(found).toHaveLength(SPLITS);
    const values = found.map((f) => f?.value ?? Number.NaN);
    // The mean of many small samples is closer to the truth than one large sample, which guards against a bias.
    const truth = mean(values);
    expect(Math.abs(truth - definition(whole))).toBeLessThan(0.03);
    const held = found.filter((f) => f !== undefined && (f.lo ?? 2) <= truth && truth <= (f.hi ?? -2)).length;
    expect(held / SPLITS).toBeGreaterThan(0.925);
    expect(held / SPLITS).toBeLessThan(0.98);
  });
});
