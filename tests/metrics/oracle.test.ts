import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METRICS } from '../../src/metrics/index.ts';
import { reading, sliceRows } from '../../src/metrics/reading.ts';
import { contributionsOf, prepare } from '../../src/metrics/score.ts';
import { OFFICIAL, type Settings } from '../../src/metrics/settings.ts';
import { clusterSums, patternSums, sliceSums } from '../../src/metrics/sums.ts';
import { sumsOfSlices, valueOfRun } from '../../src/metrics/values.ts';
import { number, type Query, text } from '../../src/sql/query.ts';
import { summarise } from '../stats/summarise.ts';
import { type Database, openDatabase } from './database.ts';
import { type DataSet, generate } from './generate.ts';
import { ATTRIBUTES, load } from './load.ts';
import { oracle } from './oracle.ts';
import { oracleError, oracleValues, PLAIN_RATIOS } from './oracle-values.ts';

const SETS = 2400;

type Sums = Map<string, { num: number; den: number }>;

function add(sums: Sums, key: readonly string[], num: number, den: number): void {
  const name = key.join('  ');
  const sum = sums.get(name) ?? { num: 0, den: 0 };
  sums.set(name, { num: sum.num + num, den: sum.den + den });
}

/** Contributions summed per run, cluster, instance, metric and slice, as the SQL sees them. */
async function scored(query: Query, settings: Settings): Promise<Sums> {
  await prepare(query, settings);
  const sums: Sums = new Map();
  for (const row of await query(contributionsOf(METRICS).sql)) {
    const slice = text(row, 'slice')
      .split(';')
      .filter((pair) => pair !== '')
      .sort()
      .join(';');
    const key = ['metric', 'run', 'cluster', 'instance'].map((column) => text(row, column));
    add(sums, [...key, slice], number(row, 'num'), number(row, 'den'));
  }
  return sums;
}

const encoded = (value: string) => value.replaceAll('%', '%25').replaceAll(';', '%3B').replaceAll('=', '%3D');

function expectedSums(sets: readonly DataSet[], settings: Settings): Sums {
  const sums: Sums = new Map();
  for (const c of sets.flatMap((s) => oracle(s, settings))) {
    const slice = Object.entries(c.slice).map(([key, value]) => `${key}=${encoded(value)}`);
    add(sums, [c.metric, c.run, c.cluster, c.instance, slice.sort().join(';')], c.num, c.den);
  }
  return sums;
}

function differences(actual: Sums, expected: Sums): string[] {
  const keys = [...new Set([...actual.keys(), ...expected.keys()])];
  const near = (a: number, b: number) => Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(b));
  return keys.flatMap((key) => {
    const [a, e] = [actual.get(key), expected.get(key)];
    const same = a !== undefined && e !== undefined && near(a.num, e.num) && near(a.den, e.den);
    return same ? [] : [`${key}: ${JSON.stringify(a)} instead of ${JSON.stringify(e)}`];
  });
}

const HUMAN = ['criterion_accuracy', 'pacc', 'tos', 'cmr'];
const only = (sums: Sums, metrics: readonly string[]) =>
  new Map([...sums].filter(([key]) => metrics.some((m) => key.startsWith(`${m}  `))));

/** Generated scores have no ratings of people: ratings.test.ts counts these. */
const RATED: readonly string[] = ['rank_correlation', 'rating_kappa', 'score_error'];

