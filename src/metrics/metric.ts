import type { MetricDefinition } from '../schema/metric.ts';
import type { Combination } from '../stats/cluster.ts';
import type { Outcome } from '../stats/outcome.ts';
import type { LabelNeed } from './needs.ts';
import type { SliceSum } from './sums.ts';
import type { TrivialScores } from './trivial.ts';

/** A column, or one per value of a slice key, on the boards of the metric's protocols. */
export interface BoardPlace {
  /** From the left; metrics of one protocol share the count. The first column of a board is its headline: rows are sorted by it. */
  readonly place: number;
  /** Slice key with a column per value. */
  readonly by?: string;
  /** What the labels of a split must have for its board to get the column, beside the needs of the metric. */
  readonly needs?: readonly LabelNeed[];
}

/**
 * Everything known about a metric, in one file: the definition, its SQL, how its sums become a value, and where it is shown. Lists
 * of metrics are derived from these fields; no other file names a metric.
 */
export interface Metric extends MetricDefinition {
  /** Slice keys whose ratios stay apart until they are averaged (aggregate `macro`) or combined; left out for plain ratios. */
  readonly units?: readonly string[];
  /** For `derived` values that are a combination of means of ratios, for example BD + BC − 1. */
  readonly combination?: Combination;
  /** For a `derived` value that is another function of one run's sums. */
  readonly derive?: (sums: readonly SliceSum[]) => Outcome<number>;
  /** Ids of the metrics whose contributions it sums: itself, or those whose rows it shares. */
  readonly rows: readonly string[];
  /**
   * `SELECT run, cluster, instance, slice, num, den`, one row per contribution, over the tables that `prepare` creates;
   * null where it only sums others' rows.
   */
  readonly contributions: string | null;
  /** The same of runs of some protocols alone, where it reads other tables for each protocol. */
  readonly contributionsIn?: (protocols: ReadonlySet<string>) => string;
  /**
   * True where a row is a term of a number of its whole group of scores, such as a rank: rows of a part of the group do not give the part's value. Within
   * a selection of cases the rows are worked out anew (`Settings.within`), or there is no value.
   */
  readonly grouped?: true;
  /** True where the rows are too many to be stored for the one figure that needs them: `contributionsOfRun` works out those of one run. */
  readonly onDemand?: true;
  /**
   * Given where labels decide which instances have rows, as only conflicts do for TOS: the metric that has rows for every labelled instance.
   * Their clusters count as sampled in the standard error.
   */
  readonly sampledAs?: string;
  /** What labels must have for it to be a number of its own: otherwise it has no value, or equals another metric's. */
  readonly needs?: readonly LabelNeed[];
  /**
   * Given where each row says of one answer that it is right or wrong (`loss` tells the wrong ones). `each`: every answer has one such row;
   * `again`: another metric has said the same of some of these answers. Left out where rows count answers in other ways.
   */
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
  /** What trivial judges score. */
  readonly trivial?: TrivialScores;
  /** Id of the figure of cases (a folder of `src/figures`) that shows how the value comes about; left out where none does. */
  readonly figure?: string;
}
