import { OFFICIAL } from '../../metrics/settings.ts';
import { SWITCHES, type Switch } from '../../metrics/switches.ts';
import type { BoardRow, StoredBoard } from '../../schema/board.ts';
import { parseSlice } from '../../schema/slice.ts';
import { shownSql, withShownScores } from '../../scoring/coded.ts';
import { type BoardsInput, computedBoards } from '../../scoring/computed-boards.ts';
import type { BoardPlan } from '../../scoring/computed-columns.ts';
import { type Query, text } from '../../sql/query.ts';
import { keptScores, type ScoresKept } from './kept-scores.ts';
import { type Alone, RECORDS_OF_RUNS, rowsAlone, TABLES_OF_RUNS, withRunsAlone } from './runs-alone.ts';
import type { WorkDatabase } from './work.ts';

/** A board of runs as it is under a switch. */
export interface SwitchedBoard {
  readonly switch: Switch['id'];
  readonly board: StoredBoard;
}

const values = (rows: readonly BoardRow[]): string =>
  JSON.stringify(rows.map(({ cells }) => Object.values(cells).map(({ value, n }) => [value, n])));

/** What values are made of, to nine digits: sums of fractions differ in the last ones by the order of their rows. */
const totalsOf = (
  rows: string,
): string => `SELECT run, metric, slice, count(*) AS n, round(sum(num), 9) AS num, round(sum(den), 9) AS den,
  round(sum(num * num), 9) AS squares FROM ${rows} GROUP BY run, metric, slice`;

/** Slices in which one of these runs has other sums than by the official rules: only boards that hold such a slice can change. */
function changedSql(alone: Alone): string {
  const official = shownSql(
    'contributions',
    `(${rowsAlone('final.stored.contributions', alone)})`,
    'final.main.instances',
  );
  const [now, officially] = [totalsOf('contributions'), totalsOf(`(${official})`)];
  return `SELECT DISTINCT slice FROM ((${now} EXCEPT ${officially}) UNION ALL (${officially} EXCEPT ${now})) ORDER BY slice`;
}

async function changedPlans(query: Query, alone: Alone): Promise<(plan: Pick<BoardPlan, 'split'>) => boolean> {
  const slices = (await query(changedSql(alone))).map((row) => parseSlice(text(row, 'slice')));
  const splits = new Set(slices.map((slice) => slice.get('split') ?? null));
  return ({ split }) => (split === null ? splits.size > 0 : splits.has(split) || splits.has(null));
}

/** What boards under switches are made of and held against. */
interface Switched {
  readonly input: BoardsInput;
  readonly official: readonly StoredBoard[];
  readonly known: ScoresKept;
  /** The split of the boards, null where they are of all. */
  readonly split: string | null;
}

/** Boards under one switch: those of its protocols on which some value differs from the official one. */
async function boardsUnder(
  work: WorkDatabase,
  { id, settings: turned, protocols }: Switch,
  { input, official, known, split }: Switched,
): Promise<SwitchedBoard[]> {
  const settings = { ...OFFICIAL, ...turned };
  const runs = input.runs.filter(({ protocol }) => protocols.includes(protocol));
  await keptScores(work, { runs, settings, place: 'temp' }, known);
  const alone = { runs, split };
  const rowsOf = (table: string): string => rowsAlone(table, alone);
  return withShownScores(work, rowsOf, async () => {
    const concerns = await changedPlans(work.query, alone);
    const boards = await withRunsAlone(work, { ...alone, tables: RECORDS_OF_RUNS }, () =>
      computedBoards(work.query, { ...input, runs, settings, concerns }),
    );
    return boards.flatMap((board) => {
      const own = official.find(({ table }) => table === board.table);
      return own === undefined || values(own.rows) === values(board.rows)
        ? []
        : [{ switch: id, board: { ...board, number: own.number } }];
    });
  });
}

/**
 * The boards of runs under every switch that changes them, by the builder of the official ones. The current database holds the
 * tables of records and the official `contributions`.
 */
export async function switchedBoards(work: WorkDatabase, turned: Switched): Promise<SwitchedBoard[]> {
  const { input, split } = turned;
  const switched: SwitchedBoard[] = [];
  for (const one of SWITCHES) {
    const runs = input.runs.filter(({ protocol }) => one.protocols.includes(protocol));
    if (runs.length === 0) continue;
    const matters = await withRunsAlone(work, { runs, split, tables: TABLES_OF_RUNS }, () => one.matters(work.query));
    if (matters) switched.push(...(await boardsUnder(work, one, turned)));
  }
  return switched;
}
