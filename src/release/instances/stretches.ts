import { type StoredTable, shownSql } from '../../scoring/coded.ts';
import { number, type Query, text } from '../../sql/query.ts';
import { rowSums } from './digests.ts';
import type { PartDigests } from './part-digests.ts';

/** The most cases, or clusters, of a stretch: a power of two, so that a little more data rarely moves its ends. */
const MOST = 1024;
const LEAST = 64;
/** Rows that a stretch aims at. A changed judgment costs one stretch, and each is a row group of the Parquet file. */
const ROWS = 2 ** 16;

/** Says how many cases or clusters (`of`, a column of instances) a stretch of a stored table has. */
async function casesOf(query: Query, table: StoredTable, of: 'instance' | 'cluster'): Promise<number> {
  const [row = {}] = await query(`SELECT (SELECT count(*) FROM final.stored.${table})::DOUBLE AS n,
  (SELECT count(DISTINCT ${of}) FROM final.main.instances)::DOUBLE AS cases`);
  const fitting = (ROWS * number(row, 'cases')) / Math.max(1, number(row, 'n'));
  return Math.min(MOST, Math.max(LEAST, 2 ** Math.floor(Math.log2(fitting))));
}

/** Consecutive rows of a table. */
export interface Stretch {
  /** The rows as they are shown, in their order. */
  readonly sql: string;
  /** Stands for what they say. */
  readonly digest: string;
}

/** The rows of these tables name an instance by its place, and lie in the order of instances. */
const CODED: readonly StoredTable[] = ['responses', 'gold', 'run_gold', 'judgments', 'contributions'];

/** Names in the order of their numbers, and runs in the order in which the rows of one answer stand. */
const NAMES = `SELECT list(type_name || ' ' || labels::VARCHAR ORDER BY type_name)::VARCHAR
  || (SELECT list(run ORDER BY rowid)::VARCHAR FROM final.main.runs) AS names
FROM duckdb_types() WHERE database_name = 'final' AND schema_name = 'stored' AND labels IS NOT NULL`;

/** The stretch of each instance by the place of its cluster among their names. */
const clustersSql = (clusters: number): string => `CREATE OR REPLACE TEMP TABLE clustered AS
SELECT rowid::INTEGER AS instance, cluster, ((dense_rank() OVER (ORDER BY cluster) - 1) // ${clusters})::INTEGER AS part FROM final.main.instances`;

/** Joins are made as they are written, so the few cases of some parts come last: they are what the rows are looked up in. */
const clusterDigests = (
  where: string,
): string => `SELECT part, count(*)::DOUBLE AS n, any_value(named.digest) || ' ' || ${rowSums('rows')} AS digest
FROM final.stored.contributions AS rows JOIN (
  SELECT instance, part, digest FROM temp.clustered
  JOIN (SELECT part, ${rowSums('clustered')} AS digest FROM temp.clustered ${where} GROUP BY part) USING (part)) AS named USING (instance)
GROUP BY part ORDER BY part`;

/** Rows of cases that follow one another, with the names of the cases. */
async function ofInstances(query: Query, table: StoredTable, digests: PartDigests): Promise<readonly Stretch[]> {
  const cases = await casesOf(query, table, 'instance');
  const within = (place: string, [from, to]: readonly [number, number]): string => `${place} BETWEEN ${from} AND ${to}`;
  const found = await digests.of(`${table} by ${cases}`, {
    touched: (places) => `SELECT DISTINCT unnest([${places}]) // ${cases} AS part`,
    sql: (parts) => {
      const ends = [Math.min(...(parts ?? [0])) * cases, (Math.max(...(parts ?? [0])) + 1) * cases - 1] as const;
      const own = (place: string): string =>
        parts === null ? '' : `WHERE ${within(place, ends)} AND ${place} // ${cases} IN (${parts.join(', ')})`;
      return `WITH named AS (
  SELECT rowid // ${cases} AS part, ${rowSums('rowid, instance, cluster')} AS digest FROM final.main.instances ${own('rowid')} GROUP BY part),
said AS (
  SELECT instance // ${cases} AS part, count(*)::DOUBLE AS n, ${rowSums('rows')} AS digest FROM final.stored.${table} AS rows ${own('instance')} GROUP BY part)
SELECT part, n, named.digest || ' ' || said.digest AS digest FROM said JOIN named USING (part) ORDER BY part`;
    },
  });
  return found.map(({ part, digest }) => {
    const own = `(SELECT *, rowid AS place FROM final.stored.${table} WHERE ${within('instance', [part * cases, (part + 1) * cases - 1])})`;
    // DuckDB lets the few rows of a filtered chunk wait until the end, so the order is asked for.
    return { sql: `${shownSql(table, own, 'final.main.instances')} ORDER BY rows.place`, digest };
  });
}

/** The sums of clusters that follow one another by their names. Rows are sorted, so that a sum has the same last digit whatever lies around it. */
async function ofClusters(query: Query, digests: PartDigests): Promise<readonly Stretch[]> {
  const clusters = await casesOf(query, 'contributions', 'cluster');
  await query(clustersSql(clusters));
  const found = await digests.of(`cluster_sums by ${clusters}`, {
    touched: (places) => `SELECT DISTINCT part FROM temp.clustered WHERE instance IN (${places})`,
    sql: (parts) => clusterDigests(parts === null ? '' : `WHERE part IN (${parts.join(', ')})`),
  });
  return found.map(({ part, digest }) => ({
    sql: `SELECT sums.run::VARCHAR AS run, sums.metric::VARCHAR AS metric, cluster, sums.slice::VARCHAR AS slice, num, den FROM (
  SELECT run, metric, cluster, slice, sum(num) AS num, sum(den) AS den FROM (
    SELECT run, metric, cluster, slice, num, den FROM final.stored.contributions JOIN temp.clustered USING (instance)
    WHERE part = ${part} ORDER BY num, den)
  GROUP BY run, metric, cluster, slice) AS sums ORDER BY cluster, metric, slice, run`,
    digest,
  }));
}

/** Reads what stands for the names of all numbers in rows, and for the order of runs. */
export async function readRowNames(query: Query): Promise<string> {
  const [found = {}] = await query(NAMES);
  return text(found, 'names');
}

/** Cuts the rows of a table of `final` into short stretches; there is at least one. `names`: those of `readRowNames`. */
export async function stretchesOf(
  query: Query,
  table: string,
  { digests, names }: { readonly digests: PartDigests; readonly names: string },
): Promise<readonly Stretch[]> {
  const coded = CODED.find((one) => one === table);
  const all =
    table === 'cluster_sums'
      ? await ofClusters(query, digests)
      : coded === undefined
        ? []
        : await ofInstances(query, coded, digests);
  if (all.length > 0) return all.map(({ sql, digest }) => ({ sql, digest: `${digest} ${names}` }));
  const [whole] = await query(
    `SELECT ${rowSums('rows')} AS digest FROM (SELECT row_number() OVER () AS place, * FROM final.main.${table}) AS rows`,
  );
  return [{ sql: `SELECT * FROM final.main.${table}`, digest: text(whole ?? {}, 'digest') }];
}
