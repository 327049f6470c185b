/** Whether this run has the time for all that can be drawn: `NIGHTLY=1`, as `.github/workflows/nightly.yml` sets it. */
const IS_NIGHTLY = process.env['NIGHTLY'] === '1';

/** How much is drawn: all in the nightly run, a part of it in `npm test`. */
export const drawn = <T>(all: T, daily: T): T => (IS_NIGHTLY ? all : daily);

/** A test, or a group of them, that is not run by `npm test`: `nightly(test)('…', …)`. */
export const nightly = <Run extends (...given: never[]) => unknown>(run: Run): Run =>
  drawn(run, (() => undefined) as unknown as Run);

/** A number of 0 to less than 1, drawn. */
export type Chance = () => number;

/** One of a list that is not empty. */
export function pick<T>(chance: Chance, list: readonly T[]): T {
  const one = list[Math.floor(chance() * list.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}
