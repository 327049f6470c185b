import type { StoredBoard } from '../../schema/board.ts';
import { PROTOCOLS } from '../../schema/words.ts';
import { type BoardsInput, computedBoards } from '../../scoring/computed-boards.ts';
import type { ScoresKept } from './kept-scores.ts';
import { TABLES_OF_RUNS, withRunsAlone } from './runs-alone.ts';
import { type SwitchedBoard, switchedBoards } from './switched-boards.ts';
import type { WorkDatabase } from './work.ts';

/** The boards of some runs, and what they are under switches. */
interface Boards {
  readonly boards: readonly StoredBoard[];
  readonly switched: readonly SwitchedBoard[];
}

/**
 * The boards of runs, and what they are under switches, protocol by protocol: each is made again only where something that it is made of has
 * changed. The current database holds the tables of records and the official `contributions`.
 */
export async function keptBoards(work: WorkDatabase, input: BoardsInput, known: ScoresKept): Promise<Boards> {
  const made: Boards[] = [];
  for (const protocol of PROTOCOLS) {
    const runs = input.runs.filter((run) => run.protocol === protocol);
    if (runs.length === 0) continue;
    const own = { ...input, runs };
    const { judges, ...rest } = own;
    const digests = [known.digests.shared, runs.map(({ run }) => known.digests.runs.get(run))];
    made.push(
      await known.kept.json<Boards>('boards', { protocol, judges, rest, digests }, async () => {
        const boards = await withRunsAlone(work, { runs, tables: TABLES_OF_RUNS }, () =>
          computedBoards(work.query, own),
        );
        return { boards, switched: await switchedBoards(work, { input: own, official: boards, known }) };
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
