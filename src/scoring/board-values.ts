import {
  type ConstantAnswer,
  constantAnswers,
  LABELS,
  type LeadFlips,
  type LeadQuestion,
  leadFlips,
  ratesAsked,
  ratesOfValues,
  withJudgeChecks,
} from '../metrics/judge-check.ts';
import type { Metric } from '../metrics/metric.ts';
import { OFFICIAL_SETTINGS, type Settings } from '../metrics/query.ts';
import { generatorRankings, type RunRanking, rankedValues } from '../metrics/rankings.ts';
import { type KnownSlices, knownSlices, listedParts } from '../metrics/reading.ts';
import { type Sums, sumsReader } from '../metrics/sums.ts';
import { type PairTests, pairTests, type RunValue, runValuesOf } from '../metrics/values.ts';
import { Protocol } from '../schema/benchmark.ts';
import type { JudgeRates } from '../schema/board.ts';
import type { ImportCounts, IngestReport } from '../schema/release.ts';
import type { Slice } from '../schema/slice.ts';
import { numberWords } from '../schema/words.ts';
import { type Query, text } from '../sql/query.ts';
import type { ComputedColumn } from './computed-columns.ts';

/** Counts, by run, the answers of its judge that the import left out because of a fault. */
export type Unread = ReadonlyMap<string, Pick<ImportCounts, 'unread' | 'unreadBySplit'>>;

/** Counts, by run, the answers that an import says it left out; runs that were not imported are left out. */
export function unreadOf({ runs }: IngestReport): Unread {
  return new Map(
    runs.flatMap(({ run, imported }) => {
      if (run === null || imported === null) return [];
      const { unread, unreadBySplit } = imported;
      return [[run, { unread, unreadBySplit }]];
    }),
  );
}

/** Says how many answers of a run the import left out, of a split or of one that it could not tell, for metrics that count them; '' for none. */
export function unreadWords(
  { countsUnread }: Metric,
  split: string | undefined,
  own: ReturnType<Unread['get']>,
): string {
  if (countsUnread !== true || own === undefined) return '';
  const others = Object.entries(own.unreadBySplit).filter(([one]) => split !== undefined && one !== split);
  const n = others.reduce((left, [, elsewhere]) => left - elsewhere, own.unread);
  return n <= 0 ? '' : `${numberWords(n)} ${n === 1 ? 'answer was' : 'answers were'} left out by the import`;
}

const scaled = (value: number | null, from: number, to: number): number | null =>
  value === null ? null : (value * from) / to;

/** Lowers a share by `extra` answers that the records do not show: 6 of 8 with 2 more is 6 of 10. */
function lowered(found: RunValue, extra: number): RunValue {
  const { summary } = found;
  const den = summary.den + extra;
  const { value, lo, hi, se } = summary;
  const less = {
    value: scaled(value, summary.den, den),
    lo: scaled(lo, summary.den, den),
    hi: scaled(hi, summary.den, den),
    se: scaled(se, summary.den, den),
  };
  return { ...found, summary: { ...summary, ...less, den }, n: found.n + extra };
}

interface Asked {
  readonly metric: Metric;
  readonly slice: Slice;
  /** What `runValuesOf` gives. */
  readonly values: ReadonlyMap<string, RunValue>;
  readonly unread: Unread;
}

/**
 * Corrects the values of a metric that counts unread answers: those that the import left out are added to the denominator, except the ones
 * that the records already show as missing; in a slice that holds all answers of the run, all of them; in one that holds those of a split,
 * the ones that are known to be of this split. Of other slices nobody knows how many they lack.
 */
export function importedValues(sums: Sums, { metric, slice, values, unread }: Asked): ReadonlyMap<string, RunValue> {
  const { split, parse } = slice;
  if (metric.countsUnread !== true || parse !== undefined || ![...unread.values()].some((own) => own.unread > 0))
    return values;
  const whole = runValuesOf(sums, metric, {});
  const ofSplit = split === undefined ? new Map() : runValuesOf(sums, metric, { split });
  const missing = runValuesOf(sums, metric, { ...slice, parse: 'missing' });
  return new Map(
    [...values].map(([run, found]) => {
      const holds = (all: ReadonlyMap<string, RunValue>): boolean => all.get(run)?.summary.den === found.summary.den;
      const own = unread.get(run);
      const known = holds(ofSplit) && split !== undefined ? (own?.unreadBySplit[split] ?? 0) : 0;
      const lacking = holds(whole) ? (own?.unread ?? 0) : known;
      const extra = Math.max(0, lacking - (missing.get(run)?.summary.den ?? 0));
      return [run, extra > 0 ? lowered(found, extra) : found];
    }),
  );
}

