/** Milliseconds between two counts: nobody reads faster. */
const PAUSE = 100;

/** Calls on with a count, but at most every so many milliseconds: a large file counts thousands of times, and nobody reads that fast. */
export function seldom<A extends readonly unknown[]>(
  hear: (...told: A) => void,
  now: () => number = () => performance.now(),
): (...told: A) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (...told) => {
    if (now() - last < PAUSE) return;
    last = now();
    hear(...told);
  };
}
