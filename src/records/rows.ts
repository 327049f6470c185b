import { extension } from './bytes.ts';
import { readCsvRows } from './csv.ts';
import { readJsonlRows } from './jsonl.ts';
import type { RowBatch } from './row-batch.ts';
import { LIMITS, type Limits, type Source } from './source.ts';

export interface RowOptions {
  readonly limits?: Limits;
  /** The columns to read, where the format allows it: this keeps embedded pictures out. */
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
