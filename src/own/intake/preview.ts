import { isDocument, isKeyed } from '../../importers/file-tables.ts';
import { DATA_FILE, isRow, readJsonFile, tableText } from '../../importers/importer.ts';
import { mappingSource } from '../../importers/mapped.ts';
import { blobSource, type Source } from '../../records/bytes.ts';
import { RECORD_KINDS } from '../../records/issues.ts';
import { readRows } from '../../records/rows.ts';
import type { StoredBoard } from '../../schema/board.ts';
import type { Problem } from '../../schema/problem.ts';
import { identifier } from '../../sql/quote.ts';
import { isIdName } from '../mapping/roles.ts';
import type { Recognised } from './recognise.ts';
import { importSet, type OpenCatalog, type RunFiles } from './run-files.ts';
import { distinctLabels, type OwnScores } from './score-runs.ts';

/** The most different values that are listed, and the most characters of one. */
const [VALUES, LONGEST] = [12, 200] as const;
const LOOKED_INTO = 5;

interface Saying {
  /** A regular expression; its group is what is said. */
  readonly pattern: string;
  readonly values: readonly string[];
}

export interface ColumnFacts {
  /** A few different values, none where there are many. */
  readonly values: readonly string[];
  readonly holds: 'numbers' | 'lists' | 'texts' | 'nothing';
  /** Whether numbers are written with commas in the place of points. */
  readonly hasCommas: boolean;
  /** The smallest and the largest number; null where not all are numbers. */
  readonly range: readonly [number, number] | null;
  readonly isUnique: boolean;
  /** Columns with which together it names every row. */
  readonly completedBy: readonly string[];
  readonly readings: readonly Saying[];
}

const COMMA_NUMBER = /^-?\d+,\d+$/;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function fewValues(texts: Iterable<string>): readonly string[] {
  const met = new Set<string>();
  for (const text of texts) {
    if (text !== '') met.add(text);
    if (met.size > VALUES) return [];
  }
  return [...met].sort((x, y) => x.localeCompare(y, 'en', { numeric: true }));
}

/** Patterns by which the verdict may stand in texts: `[[A]]` at the end, a word of JSON, or the sentence of Multi-Crit. */
function patternsIn(texts: readonly string[]): readonly string[] {
  const keys = new Set(
    texts
      .slice(0, LOOKED_INTO)
      .flatMap((text) => [...text.matchAll(/"([\w ]{1,40})"\s*:/g)].map(([, key = '']) => key)),
  );
  const inJson = [...keys].slice(0, VALUES).map((key) => `"${key}"\\s*:\\s*"?([^",}\\]\\n]*)`);
  return [...inJson, '\\[\\[([^\\[\\]]+)\\]\\]', '(?i)(response [12])\\W* is better'];
}

function sayingsIn(texts: readonly string[]): readonly Saying[] {
  return patternsIn(texts).flatMap((pattern): Saying[] => {
    const js = new RegExp(pattern.replace('(?i)', ''), pattern.startsWith('(?i)') ? 'i' : '');
    const said = texts.map((text) => js.exec(text)?.[1]?.trim() ?? '');
    const values = fewValues(said);
    return values.length > 0 && 2 * said.filter((one) => one !== '').length > said.length ? [{ pattern, values }] : [];
  });
}

function holds(cells: readonly unknown[]): ColumnFacts['holds'] {
  const filled = cells.filter((cell) => cell !== undefined && cell !== null && cell !== '' && !Number.isNaN(cell));
  if (filled.length === 0) return 'nothing';
  if (filled.every(Array.isArray)) return 'lists';
  const isNumber = (cell: unknown): boolean =>
    typeof cell === 'number' || (typeof cell === 'string' && (NUMBER.test(cell) || COMMA_NUMBER.test(cell)));
  return filled.every(isNumber) ? 'numbers' : 'texts';
}

