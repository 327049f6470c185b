/** A value that a statement may be given for a `?`. */
export type Parameter = string | number | boolean | null;

/**
 * A value as a literal of DuckDB's SQL, for the arguments of EXECUTE: a number with a fraction stays a DOUBLE (a plain 0.1 would be
 * a DECIMAL). Throws TypeError for what has no literal: NUL characters and numbers that are not finite.
 */
export function literal(value: Parameter): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new TypeError('a text with a NUL character cannot be looked for');
    return `'${value.replaceAll("'", "''")}'`;
  }
  if (!Number.isFinite(value)) throw new TypeError(`${value} is not a finite number`);
  const text = String(value);
  return Number.isSafeInteger(value) || text.includes('e') ? text : `${text}e0`;
}
