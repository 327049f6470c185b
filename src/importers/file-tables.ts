import { extension, headOfSource, type Source } from '../records/bytes.ts';
import { parseJson } from '../records/json.ts';
import { nearestWord } from '../schema/problem.ts';
import { identifier, literals } from '../sql/quote.ts';
import { dataFiles, isRow, type MappingEngine, readJsonFile } from './importer.ts';
import { type Ledger, type PlacedRow, sourceRows } from './ledger.ts';
import { means } from './mapping-sql.ts';
import { RowShape } from './row-shape.ts';

const HEAD = 2 ** 18;

/** Says whether a file of JSON is one document rather than lines: by its first line. */
export async function isDocument(source: Source): Promise<boolean> {
  const kind = extension(source.name);
  if (!['json', 'jsonl', 'ndjson'].includes(kind)) return false;
  const [first = '', ...others] = new TextDecoder()
    .decode(await headOfSource(source, HEAD))
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split('\n');
  const line = first.trim();
  if (line === '{' || line.startsWith('[')) return true;
  return kind === 'json' && line.startsWith('{') && (others.join('').trim() === '' || parseJson(line).error !== null);
}

/** An object of rows by their keys: all of its values are objects, which have a key in common. */
export function isKeyed(value: Readonly<Record<string, unknown>>): boolean {
  const rows = Object.values(value);
  const [first, ...others] = rows;
  if (!isRow(first) || others.length === 0 || !rows.every(isRow)) return false;
  return Object.keys(first).some((key) => others.every((row) => isRow(row) && Object.hasOwn(row, key)));
}

/** Gives the rows of a document: the items of a list, the values of an object of rows (with `_key`), else the document as one row. */
async function documentRows(source: Source, ledger: Ledger): Promise<readonly PlacedRow[]> {
  const { value, problems, line } = await readJsonFile(source);
  ledger.unread(problems);
  if (value === undefined) return [];
  const lineAt = (path: string, row: unknown): number =>
    line(path) ?? line(`${path}.${Object.keys(row ?? {})[0]}`) ?? 1;
  if (Array.isArray(value)) return value.map((row: unknown, i) => ({ row, line: lineAt(String(i), row) }));
  if (!isRow(value) || !isKeyed(value)) return [{ row: value, line: 1 }];
  return Object.entries(value).map(([key, row]) => ({
    row: { _key: key, ...(row as object) },
    line: lineAt(key, row),
  }));
}

async function* rowsOf(
  source: Source,
  ledger: Ledger,
  wanted: ReadonlySet<string> | null,
): AsyncGenerator<readonly PlacedRow[]> {
  if (await isDocument(source)) {
    const rows = await documentRows(source, ledger);
    if (rows.length === 0)
      ledger.fail({ file: source.name, message: 'the file holds no row', found: 'a document without rows' });
    yield rows;
  } else yield* sourceRows(source, ledger, wanted === null ? {} : { columns: [...wanted] });
}

export interface FileTable {
  readonly name: string;
  readonly files: readonly string[];
  readonly rows: number;
  /** As the files write them; some may be unread, since no SELECT names them. */
  readonly columns: readonly string[];
}

/** Rows that share a batch number: a place is a file and a line, and one number for both is enough for where kinds mix. */
const LINES = 2 ** 32;

/** Tables of files as SQL names them (`"votes-*.csv"`, `votes`), with `_file`, `_row`, `_key`: CSV stays text, nested values are STRUCT and LIST, mixed ones text. */
export class FileTables {
  private readonly engine: MappingEngine;
  private readonly sources: readonly Source[];
  private readonly tables = new Map<string, FileTable>();
  private made = 0;

  constructor(engine: MappingEngine, sources: readonly Source[]) {
    this.engine = engine;
    this.sources = dataFiles(sources);
  }

  get files(): readonly string[] {
    return this.sources.map(({ name }) => name);
  }

  filesOf(name: string): readonly string[] {
    return this.files.filter((file) => means(name, file));
  }

  /** Makes the table once, of the `wanted` columns (null: all). A file that lacks one of them which others have is left out, and reported. */
  async open(name: string, wanted: ReadonlySet<string> | null, ledger: Ledger): Promise<FileTable | undefined> {
    const known = this.tables.get(name);
    if (known !== undefined) return known;
    const sources = this.sources.filter((source) => means(name, source.name));
    if (sources.length === 0) return undefined;
    const table = await this.make(name, sources, { wanted, ledger });
    this.tables.set(name, table);
    return table;
  }

