import { checkRecord, fieldsOfKind, isProblems, type RecordKind, requiredOf } from '../records/issues.ts';
import { nearestWord, type Problem } from '../schema/problem.ts';
import {
  type ImportItem,
  idText,
  isAbstention,
  parseScore,
  parseVerdict,
  pythonStrip,
  storedScore,
  tableText,
  textOf,
  unanswered,
  unswapped,
} from './importer.ts';
import type { Ledger, RowOutcome } from './ledger.ts';
import { type NameBook, nameId, plainId } from './names.ts';

export type YieldedRow = Readonly<Record<string, unknown>>;

/** Columns of judgments that are no fields of the record, and say how to fill them. */
const READ_COLUMNS = {
  /** Text of the judge from which the verdict is read by the official rules; its rationale, if nothing else is. */
  verdict_text: 'verdict',
  score_text: 'score',
  /** A verdict that names the responses as they were shown: the order `ba` swaps it. */
  verdict_shown: 'verdict',
} as const;
/** The column that says whose judgment it is, where the files hold several judges'. */
export const JUDGE_COLUMN = 'judge';

const MORE: Readonly<Record<RecordKind, readonly string[]>> = {
  instances: [],
  responses: [],
  gold: [],
  judgments: [...Object.keys(READ_COLUMNS), JUDGE_COLUMN],
};
const GIVEN: Readonly<Record<RecordKind, readonly string[]>> = {
  instances: ['prompt'],
  responses: [],
  gold: [],
  judgments: ['parse'],
};
const ANSWERS = ['verdict', 'score', 'parse', 'stage', ...Object.keys(READ_COLUMNS)];
const MANY = 20;

export function yieldProblems(
  kind: RecordKind,
  columns: readonly string[],
  at: Pick<Problem, 'file' | 'line'>,
): readonly Problem[] {
  const fields = fieldsOfKind(kind);
  const known = (name: string): boolean =>
    fields.includes(name) ||
    name.startsWith('_') ||
    MORE[kind].includes(name) ||
    (kind === 'instances' && /^attributes\.[^.]+$/.test(name));
  const unknown = columns.filter((name) => !known(name));
  const absent = requiredOf(kind).filter((field) => !columns.includes(field) && !GIVEN[kind].includes(field));
  const silent = kind === 'judgments' && !ANSWERS.some((field) => columns.includes(field));
  const expected = [...fields, ...MORE[kind]].join(', ');
  return [
    ...unknown.slice(0, MANY).map((field): Problem => {
      const near = nearestWord(field, [...fields, ...MORE[kind]]);
      return {
        ...at,
        field,
        message: `no field of ${kind}`,
        expected,
        hint: near === undefined ? 'name the field after AS, or leave the column out' : `is ${near} meant?`,
      };
    }),
    ...(unknown.length > MANY
      ? [{ ...at, message: `more columns that are no field of ${kind}`, found: `${unknown.length - MANY} more` }]
      : []),
    ...absent.map(
      (field): Problem => ({
        ...at,
        field,
        message: `every record of ${kind} needs it`,
        hint: `name its column, or a value: … AS ${field}`,
      }),
    ),
    ...(silent
      ? [{ ...at, message: 'judgments without an answer', expected: 'verdict or score, or verdict_text or score_text' }]
      : []),
  ];
}

const IDS = new Set(['instance', 'response', 'cluster']);
/** Fields that hold names, and the ids that these become: those of judges are small letters, digits and hyphens. */
const NAMES: Readonly<Record<string, (name: string) => string>> = {
  criterion: nameId,
  annotator: nameId,
  condition: nameId,
  critique_judge: plainId,
};
const NUMBERS = new Set(['repeat', 'score', 'cost', 'tokens', 'rationale_length', 'prompt_length']);
const EMPTY_ALLOWED = new Set(['prompt', 'text', 'rationale']);
/** Words that stand in place of an answer. Critiques have a verdict `error` of their own. */
const NO_ANSWER = new Set(['fail', 'failed', 'error']);

