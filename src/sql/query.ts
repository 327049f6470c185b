import type { Parameter } from './quote.ts';

/** Takes the rows of one table; it must be closed, or rows are lost. */
export interface RowAppender {
  /** Adds one value per column; null costs more than a stand-in, so the table of judgments holds none. */
  readonly add: (row: readonly Parameter[]) => void;
  readonly close: () => void | Promise<void>;
}

/** Takes the rows of records, table by table. */
export interface RowStore {
  /** Creates the table to append to. */
  readonly appenderTo: (table: string, columns: string) => Promise<RowAppender>;
  /** Waits until there is room for more rows, and throws what kept earlier ones from arriving; left out where rows are stored at once. */
  readonly ready?: () => Promise<void>;
}

/**
 * Offers a working database of one thread, the same in the build and in the page: the catalog `work` holds what was read, `final` the
 * narrow tables that are made of it.
 */
export interface Work {
  /** Runs statements without parameters. */
  readonly run: (sql: string) => Promise<void>;
  readonly query: Query;
  readonly heavy: Query;
  readonly row: (sql: string) => Promise<QueryRow>;
}

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
