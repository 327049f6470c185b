import { OFFICIAL_SETTINGS } from '../../metrics/settings.ts';
import { SWITCHES, type Switch } from '../../metrics/switches.ts';
import type { BoardRow, StoredBoard } from '../../schema/board.ts';
import type { Run } from '../../schema/records.ts';
import { parseSlice } from '../../schema/slice.ts';
import { type BoardsInput, computedBoards } from '../../scoring/computed-boards.ts';
import type { BoardPlan } from '../../scoring/computed-columns.ts';
import { type Query, text } from '../../sql/query.ts';
import { keptScores, type ScoresKept } from './kept-scores.ts';
import { type Alone, OFFICIAL_SCORES, rowsAlone, withRunsAlone } from './runs-alone.ts';
import type { WorkDatabase } from './work.ts';

/** A board of runs as it is under a switch. */
export interface SwitchedBoard {
  readonly switch: Switch['id'];
  readonly board: StoredBoard;
}

const values = (rows: readonly BoardRow[]): string =>
  JSON.stringify(rows.map(({ cells }) => Object.values(cells).map(({ value, n }) => [value, n])));

/** Writes what values are made of, to nine digits: sums of fractions differ in the last ones by the order of their rows. */
const totalsOf = (
  rows: string,
): string => `SELECT run, metric, slice, count(*) AS n, round(sum(num), 9) AS num, round(sum(den), 9) AS den,
  round(sum(num * num), 9) AS squares FROM ${rows} GROUP BY run, metric, slice`;

/** Slices in which one of these runs has other sums than by the official rules: only boards that hold such a slice can change. */
function changedSql(alone: Alone): string {
  return `WITH own AS MATERIALIZED (${totalsOf('contributions')}),
official AS MATERIALIZED (${totalsOf(`(${rowsAlone(OFFICIAL_SCORES, alone)})`)})
SELECT DISTINCT slice::VARCHAR AS slice
FROM ((FROM own EXCEPT FROM official) UNION ALL (FROM official EXCEPT FROM own)) ORDER BY slice`;
}

async function changedPlans(query: Query, alone: Alone): Promise<(plan: Pick<BoardPlan, 'split'>) => boolean> {
  const slices = (await query(changedSql(alone))).map((row) => parseSlice(text(row, 'slice')));
  const splits = new Set(slices.map((slice) => slice.get('split') ?? null));
  return ({ split }) => (split === null ? splits.size > 0 : splits.has(split) || splits.has(null));
}

/** Scores of runs under switches: each is made when a board first asks for it, and held for the boards of all splits. */
export class SwitchedScores {
  private readonly work: WorkDatabase;
  private readonly known: ScoresKept;
  private readonly runs: readonly Run[];
  private readonly held = new Map<Switch['id'], string>();

  constructor(work: WorkDatabase, known: ScoresKept, runs: readonly Run[]) {
    this.work = work;
    this.known = known;
    this.runs = runs;
  }

  /** The runs whose values a switch can change. */
  runsOf({ protocols }: Switch): readonly Run[] {
    return this.runs.filter(({ protocol }) => protocols.includes(protocol));
  }

  /** Gives the table of the scores under a switch. */
  async table(one: Switch): Promise<string> {
    const found = this.held.get(one.id);
    if (found !== undefined) return found;
    const settings = { ...OFFICIAL_SETTINGS, ...one.settings };
    await keptScores(this.work, { runs: this.runsOf(one), settings, place: 'temp' }, this.known);
    await this.work.run(`ALTER TABLE temp.contributions RENAME TO scores_${one.id}`);
    const table = `temp.scores_${one.id}`;
    this.held.set(one.id, table);
    return table;
  }

  async drop(): Promise<void> {
    for (const table of this.held.values()) await this.work.run(`DROP TABLE ${table}`);
    this.held.clear();
  }
}

/** What boards under switches are made of and held against. */
interface Switched {
  readonly input: BoardsInput;
  readonly official: readonly StoredBoard[];
  readonly scores: SwitchedScores;
  /** The split of the boards, null where they are of all. */
  readonly split: string | null;
}

/** Makes the boards under one switch: those of its protocols on which some value differs from the official one. */
async function boardsUnder(
  work: WorkDatabase,
  one: Switch,
  { input, official, scores, split }: Switched,
): Promise<SwitchedBoard[]> {
  const settings = { ...OFFICIAL_SETTINGS, ...one.settings };
  const alone = { runs: scores.runsOf(one), split };
  const table = await scores.table(one);
  const boards = await withRunsAlone(work, { ...alone, scores: table }, async () => {
    const concerns = await changedPlans(work.query, alone);
    return computedBoards(work.query, { ...input, runs: alone.runs, settings, concerns });
  });
  return boards.flatMap((board) => {
    const own = official.find(({ table: name }) => name === board.table);
    return own === undefined || values(own.rows) === values(board.rows)
      ? []
      : [{ switch: one.id, board: { ...board, number: own.number } }];
  });
}

/** Makes the boards of runs by the official rules and under every switch that changes them, by one builder. `split`: of its cases alone. */
export async function boardsOfRuns(
  work: WorkDatabase,
  { input, scores, split }: Pick<Switched, 'input' | 'scores' | 'split'>,
): Promise<{ readonly boards: readonly StoredBoard[]; readonly switched: readonly SwitchedBoard[] }> {
  const turned: Switch[] = [];
  const boards = await withRunsAlone(work, { runs: input.runs, split, scores: OFFICIAL_SCORES }, async () => {
    for (const one of SWITCHES) if (scores.runsOf(one).length > 0 && (await one.matters(work.query))) turned.push(one);
    return computedBoards(work.query, input);
  });
  const switched: SwitchedBoard[] = [];
  for (const one of turned)
    switched.push(...(await boardsUnder(work, one, { input, official: boards, scores, split })));
  return { boards, switched };
}