  private async make(
    name: string,
    sources: readonly Source[],
    { wanted, ledger }: { readonly wanted: ReadonlySet<string> | null; readonly ledger: Ledger },
  ): Promise<FileTable> {
    const { engine } = this;
    const raw = `raw_${++this.made}`;
    const shape = new RowShape(wanted);
    const appender = await engine.appenderTo(raw, 'file INTEGER, line INTEGER, text VARCHAR');
    let rows = 0;
    for (const [i, source] of sources.entries()) {
      for await (const batch of rowsOf(source, ledger, wanted)) {
        for (const { row, line } of batch) {
          if (isRow(row)) {
            appender.add([i, line, shape.write(row, i, i * LINES + line)]);
            rows++;
          } else ledger.reject({ file: source.name, line, message: 'not an object; the row was left out' });
        }
        await engine.ready?.();
      }
    }
    await appender.close();
    const files = sources.map((source) => source.name);
    const left = this.incomplete(files, shape, { wanted, ledger });
    await engine.run(tableSql(name, { raw, files, left, shape }));
    await engine.run(`DROP TABLE ${raw}`);
    for (const [i, file] of files.entries()) if (shape.met(i).length > 0 && !left.includes(i)) ledger.opened(file);
    this.tell(files, shape, ledger);
    return { name, files, rows, columns: shape.met() };
  }

  private incomplete(
    files: readonly string[],
    shape: RowShape,
    { wanted, ledger }: { readonly wanted: ReadonlySet<string> | null; readonly ledger: Ledger },
  ): readonly number[] {
    if (wanted === null) return [];
    const needed = shape.met().filter((column) => wanted.has(column.toLowerCase()));
    return files.flatMap((file, i) => {
      const own = shape.met(i);
      const low = new Set(own.map((column) => column.toLowerCase()));
      const field = own.length === 0 ? undefined : needed.find((column) => !low.has(column.toLowerCase()));
      if (field === undefined) return [];
      ledger.fail({ file, field, message: 'no such column; the file was left out', ...columnsExpected(field, own) });
      return [i];
    });
  }

  private tell(files: readonly string[], shape: RowShape, ledger: Ledger): void {
    const [file = ''] = files;
    for (const [field, name] of shape.renamed)
      ledger.warn({
        file,
        field,
        message: `a column that is called ${name} here, since its own name is empty or taken`,
      });
    if (shape.left > 0)
      ledger.warn({
        file,
        message: 'more columns than are read where no SELECT names them',
        found: `${shape.left} more`,
      });
    for (const { column: field, place } of shape.halves)
      ledger.warn({ ...placeOf(place, files), field, message: 'half of a surrogate pair became U+FFFD' });
  }
}

const placeOf = (place: number, files: readonly string[]): { readonly file: string; readonly line: number } => ({
  file: files[Math.floor(place / LINES)] ?? '',
  line: place % LINES,
});

const MOST_NAMED = 40;

export function columnsExpected(
  column: string,
  there: readonly string[],
): { readonly expected: string; readonly hint: string } {
  const near = nearestWord(column, there);
  const more = there.length > MOST_NAMED ? ` and ${there.length - MOST_NAMED} more` : '';
  return {
    expected: there.slice(0, MOST_NAMED).join(', ') + more,
    hint: near === undefined ? 'correct the name in the mapping' : `is ${near} meant?`,
  };
}

function tableSql(
  name: string,
  {
    raw,
    files,
    left,
    shape,
  }: {
    readonly raw: string;
    readonly files: readonly string[];
    readonly left: readonly number[];
    readonly shape: RowShape;
  },
): string {
  const columns = [...shape.columnsOf('row'), `[${literals(files)}][file + 1] AS _file`, 'line AS _row'];
  const where = left.length === 0 ? '' : ` WHERE file NOT IN (${literals(left)})`;
  return `CREATE TABLE ${identifier(name)} AS SELECT ${columns.join(', ')}
FROM (SELECT CAST(text AS ${shape.type}) AS row, file, line FROM ${raw}${where})`;
}
