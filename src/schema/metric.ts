import type { Direction } from './direction.ts';

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
  /** A short name, for a column header. */
  readonly label: string;
  readonly name: string;
  /** Natural unit: ratio 0–1, score 0–10, variance, or another unbounded number. */
  readonly unit: 'ratio' | 'score' | 'variance' | 'number';
  readonly range: readonly [number, number] | null;
  readonly direction: Direction;
  readonly formula: string;
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
