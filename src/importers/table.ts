import { checkRecord, isProblems } from '../records/kinds.ts';
import { readRows } from '../records/rows.ts';
import type { Source } from '../records/source.ts';
import { nearestWord } from '../schema/nearest.ts';
import type { Problem } from '../schema/problem.ts';
import {
  dataFiles,
  type ImportItem,
  type ImportOptions,
  idText,
  isRow,
  type RawRow,
  tableText,
  textOf,
} from './importer.ts';
import { type ImportFormat, type ImportSteps, importRows, type Ledger, type RowOutcome } from './ledger.ts';
import { NameBook, nameId, plainId } from './names.ts';
import { isAbstention, parseScore, parseVerdict, pythonStrip, storedScore, unanswered, unswapped } from './score.ts';
import { type FieldMapping, fits, readMapping, type TableMap } from './table-mapping.ts';

function mappedColumns({ columns, read, where }: TableMap): string[] {
  const named = [...Object.values(columns), ...Object.values(read), ...Object.keys(where)];
  return [...new Set(named.filter((column) => column !== undefined))];
}

/**
 * Lists the columns of a file: of its header; of JSON Lines, which have none, the keys of its rows as far as the first row after which
 * all `wanted` were met.
 */
async function columnsIn(source: Source, wanted: readonly string[]): Promise<ReadonlySet<string>> {
  const met = new Set<string>();
  for await (const { rows, columns } of readRows(source, { columns: wanted })) {
    if (columns !== undefined) return new Set(columns);
    for (const row of rows) {
      if (isRow(row)) for (const key of Object.keys(row)) met.add(key);
      if (wanted.every((column) => met.has(column))) return met;
    }
  }
  return met;
}

/**
 * Reports the columns that the mapping names and the file never has; false when there are some, because records of its rows would then
 * state what the rows do not.
 */
async function hasColumns(source: Source, map: TableMap, ledger: Ledger): Promise<boolean> {
  const wanted = mappedColumns(map);
  const present = await columnsIn(source, wanted);
  if (present.size === 0) return true;
  const absent = wanted.filter((column) => !present.has(column));
  for (const field of absent) {
    const near = nearestWord(field, present);
    const hint = near === undefined ? 'correct the name in the mapping file' : `is ${near} meant?`;
    const message = 'no such column; the file was left out';
    ledger.fail({ file: source.name, field, message, expected: [...present].join(', '), hint });
  }
  return absent.length === 0;
}

const SHOWN = 12;

/** Which rows a part of the mapping takes, and which values it met where it took none. */
class RowSelection {
  private readonly where: readonly (readonly [column: string, value: string])[];
  private readonly met = new Map<string, Set<string>>();
  private taken = 0;
  private passed = 0;

  constructor({ where }: TableMap) {
    this.where = Object.entries(where).map(([column, value]) => [column, String(value)]);
  }

  takes(row: RawRow): boolean {
    const takes = this.where.every(([column, value]) => tableText(row[column]) === value);
    if (takes) this.taken++;
    else this.passed++;
    if (this.taken > 0) return takes;
    for (const [column] of this.where) {
      const values = this.met.get(column) ?? new Set();
      this.met.set(column, values);
      if (values.size < SHOWN) values.add(tableText(row[column]));
    }
    return takes;
  }

  close(file: string, ledger: Ledger): void {
    if (this.taken > 0 || this.passed === 0) return;
    for (const [column, wanted] of this.where) {
      const values = [...(this.met.get(column) ?? [])];
      if (values.includes(wanted) && this.where.length > 1) continue;
      const near = nearestWord(wanted, values);
      const message = `none of ${this.passed} rows has this value; nothing was read`;
      const hint = near === undefined ? 'correct `where` in the mapping file' : `is ${near} meant?`;
      ledger.fail({ file, field: `where.${column}`, found: wanted, message, expected: values.join(', '), hint });
    }
    const together = this.where.every(([column, value]) => this.met.get(column)?.has(value));
    if (together && this.where.length > 1)
      ledger.fail({
        file,
        field: 'where',
        message: `none of ${this.passed} rows has all these values; nothing was read`,
      });
  }
}

const IDS = new Set(['instance', 'response', 'cluster']);
/** Fields that hold names, and the ids that these become: those of judges are small letters, digits and hyphens. */
const NAMES: Readonly<Record<string, (name: string) => string>> = {
  criterion: nameId,
  annotator: nameId,
  condition: nameId,
  critique_judge: plainId,
};
const NUMBERS = new Set(['repeat', 'score', 'cost', 'tokens']);
const EMPTY_ALLOWED = new Set(['prompt', 'text', 'rationale']);
/** Words that stand in place of an answer. Critiques have a verdict `error` of their own. */
const NO_ANSWER = new Set(['fail', 'failed', 'error']);

