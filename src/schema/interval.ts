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
