import { literal } from '../sql/quote.ts';

/** Writes SQL that encodes a text value for use in a slice. */
export function encodedSql(expression: string): string {
  return `replace(replace(replace(${expression}, '%', '%25'), ';', '%3B'), '=', '%3D')`;
}

/** Writes SQL for a slice from keys and expressions over already encoded text, in the order given. */
export function sliceSql(pairs: Readonly<Record<string, string>>): string {
  const parts = Object.entries(pairs).map(([key, expression]) => `${literal(`${key}=`)} || nullif(${expression}, '')`);
  return `concat_ws(';', ${parts.join(', ')})`;
}

/** Writes the same of columns that have the names of their keys. */
export const slicedBy = (...keys: readonly string[]): string =>
  sliceSql(Object.fromEntries(keys.map((key) => [key, key])));
