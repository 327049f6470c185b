import type { z } from 'zod';
import { LIMITS, readBytes, type Source, UnreadableError } from '../records/bytes.ts';
import type { RowCount } from '../records/issues.ts';
import { parseJson, walkJson } from '../records/json.ts';
import type { Problem } from '../schema/problem.ts';
import type { Gold, Instance, Judgment, Parse, Response, Run } from '../schema/records.ts';
import type { RowStore, Work } from '../sql/query.ts';

/** Code units that Python's `str.strip` takes off, which are not those of `trim`. */
const PYTHON_SPACE = new Set(
  '\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
);
const VERDICT = /response (\d+)[*]* is better/;

export function pythonStrip(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && PYTHON_SPACE.has(text.charAt(from))) from++;
  while (to > from && PYTHON_SPACE.has(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

/** Multi-Crit's official rule: in the last three lines, blank ones included, the first "Response 1|2 is better"; `first` and `second` as shown. Null for none. */
export function parseVerdict(text: string): 'first' | 'second' | null {
  const tail = pythonStrip(text).split('\n').slice(-3).join('\n').toLowerCase();
  const named = Number(VERDICT.exec(tail)?.[1] ?? 0);
  if (named === 1) return 'first';
  return named === 2 ? 'second' : null;
}

/** An answer without a verdict, even an empty one, counts as wrong, as in the official code: `error` where that word is all. Only without a row it is `missing`. */
export function unanswered(text: string): 'failed' | 'error' {
  return pythonStrip(text).toLowerCase() === 'error' ? 'error' : 'failed';
}

/** Gives the response's own name: in the order `ba` the first response shown is b. */
export function unswapped(shown: 'first' | 'second', order: 'ab' | 'ba'): 'a' | 'b' {
  return (shown === 'first') === (order === 'ab') ? 'a' : 'b';
}

/** A score as read, with how. `remark` says what a reader should know of it. */
export interface ReadScore {
  readonly score: number | null;
  readonly parse: Parse;
  readonly remark?: string;
}

const MARKER = '### Score:';
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** What Python's float() takes and we do not: digit groups, other scripts' digits, nan and inf. */
const ODD_NUMBER = /^[+-]?(?:nan|inf(?:inity)?|[\p{Nd}_]+(?:\.[\p{Nd}_]*)?(?:e[+-]?[\p{Nd}_]+)?)$/iu;
const NUMBER = /[0-9]+(?:\.[0-9]+)?/g;
const NOT_APPLICABLE = /^[\s*_"'`([]*n\/a(?![a-z0-9])/i;
const SCORE_NOT_APPLICABLE = /score\W{0,6}n\/a(?![a-z0-9])/i;

function plainNumber(text: string): number | null {
  const value = PLAIN.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** Says whether the judge declined to give a score. This is asked before any number is looked for. */
export function isAbstention(text: string): boolean {
  const at = text.lastIndexOf(MARKER);
  if (at >= 0) return NOT_APPLICABLE.test(text.slice(at + MARKER.length));
  return NOT_APPLICABLE.test(text) || SCORE_NOT_APPLICABLE.test(text);
}

/** MM-JudgeBias's official rule after a test for N/A: the whole text; else the first number after the last "### Score:"; else (`fallback`) the last one; else `failed`. */
export function parseScore(given: string): ReadScore {
  const text = pythonStrip(given);
  if (text === '') return { score: null, parse: 'failed', remark: 'the answer is empty' };
  if (isAbstention(text)) return { score: null, parse: 'abstained' };
  const whole = plainNumber(text);
  if (whole !== null) return { score: whole, parse: 'ok' };
  if (ODD_NUMBER.test(text)) return { score: null, parse: 'failed', remark: 'not a plain number; rejected' };
  const at = text.lastIndexOf(MARKER);
  const marked = at < 0 ? undefined : text.slice(at + MARKER.length).match(NUMBER)?.[0];
  if (marked !== undefined) return { score: Number(marked), parse: 'ok' };
  const last = text.match(NUMBER)?.at(-1);
  if (last === undefined) return { score: null, parse: 'failed', remark: 'no number in the text' };
  return {
    score: Number(last),
    parse: 'fallback',
    remark: 'no number after "### Score:"; the last number of the text was taken',
  };
}

/** A score stored as a value: a number, or text that is one. A list of one is a `fallback`, none is `missing`. */
export function storedScore(value: unknown): ReadScore {
  if (value === null || value === undefined || value === '') return { score: null, parse: 'missing' };
  if (typeof value === 'number') {
    return Number.isFinite(value)
      ? { score: value, parse: 'ok' }
      : { score: null, parse: 'failed', remark: 'not a finite number' };
  }
  if (Array.isArray(value)) {
    const only = value.length === 1 ? storedScore(value[0]) : null;
    if (only?.parse === 'ok') return { score: only.score, parse: 'fallback', remark: 'a list of one number' };
    return { score: null, parse: 'failed', remark: `a list of ${value.length}` };
  }
  if (typeof value !== 'string') return { score: null, parse: 'failed', remark: 'not a number' };
  const text = pythonStrip(value);
  if (isAbstention(text)) return { score: null, parse: 'abstained' };
  const number = plainNumber(text);
  return number === null ? { score: null, parse: 'failed', remark: 'not a number' } : { score: number, parse: 'ok' };
}

/** A JSON document that had to be read as a whole. `value` is undefined when it cannot be used. */
export interface JsonFile {
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Line on which a path's key stands; undefined for paths that are not keys. */
  line(path: string): number | undefined;
}

const tooLarge = (file: string): UnreadableError =>
  new UnreadableError({
    file,
    message: 'a JSON document too large to be read as a whole',
    expected: `at most ${LIMITS.document} bytes`,
    hint: 'split it, or use JSON Lines',
  });

async function readText(source: Source): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  // A gzipped file is larger than it looks.
  let bytes = 0;
  if (source.size > LIMITS.document) throw tooLarge(source.name);
  for await (const chunk of readBytes(source)) {
    bytes += chunk.byteLength;
    if (bytes > LIMITS.document) throw tooLarge(source.name);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function lineIndex(text: string): (path: string) => number | undefined {
  let lines: Map<string, number> | undefined;
  return (path) => {
    if (lines === undefined) {
      lines = new Map();
      let line = 1;
      let from = 0;
      const at = lines;
      walkJson(text, {
        key(pathOf, offset) {
          for (let i = text.indexOf('\n', from); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) line++;
          from = offset;
          const key = pathOf();
          if (!at.has(key)) at.set(key, line);
        },
      });
    }
    return lines.get(path);
  };
}

const NOTHING: Omit<JsonFile, 'problems'> = { value: undefined, line: () => undefined };

/** Reads a JSON document (up to 256 MiB), noticing duplicate keys. */
export async function readJsonFile(source: Source): Promise<JsonFile> {
  let text: string;
  try {
    text = await readText(source);
  } catch (error) {
    const unreadable = error instanceof UnreadableError ? error : source.failure?.(error);
    if (unreadable != null) return { ...NOTHING, problems: [unreadable.problem] };
    if (!(error instanceof TypeError)) throw error;
    return {
      ...NOTHING,
      problems: [{ file: source.name, message: 'not valid UTF-8', hint: 'save the file as UTF-8' }],
    };
  }
  const parsed = parseJson(text);
  if (parsed.error !== null) {
    return {
      ...NOTHING,
      problems: [{ file: source.name, message: `not valid JSON: ${parsed.error}`, hint: 'is the file cut off?' }],
    };
  }
  const line = lineIndex(text);
  const problems = parsed.duplicates.map((spot): Problem => {
    const message = 'this key stands twice in one object; the last was read';
    return {
      severity: 'warning',
      file: source.name,
      line: line(spot.path),
      field: spot.path,
      message,
      hint: 'keep one of them',
    };
  });
  return { value: parsed.value, problems, line };
}

/** A value that a report states without instances; it becomes a row of `published.csv`. */
export interface PublishedValue {
  readonly benchmark: string;
  readonly row: string;
  readonly judge: string;
  readonly variant: string;
  readonly column: string;
  readonly value: number | null;
  readonly n: number | null;
  readonly note: string;
}

export interface LeftOut {
  readonly reason: string;
  /** Whether they were left out by a rule of the format; else a fault was the reason. */
  readonly rule: boolean;
  readonly rows: number;
  /** How many judgments they would have been: answers that are expected all the same. */
  readonly judgments: number;
  /** The split of these answers; left out where nobody can tell. */
  readonly split?: string | undefined;
}

/** What importers give, in any order: records as their schemas take them (defaults may be left out), problems, row counts. */
export type ImportItem =
  | { readonly kind: 'run'; readonly record: z.input<typeof Run> }
  | { readonly kind: 'instances'; readonly record: z.input<typeof Instance> }
  | { readonly kind: 'responses'; readonly record: z.input<typeof Response> }
  | { readonly kind: 'gold'; readonly record: z.input<typeof Gold> }
  | { readonly kind: 'judgments'; readonly record: z.input<typeof Judgment> }
  | { readonly kind: 'published'; readonly record: PublishedValue }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'count'; readonly count: RowCount }
  | { readonly kind: 'left out'; readonly leftOut: LeftOut };

/** A mapping's own empty catalog, closed to files, network and settings. SQL of others reaches it by `heavy` alone, which must end what never ends. */
export type MappingEngine = Work & RowStore;

export interface ImportOptions {
  /** Whose answers to take: an id, or the name as the files spell it. */
  readonly judge?: string | undefined;
  readonly benchmark?: string | undefined;
  /** Name of the run; judge and variant by default. */
  readonly run?: string | undefined;
  /** VIEScore: the setting in the folder's name, most often the number of examples in the prompt. */
  readonly shot?: string | undefined;
  readonly mapping?: Source | undefined;
  readonly engine?: MappingEngine | undefined;
}

export const DATA_FILE = /\.(?:jsonl?|ndjson|csv|tsv|parquet)(?:\.gz)?$/i;

/** Finds the files that may hold rows: a file given alone in any case, of a folder those whose names say so, not its pictures and notes. */
export function dataFiles(sources: readonly Source[]): readonly Source[] {
  return sources.length === 1 ? sources : sources.filter(({ name }) => DATA_FILE.test(name));
}

export const ID_EXPECTED = 'text, or a number up to 2^53';

/** An id as text, whether a file writes a number or text; null for none, and for a whole number too large to be exact: two could become one. */
export function idText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : String(value);
}

export const idsKey = (...parts: readonly string[]): string => parts.join('\u0000');

/** Gives the text of a field; numbers as they print, everything else, NaN and Infinity too, as absent. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** Gives the text of a cell of any table: as `textOf`, and of yes and no `true` and `false`. */
export const tableText = (value: unknown): string => (typeof value === 'boolean' ? String(value) : textOf(value));

export type RawRow = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is RawRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the order in which the responses were shown, `ab` where a row does not say; null when it says something else. */
export function orderOf({ order, swapped }: RawRow): 'ab' | 'ba' | null {
  if (order === undefined || order === null || order === '')
    return swapped === true || swapped === 'true' ? 'ba' : 'ab';
  const name = textOf(order).trim().toLowerCase();
  return name === 'ab' || name === 'ba' ? name : null;
}
