import fs from 'node:fs/promises';
import path from 'node:path';
import { OFFICIAL_SETTINGS, type Settings } from '../../metrics/settings.ts';
import { SWITCHES, type Switch } from '../../metrics/switches.ts';
import type { BoardRow, StoredBoard } from '../../schema/board.ts';
import { parseSlice } from '../../schema/slice.ts';
import type { BoardSource } from '../../scoring/board-values.ts';
import { type BoardsInput, computedBoards } from '../../scoring/computed-boards.ts';
import type { BoardPlan } from '../../scoring/computed-columns.ts';
import { listedTable } from '../../sql/quote.ts';
import { KeptAnswers } from './kept-answers.ts';
import { type ScoresKept, scoreFiles, scoresIn } from './kept-scores.ts';
import { checkedMetrics, keptSource, type MetricSlices } from './kept-source.ts';
import { keptTotals, type RunTotals, slicesIn, totalsAlone } from './kept-totals.ts';
import { type Alone, OFFICIAL_SCORES, rowsAlone, withRunsAlone } from './runs-alone.ts';
import type { WorkDatabase } from './work.ts';

/** A board of runs as it is under a switch. */
export interface SwitchedBoard {
  readonly switch: Switch['id'];
  readonly board: StoredBoard;
}

/** The scores of runs of one protocol under some settings. */
interface BoardScores {
  readonly settings: Settings;
  readonly totals: RunTotals;
  /** Selects those of some runs and cases in some slices. */
  readonly rows: (alone: Alone, slices: MetricSlices) => string;
}

const values = (rows: readonly BoardRow[]): string =>
  JSON.stringify(rows.map(({ cells }) => Object.values(cells).map(({ value, n }) => [value, n])));

/** Finds which boards can change: those that hold a slice in which one of the runs has other sums than by the official rules. */
function changedPlans(own: RunTotals, official: RunTotals): (plan: Pick<BoardPlan, 'split'>) => boolean {
  const said = (totals: RunTotals): ReadonlyMap<string, string> =>
    new Map(
      [...totals].flatMap(([run, all]) =>
        all.map(({ digest: _, cases: __, ...sums }) => [JSON.stringify([run, sums]), sums.slice] as const),
      ),
    );
  const [one, other] = [said(own), said(official)];
  const slices = [...one, ...other].flatMap(([sums, slice]) => (one.has(sums) && other.has(sums) ? [] : [slice]));
  const splits = new Set(slices.map((slice) => parseSlice(slice).get('split') ?? null));
  return ({ split }) => (split === null ? splits.size > 0 : splits.has(split) || splits.has(null));
}

/** The scores of runs of one protocol by the official rules and under switches: each is made when a board first asks for it, and held for the boards of all splits. */
export class RunScores {
  private readonly work: WorkDatabase;
  private readonly known: ScoresKept;
  private readonly runs: Alone['runs'];
  private readonly held = new Map<string, Promise<BoardScores>>();

  constructor(work: WorkDatabase, known: ScoresKept, runs: Alone['runs']) {
    this.work = work;
    this.known = known;
    this.runs = runs;
  }

  private folder(id: string): string {
    return path.join(this.known.scratch, `scores-${id}`);
  }

  private scores(id: string, make: () => Promise<BoardScores>): Promise<BoardScores> {
    const found = this.held.get(id) ?? make();
    this.held.set(id, found);
    return found;
  }

  official(): Promise<BoardScores> {
    const { work, known, runs } = this;
    const settings = OFFICIAL_SETTINGS;
    return this.scores('', async () => ({
      settings,
      totals: await keptTotals(work, { runs, settings, rows: OFFICIAL_SCORES }, known),
      rows: (alone, slices) => {
        const wanted = listedTable('wanted', { metric: 'metric', slice: 'slice' }, slices);
        return `SELECT * FROM (${rowsAlone(OFFICIAL_SCORES, alone)}) SEMI JOIN ${wanted} USING (metric, slice)`;
      },
    }));
  }

