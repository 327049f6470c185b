import { RECORD_TABLES } from '../../schema/records.ts';
import { definedColumns } from '../../sql/columns.ts';
import { type Query, type QueryRow, text } from '../../sql/query.ts';
import { identifier, literal, literals } from '../../sql/quote.ts';

/** Tables of `final` that all runs share. A run is called by its name in them. */
const SHARED: Readonly<Record<string, string>> = {
  // Other rows name an instance by its place.
  instances: 'SELECT rowid, * FROM final.main.instances',
  responses: 'SELECT * FROM final.stored.responses',
  gold: 'SELECT * FROM final.stored.gold',
  run_gold: 'SELECT * REPLACE (run::VARCHAR AS run) FROM final.stored.run_gold',
};

/** Columns of a judgment beside its run; its cluster is that of its instance. */
const SAID = definedColumns(RECORD_TABLES.judgments)
  .map(({ name }) => name)
  .filter((name) => name !== 'run' && name !== 'cluster')
  .map(identifier)
  .join(', ');

/** Writes SQL: sums of hashes of 64 bits, in two ways, stand for rows in any order. */
export const rowSums = (hashed: string): string =>
  `count(*)::VARCHAR || ' ' || coalesce(sum(hash(${hashed})), 0)::VARCHAR || ' ' || coalesce(sum(hash(${hashed}, 1)), 0)::VARCHAR`;

/** Digests of the records in `final`: what scores and boards are made of. */
export interface RecordDigests {
  /** Of all that runs share. */
  readonly shared: readonly QueryRow[];
  /** Of the judgments of each run and of how it is scored. */
  readonly runs: ReadonlyMap<string, string>;
  /** Of the judgments of each run on the cases of each split in which it has some. */
  readonly splits: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** It says how each run is scored, and which repeats it has on any case: what its scores on some cases owe to its others. */
  readonly scored: ReadonlyMap<string, string>;
}

/** Reads the digest of all that runs share. Numbers stand for names in the stored tables, so the names of each number are there, too. */
async function sharedDigest(query: Query): Promise<RecordDigests['shared']> {
  const tables = Object.entries(SHARED).map(
    ([name, sql]) => `SELECT ${literal(name)} AS name, ${rowSums('rows')} AS digest FROM (${sql}) AS rows`,
  );
  return query(`${tables.join(' UNION ALL ')}
UNION ALL SELECT type_name, labels::VARCHAR FROM duckdb_types()
  WHERE database_name = 'final' AND schema_name = 'stored' AND labels IS NOT NULL AND type_name NOT IN ('run', 'slice')
UNION ALL SELECT 'columns of ' || table_name, list(column_name || ' ' || data_type ORDER BY column_index)::VARCHAR
FROM duckdb_columns() WHERE database_name = 'final' AND table_name = 'instances' AND NOT internal GROUP BY table_name
ORDER BY ALL`);
}

/** Digests as they were before some runs changed, and which these are. */
interface RecordDigestsBefore {
  readonly digests: RecordDigests;
  readonly runs: readonly string[];
}

/** Reads the digests; where they were known before, those of the changed runs alone. Rows are stored in an order that follows from what they say. */
export async function recordDigests(query: Query, before: RecordDigestsBefore | null = null): Promise<RecordDigests> {
  if (before?.runs.length === 0) return before.digests;
  const which = before === null ? '' : `WHERE run IN (${literals(before.runs)})`;
  const rows = await query(`FROM final.main.runs ${which}`);
  const said = await query(
    `SELECT run::VARCHAR AS run, split, ${rowSums(SAID)} AS digest, list(DISTINCT repeat ORDER BY repeat)::VARCHAR AS repeats
FROM final.stored.judgments AS rows JOIN (SELECT rowid AS instance, split FROM final.main.instances) USING (instance)
${which} GROUP BY run, split ORDER BY run, split`,
  );
  const judged = Map.groupBy(said, (row) => text(row, 'run'));
  const listed = <T>(of: (row: QueryRow, judged: readonly QueryRow[]) => T): [string, T][] =>
    rows.map((row) => [text(row, 'run'), of(row, judged.get(text(row, 'run')) ?? [])]);
  const earlier = before?.digests ?? { shared: await sharedDigest(query), runs: [], splits: [], scored: [] };
  const repeats = (own: readonly QueryRow[]) => own.map((one) => [one['split'], one['repeats']]);
  return {
    shared: earlier.shared,
    runs: new Map([...earlier.runs, ...listed((row, own) => JSON.stringify([row, own]))]),
    splits: new Map([
      ...earlier.splits,
      ...listed((_, own) => Object.fromEntries(own.map((one) => [text(one, 'split'), text(one, 'digest')]))),
    ]),
    scored: new Map([...earlier.scored, ...listed((row, own) => JSON.stringify([row, repeats(own)]))]),
  };
}
