import { isRow, textOf } from '../../importers/importer.ts';
import { readRows } from '../../records/rows.ts';
import type { Recognised } from './recognise.ts';

const ROWS = 5;
const TABLE = /\.(?:jsonl|ndjson|csv|tsv|parquet)(?:\.gz)?$/i;

/** Columns and first rows of a set's first table, as text; null where there is none. */
export async function previewOf({ sources }: Recognised) {
  const source = sources.find(({ name }) => TABLE.test(name)) ?? sources[0];
  if (source === undefined) return null;
  for await (const { rows } of readRows(source)) {
    const first = rows.filter(isRow).slice(0, ROWS);
    if (first.length === 0) continue;
    const columns = [...new Set(first.flatMap((row) => Object.keys(row)))];
    const shown = (value: unknown): string => textOf(value) || (value === undefined ? '' : JSON.stringify(value));
    return {
      file: source.name,
      columns,
      rows: first.map((row) => columns.map((name) => shown(row[name]).slice(0, 200))),
    };
  }
  return null;
}
