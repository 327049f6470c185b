import type { StoredBoard } from '../../schema/board.ts';
import { PROTOCOLS } from '../../schema/words.ts';
import { type BoardsInput, computedBoards } from '../../scoring/computed-boards.ts';
import type { QueryRow } from '../../sql/query.ts';
import { literal, literals } from '../../sql/quote.ts';
import type { KeptResults } from './kept.ts';
import { TABLES_OF_RUNS, withRunsAlone } from './runs-alone.ts';
import { type SwitchedBoard, switchedBoards } from './switched-boards.ts';
import type { WorkDatabase } from './work.ts';

/** The boards of some runs, and what they are under switches. */
interface Boards {
  readonly boards: readonly StoredBoard[];
  readonly switched: readonly SwitchedBoard[];
}

/** Tables of `final` that boards of some runs read: all of it, and those of which they read the rows of these runs alone. */
const SHARED = ['main.instances', 'stored.responses', 'stored.gold', 'stored.run_gold'];
const OF_RUNS = ['stored.judgments', 'stored.contributions'];

/**
 * Digests of all that boards of these runs read of `final`. Sums of hashes of 64 bits stand for the rows, which are stored in an order that
 * follows from what they say; numbers stand for names in them, so the names of each number are there, too.
 */
async function digestsOf({ query }: WorkDatabase, runs: readonly string[]): Promise<readonly QueryRow[]> {
  const digest = (table: string, where = ''): string =>
    `SELECT ${literal(table)} AS name, count(*)::VARCHAR || ' ' || coalesce(sum(hash(rows)), 0)::VARCHAR || ' ' || coalesce(sum(hash(rows, 1)), 0)::VARCHAR AS digest
FROM final.${table} AS rows${where}`;
  const own = `WHERE run IN (${literals(runs)})`;
  const tables = [...SHARED.map((table) => digest(table)), ...OF_RUNS.map((table) => digest(table, ` ${own}`))];
  return query(`${tables.join(' UNION ALL ')}
UNION ALL SELECT type_name, labels::VARCHAR FROM duckdb_types() WHERE database_name = 'final' AND schema_name = 'stored' AND labels IS NOT NULL
UNION ALL SELECT 'columns of ' || table_name, list(column_name || ' ' || data_type ORDER BY column_index)::VARCHAR
FROM duckdb_columns() WHERE database_name = 'final' AND NOT internal GROUP BY table_name
ORDER BY ALL`);
}

/**
 * The boards of runs, and what they are under switches, protocol by protocol: each is made again only where something that it is made of has
 * changed. The current database holds the tables of records and the official `contributions`.
 */
export async function keptBoards(work: WorkDatabase, input: BoardsInput, kept: KeptResults): Promise<Boards> {
  const made: Boards[] = [];
  for (const protocol of PROTOCOLS) {
    const runs = input.runs.filter((run) => run.protocol === protocol);
    if (runs.length === 0) continue;
    const own = { ...input, runs };
    const { judges, ...rest } = own;
    const digests = await digestsOf(
      work,
      runs.map(({ run }) => run),
    );
    made.push(
      await kept.json<Boards>('boards', { protocol, judges, rest, digests }, async () => {
        const boards = await withRunsAlone(work, { runs, tables: TABLES_OF_RUNS }, () =>
          computedBoards(work.query, own),
        );
        return { boards, switched: await switchedBoards(work, own, boards) };
      }),
    );
  }
  const boards = made.flatMap((one) => one.boards).map((board, i) => ({ ...board, number: i + 1 }));
  const numbers = new Map(boards.map(({ table, number }) => [table, number]));
  const switched = made
    .flatMap((one) => one.switched)
    .map((one) => ({ ...one, board: { ...one.board, number: numbers.get(one.board.table) ?? one.board.number } }));
  return { boards, switched };
}
