import type { Problem } from '../schema/problem.ts';

/** Rows of a table-like file as plain values, each with the line on which it begins (Parquet: row number from 1). */
export interface RowBatch {
  readonly rows: readonly unknown[];
  readonly lines: readonly number[];
  /** One per row that could not be read; a problem without a line concerns the whole file. */
  readonly problems: readonly Problem[];
  /** Names of the columns, where the format has a header: the same in every batch, and there even when no row is. */
  readonly columns?: readonly string[];
  /** Bytes read so far, inflated; for progress. */
  readonly bytes: number;
}
