/** A place in JSON text: `scores.2`, and how many characters stand before it. */
export interface Spot {
  readonly path: string;
  readonly offset: number;
}

/** JSON text, read. `value` is undefined when nothing could be made of it. */
export interface ParsedJson {
  readonly value: unknown;
  /** Keys named again in the same object. JSON.parse would silently take the last. */
  readonly duplicates: readonly Spot[];
  /** Bare NaN, Infinity and -Infinity, which are not JSON; null stands in their place. */
  readonly nonFinite: readonly Spot[];
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
const BARE = /-?(?:NaN|Infinity)\b/y;

/** Index of the quote that ends the string beginning at `start`, or the text's length. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** Key–value pairs in valid JSON text, at any depth: colons outside strings. */
function countPairs(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) i = stringEnd(text, i);
    else if (c === COLON) pairs++;
  }
  return pairs;
}

/** Keys of a parsed value, at any depth; iterative, since text may be nested without end. */
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

/** Walks JSON text that may hold bare NaN; calls back at each key and each bare number. */
export function walkJson(
  text: string,
  onKey: (spot: Spot, again: boolean) => void,
  onBare: (spot: Spot, length: number) => void,
): void {
  const stack: Level[] = [];
  const path = (): string => stack.map((l) => (l.keys === null ? String(l.index) : l.step)).join('.');
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    const top = stack.at(-1);
    if (c === QUOTE) {
      const end = stringEnd(text, i);
      if (top?.keys && /^\s*:/.test(text.slice(end + 1, end + 12))) {
        const key = unquoted(text.slice(i, end + 1));
        const again = top.keys.has(key);
        top.keys.add(key);
        top.step = key;
        onKey({ path: path(), offset: i }, again);
      }
      i = end;
    } else if (c === OPEN_BRACE) stack.push({ keys: new Set(), step: '', index: 0 });
    else if (c === OPEN_BRACKET) stack.push({ keys: null, step: '', index: 0 });
    else if (c === CLOSE_BRACE || c === CLOSE_BRACKET) stack.pop();
    else if (c === COMMA && top) top.index++;
    else {
      BARE.lastIndex = i;
      const length = BARE.exec(text)?.[0].length ?? 0;
      if (length > 0) {
        onBare({ path: path(), offset: i }, length);
        i += length - 1;
      }
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
  walkJson(
    text,
    (spot, again) => {
      if (again) found.push(spot);
    },
    () => undefined,
  );
  return found;
}

/** The engine's message without the text it quotes, which may be long. */
const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/, ?"[\s\S]*" is not valid JSON$/, '').slice(0, 200);

function withoutBare(text: string, first: unknown): ParsedJson {
  const nonFinite: Spot[] = [];
  let mended = '';
  let from = 0;
  walkJson(
    text,
    () => undefined,
    (spot, length) => {
      nonFinite.push(spot);
      mended += `${text.slice(from, spot.offset)}null`;
      from = spot.offset + length;
    },
  );
  if (nonFinite.length === 0) return { value: undefined, duplicates: [], nonFinite, error: reason(first) };
  mended += text.slice(from);
  try {
    return { value: JSON.parse(mended), duplicates: duplicatesIn(text), nonFinite, error: null };
  } catch (error) {
    return { value: undefined, duplicates: [], nonFinite, error: reason(error) };
  }
}

/** Parses JSON text and notices what JSON.parse hides or refuses: duplicate keys and bare NaN or Infinity. */
export function parseJson(text: string): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return withoutBare(text, error);
  }
  const duplicates = countPairs(text) === countKeys(value) ? [] : duplicatesIn(text);
  return { value, duplicates, nonFinite: [], error: null };
}
