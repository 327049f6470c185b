import { expect, test } from 'vitest';
import { leakage } from '../../src/metrics/conflicts.ts';
import { METRICS } from '../../src/metrics/index.ts';
import { instanceColumns } from '../../src/metrics/items.ts';
import { OFFICIAL_SETTINGS, type Settings } from '../../src/metrics/query.ts';
import { contributionsOf, contributionsOfRun, preparations, prepare } from '../../src/metrics/score.ts';
import { composed, dropSteps } from '../../src/sql/step.ts';
import { drawn } from '../drawn.ts';
import { expectSame } from '../same.ts';
import { openDatabase } from './database.ts';
import { type DataSet, generate } from './generate.ts';
import { ATTRIBUTES, load } from './load.ts';

const SETS = drawn(150, 16);
/** For all metrics and each of the settings. */
const FOR_ALL = drawn(40, 8);
const isPairwise = ({ runs }: DataSet): boolean => runs.some(({ protocol }) => protocol === 'pairwise');

test('rows of one run in one statement are those of scoring everything: orders, repeats, unread and missing answers', async () => {
  const sets = Array.from({ length: SETS }, (_, n) => generate(n)).filter(isPairwise);
  const database = await openDatabase(ATTRIBUTES);
  const { query } = database;
  try {
    await load(database, sets);
    await prepare(query, OFFICIAL_SETTINGS);
    await query(`CREATE TEMP TABLE scored AS ${contributionsOf([leakage]).sql}`);
    const columns = await instanceColumns(query);
    const wanted = 'SELECT run, cluster, instance, slice, num, den FROM';
    let compared = 0;
    for (const { run } of sets.flatMap((set) => set.runs).filter(({ protocol }) => protocol === 'pairwise')) {
      const { sql, params } = contributionsOfRun(leakage, run, columns);
      const own = await query(`${wanted} (${sql}) ORDER BY ALL`, params);
      expectSame(own, await query(`${wanted} scored WHERE run = ? ORDER BY ALL`, [run]));
      compared += own.length;
    }
    expect(compared).toBeGreaterThan(2 * SETS);
  } finally {
    database.close();
  }
});

const [MISSING, ZEROS, JUDGED] = [{ missing: 'wrong' }, { zeros: 'official' }, { judged: 'annotators' }] as const;
const SETTINGS: readonly Partial<Settings>[] = drawn(
  [{}, MISSING, ZEROS, JUDGED],
  [{}, { ...MISSING, ...ZEROS, ...JUDGED }],
);

test.each(SETTINGS)('steps give the same rows run as tables and composed into one statement: %j', async (more) => {
  const settings = { ...OFFICIAL_SETTINGS, ...more };
  const database = await openDatabase(ATTRIBUTES);
  const { query } = database;
  try {
    await load(
      database,
      Array.from({ length: FOR_ALL }, (_, n) => generate(n)),
    );
    const steps = preparations(settings, await instanceColumns(query));
    await prepare(query, settings);
    const made = new Map<string, readonly unknown[]>();
    const own = METRICS.filter(({ contributions }) => contributions !== null);
    const rowsOf = (sql: string): string => `SELECT * FROM (${sql}) ORDER BY ALL`;
    for (const metric of own) made.set(metric.id, await query(rowsOf(contributionsOf([metric]).sql)));
    await dropSteps(query, steps);
    expect(await query('SELECT table_name FROM duckdb_tables() WHERE temporary')).toEqual([]);
    let compared = 0;
    for (const metric of own) {
      const { sql, params } = composed(steps, contributionsOf([metric]));
      expectSame(await query(rowsOf(sql), params), made.get(metric.id), metric.id);
      compared += made.get(metric.id)?.length ?? 0;
    }
    expect(compared).toBeGreaterThan(25 * FOR_ALL);
  } finally {
    database.close();
  }
});
