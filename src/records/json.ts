import { valueAtPath } from './issues.ts';

/** A place in JSON text: `scores.2`, and how many characters stand before it. */
interface Spot {
  readonly path: string;
  readonly offset: number;
}

/**
 * JSON text, read. `value` is undefined when nothing could be made of it; a bare NaN, Infinity or -Infinity, which is not JSON, is that number; a
 * whole number that JavaScript cannot hold is text.
 */
export interface ParsedJson {
  readonly value: unknown;
  /** Keys that an object names twice: JSON.parse would silently take the last. */
  readonly duplicates: readonly Spot[];
  readonly error: string | null;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const MINUS = 45;
const UPPER_I = 73;
const UPPER_N = 78;
const AFTER_KEY = /^\s*:/;
const BARE = /-?(?:NaN|Infinity)\b/y;

/** Gives the index of the quote that ends the string beginning at `start`, or the text's length. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** Deeper values are refused, because whatever walks them later may recurse. */
const MAX_DEPTH = 256;

/**
 * Counts the key–value pairs in valid JSON text, at any depth, which is that of colons outside strings. Null when it is nested too deeply.
 */
function countPairs(text: string): number | null {
  let pairs = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) i = stringEnd(text, i);
    else if (c === COLON) pairs++;
    else if (c === OPEN_BRACE || c === OPEN_BRACKET) {
      if (++depth > MAX_DEPTH) return null;
    } else if (c === CLOSE_BRACE || c === CLOSE_BRACKET) depth--;
  }
  return pairs;
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  const open: object[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) {
      for (const item of next) if (typeof item === 'object' && item !== null) open.push(item);
      continue;
    }
    for (const key in next) {
      keys++;
      const item: unknown = Reflect.get(next, key);
      if (typeof item === 'object' && item !== null) open.push(item);
    }
  }
  return keys;
}

interface Level {
  /** null for an array. */
  readonly keys: Set<string> | null;
  step: string;
  index: number;
}

/** What `walkJson` calls back with; `path` is made only when it is asked for. */
export interface JsonVisitor {
  key?(path: () => string, offset: number, again: boolean): void;
  bare?(steps: readonly string[], offset: number, length: number): void;
}

/** Walks JSON text that may hold bare NaN: each key, each bare number. Stops below 256 levels. */
export function walkJson(text: string, visitor: JsonVisitor): void {
  const stack: Level[] = [];
  const steps = (): string[] => stack.map((l) => (l.keys === null ? String(l.index) : l.step));
  const path = (): string => steps().join('.');
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    const top = stack.at(-1);
    if (c === QUOTE) {
      const end = stringEnd(text, i);
      if (top?.keys && AFTER_KEY.test(text.slice(end + 1, end + 12))) {
        top.step = unquoted(text.slice(i, end + 1));
        visitor.key?.(path, i, top.keys.has(top.step));
        top.keys.add(top.step);
      }
      i = end;
    } else if (c === OPEN_BRACE || c === OPEN_BRACKET) {
      if (stack.length === MAX_DEPTH) return;
      stack.push({ keys: c === OPEN_BRACE ? new Set() : null, step: '', index: 0 });
    } else if (c === CLOSE_BRACE || c === CLOSE_BRACKET) stack.pop();
    else if (c === COMMA && top) top.index++;
    else if (c === MINUS || c === UPPER_I || c === UPPER_N) {
      BARE.lastIndex = i;
      const length = BARE.exec(text)?.[0].length ?? 0;
      if (length > 0) visitor.bare?.(steps(), i, length);
      i += Math.max(0, length - 1);
    }
  }
}

function unquoted(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}

function duplicatesIn(text: string): Spot[] {
  const found: Spot[] = [];
  walkJson(text, {
    key(path, offset, again) {
      if (again) found.push({ path: path(), offset });
    },
  });
  return found;
}

/** Gives the engine's message without the text it quotes, which may be long. */
const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/, ?(?:\.{3})?"[\s\S]*"(?:\.{3})? is not valid JSON$/, '')
    .slice(0, 200);

const failed = (error: string): ParsedJson => ({ value: undefined, duplicates: [], error });

const LONG_WHOLE = /\d{16}/;
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\[\s\S])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Puts whole numbers into quotes that would lose digits as numbers: ids of 64 bits. */
const withLongNumbersAsText = (text: string): string =>
  text.replace(TEXT_OR_NUMBER, (found) =>
    /^-?\d{16,}$/.test(found) && !Number.isSafeInteger(Number(found)) ? `"${found}"` : found,
  );

/** Parses text whose keys and depth must still be looked at. Throws what JSON.parse throws. */
function parseSound(given: string, original = given): ParsedJson {
  const text = LONG_WHOLE.test(given) ? withLongNumbersAsText(given) : given;
  const value: unknown = JSON.parse(text);
  const pairs = countPairs(text);
  if (pairs === null) return failed(`nested deeper than ${MAX_DEPTH} levels`);
  return { value, duplicates: pairs === countKeys(value) ? [] : duplicatesIn(original), error: null };
}

interface BareNumber {
  readonly steps: readonly string[];
  readonly value: number;
}

/** Gives the text with null for every bare NaN and Infinity, and where they stood. */
function withoutBare(text: string): { readonly mended: string; readonly bare: readonly BareNumber[] } {
  const bare: BareNumber[] = [];
  let mended = '';
  let from = 0;
  walkJson(text, {
    bare(steps, offset, length) {
      bare.push({ steps, value: Number(text.slice(offset, offset + length)) });
      mended += `${text.slice(from, offset)}null`;
      from = offset + length;
    },
  });
  return { mended: mended + text.slice(from), bare };
}

function putBare(root: unknown, { steps, value }: BareNumber): unknown {
  const last = steps.at(-1);
  if (last === undefined) return value;
  const holder = valueAtPath(root, steps.slice(0, -1));
  if (typeof holder === 'object' && holder !== null) Reflect.set(holder, last, value);
  return root;
}

/** Parses JSON text and notices what JSON.parse hides or refuses: duplicate keys and bare NaN or Infinity. */
export function parseJson(text: string): ParsedJson {
  try {
    return parseSound(text);
  } catch (error) {
    const { mended, bare } = withoutBare(text);
    if (bare.length === 0) return failed(reason(error));
    try {
      const parsed = parseSound(mended, text);
      return { ...parsed, value: bare.reduce(putBare, parsed.value) };
    } catch (again) {
      return failed(reason(again));
    }
  }
}
