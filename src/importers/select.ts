import type { RecordKind } from '../records/issues.ts';
import { nearestWord, type Problem } from '../schema/problem.ts';
import { number, type QueryRow, text } from '../sql/query.ts';
import { identifier, literal } from '../sql/quote.ts';
import { sqlTokens } from '../sql/read-only.ts';
import { columnsExpected, type FileTable, type FileTables } from './file-tables.ts';
import { idsKey, type MappingEngine, tableText } from './importer.ts';
import type { ImportSteps, Ledger, RowOutcome } from './ledger.ts';
import { type MappingPart, tablesNamed } from './mapping-sql.ts';
import { type NameBook, plainId } from './names.ts';
import { JUDGE_COLUMN, useYielded, type YieldedRow, type YieldPlace, yieldProblems } from './yielded.ts';

export interface PartWork {
  readonly file: string;
  readonly engine: MappingEngine;
  readonly tables: FileTables;
  /** For each table that the mapping names, its columns that are read; null for all. */
  readonly wanted: ReadonlyMap<string, ReadonlySet<string> | null>;
  readonly ledger: Ledger;
  readonly faults: Problem[];
}

export function fault({ ledger, faults }: PartWork, problem: Problem): void {
  faults.push(problem);
  ledger.fail(problem);
}

/** Rows that one SELECT may give: a recursion without an end would fill the memory. */
const MOST_YIELDED = 20_000_000;
const AT_ONCE = 20_000;

interface YieldedColumn {
  readonly name: string;
  readonly type: string;
}

/** What a SELECT gave, which lies in a table until it is taken. */
export interface Yielded {
  readonly name: string;
  readonly tables: readonly FileTable[];
  readonly columns: readonly YieldedColumn[];
  readonly count: number;
  /** The rows in order, in batches of plain values: whole numbers that JavaScript cannot hold are text. */
  readonly rows: () => AsyncGenerator<readonly QueryRow[]>;
}

const WHOLE = /^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$/;
const FRACTION = /^(?:DOUBLE|FLOAT|DECIMAL\(.*\))$/;
const PLAIN = /^(?:VARCHAR|BOOLEAN)$/;

function plainColumn({ name, type }: YieldedColumn): string {
  const own = identifier(name);
  if (PLAIN.test(type)) return own;
  const plain = FRACTION.test(type)
    ? 'DOUBLE'
    : /^[^[]*\[\]$/.test(type) && !type.startsWith('STRUCT')
      ? 'VARCHAR[]'
      : 'VARCHAR';
  return `${own}::${plain} AS ${own}`;
}

function plainValue(value: unknown, type: string): unknown {
  if (!WHOLE.test(type) || typeof value !== 'string') return value;
  const whole = Number(value);
  return Number.isSafeInteger(whole) ? whole : value;
}

async function* rowsOf(
  engine: MappingEngine,
  name: string,
  { columns, count }: Pick<Yielded, 'columns' | 'count'>,
): AsyncGenerator<readonly QueryRow[]> {
  const list = columns.map(plainColumn).join(', ');
  for (let from = 0; from < count; from += AT_ONCE) {
    const rows = await engine.query(
      `SELECT ${list} FROM ${name} WHERE rowid >= ${from} AND rowid < ${from + AT_ONCE} ORDER BY rowid`,
    );
    yield rows.map((row) =>
      Object.fromEntries(columns.map(({ name: column, type }) => [column, plainValue(row[column], type)])),
    );
  }
}

const MISSING_FILE = 'files';
const NOT_FOUND = /Table with name (\S+) does not exist|Cannot access file "(.+?)" - file system/;
const UNKNOWN_COLUMN = /(?:Referenced column|Could not find key|Values list .* does not have a column named) "([^"]+)"/;
const NOT_CAST = /Could not convert string '([\s\S]*?)' to/;

async function placeOfValue(
  value: string,
  tables: readonly FileTable[],
  engine: MappingEngine,
): Promise<Partial<Problem>> {
  for (const { name, columns } of tables) {
    for (const column of columns.slice(0, 100)) {
      const sql = `SELECT _file, _row FROM ${identifier(name)} WHERE ${identifier(column)}::VARCHAR = ${literal(value)} LIMIT 1`;
      const [row] = await engine.query(sql).catch((): QueryRow[] => []);
      if (row !== undefined) return { file: text(row, '_file'), line: number(row, '_row'), field: column };
    }
  }
  return {};
}

