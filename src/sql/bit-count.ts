/** Counts the bits of a set as INTEGER: DuckDB's own `bit_count` is a TINYINT, and a sum of two of them fails beyond 127. */
export const bitCount = (set: string): string => `bit_count(${set})::INTEGER`;
