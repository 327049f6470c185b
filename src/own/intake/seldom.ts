/** Milliseconds between two counts, which is as often as somebody reads one. */
const PAUSE = 100;

/** Passes on what it is told, and leaves out what comes sooner after the last than anybody reads: a large file counts thousands of times. */
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