type RecordDraft = Record<string, unknown>;

/** Reads a cell as the field wants it. One that cannot be read stays as it is, so that the schema names it. */
function fieldValue(field: string, value: unknown): unknown {
  if (IDS.has(field)) return idText(value) ?? value;
  if (NUMBERS.has(field)) return storedScore(value).score ?? value;
  if (field === 'media') return typeof value === 'string' ? [{ src: value, alt: '' }] : value;
  if (field === 'value' && typeof value === 'number') return value;
  return typeof value === 'number' ? String(value) : value;
}

function put(draft: RecordDraft, field: string, value: unknown): void {
  const at = field.indexOf('.');
  if (at < 0) {
    draft[field] = fieldValue(field, value);
    return;
  }
  const [outer, inner] = [field.slice(0, at), field.slice(at + 1)];
  draft[outer] = { ...(draft[outer] as RecordDraft | undefined), [inner]: tableText(value) };
}

/** Fields whose record wants text: that a writer of tables put NaN there says that nothing stood there. */
const isMissingText = (field: string, value: unknown): boolean =>
  typeof value === 'number' && !Number.isFinite(value) && !NUMBERS.has(field) && field !== 'value';

/** Reads the fields of a row's record, as the mapping names them; empty cells are absent fields. */
function draftOf(row: RawRow, map: TableMap): RecordDraft {
  const draft: RecordDraft = {};
  for (const [field, value] of Object.entries(map.constants)) put(draft, field, value);
  for (const [field, column] of Object.entries(map.columns)) {
    const found = Object.hasOwn(row, column) ? row[column] : undefined;
    const meanings = map.values[field];
    const text = tableText(found);
    const value = meanings !== undefined && Object.hasOwn(meanings, text) ? meanings[text] : found;
    const empty = typeof value === 'string' && pythonStrip(value) === '' && !EMPTY_ALLOWED.has(field);
    if (value !== null && value !== undefined && !empty && !isMissingText(field, value)) put(draft, field, value);
  }
  if (draft.prompt === undefined && map.kind === 'instances') draft.prompt = '';
  return draft;
}

/** Replaces names by ids, and reports the first whose id belongs to another name. */
function takeNames(
  draft: RecordDraft,
  book: NameBook,
  { file, line }: { readonly file: string; readonly line: number },
): Problem | null {
  for (const [field, idOf] of Object.entries(NAMES)) {
    const name = draft[field];
    if (typeof name !== 'string') continue;
    const id = idOf(name);
    const rival = book.rivalOf({ file, line, field }, name.trim(), id);
    if (rival !== null) return rival;
    draft[field] = id;
  }
  return null;
}

/** Removes a word that stands for a missing verdict or score from the draft, and gives the parse status for it. */
function takeNoAnswer(draft: RecordDraft): 'failed' | 'error' | 'abstained' | undefined {
  for (const field of ['verdict', 'score']) {
    const text = draft[field];
    if (typeof text !== 'string') continue;
    const word = pythonStrip(text).toLowerCase();
    const abstained = field === 'score' && isAbstention(word);
    const isLabel = field === 'verdict' && word === 'error' && draft.stage === 'critique';
    if (isLabel || !(abstained || NO_ANSWER.has(word))) continue;
    draft[field] = null;
    return abstained ? 'abstained' : unanswered(word);
  }
  return undefined;
}

/**
 * Fills in verdict, score and parse status of a judgment, from the judge's text where the mapping says so; that text is its rationale then, if nothing else is. A row that exists was answered:
 * without a verdict or a score it is `failed`, or a correction. Returns what a reader should know of it.
 */
function readAnswer(draft: RecordDraft, row: RawRow, map: TableMap): string | undefined {
  const order = draft.order === 'ba' ? 'ba' : 'ab';
  let remark: string | undefined;
  const none = takeNoAnswer(draft);
  if (map.read.verdict !== undefined) {
    const text = textOf(row[map.read.verdict]);
    draft.rationale ??= text;
    const shown = parseVerdict(text);
    draft.verdict = shown === null ? null : unswapped(shown, order);
    draft.parse ??= shown === null ? unanswered(text) : 'ok';
  } else if (map.verdict_names === 'shown' && (draft.verdict === 'a' || draft.verdict === 'b')) {
    draft.verdict = unswapped(draft.verdict === 'a' ? 'first' : 'second', order);
  }
  if (map.read.score !== undefined) {
    const text = textOf(row[map.read.score]);
    draft.rationale ??= text;
    const read = parseScore(text);
    draft.score = read.score;
    draft.parse ??= read.parse;
    remark = read.remark;
  }
  const answered = (draft.verdict ?? null) !== null || (draft.score ?? null) !== null;
  const corrected = draft.stage === 'correction' && pythonStrip(textOf(draft.rationale)) !== '';
  draft.parse ??= answered || corrected ? 'ok' : (none ?? 'failed');
  return remark;
}

