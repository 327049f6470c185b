/** Which values of a metric are better: higher ones, lower ones, those nearest to zero, which is then its ideal, or neither. */
export type Direction = 'higher' | 'lower' | 'zero' | 'none';

/** What a direction says in words. */
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
