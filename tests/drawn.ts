/** A number of 0 to less than 1, drawn. */
export type Chance = () => number;

/** One of a list that is not empty. */
export function pick<T>(chance: Chance, list: readonly T[]): T {
  const one = list[Math.floor(chance() * list.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}
