import { type ConstantAnswer, constantAnswers, withJudgeChecks } from '../metrics/judge-check.ts';
import { type KnownSlices, listedParts } from '../metrics/listed-slices.ts';
import type { Metric } from '../metrics/metric.ts';
import { OFFICIAL_SETTINGS, type Settings } from '../metrics/settings.ts';
import type { RunValue, Sums } from '../metrics/values.ts';
import { Protocol } from '../schema/benchmark.ts';
import type { Slice } from '../schema/slice.ts';
import { type Query, text } from '../sql/query.ts';
import { type BoardSums, type PairTests, readBoardSums } from './board-sums.ts';
import type { ComputedColumn } from './computed-columns.ts';
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
  /** Answers that the imports could not read. */
  readonly unread: Unread;
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

/** Works out the values of a column that has rows, and their tests. */
async function valuesOfRows(
  board: BoardSums,
  { metric, wanted }: Pick<ComputedColumn, 'metric' | 'wanted'>,
  unread: Unread,
): Promise<ColumnValues> {
  const found = await board.read(metric, wanted);
  const inSlice = async (slice: Slice): Promise<ReadonlyMap<string, RunValue>> =>
    (slice === wanted ? found : await board.read(metric, slice)).values();
  return { values: await importedValues(inSlice, { metric, slice: wanted, unread }), tests: found.tests() };
}

type JudgeChecks = (metric: Metric, slice: Slice) => ReadonlyMap<string, BoardValue>;

/** Gives the values of how judges answer, of all splits at once. */
function readJudgeChecks(query: Query, settings: Settings): Promise<JudgeChecks> {
  const keyOf = (metric: Metric, slice: Slice): string => JSON.stringify([metric.id, slice]);
  return withJudgeChecks(query, settings, async (metrics, from) => {
    const { known, read } = await readBoardSums(query, from);
    const found = new Map<string, ReadonlyMap<string, BoardValue>>();
    for (const metric of metrics)
      for (const { whole } of listedParts(metric, known))
        found.set(keyOf(metric, whole), (await read(metric, whole)).values());
    return (metric, slice) => found.get(keyOf(metric, slice)) ?? new Map();
  });
}

/** Makes a source of the tables of the current database: the contributions, and how judges answer where no rows of it are stored. */
export async function tabledSource(
  query: Query,
  {
    unread = new Map(),
    settings = OFFICIAL_SETTINGS,
  }: { readonly unread?: Unread | undefined; readonly settings?: Settings | undefined } = {},
): Promise<BoardSource> {
  const board = await readBoardSums(query);
  let checks: Promise<JudgeChecks> | undefined;
  const column = async (one: ComputedColumn): Promise<ColumnValues> => {
    const found = await valuesOfRows(board, one, unread);
    if (found.values.size > 0 || one.metric.judgeCheck !== true) return found;
    // Boards of other protocols, and of switches that concern them alone, do not ask for it.
    checks ??= readJudgeChecks(query, settings);
    return { values: (await checks)(one.metric, one.wanted), tests: null };
  };
  const judged = (await query(JUDGED)).map((row) => ({
    protocol: Protocol.parse(row['protocol']),
    split: text(row, 'split'),
  }));
  return {
    unread,
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