async function engineProblem(
  error: unknown,
  part: MappingPart,
  { file, engine, tables, read }: PartWork & { readonly read: readonly FileTable[] },
): Promise<Problem> {
  const told = error instanceof Error ? error.message : String(error);
  const [, at] = /LINE (\d+):/.exec(told) ?? [];
  const place = {
    file,
    line: part.line === undefined || at === undefined ? part.line : part.line + Math.max(0, Number(at) - 2),
    field: part.kind,
  };
  const [, table, path] = NOT_FOUND.exec(told) ?? [];
  const named = table ?? path;
  if (named !== undefined) {
    const near = nearestWord(named, tables.files);
    const hint = near === undefined ? 'name a file given, in double quotes' : `is ${near} meant?`;
    return {
      ...place,
      field: MISSING_FILE,
      found: named,
      message: 'no file has such a name',
      expected: tables.files.join(', ') || 'a folder with files',
      hint,
    };
  }
  const [, column] = UNKNOWN_COLUMN.exec(told) ?? [];
  if (column !== undefined) {
    const there = [...new Set(read.flatMap(({ columns }) => columns))];
    return { ...place, field: column, message: 'no such column; nothing was read', ...columnsExpected(column, there) };
  }
  const message =
    told
      .replace(/^(?:Error: |Failed to extract statements: )*/, '')
      .replace(/\s*LINE \d+:[\s\S]*$/, '')
      .split('\n')[0] ?? told;
  const [, value] = NOT_CAST.exec(told) ?? [];
  const stands = value === undefined ? {} : await placeOfValue(value, read, engine);
  const hint = value === undefined ? undefined : 'TRY_CAST gives NULL where a value is of another kind';
  return { ...place, ...stands, message: `${message}; nothing was read`, found: value, hint };
}

async function openTables({ sql }: MappingPart, { tables, wanted, ledger }: PartWork): Promise<readonly FileTable[]> {
  const opened: FileTable[] = [];
  for (const name of tablesNamed(sql)) {
    const table = await tables.open(name, wanted.get(name) ?? null, ledger);
    if (table !== undefined) opened.push(table);
  }
  return opened;
}

/** Runs a SELECT and gives what it gave; null where it could not be run, or none of its files has rows, which is told. */
export async function yieldOf(part: MappingPart, work: PartWork, name: string): Promise<Yielded | null> {
  const { engine, ledger, file } = work;
  const tables = await openTables(part, work);
  if (tables.length > 0 && tables.every(({ rows }) => rows === 0)) return null;
  let count: number;
  try {
    // A line of its own ends what a comment at the end of the SELECT would swallow.
    await engine.heavy(`CREATE TABLE ${name} AS SELECT * FROM (\n${part.sql}\n) LIMIT ${MOST_YIELDED + 1}`);
    count = number(await engine.row(`SELECT count(*)::DOUBLE AS n FROM ${name}`), 'n');
  } catch (error) {
    const problem = await engineProblem(error, part, { ...work, read: tables });
    // A file that is not there is no fault of the others.
    if (problem.field === MISSING_FILE) ledger.fail(problem);
    else fault(work, problem);
    return null;
  }
  const described = await engine.query(
    `SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = current_database() AND table_name = ${literal(name)} ORDER BY column_index`,
  );
  const columns = described.map(
    (row): YieldedColumn => ({ name: text(row, 'column_name'), type: text(row, 'data_type') }),
  );
  if (count > MOST_YIELDED) {
    ledger.fail({
      file,
      line: part.line,
      field: part.kind,
      message: 'too many rows; nothing was read',
      expected: `at most ${MOST_YIELDED}`,
    });
    return null;
  }
  return { name, tables, columns, count, rows: () => rowsOf(engine, name, { columns, count }) };
}

const LISTED = 12;

