/** Removes an id from a list that has it, and appends it to one that has not. */
export function toggled(list: readonly string[], id: string): string[] {
  return list.includes(id) ? list.filter((one) => one !== id) : [...list, id];
}

interface Keyed<T> {
  readonly key: string;
  readonly item: T;
}

/** Gives the items of a list keys for React; equal names are told apart by their turn: `a`, `b`, `a` → `a 1`, `b 1`, `a 2`. */
export function keyed<T>(items: readonly T[], nameOf: (item: T) => string): readonly Keyed<T>[] {
  const turns = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const turn = (turns.get(name) ?? 0) + 1;
    turns.set(name, turn);
    return { key: `${name} ${turn}`, item };
  });
}

/** Takes some fields of an object, of those that it has. */
export const picked = <T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]]))) as Pick<T, K>;

/** Joins names of classes, without those that do not apply. */
export const classNames = (...names: readonly (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;