describe(`contributions of ${SETS} generated data sets equal those of nested loops over the formulas`, () => {
  const sets = Array.from({ length: SETS }, (_, n) => generate(n));
  const official = expectedSums(sets, OFFICIAL);
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase(ATTRIBUTES);
    await load(database, sets);
  }, 60_000);
  afterAll(() => database.close());

  it.each<[string, Settings]>([
    ['official rules', OFFICIAL],
    ['missing as wrong', { ...OFFICIAL, missing: 'wrong' }],
    ['official zeros', { ...OFFICIAL, zeros: 'official' }],
  ])('%s', async (_, settings) => {
    const actual = await scored(database.query, settings);
    const expected = settings === OFFICIAL ? official : expectedSums(sets, settings);
    expect(expected.size).toBeGreaterThan(10_000);
    expect(differences(actual, expected).slice(0, 10)).toEqual([]);
  });

  it('annotators against the majority of the others', async () => {
    const settings: Settings = { ...OFFICIAL, judged: 'annotators' };
    const actual = only(await scored(database.query, settings), HUMAN);
    const expected = only(expectedSums(sets, settings), HUMAN);
    expect(expected.size).toBeGreaterThan(1_000);
    expect(differences(actual, expected).slice(0, 10)).toEqual([]);
  });

  it('gives the values that the formulas give', async () => {
    await prepare(database.query, OFFICIAL);
    const byRun = Map.groupBy(await sliceSums(database.query, contributionsOf(METRICS)), (row) => row.run);
    let compared = 0;
    for (const set of sets) {
      for (const [run, rows] of Map.groupBy(oracle(set, OFFICIAL), (c) => c.run)) {
        const expected = oracleValues(rows);
        for (const metric of METRICS.filter((m) => expected.has(m.id))) {
          const { value } = valueOfRun(sumsOfSlices(byRun.get(run) ?? []), metric, { run }).summary;
          const wanted = expected.get(metric.id) ?? null;
          if (wanted === null) expect(value, `${run} ${metric.id}`).toBeNull();
          else expect(value, `${run} ${metric.id}`).toBeCloseTo(wanted, 10);
          compared += wanted === null ? 0 : 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(20_000);
  });

  it.each([
    ['clusters', clusterSums],
    ['patterns of equal clusters', patternSums],
  ])('gives the same values and errors from sums of %s', async (_, sumsOf) => {
    await prepare(database.query, OFFICIAL);
    const byRun = Map.groupBy(await sumsOf(database.query, contributionsOf(METRICS)), (row) => row.run);
    const metrics = METRICS.filter((m) => PLAIN_RATIOS.includes(m.id) && reading(m) !== null);
    const compared = new Map<string, number>();
    for (const set of sets) {
      for (const [run, rows] of Map.groupBy(oracle(set, OFFICIAL), (c) => c.run)) {
        const values = oracleValues(rows);
        for (const metric of metrics) {
          const how = reading(metric);
          const own = (byRun.get(run) ?? []).filter((row) => metric.rows.includes(row.metric));
          const { value, se } = summarise(sliceRows(own, how?.keys ?? []), how?.aggregate ?? 'ratio', {
            range: metric.range,
          });
          const [wanted, error] = [values.get(metric.id) ?? null, oracleError(rows, metric.id)];
          expect(value === null, `${run} ${metric.id}`).toBe(wanted === null);
          if (value === null || wanted === null) continue;
          expect(value, `${run} ${metric.id}`).toBeCloseTo(wanted, 10);
          expect(se === null, `${run} ${metric.id}`).toBe(error === null);
          expect(se ?? 0, `${run} ${metric.id}`).toBeCloseTo(error ?? 0, 10);
          compared.set(metric.id, (compared.get(metric.id) ?? 0) + (error === null ? 0 : 1));
        }
      }
    }
    for (const { id } of metrics) expect(compared.get(id) ?? 0, id).toBeGreaterThan(50);
  });

  it('covers every metric with rows of its own', () => {
    const metrics = new Set([...official.keys()].map((key) => key.split('  ')[0]));
    expect([...metrics].sort()).toEqual(
      // People prefer one in every generated pair; level pairs are counted in four-answers.test.ts, how judges answer in judge-check.test.ts.
      METRICS.filter(
        (m) =>
          m.contributions !== null &&
          !RATED.includes(m.id) &&
          m.needs?.includes('level-labels') !== true &&
          m.judgeCheck !== true,
      )
        .map((m) => m.id)
        .sort(),
    );
  });
});
