/** The last things used, by key, at most `capacity` of them. */
export interface Recent<V> {
  /** The value, which thereby becomes the most recent. */
  readonly get: (key: string) => V | undefined;
  readonly set: (key: string, value: V) => void;
  readonly clear: () => void;
}

/** Makes a store of the values used last, at most `capacity`; the one unused for longest goes first. */
export function recent<V>(capacity: number): Recent<V> {
  const kept = new Map<string, V>();
  const set = (key: string, value: V): void => {
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > capacity && oldest !== undefined) kept.delete(oldest);
  };
  return {
    get: (key) => {
      const value = kept.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    clear: () => kept.clear(),
  };
}
