import { TABLES } from '../../schema/records.ts';
import { definedColumns } from '../../sql/columns.ts';
import { type Query, type QueryRow, text } from '../../sql/query.ts';
import { identifier, literal } from '../../sql/quote.ts';

/** Tables of `final` that all runs share. A run is called by its name in them. */
const SHARED: Readonly<Record<string, string>> = {
  // Other rows name an instance by its place.
  instances: 'SELECT rowid, * FROM final.main.instances',
  responses: 'SELECT * FROM final.stored.responses',
  gold: 'SELECT * FROM final.stored.gold',
  run_gold: 'SELECT * REPLACE (run::VARCHAR AS run) FROM final.stored.run_gold',
};

/** What a judgment says beside its run: its cluster is that of its instance. */
const SAID = definedColumns(TABLES.judgments)
  .map(({ name }) => name)
  .filter((name) => name !== 'run' && name !== 'cluster')
  .map(identifier)
  .join(', ');

/** SQL: sums of hashes of 64 bits, in two ways, stand for rows in any order. */
export const rowSums = (hashed: string): string =>
  `count(*)::VARCHAR || ' ' || coalesce(sum(hash(${hashed})), 0)::VARCHAR || ' ' || coalesce(sum(hash(${hashed}, 1)), 0)::VARCHAR`;

/** Digests of the records in `final`: what scores and boards are made of. */
export interface RecordDigests {
  /** Of all that runs share. */
  readonly shared: readonly QueryRow[];
  /** Of the judgments of each run and of how it is scored. */
  readonly runs: ReadonlyMap<string, string>;
  /** How each run is scored, and which repeats it has on any case: what its scores on some cases owe to its others. */
  readonly scored: ReadonlyMap<string, string>;
}

/**
 * Reads the digests. Numbers stand for names in the stored tables, so the names of each number are there, too; those of runs are not, since
 * each run has a digest of its own. Rows are stored in an order that follows from what they say.
 */
export async function recordDigests(query: Query): Promise<RecordDigests> {
  const tables = Object.entries(SHARED).map(
    ([name, sql]) => `SELECT ${literal(name)} AS name, ${rowSums('rows')} AS digest FROM (${sql}) AS rows`,
  );
  const shared = await query(`${tables.join(' UNION ALL ')}
UNION ALL SELECT type_name, labels::VARCHAR FROM duckdb_types()
  WHERE database_name = 'final' AND schema_name = 'stored' AND labels IS NOT NULL AND type_name NOT IN ('run', 'slice')
UNION ALL SELECT 'columns of ' || table_name, list(column_name || ' ' || data_type ORDER BY column_index)::VARCHAR
FROM duckdb_columns() WHERE database_name = 'final' AND table_name = 'instances' AND NOT internal GROUP BY table_name
ORDER BY ALL`);
  const runs = await query(
    `SELECT run::VARCHAR AS run, ${rowSums(SAID)} AS digest, list(DISTINCT repeat ORDER BY repeat)::VARCHAR AS repeats
FROM final.stored.judgments AS rows GROUP BY run`,
  );
  const judged = new Map(runs.map((row) => [text(row, 'run'), row]));
  const rows = await query('FROM final.main.runs');
  return {
    shared,
    runs: new Map(rows.map((row) => [text(row, 'run'), JSON.stringify([row, judged.get(text(row, 'run'))])])),
    scored: new Map(
      rows.map((row) => [text(row, 'run'), JSON.stringify([row, judged.get(text(row, 'run'))?.['repeats']])]),
    ),
  };
}