function numberRange(texts: readonly string[]): ColumnFacts['range'] {
  const filled = texts.filter((text) => text !== '');
  const numbers = filled.map((text) => Number(COMMA_NUMBER.test(text) ? text.replace(',', '.') : text));
  if (numbers.length === 0 || numbers.some(Number.isNaN)) return null;
  return numbers.reduce<[number, number]>(
    ([least, most], x) => [Math.min(least, x), Math.max(most, x)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

const isOnce = (keys: readonly string[]): boolean => new Set(keys).size === keys.length;

interface ReadColumn {
  readonly name: string;
  readonly cells: readonly unknown[];
  readonly texts: readonly string[];
}

function columnFacts({ name, cells, texts }: ReadColumn, all: readonly ReadColumn[]): ColumnFacts {
  const isUnique = isOnce(texts);
  const values = fewValues(texts);
  const completes = (other: ReadColumn): boolean =>
    other.name !== name && isOnce(texts.map((text, i) => JSON.stringify([text, other.texts[i]])));
  return {
    values: values.map((text) => text.slice(0, LONGEST)),
    holds: holds(cells),
    hasCommas: texts.some((text) => COMMA_NUMBER.test(text)),
    range: numberRange(texts),
    isUnique,
    completedBy: isUnique || !isIdName(name) ? [] : all.filter(completes).map((other) => other.name),
    readings: isUnique && isIdName(name) ? [] : sayingsIn(texts.filter((text) => text !== '')),
  };
}

export interface Preview {
  readonly file: string;
  /** Names of all tables of the set, of which it is the first with rows. */
  readonly files: readonly string[];
  /** Where rows lie in a JSON document; none in other files. */
  readonly places: readonly RowPlace[];
  /** Which of them is shown: its name, and how SQL names it, '' where it is the document. */
  readonly path: string;
  readonly from: string;
  readonly columns: readonly string[];
  readonly more: number;
  readonly rows: readonly (readonly string[])[];
  readonly facts: Readonly<Record<string, ColumnFacts>>;
  readonly sql: Readonly<Record<string, string>>;
}

export interface Previewed {
  readonly preview: Preview | null;
  readonly problems: readonly Problem[];
}

const ROWS = 5;
const COLUMNS = 100;
const LOOKED_AT = 2000;

type Row = Readonly<Record<string, unknown>>;

/** Where a column's cells stand in the rows: `metadata`, `category` of nested ones; `games`, 2, `score` of the second item of a list. */
type Path = readonly (string | number)[];

const pathSql = (path: Path): string =>
  path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${identifier(key)}`)).join('');

/** Two objects in a list are two games, or the like: each field of each may be a column. */
const isPair = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.length === 2 && value.every(isRow);

/** Gives what a row has at a place, which may be called as what every object has (`constructor`). */
const cellAt = (row: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => {
    if (typeof key === 'number') return Array.isArray(value) ? value[key - 1] : undefined;
    return isRow(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, row);

function shownCell(value: unknown): string {
  const isText = typeof value !== 'object' || value === null;
  return isText ? tableText(value) : JSON.stringify(value);
}

/** Levels of objects within rows whose fields are columns of their own. */
const LEVELS = 3;

/** Lists the columns of rows; an object in a cell, where all rows have one, is as many columns as it has fields, and so is a pair of them. */
function pathsIn(rows: readonly Row[], at: Path = []): readonly Path[] {
  const cells = rows.map((row) => cellAt(row, at)).filter((cell) => isRow(cell) || isPair(cell));
  const keysOf = (cell: Row | readonly Row[]): Path => (isPair(cell) ? [1, 2] : Object.keys(cell));
  const keys = [...new Set(cells.slice(0, ROWS).flatMap(keysOf))];
  return keys.flatMap((key) => {
    const path = [...at, key];
    const filled = cells.map((cell) => cellAt(cell, [key])).filter((cell) => cell !== undefined && cell !== null);
    const isNested = path.length < LEVELS && filled.length > 0 && (filled.every(isRow) || filled.every(isPair));
    return isNested ? pathsIn(rows, path) : [path];
  });
}

/** A place of a JSON document where rows lie: `results.rows`, '' for the document itself. */
interface RowPlace {
  readonly name: string;
  readonly path: Path;
  readonly rows: number;
}

interface Head {
  readonly rows: readonly Row[];
  readonly problems: readonly Problem[];
  readonly places?: readonly RowPlace[];
  readonly path?: Path;
}

/** Gives the rows that a document is by itself, as SQL sees them: the items of a list, objects by their keys, else the document as one row. */
function rowsIn(value: unknown): readonly Row[] {
  if (Array.isArray(value)) return value.filter(isRow);
  if (!isRow(value)) return [];
  return isKeyed(value) ? Object.entries(value).map(([_key, row]) => ({ _key, ...(row as Row) })) : [value];
}

function placesOfRows(value: unknown, path: Path = []): readonly RowPlace[] {
  if (Array.isArray(value))
    return value.some(isRow) ? [{ name: path.join('.'), path, rows: value.filter(isRow).length }] : [];
  if (!isRow(value) || path.length > LEVELS) return [];
  if (path.length === 0 && isKeyed(value)) return [{ name: '', path, rows: Object.keys(value).length }];
  return Object.keys(value).flatMap((key) => placesOfRows(value[key], [...path, key]));
}

async function documentHead(source: Source, wanted: string | undefined): Promise<Head> {
  const { value, problems } = await readJsonFile(source);
  const places = placesOfRows(value);
  const { path = [] } = places.find(({ name }) => name === wanted) ?? places[0] ?? {};
  const rows = rowsIn(path.length === 0 ? value : cellAt(value, path));
  return {
    rows: rows.slice(0, LOOKED_AT),
    problems: value === undefined ? problems : [noRows(source.name)],
    places,
    path,
  };
}

const noRows = (file: string): Problem => ({ file, message: 'no rows in it', hint: 'was it written to its end?' });

async function previewedHead(source: Source, wanted: string | undefined): Promise<Head> {
  if (await isDocument(source)) return documentHead(source, wanted);
  const [head, problems]: [Row[], Problem[]] = [[], []];
  for await (const batch of readRows(source)) {
    head.push(...batch.rows.filter(isRow));
    problems.push(...batch.problems);
    if (head.length >= LOOKED_AT || problems.length >= LOOKED_AT) break;
  }
  return { rows: head, problems: problems.length === 0 ? [noRows(source.name)] : problems };
}

const noTable = (file: string): Problem => ({
  file,
  message: 'not read: it is of no form that is known here, and its name is not that of a table',
  expected: 'a name that ends in .csv, .tsv, .jsonl or .parquet',
});

export async function previewOf({ sources }: Pick<Recognised, 'sources'>, path?: string): Promise<Previewed> {
  const problems: Problem[] = [];
  const tables = sources.filter(({ name }) => DATA_FILE.test(name));
  const files = tables.map(({ name }) => name);
  for (const source of tables) {
    const head = await previewedHead(source, path);
    if (head.rows.length > 0) return { preview: shownOf(source, head, files), problems: [] };
    problems.push(...head.problems);
  }
  return { preview: null, problems: tables.length === 0 ? sources.map(({ name }) => noTable(name)) : problems };
}

function shownOf(source: Source, { rows: head, places = [], path = [] }: Head, files: readonly string[]): Preview {
  const paths = pathsIn(head);
  const columns = paths.slice(0, COLUMNS).map((path): ReadColumn => {
    const cells = head.map((row) => cellAt(row, path));
    return { name: path.join('.'), cells, texts: cells.map(shownCell) };
  });
  return {
    file: source.name,
    files,
    places,
    path: path.join('.'),
    from: pathSql(path),
    columns: columns.map(({ name }) => name),
    more: paths.length - columns.length,
    rows: head.slice(0, ROWS).map((_, i) => columns.map(({ texts }) => (texts[i] ?? '').slice(0, LONGEST))),
    facts: Object.fromEntries(columns.map((column) => [column.name, columnFacts(column, columns)])),
    sql: Object.fromEntries(columns.map(({ name }, i) => [name, pathSql(paths[i] ?? [])])),
  };
}

export interface Attempt {
  readonly problems: readonly Problem[];
  /** By file of the run folder: how many records, and the first of them as they would be written. */
  readonly made: readonly { readonly file: string; readonly records: number; readonly first: readonly string[] }[];
  readonly head: boolean;
  /** Boards of what came of it; none without labels. */
  readonly boards: readonly StoredBoard[];
}

/** Bytes and lines of each file that are tried while one types: an answer comes within a second or so. */
const HEAD = { bytes: 2 ** 18, lines: 4000 };
const SHOWN = 3;

async function headSource(source: Source): Promise<{ readonly source: Source; readonly cut: boolean }> {
  if (/\.(?:parquet|gz|json)$/i.test(source.name)) return { source, cut: false };
  const bytes = new Uint8Array(await source.slice(0, Math.min(source.size, HEAD.bytes)));
  let end = 0;
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0 && lines < HEAD.lines; at = bytes.indexOf(10, end)) {
    end = at + 1;
    lines++;
  }
  const isWhole = source.size <= HEAD.bytes && (lines < HEAD.lines || end === bytes.length);
  if (isWhole) return { source, cut: false };
  return { source: blobSource(source.name, new Blob([bytes.slice(0, end)])), cut: end > 0 };
}

interface Trial {
  readonly mapped: OpenCatalog;
  readonly score: (runs: readonly RunFiles[]) => Promise<OwnScores>;
}

const hasOwnCases = ({ files }: RunFiles): boolean => 'instances.jsonl' in files;

export async function attemptMapping(set: Recognised, mapping: string, { mapped, score }: Trial): Promise<Attempt> {
  const heads = await Promise.all(set.sources.map(headSource));
  const sources = heads.map((one) => one.source);
  const imported = await importSet({ ...set, format: 'table', sources }, { mapping: mappingSource(mapping), mapped });
  const runs = imported.flatMap(({ run }) => run ?? []);
  const scored = runs.length > 0 && runs.every(hasOwnCases) ? await score(distinctLabels(runs)) : null;
  const lines = async (run: RunFiles, file: string): Promise<readonly string[]> =>
    ((await run.files[file]?.text()) ?? '').split('\n').filter((line) => line !== '');
  const made = await Promise.all(
    RECORD_KINDS.map((kind) => `${kind}.jsonl`).map(async (file) => {
      // Several judges' runs have the same cases.
      const own = file === 'judgments.jsonl' ? runs : runs.slice(0, 1);
      const all = (await Promise.all(own.map((run) => lines(run, file)))).flat();
      return { file, records: all.length, first: all.slice(0, SHOWN) };
    }),
  );
  return {
    problems: [...(scored?.ingest.problems ?? []), ...imported.flatMap(({ told }) => told.problems)],
    made: made.filter(({ records }) => records > 0),
    head: heads.some(({ cut }) => cut),
    boards: scored?.paired ?? [],
  };
}
