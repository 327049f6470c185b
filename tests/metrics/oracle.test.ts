import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METRICS } from '../../src/metrics/index.ts';
import type { Metric } from '../../src/metrics/metric.ts';
import { OFFICIAL_SETTINGS, type Settings } from '../../src/metrics/query.ts';
import { reading } from '../../src/metrics/reading.ts';
import { contributionsOf, prepare } from '../../src/metrics/score.ts';
import { metricRows, type Sums as RunSums, readSums } from '../../src/metrics/sums.ts';
import { valueOfRun } from '../../src/metrics/values.ts';
import { number, type Query, text } from '../../src/sql/query.ts';
import { drawn } from '../drawn.ts';
import { expectSame } from '../same.ts';
import { type Database, openDatabase } from './database.ts';
import { generate } from './generate.ts';
import { ATTRIBUTES, load } from './load.ts';
import { oracle } from './oracle.ts';
import type { Contribution } from './oracle-rows.ts';
import { oracleError, oracleValues, PLAIN_RATIOS } from './oracle-values.ts';

const SETS = drawn(2400, 100);
const PER_DATABASE = 200;

const NO_SUMS: RunSums = { rows: [], clusterOf: new Int32Array() };

/** Metrics whose errors the oracle works out, too. */
const WITH_ERROR = METRICS.filter((m) => PLAIN_RATIOS.includes(m.id) && reading(m) !== null);

type Sums = Map<string, { num: number; den: number }>;

function add(sums: Sums, key: readonly string[], num: number, den: number): void {
  const name = key.join('  ');
  const sum = sums.get(name) ?? { num: 0, den: 0 };
  sums.set(name, { num: sum.num + num, den: sum.den + den });
}

/** Contributions summed per run, cluster, instance, metric and slice, as the SQL sees them. */
async function scored(query: Query, settings: Settings, metrics: readonly Metric[] = METRICS): Promise<Sums> {
  await prepare(query, settings);
  const slice =
    "coalesce(array_to_string(list_sort(list_filter(string_split(slice, ';'), lambda pair: pair <> '')), ';'), '')";
  const rows = await query(`SELECT concat_ws('  ', metric, run, cluster, instance, ${slice}) AS key,
    sum(num)::DOUBLE AS num, sum(den)::DOUBLE AS den FROM (${contributionsOf(metrics).sql}) GROUP BY key`);
  return new Map(rows.map((row) => [text(row, 'key'), { num: number(row, 'num'), den: number(row, 'den') }]));
}

const encoded = (value: string) => value.replaceAll('%', '%25').replaceAll(';', '%3B').replaceAll('=', '%3D');

