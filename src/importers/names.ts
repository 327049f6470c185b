import type { Problem } from '../schema/problem.ts';

/** Signs that part words and carry no more: blanks and punctuation, but `#`, which sets `C#` apart from `C`. */
const PARTING = /^(?:[\s\p{Z}]|(?!#)\p{P})$/u;

/** Writes one sign of an id: letters without their accents and digits as they are, parting signs as a hyphen, all others by their number. */
function idSign(sign: string): string {
  const plain = sign
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  if (plain === '' || /^[a-z0-9]+$/.test(plain)) return plain;
  if (PARTING.test(sign)) return '-';
  return `-u${(sign.codePointAt(0) ?? 0).toString(16)}-`;
}

/**
 * Writes a name as an id of a judge, a run or a benchmark, which stands in addresses: small letters, digits and hyphens. Signs that make a name
 * but no id are written by their numbers, so that they set names apart all the same: `GPT-4.1 (low)` → `gpt-4-1-low`, `C++` →
 * `c-u2b-u2b`, `安全` → `u5b89-u5168`. Empty when the name has no sign but blanks and punctuation.
 */
export function plainId(name: string): string {
  return Array.from(name.normalize('NFKC'), idSign).join('').replace(/-+/g, '-').replace(/^-|-$/g, '');
}

/** Gives a name without the blanks at its ends that nobody means; others, such as a no-break space, stay and are remarked on. */
const trimmedOf = (name: string): string => name.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

/**
 * Writes the id of a criterion, an annotator or a condition: small letters and hyphens where these lose nothing but capitals, blanks and
 * underscores (`Factual Accuracy` → `factual-accuracy`), else the name as people wrote it (`C++`, `安全`).
 */
export function nameId(name: string): string {
  const trimmed = trimmedOf(name);
  const id = trimmed.toLowerCase().replaceAll(/[ _]+/g, '-');
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) ? id : trimmed;
}

const WORDS = /^[A-Za-z0-9 ,&/():;.'_-]+$/;

/**
 * Writes the id of a task, a domain or a subset, which the description of a benchmark lists: of words and what joins them as of a judge
 * (`Perception & Understanding` → `perception-understanding`), else the name as people wrote it.
 */
export function wordsId(name: string): string {
  const trimmed = trimmedOf(name);
  return WORDS.test(trimmed) ? plainId(trimmed) : trimmed;
}

/** Writes a key of several ids. */
export const idsKey = (...parts: readonly string[]): string => parts.join('\u0000');

interface Place {
  readonly file: string;
  readonly line?: number | undefined;
  readonly field: string;
}

/** A name with the id it is to get; `within`: where an id stands for one thing alone, for example a split; everywhere by default. */
export type NamedId = readonly [name: string, id: string, within?: string];

/** Ids of one import with the names that they come from, so that two names never become one without a word. */
export class NameBook {
  private readonly names = new Map<string, string>();

  /** Reports that another name has this id already. */
  rivalOf({ file, line, field }: Place, ...[name, id, within = '']: NamedId): Problem | null {
    const key = `${field}\u0000${within}\u0000${id}`;
    const first = this.names.get(key) ?? name;
    this.names.set(key, first);
    if (first === name) return null;
    const message = `has the id ${id}, which is that of ${JSON.stringify(first)} already; it was left out`;
    const hint = 'write one name in one way, and two names so that they differ in more';
    return { file, line, field, found: name, message, hint };
  }

  /** Finds the first rival among several names of one row, each with the id it is to get. */
  rivalAmong({ file, line }: Omit<Place, 'field'>, names: Readonly<Record<string, NamedId>>): Problem | null {
    for (const [field, [name, id, within]] of Object.entries(names)) {
      const rival = id === '' ? null : this.rivalOf({ file, line, field }, name.trim(), id, within);
      if (rival !== null) return rival;
    }
    return null;
  }
}

/** Finds the judge that was asked for among those that files name: by its spelling, else by its id; the only one when none was asked for. */
export function namedJudge(names: readonly string[], asked: string | undefined): string | null {
  const [only] = names;
  if (asked === undefined) return names.length === 1 && only !== undefined ? only : null;
  return names.find((name) => name === asked) ?? names.find((name) => plainId(name) === plainId(asked)) ?? null;
}

/** Reports two judges with the same id in the files: their answers could not be told apart. */
export function rivalJudge(names: readonly string[], chosen: string): Problem | null {
  const rival = names.find((name) => name !== chosen && plainId(name) === plainId(chosen));
  if (rival === undefined) return null;
  const message = `has the id ${plainId(chosen)}, and so has ${JSON.stringify(rival)}; nothing was read`;
  return { file: '.', field: 'judge', found: chosen, message, hint: 'rename one so that they differ in more' };
}
