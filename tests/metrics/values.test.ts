import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { METRICS } from '../../src/metrics/index.ts';
import type { Metric, SliceSum } from '../../src/metrics/metric.ts';
import { knownSlices, listedParts, reading, sliceRows } from '../../src/metrics/reading.ts';
import { sumsReader } from '../../src/metrics/sums.ts';
import { casesBehind, type RunValue, runValuesOf } from '../../src/metrics/values.ts';
import { WorkDatabase } from '../../src/release/duckdb.ts';
import { type Slice, sliceText } from '../../src/schema/slice.ts';
import { literalRows, literals } from '../../src/sql/quote.ts';
import { scratchFolder } from '../scratch.ts';
import { summarise, uniform } from '../stats/helpers.ts';
import { clusterSums, type RunClusterSum } from './cluster-sums.ts';

const scratch = scratchFolder();

const random = uniform(7);
const below = (n: number): number => Math.floor(random() * n);
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

/** Cases alone and in clusters of up to five; two splits. */
const INSTANCES = Array.from({ length: 60 }, (_, i) => {
  return [`case-${i}`, i % 3 === 0 ? '' : `cluster-${i >> 2}`, i % 4 === 0 ? 'reasoning' : 'open_ended'];
});
const RUNS = ['one', 'two', 'unfinished', 'without rows'];
/** Ratios, means of means, differences of groups, functions of sums, and what counts clusters without rows. */
const ASKED = METRICS.filter(({ id }) =>
  [
    'pacc',
    'tos',
    'cmr',
    'criterion_accuracy',
    'criterion_average',
    'coverage',
    'bd',
    'bc',
    'discernment',
    'halo',
  ].includes(id),
).concat(METRICS.filter(({ derive, contributions }) => derive !== undefined && contributions !== null));

function slicesOf({ sliceKeys }: Metric, instance: number): string {
  const values: Readonly<Record<string, readonly string[]>> = {
    split: [INSTANCES[instance]?.[2] ?? ''],
    criterion: ['clarity', 'logic', 'a;b=c'],
    parse: ['ok', 'failed'],
    repeat: ['', '0', '1'],
    bias_type: ['blur', 'swap'],
  };
  const pairs = sliceKeys.map((key) => [key, oneOf(values[key] ?? ['', 'x', 'y'])]).filter(([, value]) => value !== '');
  return sliceText(Object.fromEntries(pairs));
}

/** Scores with thirds in them, some of clusters that have nothing to count. */
const rows = ASKED.flatMap(({ id, contributions, ...metric }) =>
  contributions === null
    ? []
    : Array.from({ length: 700 }, () => {
        const instance = below(INSTANCES.length);
        const run = below(3) === 2 && instance > 20 ? 'one' : oneOf(RUNS.slice(0, 3));
        const den = below(3);
        const slice = slicesOf({ id, contributions, ...metric } as Metric, instance);
        return [run, instance, id, slice, (den * below(4)) / 3, den];
      }),
);

let work: WorkDatabase;
let read: Awaited<ReturnType<typeof sumsReader>>;
/** Cases that are left out. */
const LEFT_OUT = ['case-5', 'case-17'];

beforeAll(async () => {
  work = await WorkDatabase.open(path.join(scratch, 'work'));
  for (const sql of [
    `ATTACH ':memory:' AS final`,
    `CREATE SCHEMA final.stored`,
    `CREATE TABLE final.main.instances (instance VARCHAR, cluster VARCHAR, split VARCHAR)`,
    `INSERT INTO final.main.instances VALUES ${literalRows(INSTANCES)}`,
    `CREATE TABLE final.main.runs AS SELECT unnest(['one', 'two', 'unfinished', 'without rows']) AS run`,
    `CREATE TABLE final.stored.contributions (run VARCHAR, instance INTEGER, metric VARCHAR, slice VARCHAR, num DOUBLE, den DOUBLE)`,
    `INSERT INTO final.stored.contributions VALUES ${literalRows(rows)}`,
    `CREATE TABLE work.main.chosen AS SELECT instance FROM final.main.instances WHERE instance NOT IN (SELECT unnest(${JSON.stringify(LEFT_OUT).replaceAll('"', "'")}))`,
    `CREATE VIEW work.main.instances AS SELECT * FROM final.main.instances WHERE instance IN (SELECT instance FROM work.main.chosen)`,
    `CREATE VIEW work.main.contributions AS SELECT run, coalesce(nullif(cluster, ''), i.instance) AS cluster, i.instance AS instance, metric, slice, num, den
FROM final.stored.contributions AS c JOIN final.main.instances AS i ON i.rowid = c.instance WHERE i.instance IN (SELECT instance FROM work.main.chosen)`,
  ])
    await work.run(sql);
  await work.run('USE work');
  read = await sumsReader(work.query);
});
afterAll(() => work.close());

