/** One row of an answer by the names of its columns. */
export type QueryRow = Readonly<Record<string, unknown>>;

/** Runs one statement on a DuckDB with one thread, values bound to its `?`; text comes back as string, DOUBLE as number. */
export type Query = (sql: string, params?: readonly (string | number)[]) => Promise<readonly QueryRow[]>;

/** A statement with the values bound to its `?`, in order. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly (string | number)[];
}

/** Reads a column as number, whatever type the engine returns for it. */
export function number(row: QueryRow, column: string): number {
  return Number(row[column]);
}

/** Reads a column that holds no NULL as text, whatever type the engine returns for it. */
export function text(row: QueryRow, column: string): string {
  return String(row[column]);
}
