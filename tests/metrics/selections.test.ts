import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparePair } from '../../src/compare/paired/paired.ts';
import { METRICS } from '../../src/metrics/index.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { knownSlices, listedParts } from '../../src/metrics/reading.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { readSums } from '../../src/metrics/sums.ts';
import { runValuesOf } from '../../src/metrics/values.ts';
import type { Slice } from '../../src/schema/slice.ts';
import { drawn as part } from '../drawn.ts';
import { openDatabase } from './database.ts';
import { generate, randomFrom } from './generate.ts';
import { ATTRIBUTES, load } from './load.ts';
import { drawn, kappaOf, type Rated, records, spearmanOf } from './rated.ts';
import { known, withDatabase } from './small.ts';

const RHO = known('rank_correlation');
const KAPPA = known('rating_kappa');
/** What rounding leaves of 1. */
const CLOSE = 1e-9;

const differ = (values: readonly number[]): boolean => new Set(values).size > 1;

test('ρ and κ of a selection are those of its scores alone, whatever the selection', async () => {
  const sets = fc.record({
    seed: fc.nat(),
    clusters: fc.integer({ min: 1, max: 9 }),
    common: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(sets, fc.double({ min: 0.05, max: 1, noNaN: true }), async ({ seed, clusters, common }, share) => {
      const rows = drawn(randomFrom(seed), clusters, common);
      const next = randomFrom(seed + 1);
      const chosen = rows.map((row, i) => ({ row, id: `s-${i}` })).filter(() => next() < share);
      const own: readonly Rated[] = chosen.map(({ row }) => row);
      const within = `instance IN (${["'none'", ...chosen.map(({ id }) => `'${id}'`)].join(', ')})`;
      const [rho, kappa] = await withDatabase(records({ s: rows }), async ({ query }) => {
        await scoreRunsInto(query, { ...OFFICIAL_SETTINGS, within });
        const sums = await readSums(query, { metrics: [RHO, KAPPA] });
        return [RHO, KAPPA].map((metric) => runValuesOf(sums, metric, { split: 's' }).get('r')?.summary.value ?? null);
      });
      const [xs, ys] = [own.map(({ x }) => x), own.map(({ y }) => y)];
      if (differ(xs) && differ(ys)) expect(rho).toBeCloseTo(spearmanOf(own), 9);
      else expect(rho).toBeNull();
      if (differ([...xs, ...ys])) expect(kappa).toBeCloseTo(kappaOf(own), 9);
      else expect(kappa).toBeNull();
    }),
    { numRuns: part(40, 8), seed: 3 },
  );
});

test('a selection made after scoring gives no ρ and no κ, and says why', async () => {
  const small = records({ s: drawn(randomFrom(4), 6, 0.6) });
  const found = await withDatabase(small, async ({ query }) => {
    await scoreRunsInto(query, OFFICIAL_SETTINGS);
    const where = { sql: "instance < 's-2'", params: [] };
    const sums = await readSums(query, { metrics: [RHO, KAPPA, known('score_error')], where });
    return [RHO, KAPPA, known('score_error')].map((m) => runValuesOf(sums, m, { split: 's' }).get('r')?.summary);
  });
  const none = { value: null, reason: 'a number of all scores together: those of a part do not give it' };
  expect(found).toMatchObject([none, none, { value: expect.any(Number) }]);
});

test('a comparison over shared judgments gives no ρ of a part of a run’s scores, and each run’s own over all of them', async () => {
  const rows = drawn(randomFrom(6), 12, 0.7);
  const small = records({ s: rows });
  const fewer = small.judgments.slice(8).map((one) => ({ ...one, run: 'q' }));
  const compared = (support: 'union' | 'shared') =>
    withDatabase({ ...small, judgments: [...small.judgments, ...fewer] }, async ({ query }) => {
      await scoreRunsInto(query, OFFICIAL_SETTINGS);
      const tables = await comparePair(query, { other: 'q', base: 'r', protocol: 'pointwise', support });
      const lines = tables.flatMap(({ groups }) => groups.flatMap(({ whole, slices }) => [whole, ...slices]));
      return lines.find(({ metric }) => metric.id === 'rank_correlation');
    });
  const union = await compared('union');
  expect(union?.base.value).toBeCloseTo(spearmanOf(rows), 9);
  expect(union?.other.value).toBeCloseTo(spearmanOf(rows.slice(8)), 9);
  const shared = await compared('shared');
  expect(shared?.base).toMatchObject({ value: null, reason: expect.stringContaining('all scores together') });
  // The difference is made of what each score adds to ρ: right to first order.
  const exact = spearmanOf(rows.slice(8)) - spearmanOf(rows.slice(8));
  expect(Math.abs((shared?.difference.value ?? 1) - exact)).toBeLessThan(0.05);
});

test('no value of any metric leaves its range, in no slice and in no selection of cases', async () => {
  const database = await openDatabase(ATTRIBUTES);
  const { query } = database;
  // A score outside its scale is shown as it is, so a BD above 1 follows from it.
  const within = (score: number | null): number | null => (score === null ? null : Math.min(10, Math.max(1, score)));
  const generated = Array.from({ length: 24 }, (_, n) => generate(n)).map((set) => ({
    ...set,
    judgments: set.judgments.map((j) => ({ ...j, score: within(j.score) })),
  }));
  await load(database, generated);
  await scoreRunsInto(query, OFFICIAL_SETTINGS);
  const kinds = await query('SELECT DISTINCT metric FROM contributions');
  expect(kinds.length).toBeGreaterThan(15);
  const metrics = METRICS.filter(
    ({ range, rows }) => range !== null && rows.some((id) => kinds.some(({ metric }) => metric === id)),
  );
  let found = 0;
  const select = async (sql: string) => {
    const where = { sql, params: [] };
    const slices = await knownSlices(
      query,
      null,
      `(SELECT metric, slice FROM contributions WHERE instance IN (SELECT instance FROM instances WHERE ${sql}) GROUP BY ALL)`,
    );
    const sums = await readSums(query, { metrics, where });
    const outside: unknown[] = [];
    for (const metric of metrics) {
      const wanted: readonly Slice[] = listedParts(metric, slices).flatMap(({ whole, slices: own }) => [whole, ...own]);
      const [lo, hi] = metric.range ?? [Number.NaN, Number.NaN];
      for (const slice of wanted) {
        for (const [run, { summary }] of runValuesOf(sums, metric, slice)) {
          if (summary.value === null) continue;
          found += 1;
          const values = [summary.value, summary.lo ?? summary.value, summary.hi ?? summary.value];
          if (values.some((v) => !(v >= lo - CLOSE && v <= hi + CLOSE))) outside.push([metric.id, slice, run, summary]);
        }
      }
    }
    expect(outside).toEqual([]);
  };
  const picked = fc.record({ of: fc.integer({ min: 1, max: 5 }), rest: fc.nat(4) });
  await fc.assert(
    fc.asyncProperty(picked, ({ of, rest }) => select(`hash(instance) % ${of} = ${rest % of}`)),
    { numRuns: part(6, 2), seed: 5 },
  );
  expect(found).toBeGreaterThan(1000);
  database.close();
});
