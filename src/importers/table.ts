import { checkRecord, requiredOf } from '../records/kinds.ts';
import { readRows } from '../records/rows.ts';
import type { Source } from '../records/source.ts';
import type { Problem } from '../schema/problem.ts';
import { type Format, type ImportItem, type ImportOptions, idText, isRow, type Row, slug, textOf } from './importer.ts';
import { Ledger } from './ledger.ts';
import { parseScore, storedScore } from './score.ts';
import { fits, type Mapping, readMapping, type TableMap } from './table-mapping.ts';
import { parseVerdict, unswapped } from './verdict.ts';

const IDS = new Set(['instance', 'response', 'cluster']);
const NAMES = new Set(['criterion', 'critique_judge', 'annotator', 'condition']);
const NUMBERS = new Set(['repeat', 'score', 'cost', 'tokens']);
const EMPTY_ALLOWED = new Set(['prompt', 'text', 'rationale']);

type Draft = Record<string, unknown>;

/** A cell as the field wants it; what cannot be read stays, for the schema to name. */
function fieldValue(field: string, value: unknown): unknown {
  if (IDS.has(field)) return idText(value) ?? value;
  if (NAMES.has(field)) return typeof value === 'string' || typeof value === 'number' ? slug(String(value)) : value;
  if (NUMBERS.has(field)) return storedScore(value).score ?? value;
  if (field === 'media') return typeof value === 'string' ? [{ src: value, alt: '' }] : value;
  if (field === 'value' && typeof value === 'number') return value;
  return typeof value === 'number' ? String(value) : value;
}

function put(draft: Draft, field: string, value: unknown): void {
  const at = field.indexOf('.');
  if (at < 0) {
    draft[field] = fieldValue(field, value);
    return;
  }
  const [outer, inner] = [field.slice(0, at), field.slice(at + 1)];
  draft[outer] = { ...(draft[outer] as Draft | undefined), [inner]: textOf(value) };
}

/** Fills in verdict, score and parse status of a judgment from the judge's text, where the mapping says so. */
function readAnswer(draft: Draft, row: Row, map: TableMap): string | undefined {
  const order = draft.order === 'ba' ? 'ba' : 'ab';
  let remark: string | undefined;
  if (map.read.verdict !== undefined) {
    const shown = parseVerdict(textOf(row[map.read.verdict]));
    draft.verdict = shown === null ? null : unswapped(shown, order);
    draft.parse ??= shown === null ? 'failed' : 'ok';
  } else if (map.verdict_names === 'shown' && (draft.verdict === 'a' || draft.verdict === 'b')) {
    draft.verdict = unswapped(draft.verdict === 'a' ? 'first' : 'second', order);
  }
  if (map.read.score !== undefined) {
    const read = parseScore(textOf(row[map.read.score]));
    draft.score = read.score;
    draft.parse ??= read.parse;
    remark = read.remark;
  }
  const answered = (draft.verdict ?? null) !== null || (draft.score ?? null) !== null;
  draft.parse ??= answered ? 'ok' : 'missing';
  return remark;
}

function draftOf(row: Row, map: TableMap): Draft {
  const draft: Draft = {};
  for (const [field, value] of Object.entries(map.constants)) put(draft, field, value);
  for (const [field, column] of Object.entries(map.columns)) {
    const found = row[column];
    const known = map.values[field]?.[textOf(found)];
    const value = known ?? found;
    if (value === null || value === undefined || (value === '' && !EMPTY_ALLOWED.has(field))) continue;
    put(draft, field, value);
  }
  if (draft.prompt === undefined && map.kind === 'instances') draft.prompt = '';
  return draft;
}

const isProblems = (checked: object): checked is readonly Problem[] => Array.isArray(checked);

function importRow(file: string, line: number, row: Row, map: TableMap, ledger: Ledger): number {
  const differs = Object.entries(map.where).find(([column, value]) => textOf(row[column]) !== String(value));
  if (differs !== undefined) return 0;
  const draft = draftOf(row, map);
  const remark = map.kind === 'judgments' ? readAnswer(draft, row, map) : undefined;
  const checked = checkRecord(map.kind, file, line, draft);
  if (isProblems(checked)) {
    ledger.rejectFor(checked);
    return 0;
  }
  if (remark !== undefined)
    ledger.warn({ file, line, field: map.read.score, found: textOf(row[map.read.score ?? '']), message: remark });
  ledger.add({ kind: map.kind, record: checked } as ImportItem);
  ledger.used(file);
  return 'repeat' in checked ? checked.repeat + 1 : 0;
}

