import { hash32 } from '../schema/release-paths.ts';

/** Seeded randomness without state shared between instances: equal keys give equal draws, in any order of generation. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, n). */
  int(n: number): number;
  chance(p: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
}

type Key = string | number;

/** Makes a generator (mulberry32) that starts from the keys. Throws only where a list to pick from is empty. */
export function random(...keys: readonly Key[]): Random {
  let state = hash32(keys.join('\u001f'));
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (n: number) => Math.floor(next() * n);
  const pick = <T>(list: readonly T[]): T => {
    const item = list[int(list.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  const shuffle = <T>(list: readonly T[]): T[] =>
    list
      .map((item) => ({ item, at: next() }))
      .sort((p, q) => p.at - q.at)
      .map((p) => p.item);
  return { next, int, chance: (p) => next() < p, pick, shuffle };
}

/** Makes one draw in [0, 1) from the keys alone. */
export const draw = (...keys: readonly Key[]): number => random(...keys).next();

/** Writes eight hexadecimal digits that name the text, for file names. */
export const hashName = (text: string): string => hash32(text).toString(16).padStart(8, '0');
