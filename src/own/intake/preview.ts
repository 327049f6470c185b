import { DATA_FILE, isRow, type MappingEngine, tableText } from '../../importers/importer.ts';
import { mappingSource, sqlFormat } from '../../importers/mapped.ts';
import { readRows } from '../../records/rows.ts';
import { blobSource, type Source } from '../../records/source.ts';
import type { Problem } from '../../schema/problem.ts';
import type { Recognised } from './recognise.ts';
import { importRunFiles } from './run-files.ts';

export interface Preview {
  readonly file: string;
  readonly files: number;
  readonly columns: readonly string[];
  /** Number of columns that are left out: nobody chooses among thousands. */
  readonly more: number;
  readonly rows: readonly (readonly string[])[];
  /** What stands in each column, as far as it was read: a few different values, none where there are many. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

export interface Previewed {
  readonly preview: Preview | null;
  readonly problems: readonly Problem[];
}

const ROWS = 5;
const COLUMNS = 100;
/** Rows in which values are looked for, and the most different ones that are listed. */
const [LOOKED_AT, VALUES] = [2000, 12] as const;
const LONGEST = 200;

/** Gives what a row has in a column, which may be called as what every object has (`constructor`). */
function shown(row: Readonly<Record<string, unknown>>, column: string): string {
  const value = Object.hasOwn(row, column) ? row[column] : undefined;
  const isText = typeof value !== 'object' || value === null;
  return (isText ? tableText(value) : JSON.stringify(value)).slice(0, LONGEST);
}

function valuesIn(rows: readonly Readonly<Record<string, unknown>>[], column: string): readonly string[] {
  const met = new Set<string>();
  for (const row of rows) {
    const text = shown(row, column);
    if (text !== '') met.add(text);
    if (met.size > VALUES) return [];
  }
  return [...met].sort();
}

/** The head of a table, and why none of its rows can be shown. */
interface Head {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly problems: readonly Problem[];
}

async function previewedHead(source: Source): Promise<Head> {
  const [head, problems]: [Readonly<Record<string, unknown>>[], Problem[]] = [[], []];
  for await (const batch of readRows(source)) {
    head.push(...batch.rows.filter(isRow));
    problems.push(...batch.problems);
    if (head.length >= LOOKED_AT || problems.length >= LOOKED_AT) break;
  }
  const nothing = { file: source.name, message: 'no rows in it', hint: 'was it written to its end?' };
  return { rows: head, problems: problems.length === 0 ? [nothing] : problems };
}

const noTable = (file: string): Problem => ({
  file,
  message: 'not read: it is of no form that is known here, and its name is not that of a table',
  expected: 'a name that ends in .csv, .tsv, .jsonl or .parquet',
});

/** Gives columns, first rows and values of a set's first table with rows; where there is none, what keeps each from being read. */
export async function previewOf({ sources }: Pick<Recognised, 'sources'>): Promise<Previewed> {
  const problems: Problem[] = [];
  const tables = sources.filter(({ name }) => DATA_FILE.test(name));
  for (const source of tables) {
    const head = await previewedHead(source);
    if (head.rows.length > 0) return { preview: shownOf(source, head.rows, tables.length), problems: [] };
    problems.push(...head.problems);
  }
  return { preview: null, problems: tables.length === 0 ? sources.map(({ name }) => noTable(name)) : problems };
}

function shownOf(source: Source, head: Head['rows'], files: number): Preview {
  const first = head.slice(0, ROWS);
  const all = [...new Set(first.flatMap((row) => Object.keys(row)))];
  const columns = all.slice(0, COLUMNS);
  return {
    file: source.name,
    files,
    columns,
    more: all.length - columns.length,
    rows: first.map((row) => columns.map((name) => shown(row, name))),
    values: Object.fromEntries(columns.map((column) => [column, valuesIn(head, column)])),
  };
}

export interface Attempt {
  readonly problems: readonly Problem[];
  /** By file of the run folder: how many records, and the first of them as they would be written. */
  readonly made: readonly { readonly file: string; readonly records: number; readonly first: readonly string[] }[];
  /** Whether only the head of the files was looked at. */
  readonly head: boolean;
}

/** Bytes of each file that are tried while one types. */
const HEAD = 2 ** 18;
const SHOWN = 3;

/** Cuts a text file after a line; a record that spans the cut is reported as broken. */
async function headSource(source: Source): Promise<{ readonly source: Source; readonly cut: boolean }> {
  if (source.size <= HEAD || /\.(?:parquet|gz|json)$/i.test(source.name)) return { source, cut: false };
  const bytes = new Uint8Array(await source.slice(0, HEAD));
  const end = bytes.lastIndexOf(10) + 1;
  return { source: blobSource(source.name, new Blob([bytes.slice(0, end)])), cut: end > 0 };
}

/** Imports the head of a set by a mapping, as the whole would be. */
export async function attemptMapping(
  { sources }: Recognised,
  mapping: string,
  engine: MappingEngine,
): Promise<Attempt> {
  const heads = await Promise.all(sources.map(headSource));
  const options = { mapping: mappingSource(mapping), engine };
  const { run, told } = await importRunFiles({ format: sqlFormat, sources: heads.map((one) => one.source), options });
  const files = Object.entries(run?.files ?? {}).filter(([name]) => name.endsWith('.jsonl'));
  const made = await Promise.all(
    files.map(async ([file, blob]) => {
      const lines = (await blob.text()).split('\n').filter((line) => line !== '');
      return { file, records: lines.length, first: lines.slice(0, SHOWN) };
    }),
  );
  return { problems: told.problems, made, head: heads.some(({ cut }) => cut) };
}
