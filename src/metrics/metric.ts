import type { Benchmark } from '../schema/benchmark.ts';
import type { BoardColumn } from '../schema/board.ts';
import type { MetricDefinition } from '../schema/metric.ts';
import type { Combination } from '../stats/cluster.ts';
import type { Outcome } from '../stats/intervals.ts';
import type { SampledRanking } from '../stats/ranks.ts';
import type { LabelFacts, TrivialScores } from './labels.ts';

/** `criteria`: pairs have several; `sheets`: prompts have several at once; `whole-pairs`: neither; `level-labels`: pairs could be called level; `labels`: any that prefer one. */
export type LabelNeed = 'criteria' | 'sheets' | 'whole-pairs' | 'level-labels' | 'labels';

const MEETS: Readonly<Record<LabelNeed, (facts: LabelFacts) => boolean>> = {
  criteria: ({ criteria }) => criteria > 1,
  sheets: ({ most }) => most > 1,
  'whole-pairs': ({ criteria }) => criteria < 2,
  'level-labels': ({ level }) => level > 0,
  labels: ({ criteria }) => criteria > 0,
};

/** Stands in for the labels of a split that has none. */
const NO_LABELS: LabelFacts = { criteria: 0, most: 0, level: 0 };

/** Says whether the labels of a split have all that is needed; undefined = the split has none. */
export function meetsNeeds(needs: readonly LabelNeed[] | undefined, labels: LabelFacts = NO_LABELS): boolean {
  return (needs ?? []).every((need) => MEETS[need](labels));
}

/** Totals of a run's rows of one metric in one slice; `squares` = Σnum². */
export interface SliceSum {
  readonly run: string;
  readonly metric: string;
  readonly slice: string;
  readonly n: number;
  readonly num: number;
  readonly den: number;
  readonly squares: number;
}

/** A combination whose groups are the values of a slice key, said so that TypeScript and SQL can both be made of it. */
interface KeyedCombination extends Pick<Combination, 'weights' | 'constant'> {
  readonly key: string;
  /** Groups of several values by another name: that of a value, and that of all others; left out where each value is its own. */
  readonly named?: { readonly value: string; readonly is: string; readonly other: string };
}

/** A column, or one per value of a slice key, on the boards of the metric's protocols. */
export interface BoardPlace {
  /** From the left; metrics of one protocol share the count. The first column of a board is its headline: rows are sorted by it. */
  readonly place: number;
  /** Slice key with a column per value. */
  readonly by?: string;
  /** What the labels of a split must have for its board to get the column, beside the needs of the metric. */
  readonly needs?: readonly LabelNeed[];
}

/** Everything about a metric in one file: definition, SQL, how sums become a value, where it is shown. No other file names a metric. */
export interface Metric extends MetricDefinition {
  /** Slice keys whose ratios stay apart until they are averaged (aggregate `macro`) or combined; left out for plain ratios. */
  readonly units?: readonly string[];
  /** For `derived` values that are a combination of means of ratios, for example BD + BC − 1. */
  readonly combination?: KeyedCombination;
  /** For a `derived` value that is another function of one run's sums. */
  readonly derive?: (sums: readonly SliceSum[]) => Outcome<number>;
  /** For a `derived` value of how a run ranks those who made the responses; `rankings.ts` reads them. */
  readonly ranked?: (rankings: readonly SampledRanking[]) => Outcome<number> & {
    readonly error?: { readonly se: number; readonly lo: number; readonly hi: number };
    /** Why there is no interval; '' where there is one. */
    readonly noInterval: string;
  };
  /**
   * What `derive` or `ranked` works out, in SQL: `SELECT run, round, value, num, den` over `counted`, the contributions with their repeats, or over
   * `means`, those of generators. Left out where a statement cannot.
   */
  readonly proof?: string;
  /** Ids of the metrics whose contributions it sums: itself, or those whose rows it shares. */
  readonly rows: readonly string[];
  /** `SELECT run, cluster, instance, slice, num, den`, one row per contribution, over the tables of `prepare`; null where it only sums others' rows. */
  readonly contributions: string | null;
  /** The same of runs of some protocols alone, where it reads other tables for each protocol. */
  readonly contributionsIn?: (protocols: ReadonlySet<string>) => string;
  /** A row is a term of a number of its whole group (a rank): rows of a part do not give the part's value. A selection computes them again (`Settings.within`). */
  readonly grouped?: true;
  /** True where the rows are too many to be stored for the one figure that needs them: `contributionsOfRun` computes those of one run. */
  readonly onDemand?: true;
  /** Given where labels decide which instances have rows (TOS: conflicts): the metric with rows for every labelled one, whose clusters count as sampled in the error. */
  readonly sampledAs?: string;
  /** What labels must have for it to be a number of its own: otherwise it has no value, or equals another metric's. */
  readonly needs?: readonly LabelNeed[];
  /** Each row says that one answer is right or wrong (`loss`). `each`: every answer has one such row; `again`: another metric says the same. Left out: other counts. */
  readonly rightness?: 'each' | 'again';
  /** The metric by which cases are found on which one judge did better than another: one of each protocol. */
  readonly better?: true;
  /** Where it stands on boards of runs; left out where it has no column. */
  readonly board?: readonly BoardPlace[];
  /** How a judge answers, whatever is right: boards have it of every split with labels, also where no rows are stored (`judge-check.ts`). */
  readonly judgeCheck?: true;
  /** It says how a judge answers and not how well: never somebody's best or worst place. */
  readonly aside?: true;
  /** A value over fewer than this, as its denominator counts, takes no rank and no place; left out where it may rest on anything. */
  readonly fewest?: number;
  /** Can be cut by the attributes of the instances: offered by the figure of slices, in the order of the boards. */
  readonly attributes?: true;
  /** What its denominator can lack: labels without an answer, or pairs without two scores; left out where neither applies. */
  readonly missing?: 'labels' | 'pairs';
  /** Whether answers that an import could not read count in its denominator, none of them as a success. */
  readonly countsUnread?: true;
  readonly trivial?: TrivialScores;
  /** Id of the figure of cases (a folder of `src/figures`) that shows how the value comes about; left out where none does. */
  readonly figure?: string;
}