async function everySlice(metric: Metric): Promise<readonly Slice[]> {
  const known = await knownSlices(work.query);
  return [{}, ...listedParts(metric, known).flatMap(({ whole, slices }) => [whole, ...slices])];
}

/** Clusters of the cases with rows of the metric that takes every labelled one, split by split. */
async function sampledIn({ sampledAs }: Metric, { split }: Slice): Promise<number> {
  if (sampledAs === undefined) return 0;
  const [row] = await work.query(
    `SELECT sum(n)::DOUBLE AS n FROM (
  SELECT split, count(DISTINCT coalesce(nullif(cluster, ''), instance)) AS n FROM instances
  WHERE instance IN (SELECT instance FROM contributions WHERE metric = ?) GROUP BY split) WHERE ? IN ('', split)`,
    [sampledAs, split ?? ''],
  );
  return Number(row?.['n']);
}

/** Sums of a run's rows without clusters, as values that are other functions of them take them. */
async function plainSums(metric: Metric): Promise<readonly SliceSum[]> {
  const rows = await work.query(
    `SELECT run, metric, slice, count(*)::DOUBLE AS n, sum(num) AS num, sum(den) AS den, sum(num * num) AS squares
FROM contributions WHERE metric IN (${literals(metric.rows)}) GROUP BY ALL ORDER BY ALL`,
  );
  return rows as unknown as readonly SliceSum[];
}

/** Of several slices with one cluster each, any may be named. */
const withoutSlice = (reason: string | undefined): string | undefined => reason?.replace(/ in "[^"]*"/, '');

type Expected = Pick<RunValue['summary'], 'value'> & Partial<RunValue['summary']>;

/** Values by run, from sums that statements add up cluster by cluster. */
async function expectedValues(metric: Metric, slice: Slice): Promise<ReadonlyMap<string, Expected>> {
  const { derive, range } = metric;
  if (derive !== undefined) {
    const own = sliceRows(await plainSums(metric), ['repeat'], slice);
    return new Map([...Map.groupBy(own, ({ run }) => run)].map(([run, sums]) => [run, { value: derive(sums).value }]));
  }
  const how = reading(metric, slice);
  if (how === null) return new Map();
  const all = await clusterSums(work.query, `SELECT * FROM contributions WHERE metric IN (${literals(metric.rows)})`);
  const sampled = await sampledIn(metric, slice);
  const byRun = Map.groupBy(sliceRows<RunClusterSum>(all, how.keys, slice), ({ run }) => run);
  return new Map([...byRun].map(([run, sums]) => [run, summarise(sums, how.aggregate, { range, sampled })]));
}

describe('values of runs', () => {
  test.each(ASKED.map((metric) => [metric.id, metric] as const))(
    '%s: values, errors and intervals are those that statements cluster by cluster give',
    async (_, metric) => {
      const slices = await everySlice(metric);
      expect(slices.length).toBeGreaterThan(1);
      for (const slice of slices) {
        const expected = await expectedValues(metric, slice);
        const found = runValuesOf(await read(metric), metric, slice);
        expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
        for (const [run, wanted] of expected) {
          const own = found.get(run)?.summary;
          if (wanted.clusters !== undefined)
            expect([own?.clusters, withoutSlice(own?.reason)]).toEqual([wanted.clusters, withoutSlice(wanted.reason)]);
          for (const of of ['value', 'num', 'den', 'se', 'lo', 'hi'] as const) {
            const number = wanted[of];
            if (number === null) expect(own?.[of]).toBeNull();
            else if (number !== undefined) expect(own?.[of]).toBeCloseTo(number, 11);
          }
        }
      }
    },
  );

  test('count the cases behind a value', async () => {
    const metric = METRICS.find(({ id }) => id === 'criterion_accuracy');
    if (metric === undefined) throw new Error('no such metric');
    const counted = await work.query(
      `SELECT run, count(DISTINCT instance)::DOUBLE AS n FROM contributions WHERE metric = 'criterion_accuracy' AND slice LIKE '%split=reasoning%' GROUP BY run`,
    );
    const expected = new Map(counted.map(({ run, n }) => [run, n]));
    expect(expected.size).toBe(3);
    expect(casesBehind(await read(metric), metric, { split: 'reasoning' })).toEqual(expected);
  });
});
