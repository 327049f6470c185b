import { score } from '../../metrics/score.ts';
import { OFFICIAL } from '../../metrics/settings.ts';
import { SWITCHES, type Switch } from '../../metrics/switches.ts';
import type { BoardRow } from '../../schema/board.ts';
import { TABLES } from '../../schema/records.ts';
import type { StoredBoard } from '../read.ts';
import { type BoardsInput, computedBoards } from './computed-boards.ts';
import type { WorkDatabase } from './work.ts';

/** A board of runs as it is under a switch. */
export interface SwitchedBoard {
  readonly switch: Switch['id'];
  readonly board: StoredBoard;
}

const values = (rows: readonly BoardRow[]): string =>
  JSON.stringify(rows.map(({ cells }) => Object.values(cells).map(({ value, n }) => [value, n])));

/** Boards under one switch: those of its protocols on which some value differs from the official one. */
async function boardsUnder(
  work: WorkDatabase,
  input: BoardsInput,
  official: readonly StoredBoard[],
  { id, settings, protocols }: Switch,
): Promise<SwitchedBoard[]> {
  // A temporary table stands before the stored one of the same name.
  await work.run(`CREATE TEMP TABLE contributions (${TABLES.contributions})`);
  try {
    await score(work.heavy, { ...OFFICIAL, ...settings });
    const runs = input.runs.filter(({ protocol }) => protocols.includes(protocol));
    const boards = await computedBoards(work.query, { ...input, runs });
    return boards.flatMap((board) => {
      const own = official.find(({ table }) => table === board.table);
      return own === undefined || values(own.rows) === values(board.rows) ? [] : [{ switch: id, board }];
    });
  } finally {
    await work.run('DROP TABLE temp.contributions');
  }
}

/**
 * The boards of runs under every switch that changes them, by the builder of the official ones. The current database holds the
 * tables of records and the official `contributions`.
 */
export async function switchedBoards(
  work: WorkDatabase,
  input: BoardsInput,
  official: readonly StoredBoard[],
): Promise<SwitchedBoard[]> {
  const switched: SwitchedBoard[] = [];
  for (const one of SWITCHES) {
    const concerns = input.runs.some(({ protocol }) => one.protocols.includes(protocol));
    if (concerns && (await one.matters(work.query))) switched.push(...(await boardsUnder(work, input, official, one)));
  }
  return switched;
}
