import type { Problem } from '../schema/problem.ts';
import { extension } from './bytes.ts';
import { readCsvRows } from './csv.ts';
import { readJsonlRows } from './jsonl.ts';
import { LIMITS, type Limits, type Source } from './source.ts';

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

export interface RowOptions {
  readonly limits?: Limits;
  /** Read only these columns, where the format allows it: keeps embedded pictures out. */
  readonly columns?: readonly string[];
}

/** Reads JSON Lines (also `.ndjson`), CSV, TSV or Parquet, by the end of the name; text formats may be gzipped. */
export function readRows(source: Source, options: RowOptions = {}): AsyncGenerator<RowBatch> {
  const limits = options.limits ?? LIMITS;
  switch (extension(source.name)) {
    case 'parquet':
      return readParquet(source, options.columns);
    case 'csv':
      return readCsvRows(source, ',', limits);
    case 'tsv':
      return readCsvRows(source, '\t', limits);
    default:
      return readJsonlRows(source, limits);
  }
}

/** The Parquet reader is large and rarely needed: a page loads it only for such a file. */
async function* readParquet(source: Source, columns: readonly string[] | undefined): AsyncGenerator<RowBatch> {
  const { readParquetRows } = await import('./parquet.ts');
  yield* readParquetRows(source, columns);
}
