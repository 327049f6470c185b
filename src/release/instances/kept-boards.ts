import type { StoredBoard } from '../../schema/board.ts';
import type { Run } from '../../schema/records.ts';
import { ALL_PROTOCOLS } from '../../schema/words.ts';
import type { BoardsInput } from '../../scoring/computed-boards.ts';
import { text } from '../../sql/query.ts';
import { literal, literals } from '../../sql/quote.ts';
import { rowSums } from './digests.ts';
import type { ScoresKept } from './kept-scores.ts';
import type { PartDigests } from './part-digests.ts';
import { type Alone, rowsAlone } from './runs-alone.ts';
import { boardsOfRuns, type SwitchedBoard, SwitchedScores } from './switched-boards.ts';
import type { WorkDatabase } from './work.ts';

/** The boards of some runs, and what they are under switches. */
interface Boards {
  readonly boards: readonly StoredBoard[];
  readonly switched: readonly SwitchedBoard[];
}

interface BoardsKept extends ScoresKept {
  readonly parts: PartDigests;
}

/** Boards that are made together: of a protocol; of pairs, split by split, since values of two splits are never mixed. */
interface Unit extends Pick<Alone, 'split'> {
  /** Digest of the judgments and contributions of these runs and cases. */
  readonly digest: string;
}

/** Names in the order of their numbers. */
const NAMES = `SELECT list(labels::VARCHAR ORDER BY type_name)::VARCHAR AS names FROM duckdb_types()
WHERE database_name = 'final' AND schema_name = 'stored' AND labels IS NOT NULL AND type_name IN ('run', 'slice')`;

/** Cases of one split of which one digest is made: those around a changed case are read again. */
const CASES = 1024;
/** A number larger than that of such stretches. */
const STRETCHES = 2 ** 20;

/** Digests of what runs of a protocol have on the cases of each split. Runs and slices go by the numbers of their names, which are there, too. */
async function digestsOf(
  work: WorkDatabase,
  { runs, digests }: { readonly runs: readonly Run[]; readonly digests: PartDigests },
): Promise<ReadonlyMap<string, string>> {
  const found = await work.query('SELECT DISTINCT split FROM final.main.instances ORDER BY split');
  const splits = ['', ...found.map((one) => text(one, 'split'))];
  const part = `list_position([${literals(splits.slice(1))}]::VARCHAR[], split) * ${STRETCHES} + rowid // ${CASES}`;
  const instances = (where: string): string =>
    `(SELECT rowid AS instance, ${part} AS part FROM final.main.instances ${where})`;
  const digest = (
    table: string,
    where: string,
  ): string => `SELECT part, ${literal(table)} AS of, count(*) AS n, ${rowSums('rows')} AS digest
FROM (${rowsAlone(`final.stored.${table}`, { runs, split: null })}) AS rows JOIN ${instances(where)} USING (instance) GROUP BY part`;
  const { names } = await work.row(NAMES);
  const all = await digests.of(`boards of ${JSON.stringify(runs.map(({ run }) => run))}`, {
    touched: (cases) => `SELECT DISTINCT part FROM ${instances(`WHERE rowid IN (${cases})`)}`,
    sql: (parts) => {
      const where = parts === null ? '' : `WHERE ${part} IN (${parts.join(', ')})`;
      return `SELECT part, sum(n)::DOUBLE AS n, list(of || ' ' || digest ORDER BY of)::VARCHAR AS digest
FROM (${digest('judgments', where)} UNION ALL ${digest('contributions', where)}) GROUP BY part ORDER BY part`;
    },
  });
  const bySplit = Map.groupBy(all, (one) => splits[Math.floor(one.part / STRETCHES)] ?? '');
  return new Map([...bySplit].map(([split, own]) => [split, JSON.stringify([own, names])]));
}

/** Says what boards of one protocol are made of. */
async function unitsOf(
  work: WorkDatabase,
  { benchmark, runs }: BoardsInput,
  { protocol, known }: { readonly protocol: string; readonly known: BoardsKept },
): Promise<readonly Unit[]> {
  const digests = await digestsOf(work, { runs, digests: known.parts });
  const place = ([split]: readonly [string, string]): number => benchmark.splits.findIndex(({ id }) => id === split);
  const splits = [...digests].sort((a, b) => place(a) - place(b));
  if (protocol !== 'pairwise') return [{ split: null, digest: JSON.stringify(splits) }];
  return splits.map(([split, digest]) => ({ split, digest }));
}

/** The boards of runs of one protocol. */
async function boardsOf(
  work: WorkDatabase,
  { input, protocol, known }: { readonly input: BoardsInput; readonly protocol: string; readonly known: BoardsKept },
): Promise<readonly Boards[]> {
  const { runs } = input;
  const scores = new SwitchedScores(work, known, runs);
  const made: Boards[] = [];
  for (const { split, digest } of await unitsOf(work, input, { protocol, known })) {
    const { judges, ...rest } = input;
    const { shared, scored } = known.digests;
    const key = { protocol, split, digest, judges, rest, shared, scored: runs.map(({ run }) => scored.get(run)) };
    made.push(await known.kept.json<Boards>('boards', key, () => boardsOfRuns(work, { input, scores, split })));
  }
  await scores.drop();
  return made;
}

/**
 * Gives the boards of runs, and what they are under switches: each is made again only where something that it is made of has changed. The current
 * database holds the tables of records and the official `contributions`.
 */
export async function keptBoards(work: WorkDatabase, input: BoardsInput, known: BoardsKept): Promise<Boards> {
  const made: Boards[] = [];
  for (const protocol of ALL_PROTOCOLS) {
    const runs = input.runs.filter((run) => run.protocol === protocol);
    if (runs.length > 0) made.push(...(await boardsOf(work, { input: { ...input, runs }, protocol, known })));
  }
  const boards = made.flatMap((one) => one.boards).map((board, i) => ({ ...board, number: i + 1 }));
  const numbers = new Map(boards.map(({ table, number }) => [table, number]));
  const switched = made
    .flatMap((one) => one.switched)
    .map((one) => ({ ...one, board: { ...one.board, number: numbers.get(one.board.table) ?? one.board.number } }));
  return { boards, switched };
}