type Usual = 'rows' | 'loss' | 'contributions';

/** A metric has rows of its own, of which none costs anything, unless it says otherwise; it has no SQL where it sums others' rows. */
export const asMetric = (said: Omit<Metric, Usual> & Partial<Pick<Metric, Usual>>): Metric => ({
  ...said,
  rows: said.rows ?? [said.id],
  loss: said.loss ?? null,
  contributions: said.contributions ?? null,
});

/** What metrics of a kind have in common; a metric names its kinds first and then what is its own. */

/** A share of rows: from none (0) to all (1). */
export const SHARE = { unit: 'ratio', range: [0, 1], aggregate: 'ratio' } as const satisfies Partial<Metric>;

/** A share of right answers: a row that is not wholly right costs the judge something. */
export const SHARE_RIGHT = { ...SHARE, direction: 'higher', loss: 'num < den' } as const satisfies Partial<Metric>;

/** No paper has it, and nothing that papers print gives it. */
export const OUR_METRIC = {
  source: 'ours',
  published: { rule: 'none', reason: 'needs the judgments' },
} as const satisfies Partial<Metric>;

/** Over single verdicts on labelled criteria. */
export const OF_VERDICTS = {
  sliceKeys: ['split', 'criterion', 'repeat'],
  protocols: ['pairwise'],
  missing: 'labels',
} as const satisfies Partial<Metric>;

/** Over what a run judged with either response shown first. */
export const OF_BOTH_ORDERS = {
  ...SHARE_RIGHT,
  ...OF_VERDICTS,
  source: 'ours',
  published: { rule: 'none', reason: 'needs the judgments in both orders' },
} as const satisfies Partial<Metric>;

/** Over answer sheets: all criteria that a prompt is judged by. */
export const OF_SHEETS = { protocols: ['pairwise'], needs: ['sheets'] } as const satisfies Partial<Metric>;

/** Over scores before and after a perturbation. */
export const OF_PERTURBATIONS = {
  sliceKeys: ['dimension', 'bias_type', 'repeat'],
  protocols: ['perturbation', 'pointwise'],
} as const satisfies Partial<Metric>;

/** The same as a share of what was possible, computed per bias type; over several types it is their plain mean. */
export const OF_BIAS_TYPES = {
  ...OF_PERTURBATIONS,
  unit: 'ratio',
  range: [0, 1],
  direction: 'higher',
  aggregate: 'macro',
  units: ['dimension', 'bias_type'],
  loss: 'num < 0.5 * den',
  figure: 'funnel',
  attributes: true,
  missing: 'pairs',
} as const satisfies Partial<Metric>;

/** A score of 0 to 10 that a critique judge gave; less than half of them costs points. */
export const SCORE_OF_CRITIQUES = {
  unit: 'score',
  range: [0, 10],
  direction: 'higher',
  aggregate: 'ratio',
  protocols: ['critique'],
  loss: 'num < 5 * den',
  attributes: true,
} as const satisfies Partial<Metric>;

/** How scores of 1 to 10 differ among themselves: at most (10 - 1)² / 2, which is two scores at the ends of the scale. */
export const VARIANCE_OF_SCORES = {
  unit: 'variance',
  range: [0, 40.5],
  direction: 'none',
  loss: null,
  published: { rule: 'none', reason: 'a variance of unprinted scores' },
} as const satisfies Partial<Metric>;

/** Gives the unit that a column of a metric is stated in: the column's own, or that of the benchmark, or the metric's. */
export function unitIn(
  { metrics }: Pick<Benchmark, 'metrics'>,
  metric: MetricDefinition,
  own?: BoardColumn['unit'],
): BoardColumn['unit'] {
  const stated = own ?? metrics.find((m) => m.id === metric.id)?.unit;
  return stated ?? (metric.unit === 'number' ? 'ratio' : metric.unit);
}

/** Gives the factor from a metric's natural unit to a column's: percents are 100 times the ratio. */
export const scaleOf = (unit: BoardColumn['unit'], metric: MetricDefinition): number =>
  unit === 'percent' && metric.unit === 'ratio' ? 100 : 1;