interface Books {
  readonly ledger: Ledger;
  readonly names: NameBook;
  repeats: number;
}

function importRow(
  map: TableMap,
  {
    file,
    line,
    row,
    books,
  }: { readonly file: string; readonly line: number; readonly row: RawRow; readonly books: Books },
): RowOutcome {
  const { ledger, names } = books;
  const draft = draftOf(row, map);
  const rival = takeNames(draft, names, { file, line });
  if (rival !== null) return rival;
  const remark = map.kind === 'judgments' ? readAnswer(draft, row, map) : undefined;
  const checked = checkRecord(map.kind, { file, line, row: draft });
  if (isProblems(checked)) return checked;
  if (remark !== undefined)
    ledger.warn({ file, line, field: map.read.score, found: textOf(row[map.read.score ?? '']), message: remark });
  ledger.add({ kind: map.kind, record: checked } as ImportItem);
  if ('repeat' in checked) books.repeats = Math.max(books.repeats, checked.repeat + 1);
  return null;
}

async function* importTable(ledger: Ledger, sources: readonly Source[], options: ImportOptions): ImportSteps {
  const own = options.mapping ?? sources.find((s) => /(?:^|\/)mapping\.(?:ya?ml|json)$/.test(s.name));
  if (own === undefined) {
    ledger.fail({
      file: '.',
      message: 'no mapping file',
      expected: 'mapping.yaml, or --mapping FILE',
      hint: 'docs/data-formats.md shows one',
    });
    return;
  }
  const { mapping, problems } = await readMapping(own);
  for (const problem of problems) ledger.fail(problem);
  const books: Books = { ledger, names: new NameBook(), repeats: 1 };
  for (const map of mapping?.tables ?? []) {
    const files = sources.filter((s) => s !== own && s.name !== own.name && fits(map.files, s.name));
    if (files.length === 0) ledger.fail(noFile(own.name, map.files, sources));
    const selection = new RowSelection(map);
    for (const source of files) yield* readTable(source, map, { selection, books });
    selection.close(own.name, ledger);
  }
  if (mapping !== null) {
    for (const { name: file } of dataFiles(sources)) {
      const read = file === own.name || mapping.tables.some((map) => fits(map.files, file));
      if (!read) ledger.warn({ file, message: 'no part of the mapping reads this file' });
    }
    ledger.add({ kind: 'run', record: runOf(mapping, options, books.repeats) });
  }
}

function noFile(file: string, found: string, sources: readonly Source[]): Problem {
  const names = sources.map((s) => s.name);
  const near = nearestWord(found, names);
  const hint = near === undefined ? undefined : `is ${near} meant?`;
  return {
    file,
    field: 'files',
    found,
    message: 'no file has such a name',
    expected: names.join(', ') || 'a folder with files',
    hint,
  };
}

async function* readTable(
  source: Source,
  map: TableMap,
  { selection, books }: { readonly selection: RowSelection; readonly books: Books },
): ImportSteps {
  const { ledger } = books;
  const file = source.name;
  if (!(await hasColumns(source, map, ledger))) return;
  ledger.expect(file, { judgments: map.kind === 'judgments' ? 1 : 0 });
  const use = (row: unknown, line: number): RowOutcome => {
    if (!isRow(row)) return { file, line, message: 'not an object; the row was left out' };
    return selection.takes(row) ? importRow(map, { file, line, row, books }) : 'later';
  };
  yield* importRows(source, ledger, { columns: mappedColumns(map), use });
}

function runOf(
  { run }: FieldMapping,
  options: ImportOptions,
  repeats: number,
): Extract<ImportItem, { kind: 'run' }>['record'] {
  const judge = plainId(options.judge ?? run.judge);
  const variant = run.variant ?? '';
  const benchmark = options.benchmark ?? run.benchmark;
  return { repeats, ...run, run: options.run ?? run.run ?? plainId(`${judge} ${variant}`), judge, variant, benchmark };
}

export const tableFormat: ImportFormat = {
  id: 'table',
  about: 'any CSV, TSV, JSONL or Parquet, with a mapping file that names the columns',
  import: importTable,
};