function expectedSums(rows: readonly Contribution[]): Sums {
  const sums: Sums = new Map();
  for (const c of rows) {
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

/** Both are absent, or the numbers agree to ten decimals. One `expect` each would take longer than what is compared. */
const close = (actual: number | null, wanted: number | null): boolean =>
  actual === null || wanted === null ? actual === wanted : Math.abs(actual - wanted) < 0.5e-10;

const HUMAN = ['criterion_accuracy', 'pacc', 'tos', 'cmr'];
const only = (sums: Sums, metrics: readonly string[]) =>
  new Map([...sums].filter(([key]) => metrics.some((m) => key.startsWith(`${m}  `))));

/** Generated scores have no ratings of people: ratings.test.ts counts these. */
const RATED: readonly string[] = ['rank_correlation', 'rating_kappa', 'score_error'];

describe(`contributions of ${SETS} generated data sets equal those of nested loops over the formulas`, () => {
  const sets = Array.from({ length: SETS }, (_, n) => generate(n));
  // The three tests of values read the rows of the official rules again.
  const official = sets.map((set) => oracle(set, OFFICIAL_SETTINGS));
  const officialSums = expectedSums(official.flat());
  const sumsUnder = (settings: Settings): Sums => expectedSums(sets.flatMap((set) => oracle(set, settings)));
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase(ATTRIBUTES);
    await load(database, sets);
  });
  afterAll(() => database.close());

  it.each<[string, Settings]>([
    ['official rules', OFFICIAL_SETTINGS],
    ['missing as wrong', { ...OFFICIAL_SETTINGS, missing: 'wrong' }],
    ['official zeros', { ...OFFICIAL_SETTINGS, zeros: 'official' }],
  ])('%s', async (_, settings) => {
    const actual = await scored(database.query, settings);
    const expected = settings === OFFICIAL_SETTINGS ? officialSums : sumsUnder(settings);
    expect(expected.size).toBeGreaterThan(SETS * 5);
    expect(differences(actual, expected).slice(0, 10)).toEqual([]);
  });

  it('annotators against the majority of the others', async () => {
    const settings: Settings = { ...OFFICIAL_SETTINGS, judged: 'annotators' };
    const metrics = METRICS.filter(({ rows }) => rows.some((row) => HUMAN.includes(row)));
    // Every annotator is a scope with a row per instance, so many small databases take a fraction of the time of one.
    const actual: Sums = new Map();
    for (let n = 0; n < SETS; n += PER_DATABASE) {
      const own = await openDatabase(ATTRIBUTES);
      await load(own, sets.slice(n, n + PER_DATABASE));
      for (const [key, sum] of only(await scored(own.query, settings, metrics), HUMAN)) {
        actual.set(key, sum);
      }
      own.close();
    }
    const rows = sets.flatMap((set) => oracle(set, settings)).filter(({ metric }) => HUMAN.includes(metric));
    const expected = expectedSums(rows);
    expect(expected.size).toBeGreaterThan(SETS);
    expect(differences(actual, expected).slice(0, 10)).toEqual([]);
  });

  describe('by the official rules', () => {
    let sums: ReadonlyMap<string, RunSums>;
    beforeAll(async () => {
      await prepare(database.query, OFFICIAL_SETTINGS);
      const all = await readSums(database.query, { from: contributionsOf(METRICS) });
      const byRun = Map.groupBy(all.rows, ({ run }) => run);
      sums = new Map([...byRun].map(([run, rows]) => [run, { ...all, rows }]));
    });

    it('gives the values and errors that the formulas give', () => {
      const wrong: string[] = [];
      const compared = new Map<string, number>();
      let values = 0;
      for (const ofSet of official) {
        for (const [run, rows] of Map.groupBy(ofSet, (c) => c.run)) {
          const expected = oracleValues(rows);
          for (const metric of METRICS.filter((m) => expected.has(m.id))) {
            const all = sums.get(run) ?? NO_SUMS;
            // Without the rows that tell which clusters were sampled: the oracle knows of none.
            const { value, se } = valueOfRun({ ...all, rows: metricRows(all, metric) }, metric, { run }).summary;
            const wanted = expected.get(metric.id) ?? null;
            if (!close(value, wanted)) wrong.push(`${run} ${metric.id}: ${value} instead of ${wanted}`);
            if (value === null || wanted === null) continue;
            values += 1;
            if (!WITH_ERROR.includes(metric)) continue;
            const error = oracleError(rows, metric.id);
            if (!close(se, error)) wrong.push(`${run} ${metric.id}: error ${se} instead of ${error}`);
            compared.set(metric.id, (compared.get(metric.id) ?? 0) + (error === null ? 0 : 1));
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(values).toBeGreaterThan(SETS * 9);
      for (const { id } of WITH_ERROR) expect(compared.get(id) ?? 0, id).toBeGreaterThan(SETS / 48);
    });

    it('counts the answers of runs of each protocol as those of all runs in one statement', async () => {
      const metrics = METRICS.filter(({ contributionsIn }) => contributionsIn !== undefined);
      const counted = async (protocols?: readonly string[]): Promise<string[]> => {
        const { sql } = contributionsOf(metrics, protocols === undefined ? undefined : new Set(protocols));
        const rows = await database.query(
          `SELECT concat_ws('  ', metric, run, cluster, instance, slice, num, den) AS key FROM (${sql})`,
        );
        return rows.map((row) => text(row, 'key'));
      };
      const apart = [
        await counted(['pairwise']),
        await counted(['pointwise', 'perturbation']),
        await counted(['critique']),
      ];
      for (const own of apart) expect(own.length).toBeGreaterThan(SETS);
      expectSame(apart.flat().sort(), (await counted()).sort());
    });
  });

  it('covers every metric with rows of its own', () => {
    const metrics = new Set([...officialSums.keys()].map((key) => key.split('  ')[0]));
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
