/**
 * Gives the value of a key that came from outside, in an object used as a map (one that travels as JSON); undefined where the object itself has
 * none. Plain indexing would find `constructor` in every object.
 */
export const entryOf = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;
