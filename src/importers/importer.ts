import type { z } from 'zod';
import { LIMITS, readBytes, type Source, UnreadableError } from '../records/bytes.ts';
import type { RowCount } from '../records/issues.ts';
import { parseJson, walkJson } from '../records/json.ts';
import type { Problem } from '../schema/problem.ts';
import type { Gold, Instance, Judgment, Response, Run } from '../schema/records.ts';
import type { RowStore, Work } from '../sql/work.ts';

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
