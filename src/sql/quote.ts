/** A value that a statement may hold: written into it, or bound to a `?`. */
export type Parameter = string | number | boolean | null;

/** Writes a name as an SQL identifier: `a"b` → `"a""b"`. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Writes a value as a literal of DuckDB's SQL: a number with a fraction stays a DOUBLE (a plain 0.1 would be a DECIMAL). Throws TypeError for
 * what has no literal: NUL characters and numbers that are not finite.
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

/** Writes values as a list of literals, for `IN (…)` and `[…]`: `['a', 1]` → `'a', 1`. */
export const literals = (values: readonly Parameter[]): string => values.map(literal).join(', ');

export const bound = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** Writes rows of literals as `INSERT INTO … VALUES` takes them. */
export const literalRows = (rows: readonly (readonly Parameter[])[]): string =>
  rows.map((row) => `(${literals(row)})`).join(', ');

/**
 * Writes a table of literals that a FROM can name, empty where there are no rows: `(VALUES (…), …) AS name(column, …)`. `columns` gives each
 * column its type, since DuckDB would take the type of `1` or `NULL` from the other rows.
 */
export function listedTable(
  name: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly (readonly Parameter[])[],
): string {
  const types = Object.values(columns);
  const typed = (row: readonly Parameter[]): string =>
    types.map((type, i) => `${literal(row[i] ?? null)}::${type}`).join(', ');
  const values =
    rows.length === 0 ? `SELECT ${typed([])} LIMIT 0` : `VALUES ${rows.map((row) => `(${typed(row)})`).join(', ')}`;
  return `(${values}) AS ${name}(${Object.keys(columns).join(', ')})`;
}

/** A column of a table, as CREATE TABLE names it. */
export interface DefinedColumn {
  readonly name: string;
  readonly type: string;
}

/** Lists the columns of a definition whose types are single words: `'run VARCHAR, "order" VARCHAR'` → `run` and `order`. */
export const definedColumns = (definition: string): readonly DefinedColumn[] =>
  definition.split(', ').map((column) => {
    const [name = '', type = ''] = column.replaceAll('"', '').split(' ');
    return { name, type };
  });

/**
 * Attaches an empty database in memory that is compressed as one on disk is, in passing, whenever some 16 MB were written: the tables of
 * 200 000 judgments then take 10 instead of 107 MB. Rows keep their order, and their ids where none is deleted.
 */
export const attachInMemory = (catalog: string): string => `ATTACH ':memory:' AS ${catalog} (COMPRESS)`;

/** Counts the bits of a set as INTEGER: DuckDB's own `bit_count` is a TINYINT, and a sum of two of them fails beyond 127. */
export const bitCount = (set: string): string => `bit_count(${set})::INTEGER`;
