import type { SharedDifference } from '../stats/shared.ts';

/** Difference of two runs by their ids over the judgments that both have. */
export type PairTests = (other: string, base: string) => SharedDifference;

const UNTESTED: SharedDifference = {
  ...{ value: null, clusters: 0, se: null, lo: null, hi: null, p: null, shared: 0, of: 0 },
  reason: 'the standard error is not worked out',
};

/** Gives tests in another unit: differences and their ends times `scale`, or no test where the metric has no error worked out. */
export function scaledTests(tests: PairTests | null, scale: number): PairTests {
  if (tests === null) return () => UNTESTED;
  const scaled = (x: number | null): number | null => (x === null ? null : x * scale);
  return (other, base) => {
    const found = tests(other, base);
    return { ...found, value: scaled(found.value), se: scaled(found.se), lo: scaled(found.lo), hi: scaled(found.hi) };
  };
}
