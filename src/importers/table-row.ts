import type { Problem } from '../schema/problem.ts';
import { idText, type RawRow, tableText, textOf } from './importer.ts';
import { type NameBook, nameId, plainId } from './names.ts';
import { isAbstention, parseScore, storedScore } from './score.ts';
import type { TableMap } from './table-mapping.ts';
import { parseVerdict, pythonStrip, unanswered, unswapped } from './verdict.ts';

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

/** A record that its schema has not checked yet. */
export type RecordDraft = Record<string, unknown>;

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
export function draftOf(row: RawRow, map: TableMap): RecordDraft {
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
export function takeNames(
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
export function readAnswer(draft: RecordDraft, row: RawRow, map: TableMap): string | undefined {
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
