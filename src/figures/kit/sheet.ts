import type { Protocol } from '../../schema/benchmark.ts';
import type { Query } from '../../sql/query.ts';
import { identifier, listedTable } from '../../sql/quote.ts';
import { type ClusterGroups, groupsOf, type RaterCodes } from '../../stats/agreement.ts';
import type { FigureChoices, FigureRun, FigureScope } from './instance-figure.ts';

/** What every run of a protocol made of every item, side by side. */
export interface Sheet {
  readonly runs: readonly FigureRun[];
  /** Codes per run, in the order of `runs`, and then of the people's labels where the sheet has them. */
  readonly codes: readonly RaterCodes[];
  /** Number of codes. */
  readonly size: number;
  readonly groups: ClusterGroups;
  /** Row of the item's instance in the table `instances`. */
  readonly places: Int32Array;
}

/** Gives the runs of a protocol, in the order of their numbers; what tells a judge's protocols apart is left out of their names. */
export const protocolRuns = ({ runs }: FigureChoices, protocol: Protocol): readonly FigureRun[] =>
  runs
    .filter((run) => run.protocol === protocol)
    .map((run) => ({
      ...run,
      label: run.label
        .split(', ')
        .filter((word) => word !== protocol)
        .join(', '),
    }));

/** Names a temporary table that is made once for a release and its runs: it is read again for every selection of cases. */
export function keptTable(kind: string, protocol: Protocol, choices: FigureChoices): string {
  const { benchmark, release } = choices;
  return [kind, protocol, benchmark, release, ...protocolRuns(choices, protocol).map(({ run }) => run)].join(' ');
}

const IS_KEPT = 'SELECT count(*)::INTEGER AS n FROM duckdb_tables() WHERE temporary AND table_name = ?';

export async function isKept(query: Query, table: string): Promise<boolean> {
  const [row] = await query(IS_KEPT, [table]);
  return Number(row?.['n'] ?? 0) > 0;
}

const numbersIn = (list: unknown): Int32Array => Int32Array.from((list ?? []) as ArrayLike<number>);

/** What to read of a table of codes (`codesSql`). */
interface CodesWanted {
  readonly runs: Sheet['runs'];
  /** Raters after the runs. */
  readonly others: number;
  /** Number of codes. */
  readonly size: number;
  readonly scope: FigureScope;
}

/**
 * Reads the selected items of a table of codes as a sheet, and the slice of each item. They come as lists, since making rows takes longer than
 * the query.
 */
export async function readSheet(
  query: Query,
  table: string,
  { runs, others, size, scope: { where } }: CodesWanted,
): Promise<{ readonly sheet: Sheet; readonly slices: readonly string[] }> {
  const chosen = `FROM ${identifier(table)} WHERE place IN (SELECT rowid FROM instances WHERE ${where.sql})`;
  const [row = {}] = await query(
    `SELECT list(item) AS items, list(cluster) AS clusters, list(place) AS places, list(slice) AS slices
FROM (SELECT DISTINCT item, cluster, place, slice ${chosen} ORDER BY item)`,
    where.params,
  );
  const items = numbersIn(row['items']);
  const at = new Int32Array((items.at(-1) ?? 0) + 1);
  for (let i = 0; i < items.length; i += 1) at[items[i] ?? 0] = i;
  const codes = Array.from({ length: runs.length + others }, () => new Uint16Array(items.length));
  const raters = await query(
    `SELECT rater, list(item) AS items, list(code) AS codes ${chosen} GROUP BY rater`,
    where.params,
  );
  for (const one of raters) {
    const [own, given, said] = [codes[Number(one['rater'])], numbersIn(one['items']), numbersIn(one['codes'])];
    // A plain loop, because it runs over every item and rater.
    for (let i = 0; own !== undefined && i < given.length; i += 1) own[at[given[i] ?? 0] ?? 0] = said[i] ?? 0;
  }
  const groups = groupsOf(numbersIn(row['clusters']));
  const slices = (row['slices'] ?? []) as readonly string[];
  return { sheet: { runs, codes, size, groups, places: numbersIn(row['places']) }, slices };
}

/**
 * Writes `raters` (run, rater, first): the number of each run by its place in the list, and its first repeat, so that repeats are not
 * counted twice. The values are written out, since DuckDB binds none to CREATE.
 */
export function ratersSql(runs: readonly FigureRun[]): string {
  const rows = runs.map(({ run }, rater) => [run, rater]);
  return `raters AS (
  SELECT run, rater, first FROM ${listedTable('listed', { run: 'VARCHAR', rater: 'INTEGER' }, rows)}
  JOIN (SELECT run, min(repeat) AS first FROM judgments GROUP BY run) USING (run))`;
}

/**
 * Writes the statement that makes a table of codes (item, cluster, place, slice, rater, code) of `said` (instance, …keys, rater, code), which
 * `steps` make: a row for each item and run that was asked. Items of one cluster follow one another. `slice`: SQL over the keys. `more`: rows of
 * further raters over `items` (item, cluster, place, slice, instance, …keys).
 */
export function codesSql(
  table: string,
  {
    steps,
    keys,
    slice = "''",
    more = [],
  }: {
    readonly steps: readonly string[];
    readonly keys: string;
    readonly slice?: string;
    readonly more?: readonly string[];
  },
): string {
  const rows = [
    `SELECT item, cluster, place, items.slice AS slice, rater, code FROM said JOIN items USING (instance, ${keys})`,
    ...more,
  ];
  return `CREATE TEMP TABLE IF NOT EXISTS ${identifier(table)} AS
WITH ${steps.join(',\n')},
items AS (
  SELECT instance, ${keys}, cluster, place, (row_number() OVER (ORDER BY cluster, place, ${keys}) - 1)::INTEGER AS item, ${slice} AS slice
  FROM (SELECT DISTINCT instance, ${keys} FROM said)
  JOIN (
    SELECT instance, rowid::INTEGER AS place, dense_rank() OVER (ORDER BY coalesce(nullif(cluster, ''), instance))::INTEGER AS cluster
    FROM instances) USING (instance))
${rows.join('\nUNION ALL\n')}`;
}
