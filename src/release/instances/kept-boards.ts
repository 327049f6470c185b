import type { StoredBoard } from '../../schema/board.ts';
import { ALL_PROTOCOLS } from '../../schema/words.ts';
import type { BoardsInput } from '../../scoring/computed-boards.ts';
import type { RecordDigests } from './digests.ts';
import type { ScoresKept } from './kept-scores.ts';
import { totalsAlone } from './kept-totals.ts';
import { boardsOfRuns, RunScores, type SwitchedBoard } from './switched-boards.ts';
import type { WorkDatabase } from './work.ts';

/** The boards of some runs, and what they are under switches. */
interface Boards {
  readonly boards: readonly StoredBoard[];
  readonly switched: readonly SwitchedBoard[];
}

/** Boards that are made together: of a protocol; of pairs, split by split, since values of two splits are never mixed. */
interface Unit {
  readonly split: string | null;
  /** Stand for the judgments of each run on these cases. */
  readonly said: readonly (string | undefined)[];
}

/** Says what boards of one protocol are made of. */
function unitsOf(
  { benchmark, runs }: BoardsInput,
  { protocol, digests }: { readonly protocol: string; readonly digests: RecordDigests },
): readonly Unit[] {
  if (protocol !== 'pairwise') return [{ split: null, said: runs.map(({ run }) => digests.runs.get(run)) }];
  const own = runs.map(({ run }) => digests.splits.get(run) ?? {});
  const place = (split: string): number => benchmark.splits.findIndex(({ id }) => id === split);
  const splits = [...new Set(own.flatMap((one) => Object.keys(one)))].sort();
  return splits.sort((a, b) => place(a) - place(b)).map((split) => ({ split, said: own.map((one) => one[split]) }));
}

/** The boards of runs of one protocol. */
async function boardsOf(
  work: WorkDatabase,
  { input, protocol, known }: { readonly input: BoardsInput; readonly protocol: string; readonly known: ScoresKept },
): Promise<readonly Boards[]> {
  const { kept, digests } = known;
  const scores = new RunScores(work, known, input.runs);
  const { totals } = await scores.official();
  const made: Boards[] = [];
  for (const { split, said } of unitsOf(input, { protocol, digests })) {
    const { judges, ...rest } = input;
    const scored = input.runs.map(({ run }) => digests.scored.get(run));
    const sums = [...totalsAlone(totals, split)].map(([run, own]) => [
      run,
      own.map(({ digest, metric, slice }) => [metric, slice, digest]),
    ]);
    const key = { protocol, split, said, sums, judges, rest, scored, shared: digests.shared };
    made.push(
      await kept.jsonOfOthers<Boards>('boards', key, () => boardsOfRuns(work, { input, known, scores, split })),
    );
  }
  await scores.drop();
  return made;
}

/**
 * Gives the boards of runs, and what they are under switches: each is made again only where something that it is made of has changed. The current
 * database holds the tables of records and the official `contributions`.
 */
export async function keptBoards(work: WorkDatabase, input: BoardsInput, known: ScoresKept): Promise<Boards> {
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