async function* importTable(sources: readonly Source[], options: ImportOptions): AsyncGenerator<readonly ImportItem[]> {
  const ledger = new Ledger();
  const own = options.mapping ?? sources.find((s) => /(?:^|\/)mapping\.(?:ya?ml|json)$/.test(s.name));
  if (own === undefined) {
    ledger.fail({
      file: '.',
      message: 'no mapping file',
      expected: 'mapping.yaml, or --mapping FILE',
      hint: 'docs/data-formats.md shows one',
    });
    yield ledger.close();
    return;
  }
  const { mapping, problems } = await readMapping(own);
  for (const problem of problems) ledger.fail(problem);
  let repeats = 1;
  for (const map of mapping?.tables ?? []) {
    const files = sources.filter((s) => s !== own && s.name !== own.name && fits(map.files, s.name));
    if (files.length === 0) {
      const expected = sources.map((s) => s.name).join(', ');
      ledger.fail({ file: own.name, field: 'files', found: map.files, message: 'no file has such a name', expected });
    }
    for (const source of files) {
      for await (const most of readTable(source, map, ledger)) {
        repeats = Math.max(repeats, most);
        yield ledger.take();
      }
    }
  }
  if (mapping !== null) ledger.add({ kind: 'run', record: runOf(mapping, options, repeats) });
  yield ledger.close();
}

/** Reads one file by its part of the mapping; yields how many repeats there were, batch by batch. */
async function* readTable(source: Source, map: TableMap, ledger: Ledger): AsyncGenerator<number> {
  const columns = [...Object.values(map.columns), ...Object.values(map.read), ...Object.keys(map.where)].filter(
    (c) => c !== undefined,
  );
  let repeats = 1;
  let begun = false;
  for await (const batch of readRows(source, { columns })) {
    if (!begun && batch.columns !== undefined) {
      begun = true;
      if (!reportColumns(source.name, batch.columns, columns, map, ledger)) return;
    }
    ledger.unread(batch.problems);
    for (const [i, row] of batch.rows.entries()) {
      const line = batch.lines[i] ?? 0;
      if (isRow(row)) repeats = Math.max(repeats, importRow(source.name, line, row, map, ledger));
      else ledger.reject({ file: source.name, line, message: 'not an object; the row was left out' });
    }
    yield repeats;
  }
}

/** Columns that the mapping names and the file does not have, said once; false when no record can be made without them. */
function reportColumns(
  file: string,
  present: readonly string[],
  wanted: readonly string[],
  { kind, columns, constants }: TableMap,
  ledger: Ledger,
): boolean {
  const expected = present.join(', ');
  const needed = new Set(requiredOf(kind).flatMap((field) => (field in constants ? [] : (columns[field] ?? []))));
  const absent = [...new Set(wanted)].filter((column) => !present.includes(column));
  for (const field of absent) {
    const problem = { file, field, expected, hint: 'correct the name in the mapping file' };
    if (needed.has(field)) ledger.fail({ ...problem, message: 'no such column; the file was left out' });
    else ledger.warn({ ...problem, message: 'no such column' });
  }
  return !absent.some((column) => needed.has(column));
}

function runOf(
  { run }: Mapping,
  options: ImportOptions,
  repeats: number,
): Extract<ImportItem, { kind: 'run' }>['record'] {
  const judge = slug(options.judge ?? run.judge);
  const variant = run.variant ?? '';
  const benchmark = options.benchmark ?? run.benchmark;
  return { repeats, ...run, run: options.run ?? run.run ?? slug(`${judge} ${variant}`), judge, variant, benchmark };
}

export const table: Format = {
  id: 'table',
  about: 'any CSV, TSV, JSONL or Parquet, with a mapping file that names the columns',
  import: importTable,
};
