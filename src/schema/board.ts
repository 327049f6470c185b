import type { z } from 'zod';
import type { Direction } from './direction.ts';
import type { Interval } from './interval.ts';
import type { Access } from './judge.ts';
import type { Status } from './published.ts';

/**
 * Rank interval by Holm-adjusted tests over all pairs of the column: 1 + significantly better … K − significantly worse, K being all judges
 * with a value. A judge with a value and without a test has none.
 */
export interface RankInterval {
  readonly best: number;
  readonly worst: number;
  readonly couldBeFirst: boolean;
  /** Judges of one tier are not significantly worse than its first; tiers count from 1. */
  readonly tier: number;
}

export interface BoardCell {
  readonly printed: string;
  /** The number used, in the printed unit; null if none is. */
  readonly value: number | null;
  readonly status: Status;
  readonly note: string;
  readonly n: number | null;
  readonly interval: Interval | null;
  /** Standard error in the printed unit; null where there is none. */
  readonly se: number | null;
  /** Why there is no interval; empty where there is one. */
  readonly noInterval: string;
  readonly rank: RankInterval | null;
  /**
   * Given where the value is another quantity than the others of its column, such as a mean over `4 of 9` parts, or rests on too little: what it is of.
   * It takes no rank and no place and is sorted apart.
   */
  readonly apart?: string;
}

export interface BoardColumn {
  readonly key: string;
  readonly label: string;
  /** Header as the paper prints it. */
  readonly printed: string;
  readonly group: string;
  readonly metric: string | null;
  readonly unit: 'percent' | 'ratio' | 'score' | 'variance' | 'count' | 'text';
  readonly direction: Direction;
  readonly range: readonly [number, number] | null;
  /** Most digits after the point that the column prints. */
  readonly decimals: number;
  readonly n: number | null;
  /** The rows that values are taken from: all that has to be known of them, the split included. */
  readonly slice: Readonly<Record<string, string>>;
  /** Printed boards: the setting that is measured here, where rows do not say it. */
  readonly setting?: string;
  /** Of a printed mean over parts that weigh what the table says, whatever their samples: the keys of their columns. */
  readonly parts?: readonly string[];
  /** Human explanation of what is measured, for the header: formula, denominator, direction, source. */
  readonly formula: string;
  readonly about: string;
  readonly source: string;
}

/** A part that this judge also played in making the benchmark. */
export interface Involvement {
  readonly role: string;
  readonly label: string;
  readonly detail: string;
  readonly source: string;
}

export interface BoardRow {
  /** Unique in the board, safe in a URL: judge id, and variant where needed. */
  readonly id: string;
  /** As printed. */
  readonly row: string;
  readonly kind: 'judge' | 'total' | 'statistic';
  readonly judge: string | null;
  readonly name: string;
  readonly organisation: string;
  readonly access: z.infer<typeof Access> | null;
  /** Whether the judge was thinking in this row; null where the source does not say. */
  readonly thinking: boolean | null;
  /** Ids of what is known of the judge (`judge-facts.ts`); left out where nothing is. */
  readonly facts?: readonly string[];
  readonly variant: string;
  readonly group: string;
  readonly involvement: readonly Involvement[];
  /** Where a run gives one answer to nearly all cases: that answer in the benchmark's words, how often it is given, and out of how many answers. */
  readonly constant?: { readonly answer: string; readonly given: number; readonly of: number };
  readonly cells: Readonly<Record<string, BoardCell>>;
}

/**
 * Two rows of a computed board in one column, as places in its list of rows: the difference other − base over the judgments that both have,
 * in the printed unit, with its own 95 % interval (null where there is none), whether it is significant by the tests of the ranks (null
 * without a test), how many judgments are shared, of how many of the run that has more, and why something is missing.
 */
export type BoardPair = readonly [
  other: number,
  base: number,
  difference: number | null,
  interval: readonly [lo: number, hi: number] | null,
  significant: boolean | null,
  shared: number,
  of: number,
  reason: string,
];

/**
 * What a trivial judge (coin flip, one-verdict oracle, constant scorer) would score, in the columns' printed units. `lo` = `hi` where the
 * value is exact; apart where the paper prints too little to say more (the basis says why).
 */
export interface ReferenceLine {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly values: Readonly<Record<string, { readonly lo: number; readonly hi: number; readonly basis: string }>>;
}

/** How well people agree who labelled the same cases: the plain mean of Cohen's kappa over the pairs of raters that have one. */
export interface RaterAgreement {
  readonly kappa: number;
  readonly pairs: number;
  readonly raters: number;
}

/** One published table, ready to be shown: the prerender input and the JSON download. */
export interface Board {
  readonly benchmark: string;
  readonly benchmarkName: string;
  readonly synthetic: boolean;
  /** `published`: transcribed from a paper. `computed`: from the judgments of runs; a row's id is then its run's. */
  readonly source?: 'published' | 'computed';
  readonly table: string;
  /** Where it is printed, if not as a numbered table of the benchmark's paper. */
  readonly printedIn?: string;
  /** The number of the table in its paper; other boards are counted among their like. */
  readonly number: number;
  readonly title: string;
  readonly heading: string;
  readonly about: string;
  readonly section: string;
  readonly kind: 'leaderboard' | 'comparison' | 'statistics';
  readonly rowLabel: string;
  /** The rows of one judge stand together, at the place of its best one. */
  readonly together?: true;
  /** Printed boards: what the settings of its rows are called, by `variant`; left out where none has a name. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly split: string | null;
  /** In a table of comparisons rows come in blocks of this many; the others of a block are compared with its first. */
  readonly block: number | null;
  readonly sort: { readonly column: string; readonly direction: 'ascending' | 'descending' } | null;
  readonly columns: readonly BoardColumn[];
  readonly rows: readonly BoardRow[];
  readonly references: readonly ReferenceLine[];
  /** Of a computed board of pairs that several people labelled. */
  readonly agreement?: RaterAgreement;
  /** Of a computed board: every pair of rows, by column key. Differences to a baseline are made of them. */
  readonly pairs?: Readonly<Record<string, readonly BoardPair[]>>;
  readonly release: string;
}

/** A board as stored: without the release's id, so that it is written again only when it changed. */
export type StoredBoard = Omit<Board, 'release'>;
