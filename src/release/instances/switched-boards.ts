import { OFFICIAL } from '../../metrics/settings.ts';
import { parseSlice } from '../../metrics/slice.ts';
import { SWITCHES, type Switch } from '../../metrics/switches.ts';
import type { BoardRow, StoredBoard } from '../../schema/board.ts';
import type { Run } from '../../schema/records.ts';
import { withShownScores } from '../../scoring/coded.ts';
import { type BoardsInput, computedBoards } from '../../scoring/computed-boards.ts';
import type { BoardPlan } from '../../scoring/computed-columns.ts';
import { type Query, text } from '../../sql/query.ts';
import { literals } from '../../sql/quote.ts';
import { keptScores, type ScoresKept } from './kept-scores.ts';
import { RECORDS_OF_RUNS, TABLES_OF_RUNS, withRunsAlone } from './runs-alone.ts';
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
  table: string,
  runs: string,
): string => `SELECT run, metric, slice, count(*) AS n, round(sum(num), 9) AS num, round(sum(den), 9) AS den,
  round(sum(num * num), 9) AS squares FROM ${table} WHERE run IN (${runs}) GROUP BY run, metric, slice`;

/** Slices in which one of these runs has other sums than by the official rules: only boards that hold such a slice can change. */
function changedSql(runs: readonly Run[]): string {
  const names = literals(runs.map(({ run }) => run));
  const [now, officially] = ['contributions', 'final.main.contributions'].map((table) => totalsOf(table, names));
  return `SELECT DISTINCT slice FROM ((${now} EXCEPT ${officially}) UNION ALL (${officially} EXCEPT ${now})) ORDER BY slice`;
}

async function changedPlans(query: Query, runs: readonly Run[]): Promise<(plan: Pick<BoardPlan, 'split'>) => boolean> {
  const slices = (await query(changedSql(runs))).map((row) => parseSlice(text(row, 'slice')));
  const splits = new Set(slices.map((slice) => slice.get('split') ?? null));
  return ({ split }) => (split === null ? splits.size > 0 : splits.has(split) || splits.has(null));
}

/** What boards under switches are made of and held against. */
interface Switched {
  readonly input: BoardsInput;
  readonly official: readonly StoredBoard[];
  readonly known: ScoresKept;
}

/** Boards under one switch: those of its protocols on which some value differs from the official one. */
async function boardsUnder(
  work: WorkDatabase,
  { id, settings: turned, protocols }: Switch,
  { input, official, known }: Switched,
): Promise<SwitchedBoard[]> {
  const settings = { ...OFFICIAL, ...turned };
  const runs = input.runs.filter(({ protocol }) => protocols.includes(protocol));
  await keptScores(work, { runs, settings, place: 'temp' }, known);
  return withShownScores(work, async () => {
    const concerns = await changedPlans(work.query, runs);
    const boards = await withRunsAlone(work, { runs, tables: RECORDS_OF_RUNS }, () =>
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
export async function switchedBoards(
  work: WorkDatabase,
  { input, official, known }: Switched,
): Promise<SwitchedBoard[]> {
  const switched: SwitchedBoard[] = [];
  for (const one of SWITCHES) {
    const runs = input.runs.filter(({ protocol }) => one.protocols.includes(protocol));
    if (runs.length === 0) continue;
    const matters = await withRunsAlone(work, { runs, tables: TABLES_OF_RUNS }, () => one.matters(work.query));
    if (matters) switched.push(...(await boardsUnder(work, one, { input, official, known })));
  }
  return switched;
}
