/** Which values of a metric are better: higher ones, lower ones, those nearest to zero, which is then its ideal, or neither. */
export type Direction = 'higher' | 'lower' | 'zero' | 'none';

export const DIRECTION_WORDS: Readonly<Record<Direction, string>> = {
  higher: 'higher is better',
  lower: 'lower is better',
  zero: 'nearest to 0 is best',
  none: 'neither end is better',
};

/** How good each value is, as a number that grows with it. */
const MERIT: Readonly<Record<Direction, (value: number) => number>> = {
  higher: (value) => value,
  lower: (value) => -value,
  zero: (value) => -Math.abs(value),
  none: () => 0,
};

/**
 * Compares two values: above 0 where the first is better, below 0 where the second is, 0 where they are as good or neither end is better. The one place
 * that knows; `(a, b) => better(direction, b, a)` sorts the best first.
 */
export const better = (direction: Direction, a: number, b: number): number => MERIT[direction](a) - MERIT[direction](b);

/** Says how far a value lies from the worst (0) to the best (1) of some. */
export const shareOfBest = (
  direction: Direction,
  value: number,
  { worst, best }: { readonly worst: number; readonly best: number },
): number => better(direction, value, worst) / better(direction, best, worst);

/** Gives the best value between two ends, and the worst: of an interval around 0 the best is 0 where that is the ideal. */
export function bestAndWorst(
  direction: Direction,
  lo: number,
  hi: number,
): { readonly best: number; readonly worst: number } {
  const [worst, best] = better(direction, hi, lo) < 0 ? [hi, lo] : [lo, hi];
  return { best: direction === 'zero' && lo < 0 && hi > 0 ? 0 : best, worst };
}

/** Says whether the values that are better stand first where larger ones do; so they do where neither end is better. */
export const descends = (direction: Direction): boolean => better(direction, 1, 0) >= 0;

/** Gives the number that a column is sorted by: its value, or the distance from its ideal. */
export const sortedNumber = (direction: Direction, value: number): number =>
  direction === 'zero' ? Math.abs(value) : value;

/** Names the best value of a measure: `the highest PAcc`, `the Halo nearest to 0`. */
export const bestNamed = (direction: Direction, name: string): string =>
  direction === 'zero' ? `the ${name} nearest to 0` : `the ${direction === 'lower' ? 'lowest' : 'highest'} ${name}`;

/** How a printed value without instances gets its interval; the rules are in docs/metrics.md "Published values" and `src/stats/published.ts`. */
export type PublishedRule =
  | { readonly rule: 'wilson' }
  | { readonly rule: 'wilson-conflict-prompts' }
  | { readonly rule: 'macro-at-most' }
  | { readonly rule: 'bounded-at-most' }
  | { readonly rule: 'wilson-questions' }
  | { readonly rule: 'score-at-most' }
  | { readonly rule: 'wilson-largest-n' }
  | { readonly rule: 'none'; readonly reason: string };

/** An invented example of a metric, small enough to be drawn: it shows by the definition how a value comes about. */
export interface MetricSketch {
  /** What stands on the two sides of a line (`src/site/methods/sketch.ts`). */
  readonly of:
    | 'verdicts'
    | 'labels'
    | 'orders'
    | 'scores'
    | 'repeats'
    | 'ratings'
    | 'given'
    | 'parts'
    | 'writers'
    | 'lengths';
  /** `A B|A A|0/1`: left, right, and what the line adds above and below the fraction line; `0/0` does not count, a fourth part `second` belongs to the second of two shares. */
  readonly rows: readonly string[];
  /** What the value is of the sums; left out for their ratio. */
  readonly value?:
    | 'difference'
    | 'one minus'
    | 'variance'
    | 'rank correlation'
    | 'two means minus one'
    | 'one minus distances'
    | 'above expected'
    | 'slope';
}

/**
 * A metric is the rows that it contributes, (run, cluster, instance, metric, slice, num, den); its value is Σnum / Σden. Each has a file in
 * `src/metrics`; the same SQL runs in Node and in the browser.
 */
export interface MetricDefinition {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  /** What it counts, in a few words, where the name does not say it: `every criterion right`. */
  readonly gist?: string;
  /** Natural unit: ratio 0–1, score 0–10, variance, or another unbounded number. */
  readonly unit: 'ratio' | 'score' | 'variance' | 'number';
  readonly range: readonly [number, number] | null;
  readonly direction: Direction;
  readonly formula: string;
  /** Raised whenever a change of the definition may give other values of the same answers; 1 where it never was. */
  readonly version?: number;
  /** What it measures and what its denominator is, in our words. */
  readonly about: string;
  readonly edge: string;
  readonly sketch: MetricSketch;
  /** Paper, section or equation. */
  readonly source: string;
  /** ratio = pooled Σnum/Σden; macro = plain mean of the slices' ratios; derived = a function of other sums. */
  readonly aggregate: 'ratio' | 'macro' | 'derived';
  readonly sliceKeys: readonly string[];
  readonly protocols: readonly string[];
  /** Which rows cost the judge something, as an SQL condition over num and den; null where none does. */
  readonly loss: string | null;
  readonly published: PublishedRule;
}

/**
 * 95 %, in the printed unit. `wilson`: as wide as it is (Wilson's, or ±t·SE for an unbounded metric); `at most` = the true interval is
 * no wider. On a published board every one is "from the printed value", on a computed one from cluster sums.
 */
export interface Interval {
  readonly lo: number;
  readonly hi: number;
  readonly kind: 'wilson' | 'at most';
  /** For example `Wilson, k = 98 of n = 299`; the copy of a board that travels inside a page leaves it out. */
  readonly basis?: string;
}
