import { isIdName } from '../mapping/roles.ts';

/** The most different values that are listed, and the most characters of one. */
const [VALUES, LONGEST] = [12, 200] as const;
const LOOKED_INTO = 5;

interface Saying {
  /** A regular expression; its group is what is said. */
  readonly pattern: string;
  readonly values: readonly string[];
}

export interface ColumnFacts {
  /** A few different values, none where there are many. */
  readonly values: readonly string[];
  readonly holds: 'numbers' | 'lists' | 'texts' | 'nothing';
  /** Whether numbers are written with commas in the place of points. */
  readonly hasCommas: boolean;
  /** The smallest and the largest number; null where not all are numbers. */
  readonly range: readonly [number, number] | null;
  readonly isUnique: boolean;
  /** Columns with which together it names every row. */
  readonly completedBy: readonly string[];
  readonly readings: readonly Saying[];
}

const COMMA_NUMBER = /^-?\d+,\d+$/;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function fewValues(texts: Iterable<string>): readonly string[] {
  const met = new Set<string>();
  for (const text of texts) {
    if (text !== '') met.add(text);
    if (met.size > VALUES) return [];
  }
  return [...met].sort((x, y) => x.localeCompare(y, 'en', { numeric: true }));
}

/** Patterns by which the verdict may stand in texts: `[[A]]` at the end, a word of JSON, or the sentence of Multi-Crit. */
function patternsIn(texts: readonly string[]): readonly string[] {
  const keys = new Set(
    texts
      .slice(0, LOOKED_INTO)
      .flatMap((text) => [...text.matchAll(/"([\w ]{1,40})"\s*:/g)].map(([, key = '']) => key)),
  );
  const inJson = [...keys].slice(0, VALUES).map((key) => `"${key}"\\s*:\\s*"?([^",}\\]\\n]*)`);
  return [...inJson, '\\[\\[([^\\[\\]]+)\\]\\]', '(?i)(response [12])\\W* is better'];
}

function sayingsIn(texts: readonly string[]): readonly Saying[] {
  return patternsIn(texts).flatMap((pattern): Saying[] => {
    const js = new RegExp(pattern.replace('(?i)', ''), pattern.startsWith('(?i)') ? 'i' : '');
    const said = texts.map((text) => js.exec(text)?.[1]?.trim() ?? '');
    const values = fewValues(said);
    return values.length > 0 && 2 * said.filter((one) => one !== '').length > said.length ? [{ pattern, values }] : [];
  });
}

function holds(cells: readonly unknown[]): ColumnFacts['holds'] {
  const filled = cells.filter((cell) => cell !== undefined && cell !== null && cell !== '' && !Number.isNaN(cell));
  if (filled.length === 0) return 'nothing';
  if (filled.every(Array.isArray)) return 'lists';
  const isNumber = (cell: unknown): boolean =>
    typeof cell === 'number' || (typeof cell === 'string' && (NUMBER.test(cell) || COMMA_NUMBER.test(cell)));
  return filled.every(isNumber) ? 'numbers' : 'texts';
}

function numberRange(texts: readonly string[]): ColumnFacts['range'] {
  const filled = texts.filter((text) => text !== '');
  const numbers = filled.map((text) => Number(COMMA_NUMBER.test(text) ? text.replace(',', '.') : text));
  if (numbers.length === 0 || numbers.some(Number.isNaN)) return null;
  return numbers.reduce<[number, number]>(
    ([least, most], x) => [Math.min(least, x), Math.max(most, x)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

const isOnce = (keys: readonly string[]): boolean => new Set(keys).size === keys.length;

export interface ReadColumn {
  readonly name: string;
  readonly cells: readonly unknown[];
  readonly texts: readonly string[];
}

export function columnFacts({ name, cells, texts }: ReadColumn, all: readonly ReadColumn[]): ColumnFacts {
  const isUnique = isOnce(texts);
  const values = fewValues(texts);
  const completes = (other: ReadColumn): boolean =>
    other.name !== name && isOnce(texts.map((text, i) => JSON.stringify([text, other.texts[i]])));
  return {
    values: values.map((text) => text.slice(0, LONGEST)),
    holds: holds(cells),
    hasCommas: texts.some((text) => COMMA_NUMBER.test(text)),
    range: numberRange(texts),
    isUnique,
    completedBy: isUnique || !isIdName(name) ? [] : all.filter(completes).map((other) => other.name),
    readings: isUnique && isIdName(name) ? [] : sayingsIn(texts.filter((text) => text !== '')),
  };
}
