/** The last things used, by key, at most `capacity` of them. */
export interface Recent<V> {
  /** The value, which thereby becomes the most recent. */
  readonly get: (key: string) => V | undefined;
  /** Returns what had to go for it. */
  readonly set: (key: string, value: V) => readonly V[];
  readonly clear: () => void;
}

export function recent<V>(capacity: number): Recent<V> {
  const kept = new Map<string, V>();
  const put = (key: string, value: V): void => {
    kept.delete(key);
    kept.set(key, value);
  };
  return {
    get: (key) => {
      const value = kept.get(key);
      if (value !== undefined) put(key, value);
      return value;
    },
    set: (key, value) => {
      put(key, value);
      const over = [...kept].slice(0, Math.max(0, kept.size - capacity));
      for (const [old] of over) kept.delete(old);
      return over.map(([, gone]) => gone);
    },
    clear: () => kept.clear(),
  };
}
