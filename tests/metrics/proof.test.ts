import { expect, test } from 'vitest';
import { METRICS, metricById } from '../../src/metrics/index.ts';
import { instanceColumns } from '../../src/metrics/items.ts';
import { isSameValue, proofOf, provedColumn } from '../../src/metrics/proof.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { generatorRankings, rankedValues } from '../../src/metrics/rankings.ts';
import { knownSlices, listedParts } from '../../src/metrics/reading.ts';
import { contributionsOf, prepare } from '../../src/metrics/score.ts';
import { readSums } from '../../src/metrics/sums.ts';
import { valueOfRun } from '../../src/metrics/values.ts';
import type { Slice } from '../../src/schema/slice.ts';
import { number } from '../../src/sql/query.ts';
import { drawn } from '../drawn.ts';
import { openDatabase } from './database.ts';
import { generate } from './generate.ts';
import { ATTRIBUTES, load } from './load.ts';
import { type Small, withDatabase } from './small.ts';

/** Values of each metric that are made again. */
const OF_EACH = drawn(Number.POSITIVE_INFINITY, 10);

test('one statement gives the value, n and sums that code gives: repeats, odd names, every metric and slice', async () => {
  // The last of the daily ones has bias types of every kind.
  const sets = drawn([...Array(60).keys()], [1, 2, 3, 10]).map(generate);
  const database = await openDatabase(ATTRIBUTES);
  const { query } = database;
  try {
    await load(database, sets);
    const columns = await instanceColumns(query);
    const metrics = METRICS.filter(
      (metric) =>
        provedColumn({ metric: metric.id, slice: {}, unit: 'ratio' }).proved !== null &&
        metric.ranked === undefined &&
        metric.judgeCheck !== true,
    );
    await prepare(query, OFFICIAL_SETTINGS);
    const from = contributionsOf(METRICS);
    const sums = await readSums(query, { from });
    const known = await knownSlices(query, null, `(${from.sql})`);
    const wrong: string[] = [];
    const seen = new Map<string, number>();
    for (const { run, protocol } of sets.flatMap((set) => set.runs)) {
      const own = { ...sums, rows: sums.rows.filter((row) => row.run === run) };
      for (const metric of metrics.filter(({ protocols }) => protocols.includes(protocol))) {
        for (const wanted of listedParts(metric, known).flatMap(({ whole, slices }) => [
          whole,
          ...slices.slice(0, 1),
        ])) {
          if ((seen.get(metric.id) ?? 0) >= OF_EACH) continue;
          const { summary, n } = valueOfRun(own, metric, { run, slice: wanted });
          if (summary.value === null) continue;
          const [row = {}] = await query(proofOf({ metric, wanted, scale: 100 }, { protocol, columns, run }));
          const found = [number(row, 'value'), number(row, 'numerator'), number(row, 'denominator'), number(row, 'n')];
          const expected = [100 * summary.value, summary.num, summary.den, n];
          // What a metric works out has no parts of its own.
          if (metric.derive !== undefined) expected.splice(1, 3);
          if (!expected.every((value, i) => isSameValue(found[i] ?? Number.NaN, value)))
            wrong.push(`${run} ${metric.id} ${JSON.stringify(wanted)}: ${found.join()} instead of ${expected.join()}`);
          seen.set(metric.id, (seen.get(metric.id) ?? 0) + 1);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.get('discernment')).toBeGreaterThan(0);
    expect(seen.size).toBeGreaterThan(23);
  } finally {
    database.close();
  }
});

test('statements rank generators as code does: ties in both orders, splits and criteria apart, and none of too few', async () => {
  // Four generators in two criteria of one split; in `tied` the judge has two at the top, of which people like one best.
  const scores = {
    plain: { judge: [4, 3, 2, 1], people: [4, 3, 1, 2] },
    tied: { judge: [3, 3, 2, 1], people: [4, 3, 1, 1] },
  };
  const each = Array.from({ length: 20 }, (_, i) => i);
  const rows = Object.entries(scores).flatMap(([criterion, { judge, people }]) =>
    judge.flatMap((score, g) => each.map((i) => ({ criterion, g, i, score, rating: people[g] ?? 0 }))),
  );
  // In the third there are two generators alone, of scores enough.
  rows.push(
    ...[0, 1].flatMap((g) =>
      [...each, ...each.map((i) => i + 20)].map((i) => ({ criterion: 'few', g, i, score: g, rating: g })),
    ),
  );
  // In the fourth two of four generators have one cluster of forty each: three samples of five lack one of them.
  rows.push(
    ...[0, 1, 2, 3].flatMap((g) =>
      [...each, ...each.map((i) => i + 20)]
        .filter((i) => g < 2 || i === g)
        .map((i) => ({ criterion: 'rare', g, i, score: g, rating: g })),
    ),
  );
  const small: Small = {
    protocol: 'pointwise',
    instances: [
      ...new Map(
        rows.map(({ g, i }) => [`${g}-${i}`, { instance: `${g}-${i}`, cluster: `${i}`, split: 's' }]),
      ).values(),
    ],
    responses: [...new Set(rows.map(({ g, i }) => `${g}-${i}`))].map((instance) => ({
      instance,
      response: 'a',
      model: `g${instance[0]}`,
    })),
    gold: rows.map(({ criterion, g, i, rating }) => ({
      ...{
        instance: `${g}-${i}`,
        response: 'a',
        criterion,
        kind: 'quality' as const,
        value: String(rating),
        number: rating,
      },
    })),
    judgments: rows.map(({ criterion, g, i, score }) => ({ instance: `${g}-${i}`, response: 'a', criterion, score })),
  };
  await withDatabase(small, async ({ query }) => {
    const columns = await instanceColumns(query);
    const of = async (id: string, slice: Slice = {}) => {
      const { proved } = provedColumn({ metric: id, slice, unit: 'ratio' });
      if (proved === null) throw new Error(id);
      const [row] = await query(proofOf({ ...proved, scale: 1 }, { protocol: 'pointwise', columns, run: 'r' }));
      return row === undefined ? null : number(row, 'value');
    };
    // One of the judge's two winners is people's: 1 and 1/2.
    expect(await of('same_winner')).toBe(0.75);
    // Of six pairs five go the same way and one the other; and four, over the root of 5 · 5 that are not level.
    expect(await of('rank_tau', { criterion: 'plain' })).toBeCloseTo(4 / 6, 12);
    expect(await of('rank_tau', { criterion: 'tied' })).toBeCloseTo(4 / 5, 12);
    expect(await of('rank_tau', { split: 's' })).toBeCloseTo((4 / 6 + 4 / 5) / 2, 12);
    const rankings = await generatorRankings(query, 'pointwise', OFFICIAL_SETTINGS);
    for (const criterion of ['few', 'rare']) {
      expect(await of('same_winner', { criterion })).toBeNull();
      expect(rankings.find((one) => one.criterion === criterion)?.ranking.value).toBeNull();
    }
    for (const id of ['same_winner', 'rank_tau']) {
      const metric = metricById(id);
      if (metric === undefined) throw new Error(id);
      expect(rankedValues(rankings, metric, {}).get('r')?.summary.value).toBeCloseTo((await of(id)) ?? 0, 12);
    }
  });
});