/** What a board shows of a run's value. */
export type BoardValue = Omit<RunValue, 'estimate'>;

/** The values of a column by run, and the tests of two of them; null where the metric has no error computed. */
export interface ColumnValues {
  readonly values: ReadonlyMap<string, BoardValue>;
  readonly tests: PairTests | null;
}

/** A split in which runs of a protocol have judgments. */
interface JudgedSplit {
  readonly protocol: Protocol;
  readonly split: string;
}

/** A column as far as its values depend on it. */
type AskedColumn = Pick<ComputedColumn, 'metric' | 'wanted'>;

/** Says what the values of boards are taken from. */
export interface BoardSource {
  /** Answers that the imports could not read. */
  readonly unread: Unread;
  readonly judged: readonly JudgedSplit[];
  readonly known: KnownSlices;
  readonly columns: (columns: readonly AskedColumn[]) => Promise<readonly ColumnValues[]>;
  readonly sums: (metric: Metric) => Promise<Sums>;
  readonly constants: (run: string, split: string) => ConstantAnswer | null;
  /** How runs of a protocol rank those who made the responses; of protocols without scores of single responses or pairs, nobody does. */
  readonly rankings: (protocol: Protocol) => Promise<readonly RunRanking[]>;
  readonly flips: (question: Omit<LeadQuestion, 'settings'>) => Promise<LeadFlips | null>;
}

/** Splits with their runs' protocol. */
const JUDGED = `SELECT DISTINCT runs.protocol AS protocol, instances.split AS split
FROM (SELECT DISTINCT run, instance FROM judgments) JOIN runs USING (run) JOIN instances USING (instance) ORDER BY ALL`;

type JudgeChecks = (metric: Metric, slice: Slice) => ReadonlyMap<string, BoardValue>;

/** Gives the values of how judges answer, of all splits at once, and where people prefer either. */
function readJudgeChecks(query: Query, settings: Settings): Promise<JudgeChecks> {
  const keyOf = (metric: Metric, slice: Slice): string => JSON.stringify([metric.id, slice]);
  return withJudgeChecks(query, settings, async (metrics, from) => {
    const known = await knownSlices(query, null, `(${from.sql})`);
    const read = await sumsReader(query, from);
    const found = new Map<string, ReadonlyMap<string, BoardValue>>();
    for (const metric of metrics)
      for (const { whole } of listedParts(metric, known))
        for (const slice of [whole, ...LABELS.map((label) => ({ ...whole, label }))])
          found.set(keyOf(metric, slice), runValuesOf(await read(metric), metric, slice));
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
  const ranked = new Map<Protocol, Promise<readonly RunRanking[]>>();
  const rankings = (protocol: Protocol): Promise<readonly RunRanking[]> => {
    if (protocol !== 'pointwise' && protocol !== 'pairwise') return Promise.resolve([]);
    const known = ranked.get(protocol) ?? generatorRankings(query, protocol, settings);
    ranked.set(protocol, known);
    return known;
  };
  const column = async ({ metric, wanted: slice }: AskedColumn): Promise<ColumnValues> => {
    if (metric.ranked !== undefined)
      return { values: rankedValues(await rankings('pointwise'), metric, slice), tests: null };
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
    rankings,
    flips: (question) => leadFlips(query, { ...question, settings }),
    constants: await constantAnswers(query),
  };
}

/** Gives how often each run says what people say where both prefer one of a pair, in a split. */
export const judgeRates = async ({ columns }: BoardSource, split: string): Promise<ReadonlyMap<string, JudgeRates>> =>
  ratesOfValues((await columns(ratesAsked(split))).map(({ values }) => values));
