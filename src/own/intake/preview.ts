import { isRow, textOf } from '../../importers/importer.ts';
import { readRows } from '../../records/rows.ts';
import type { Recognised } from './recognise.ts';

/** The head of a table, as text. */
export interface Preview {
  readonly file: string;
  /** How many files of tables there are. */
  readonly files: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What stands in each column, as far as it was read: a few different values, none where there are many. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

const ROWS = 5;
/** Rows in which values are looked for, and the most different ones that are listed. */
const [LOOKED_AT, VALUES] = [2000, 12] as const;
const LONGEST = 200;
const TABLE = /\.(?:jsonl|ndjson|csv|tsv|parquet)(?:\.gz)?$/i;

const shown = (value: unknown): string =>
  (textOf(value) || (value === undefined ? '' : JSON.stringify(value))).slice(0, LONGEST);

function valuesIn(rows: readonly Readonly<Record<string, unknown>>[], column: string): readonly string[] {
  const met = new Set<string>();
  for (const row of rows) {
    const text = shown(row[column]);
    if (text !== '') met.add(text);
    if (met.size > VALUES) return [];
  }
  return [...met].sort();
}

/** Columns, first rows and values of a set's first table; null where there is none. */
export async function previewOf({ sources }: Recognised): Promise<Preview | null> {
  const tables = sources.filter(({ name }) => TABLE.test(name));
  const source = tables[0] ?? sources[0];
  if (source === undefined) return null;
  const head: Readonly<Record<string, unknown>>[] = [];
  for await (const { rows } of readRows(source)) {
    head.push(...rows.filter(isRow));
    if (head.length >= LOOKED_AT) break;
  }
  const first = head.slice(0, ROWS);
  if (first.length === 0) return null;
  const columns = [...new Set(first.flatMap((row) => Object.keys(row)))];
  return {
    file: source.name,
    files: Math.max(1, tables.length),
    columns,
    rows: first.map((row) => columns.map((name) => shown(row[name]))),
    values: Object.fromEntries(columns.map((column) => [column, valuesIn(head, column)])),
  };
}