  under(one: Switch): Promise<BoardScores> {
    const { work, known, runs } = this;
    const settings = { ...OFFICIAL_SETTINGS, ...one.settings };
    return this.scores(one.id, async () => {
      const files = await scoreFiles(work, { runs, settings, folder: this.folder(one.id) }, known);
      const rows = `(${[...files].map(([run, file]) => scoresIn(run, file)).join(' UNION ALL ')})`;
      return {
        settings,
        totals: await keptTotals(work, { runs, settings, rows }, known),
        rows: (alone, slices) => {
          const wanted = listedTable('wanted', { metric: 'VARCHAR', slice: 'VARCHAR' }, slices);
          return `SELECT * REPLACE (run::run AS run, metric::metric AS metric)
FROM (${rowsAlone(rows, alone)}) SEMI JOIN ${wanted} USING (metric, slice)`;
        },
      };
    });
  }

  async drop(): Promise<void> {
    for (const id of this.held.keys()) await fs.rm(this.folder(id), { recursive: true, force: true });
  }
}

/** Holds what boards of runs of one protocol are made of. */
interface BoardsWith {
  readonly input: BoardsInput;
  readonly known: ScoresKept;
  readonly scores: RunScores;
  /** The split of the boards, null where they are of all. */
  readonly split: string | null;
}

/** Lists the splits in which runs, which are of one protocol, have judgments. */
function judgedBy({ runs, split }: Alone, { digests }: ScoresKept): BoardSource['judged'] {
  const found = runs.flatMap(({ run }) => Object.keys(digests.splits.get(run) ?? {}));
  const own = [...new Set(found)].sort().filter((one) => split === null || one === split);
  return runs.slice(0, 1).flatMap(({ protocol }) => own.map((one) => ({ protocol, split: one })));
}

/** Makes the boards of some scores, of those plans that are asked for. */
async function boardsOfScores(
  work: WorkDatabase,
  { settings, totals: all, rows }: BoardScores,
  { input, known, split, concerns }: Omit<BoardsWith, 'scores'> & Pick<BoardsInput, 'concerns'>,
): Promise<readonly StoredBoard[]> {
  const alone = { runs: input.runs, split };
  const answers = new KeptAnswers(work, alone, known);
  const totals = totalsAlone(all, split);
  const metrics = checkedMetrics(input.runs[0]?.protocol ?? '', slicesIn(totals));
  const isReference = (judge: string): boolean => input.judges.get(judge)?.reference === true;
  const source = keptSource(work, {
    ...{ known, totals, judged: judgedBy(alone, known), unread: input.unread ?? new Map() },
    rows: (slices) => rows(alone, slices),
    tested: input.runs.filter(({ judge }) => !isReference(judge)).map(({ run }) => run),
    constants: await answers.constants(split ?? ''),
    check: metrics.length === 0 ? new Map() : await answers.check(settings, { metrics, totals }),
  });
  const given = { ...input, settings, source, ...(concerns === undefined ? {} : { concerns }) };
  return withRunsAlone(work, alone, () => computedBoards(work.query, given));
}

/** Makes the boards under one switch on which some value differs from the official one. */
async function boardsUnder(
  work: WorkDatabase,
  one: Switch,
  { official, ...made }: BoardsWith & { readonly official: readonly StoredBoard[] },
): Promise<SwitchedBoard[]> {
  const { scores, split } = made;
  const own = await scores.under(one);
  const { totals } = await scores.official();
  const concerns = changedPlans(totalsAlone(own.totals, split), totalsAlone(totals, split));
  const boards = await boardsOfScores(work, own, { ...made, concerns });
  return boards.flatMap((board) => {
    const before = official.find(({ table: name }) => name === board.table);
    return before === undefined || values(before.rows) === values(board.rows)
      ? []
      : [{ switch: one.id, board: { ...board, number: before.number } }];
  });
}

/** Makes the boards of runs of one protocol by the official rules and under every switch that changes them, by one builder. `split`: of its cases alone. */
export async function boardsOfRuns(
  work: WorkDatabase,
  made: BoardsWith,
): Promise<{ readonly boards: readonly StoredBoard[]; readonly switched: readonly SwitchedBoard[] }> {
  const { input, scores, split } = made;
  const boards = await boardsOfScores(work, await scores.official(), made);
  const turned: Switch[] = [];
  await withRunsAlone(work, { runs: input.runs, split }, async () => {
    for (const one of SWITCHES)
      if (input.runs.some(({ protocol }) => one.protocols.includes(protocol)) && (await one.matters(work.query)))
        turned.push(one);
  });
  const switched: SwitchedBoard[] = [];
  for (const one of turned) switched.push(...(await boardsUnder(work, one, { ...made, official: boards })));
  return { boards, switched };
}