type RecordDraft = Record<string, unknown>;

const picture = (src: unknown): unknown => (typeof src === 'string' ? { src, alt: '' } : src);

function fieldValue(field: string, value: unknown): unknown {
  if (IDS.has(field)) return idText(value) ?? value;
  if (NUMBERS.has(field)) return storedScore(value).score ?? value;
  if (field === 'media')
    return Array.isArray(value) ? value.map(picture) : typeof value === 'string' ? [picture(value)] : value;
  if (field === 'value' && typeof value === 'number') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
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
  (value === 'NaN' || (typeof value === 'number' && !Number.isFinite(value))) &&
  !NUMBERS.has(field) &&
  field !== 'value';

function draftOf(row: YieldedRow, kind: RecordKind): RecordDraft {
  const draft: RecordDraft = {};
  const more = MORE[kind];
  for (const [field, value] of Object.entries(row)) {
    if (field.startsWith('_') || more.includes(field)) continue;
    const empty = typeof value === 'string' && pythonStrip(value) === '' && !EMPTY_ALLOWED.has(field);
    if (value !== null && value !== undefined && !empty && !isMissingText(field, value)) put(draft, field, value);
  }
  if (draft.prompt === undefined && kind === 'instances') draft.prompt = '';
  return draft;
}

export interface YieldPlace {
  readonly file: string;
  readonly line: number | undefined;
}

function takeNames(draft: RecordDraft, book: NameBook, at: YieldPlace): Problem | null {
  for (const [field, idOf] of Object.entries(NAMES)) {
    const name = draft[field];
    if (typeof name !== 'string') continue;
    const id = idOf(name);
    const rival = book.rivalOf({ ...at, field }, name.trim(), id);
    if (rival !== null) return rival;
    draft[field] = id;
  }
  return null;
}

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

const SHOWN: Readonly<Record<string, 'first' | 'second'>> = {
  a: 'first',
  b: 'second',
  first: 'first',
  second: 'second',
};

/** From the judge's text where a column has it. A row that exists was answered: without verdict or score it is `failed`, or a correction. Returns a remark. */
function readAnswer(draft: RecordDraft, row: YieldedRow): string | undefined {
  const order = draft.order === 'ba' ? 'ba' : 'ab';
  if (row.verdict_shown !== undefined) {
    const shown = tableText(row.verdict_shown);
    const named = SHOWN[shown];
    if (named !== undefined || pythonStrip(shown) !== '')
      draft.verdict = named === undefined ? shown : unswapped(named, order);
  }
  let remark: string | undefined;
  const none = takeNoAnswer(draft);
  if (row.verdict_text !== undefined) {
    const text = textOf(row.verdict_text);
    draft.rationale ??= text;
    const shown = parseVerdict(text);
    draft.verdict = shown === null ? null : unswapped(shown, order);
    draft.parse ??= shown === null ? unanswered(text) : 'ok';
  }
  if (row.score_text !== undefined) {
    const text = textOf(row.score_text);
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

export function useYielded(
  kind: RecordKind,
  row: YieldedRow,
  { at, ledger, names }: { readonly at: YieldPlace; readonly ledger: Ledger; readonly names: NameBook },
): { readonly outcome: RowOutcome; readonly repeat: number } {
  const draft = draftOf(row, kind);
  const rival = takeNames(draft, names, at);
  if (rival !== null) return { outcome: rival, repeat: 0 };
  const remark = kind === 'judgments' ? readAnswer(draft, row) : undefined;
  const checked = checkRecord(kind, { file: at.file, line: at.line ?? 0, row: draft });
  if (isProblems(checked)) {
    const problems = at.line === undefined ? checked.map(({ line: _, ...problem }) => problem) : checked;
    return { outcome: problems, repeat: 0 };
  }
  if (remark !== undefined) ledger.warn({ ...at, field: 'score', found: textOf(row.score_text), message: remark });
  ledger.add({ kind, record: checked } as ImportItem);
  return { outcome: null, repeat: 'repeat' in checked ? checked.repeat : 0 };
}
