import { answerViews } from './answers.ts';
import { CRITIQUE_TABLES } from './critiques.ts';
import { METRICS } from './index.ts';
import { INSTANCE_COLUMNS, itemsTable } from './items.ts';
import type { Metric } from './metric.ts';
import { PAIR_TABLES } from './pairs.ts';
import { type Settings, settingsTable } from './settings.ts';
import { SHEET_TABLES } from './sheets.ts';

/** Runs one statement on a DuckDB of one thread, with values bound to its `?`; numbers come back as number, text as string. */
export type Query = (
  sql: string,
  params?: readonly (string | number)[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** The statement of one metric as rows of `contributions`. */
export function contributionRows(metric: Metric): string | null {
  return metric.contributions === null
    ? null
    : `SELECT run, cluster, instance, '${metric.id}' AS metric, slice, num, den FROM (\n${metric.contributions})`;
}

/** Creates the temporary views and tables that the metrics' statements read, from the narrow tables of the current database. */
export async function prepare(query: Query, settings: Settings): Promise<void> {
  for (const { sql, params } of settingsTable(settings)) await query(sql, params);
  const columns = new Set((await query(INSTANCE_COLUMNS)).map(({ name }) => String(name)));
  const statements = [
    itemsTable(columns),
    ...answerViews(settings),
    ...SHEET_TABLES,
    ...PAIR_TABLES,
    ...CRITIQUE_TABLES,
  ];
  for (const sql of statements) await query(sql);
}

/** Sums of the contributions per cluster: all that statistics need. */
const CLUSTER_SUMS = `SELECT run, metric, cluster, slice, sum(num) AS num, sum(den) AS den
FROM contributions GROUP BY run, metric, cluster, slice`;

/**
 * Scores every run of the current database: fills its tables `contributions` and `cluster_sums`, which must exist and be empty.
 * One thread (`SET threads = 1`) makes the sums equal in every engine.
 */
export async function score(query: Query, settings: Settings): Promise<void> {
  await prepare(query, settings);
  const rows = METRICS.map(contributionRows).filter((sql) => sql !== null);
  await query(`INSERT INTO contributions ${rows.join('\nUNION ALL\n')}`);
  await query(`INSERT INTO cluster_sums ${CLUSTER_SUMS}`);
}
