import { type ConstantAnswer, constantAnswers, judgeCheckSums } from '../metrics/judge-check.ts';
import { type KnownSlices, knownSlices } from '../metrics/listed-slices.ts';
import type { Metric } from '../metrics/metric.ts';
import { OFFICIAL_SETTINGS, type Settings } from '../metrics/settings.ts';
import { type RunValue, runValuesOf, type Sums, sumsOfRun } from '../metrics/values.ts';
import { Protocol } from '../schema/benchmark.ts';
import type { Slice } from '../schema/slice.ts';
import { type Query, text } from '../sql/query.ts';
import { boardPlaces, metricRowReader } from './board-rows.ts';
import { type BoardSums, boardSums } from './board-sums.ts';
import type { ComputedColumn } from './computed-columns.ts';
import type { PairTests } from './pair-tests.ts';
import { importedValues, type Unread } from './unread.ts';

/** What a board shows of a run's value. */
export type BoardValue = Omit<RunValue, 'estimate'>;

/** The values of a column by run, and the tests of two of them; null where the metric has no error worked out. */
export interface ColumnValues {
  readonly values: ReadonlyMap<string, BoardValue>;
  readonly tests: PairTests | null;
}

/** A split in which runs of a protocol have judgments. */
interface JudgedSplit {
  readonly protocol: Protocol;
  readonly split: string;
}

/** Says what the values of boards are taken from. */
export interface BoardSource {
  readonly judged: readonly JudgedSplit[];
  readonly known: KnownSlices;
  readonly columns: (columns: readonly ComputedColumn[]) => Promise<readonly ColumnValues[]>;
  /** The sums of a metric in a slice; their clusters may be put together. */
  readonly sums: (metric: Metric, slice: Slice) => Promise<Sums>;
  readonly constants: (run: string, split: string) => ConstantAnswer | null;
}

/** Splits with their runs' protocol. */
const JUDGED = `SELECT DISTINCT runs.protocol AS protocol, instances.split AS split
FROM (SELECT DISTINCT run, instance FROM judgments) JOIN runs USING (run) JOIN instances USING (instance) ORDER BY ALL`;

/** Reads the contributions of the current database, each metric as lists of numbers: boards ask for hundreds of columns, and each would be a statement with a row for every run and cluster. */
async function readBoardSums(query: Query): Promise<BoardSums> {
  const runs = await query('SELECT DISTINCT run::VARCHAR AS name FROM contributions ORDER BY name');
  const places = await boardPlaces(
    query,
    runs.map((row) => text(row, 'name')),
  );
  return boardSums(await knownSlices(query), places, await metricRowReader(query, places));
}

/** Works out the values of a column that has rows, and their tests. */
export async function valuesOfRows(
  board: BoardSums,
  { metric, wanted }: Pick<ComputedColumn, 'metric' | 'wanted'>,
  unread: Unread,
): Promise<ColumnValues> {
  const found = await board.read(metric, wanted);
  const inSlice = async (slice: Slice): Promise<ReadonlyMap<string, RunValue>> =>
    (slice === wanted ? found : await board.read(metric, slice)).values();
  return { values: await importedValues(inSlice, { metric, slice: wanted, unread }), tests: found.tests() };
}

/**
 * Makes a source of the tables of the current database: the contributions, and how judges answer where no rows of it are stored. `sums` are there already: of a
 * single run, which no other can be tested against.
 */
export async function tabledSource(
  query: Query,
  {
    sums,
    unread,
    settings = OFFICIAL_SETTINGS,
  }: { readonly sums?: BoardSums; readonly unread: Unread; readonly settings?: Settings },
): Promise<BoardSource> {
  const board = sums ?? (await readBoardSums(query));
  let checked: Promise<Sums> | undefined;
  const column = async (one: ComputedColumn): Promise<ColumnValues> => {
    const found = await valuesOfRows(board, one, unread);
    if (found.values.size > 0 || one.metric.judgeCheck !== true) return found;
    // Boards of other protocols, and of switches that concern them alone, do not ask for it.
    checked ??= judgeCheckSums(query, settings);
    const all = await checked;
    // Of each run by itself: its error must not depend on whose sums stand beside it.
    const values = [...all.clusters.keys()].flatMap((run) => [
      ...runValuesOf(sumsOfRun(all, run), one.metric, one.wanted),
    ]);
    return { values: new Map(values), tests: null };
  };
  const judged = (await query(JUDGED)).map((row) => ({
    protocol: Protocol.parse(row['protocol']),
    split: text(row, 'split'),
  }));
  return {
    judged,
    known: board.known,
    columns: async (columns) => {
      const found: ColumnValues[] = [];
      for (const one of columns) found.push(await column(one));
      return found;
    },
    sums: async (metric, slice) => (await board.read(metric, slice)).sums(),
    constants: await constantAnswers(query),
  };
}