const BETWEEN = /^(?:[=(:,]|in|varchar)$/i;

function comparisons(sql: string): ReadonlyMap<string, readonly string[]> {
  const tokens = sqlTokens(sql);
  const pairs = tokens.flatMap((token, i): [string, string][] => {
    if (token.kind !== 'text') return [];
    const before = tokens.slice(0, i).findLast(({ kind, value }) => kind !== 'text' && !BETWEEN.test(value));
    return before === undefined || before.kind === 'sign' ? [] : [[before.value, token.value]];
  });
  const byColumn = Map.groupBy(pairs, ([column]) => column);
  return new Map([...byColumn].map(([column, all]) => [column, all.map(([, value]) => value)]));
}

async function tellNothing(part: MappingPart, { tables }: Yielded, { file, engine, ledger }: PartWork): Promise<void> {
  const rows = tables.reduce((n, table) => n + table.rows, 0);
  if (rows === 0) return;
  const told = {
    file,
    line: part.line,
    message: `none of ${rows} ${rows === 1 ? 'row' : 'rows'} is taken; nothing was read`,
  };
  let reasons = 0;
  for (const [column, values] of comparisons(part.sql)) {
    const table = tables.find(({ columns }) => columns.includes(column));
    if (table === undefined) continue;
    const sql = `SELECT DISTINCT ${identifier(column)}::VARCHAR AS found FROM ${identifier(table.name)} ORDER BY 1 LIMIT ${LISTED}`;
    const found = (await engine.query(sql)).map((row) => tableText(row.found));
    if (values.some((value) => found.includes(value))) continue;
    const [wanted = ''] = values;
    const near = nearestWord(wanted, found);
    const hint = near === undefined ? 'correct the value' : `is ${near} meant?`;
    ledger.fail({ ...told, field: column, found: wanted, expected: found.join(', '), hint });
    reasons++;
  }
  if (reasons === 0) ledger.fail({ ...told, field: part.kind, hint: 'what does its WHERE, or its JOIN, leave out?' });
}

/** Fields that name a record together: a second one of the same is told, or dropped where it says the same. */
const KEYS: Readonly<Record<RecordKind, readonly string[]>> = {
  instances: ['instance'],
  responses: ['instance', 'response'],
  gold: ['instance', 'response', 'criterion', 'kind', 'annotator'],
  judgments: [
    'instance',
    'response',
    'criterion',
    'stage',
    'condition',
    'critique_judge',
    'repeat',
    'order',
    JUDGE_COLUMN,
  ],
};

interface FirstRow {
  readonly row: YieldedRow;
  readonly at: YieldPlace;
}

/** Tells second records of one key. Only keys that stand twice are held. */
class Doubles {
  private readonly kind: RecordKind;
  private readonly fields: readonly string[];
  private readonly firsts: Map<string, FirstRow | undefined>;

  private constructor(kind: RecordKind, fields: readonly string[], keys: readonly string[]) {
    this.kind = kind;
    this.fields = fields;
    this.firsts = new Map(keys.map((key) => [key, undefined]));
  }

  static async of(kind: RecordKind, { name: table, columns }: Yielded, engine: MappingEngine): Promise<Doubles> {
    const own = columns.filter(({ name }) => KEYS[kind].includes(name));
    const list = own.map(({ name }) => identifier(name)).join(', ');
    const twice = await engine.query(
      `SELECT ${own.map(plainColumn).join(', ')} FROM ${table} GROUP BY ${list} HAVING count(*) > 1`,
    );
    const fields = own.map(({ name }) => name);
    const keys = twice.map((row) => idsKey(...own.map(({ name, type }) => tableText(plainValue(row[name], type)))));
    return new Doubles(kind, fields, keys);
  }

  private get names(): string {
    return this.fields.join(', ');
  }

  take(row: YieldedRow, at: YieldPlace, use: () => RowOutcome): RowOutcome {
    if (this.firsts.size === 0 || row.instance === null) return use();
    const key = idsKey(...this.fields.map((field) => tableText(row[field])));
    if (!this.firsts.has(key)) return use();
    const first = this.firsts.get(key);
    if (first === undefined) {
      this.firsts.set(key, { row, at });
      return use();
    }
    const differs = Object.keys(row).find(
      (field) => !field.startsWith('_') && tableText(row[field]) !== tableText(first.row[field]),
    );
    if (differs === undefined && this.kind !== 'judgments') return null;
    const place = first.at.line === undefined ? first.at.file : `${first.at.file}:${first.at.line}`;
    const message = `a second record of the same ${this.names}; the first, of ${place}, was kept`;
    const hint = 'let the SELECT give each once, with an id that tells them apart';
    if (differs === undefined) return { ...at, field: 'instance', found: tableText(row.instance), message, hint };
    return {
      ...at,
      field: differs,
      found: tableText(row[differs]),
      message,
      expected: `${tableText(first.row[differs])}, as there`,
      hint,
    };
  }
}

export type RecordPart = MappingPart & { readonly kind: RecordKind };

export async function yieldRecords(part: RecordPart, work: PartWork, name: string): Promise<Yielded | null> {
  const yielded = await yieldOf(part, work, name);
  if (yielded === null) return null;
  const columns = yielded.columns.map((column) => column.name);
  const problems = yieldProblems(part.kind, columns, { file: work.file, line: part.line });
  for (const problem of problems) fault(work, problem);
  return problems.length === 0 ? yielded : null;
}

interface Taking extends PartWork {
  readonly names: NameBook;
  readonly judge: string;
  readonly repeated: (repeat: number) => void;
}

export async function* takeYielded(part: RecordPart, yielded: Yielded, work: Taking): ImportSteps {
  const { kind } = part;
  const { ledger, engine, names, judge, repeated } = work;
  if (yielded.count === 0) await tellNothing(part, yielded, work);
  const files = yielded.tables.flatMap((table) => table.files);
  const usual = files.length === 1 ? (files[0] ?? work.file) : work.file;
  const doubles = await Doubles.of(kind, yielded, engine);
  for (const file of files) ledger.expect(file, { judgments: kind === 'judgments' ? 1 : 0 });
  for await (const batch of yielded.rows()) {
    for (const row of batch) {
      const whose = row[JUDGE_COLUMN];
      if (kind === 'judgments' && whose !== undefined && plainId(tableText(whose)) !== judge) continue;
      const { _file: own, _row: line } = row;
      const at: YieldPlace = {
        file: typeof own === 'string' ? own : usual,
        line: typeof line === 'number' ? line : undefined,
      };
      const outcome = doubles.take(row, at, () => {
        const used = useYielded(kind, row, { at, ledger, names });
        repeated(used.repeat);
        return used.outcome;
      });
      ledger.closeRow(outcome, at.file);
    }
    yield;
  }
  await engine.run(`DROP TABLE ${yielded.name}`);
}
