import { type ConstantAnswer, constantAnswers, withJudgeChecks } from '../metrics/judge-check.ts';
import type { Metric } from '../metrics/metric.ts';
import { type KnownSlices, knownSlices, listedParts } from '../metrics/reading.ts';
import { OFFICIAL_SETTINGS, type Settings } from '../metrics/settings.ts';
import { type Sums, sumsReader } from '../metrics/sums.ts';
import { type PairTests, pairTests, type RunValue, runValuesOf } from '../metrics/values.ts';
import { Protocol } from '../schema/benchmark.ts';
import type { Slice } from '../schema/slice.ts';
import { type Query, text } from '../sql/query.ts';
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
  readonly sums: (metric: Metric) => Promise<Sums>;
  readonly constants: (run: string, split: string) => ConstantAnswer | null;
}

/** Splits with their runs' protocol. */
const JUDGED = `SELECT DISTINCT runs.protocol AS protocol, instances.split AS split
FROM (SELECT DISTINCT run, instance FROM judgments) JOIN runs USING (run) JOIN instances USING (instance) ORDER BY ALL`;

type JudgeChecks = (metric: Metric, slice: Slice) => ReadonlyMap<string, BoardValue>;

/** Gives the values of how judges answer, of all splits at once. */
function readJudgeChecks(query: Query, settings: Settings): Promise<JudgeChecks> {
  const keyOf = (metric: Metric, slice: Slice): string => JSON.stringify([metric.id, slice]);
  return withJudgeChecks(query, settings, async (metrics, from) => {
    const known = await knownSlices(query, null, `(${from.sql})`);
    const read = await sumsReader(query, from);
    const found = new Map<string, ReadonlyMap<string, BoardValue>>();
    for (const metric of metrics)
      for (const { whole } of listedParts(metric, known))
        found.set(keyOf(metric, whole), runValuesOf(await read(metric), metric, whole));
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
  const sums = await sumsReader(query);
  let checks: Promise<JudgeChecks> | undefined;
  const column = async ({ metric, wanted: slice }: ComputedColumn): Promise<ColumnValues> => {
    const own = await sums(metric);
    const values = runValuesOf(own, metric, slice);
    if (values.size > 0 || metric.judgeCheck !== true)
      return {
        values: importedValues(own, { metric, slice, values, unread }),
        tests: pairTests(own, metric, { slice, values }),
      };
    // Boards of other protocols, and of switches that concern them alone, do not ask for it.
    checks ??= readJudgeChecks(query, settings);
    return { values: (await checks)(metric, slice), tests: null };
  };
  const judged = (await query(JUDGED)).map((row) => ({
    protocol: Protocol.parse(row['protocol']),
    split: text(row, 'split'),
  }));
  return {
    unread,
    judged,
    known: await knownSlices(query),
    columns: async (columns) => {
      const found: ColumnValues[] = [];
      for (const one of columns) found.push(await column(one));
      return found;
    },
    sums,
    constants: await constantAnswers(query),
  };
}
