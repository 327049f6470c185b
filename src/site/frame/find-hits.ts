import { distance as edits } from 'fastest-levenshtein';

/** What can be found: its kind, its name, its address below the site's root, what else it is called, and in phrases what it is about. */
export type Findable = readonly [kind: FindKind, name: string, path: string, more: string, about?: string];
type FindKind = 'judge' | 'benchmark' | 'table' | 'metric' | 'criterion' | 'page';

/** A benchmark whose cases can be opened by id, and what their ids begin with, up to the first digit. */
export interface CaseIds {
  readonly id: string;
  readonly name: string;
  readonly begins: readonly string[];
}

export interface FindIndex {
  readonly entries: readonly Findable[];
  readonly cases: readonly CaseIds[];
}

/** A suggestion: what it is, its name, and its address below the site's root. */
export interface Hit {
  readonly kind: FindKind | 'case';
  readonly name: string;
  readonly path: string;
  readonly more: string;
  /** Why it was found, where its names do not tell. */
  readonly about: string;
}

const MOST_HITS = 8;
const ORDER: readonly string[] = ['page', 'benchmark', 'judge', 'metric', 'table', 'criterion'];

/** Letters of metrics that few keyboards have. */
const GREEK: Readonly<Record<string, string>> = { κ: 'kappa', ρ: 'rho', φ: 'phi' };

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[κρφ]/g, (letter) => GREEK[letter] ?? letter)
    .trim();

/** Removes what spellings of a name differ in: `GPT-4o mini` → `gpt4omini`. */
const squeezed = (text: string): string => text.replaceAll(/[\s_.:-]/g, '');

/** The words stand in what an entry is about, and not in its names. */
const BY_ABOUT = 4;

/** Ranks a hit: 0 for the name itself, 1 for its beginning, 2 for words of it, 3 for another of its names, 4 for what it is about; null where a word is missing. */
function distance([, name, , more, about = '']: Findable, query: string): number | null {
  const own = plain(name);
  if (own === query || plain(more).split(' | ').includes(query)) return 0;
  if (own.startsWith(query)) return 1;
  const words = query.split(/\s+/);
  if (words.every((word) => own.includes(word))) return 2;
  const all = `${own} | ${plain(more)}`;
  const tight = squeezed(query);
  const isOther = words.every((word) => all.includes(word)) || (tight !== '' && squeezed(all).includes(tight));
  if (isOther) return 3;
  const whole = `${all} | ${plain(about)}`;
  return words.every((word) => beginsIn(whole, word)) ? BY_ABOUT : null;
}

/** Says whether a word of a text begins so: `caption` in `such as captions`, and not `age` in `image`. */
const beginsIn = (text: string, word: string): boolean =>
  text.startsWith(word) || [' ', '-', '(', '|'].some((before) => text.includes(`${before}${word}`));

/** Gives the phrase of what an entry is about that holds the first word of a query. */
function phraseFor(about: string, query: string): string {
  const words = query.split(/\s+/);
  return about.split(' | ').find((phrase) => words.some((word) => beginsIn(plain(phrase), word))) ?? '';
}

/** Letters of a word from which on one may be wrong. */
const LETTERS_A_FAULT = 3;

/** Counts the wrong letters of a misspelled query, against the name or another one; null where some word resembles none. */
function faults([, name, , more]: Findable, query: string): number | null {
  const known = `${plain(name)} ${plain(more)}`.split(/[\s_|-]+/);
  let sum = 0;
  for (const word of query.split(/[\s_-]+/)) {
    const least = Math.min(...known.map((one) => edits(word, one)));
    if (least > Math.floor(word.length / LETTERS_A_FAULT)) return null;
    sum += least;
  }
  return sum;
}

/** A shorter word says nothing by itself. */
const LETTERS_ALONE = 4;

/** Counts the words of the query that are missing; null where every longer one is. */
function missingWords([, name, , more]: Findable, query: string): number | null {
  const all = `${plain(name)} | ${plain(more)}`;
  const words = query.split(/\s+/);
  const held = words.filter((word) => all.includes(word));
  return held.some(({ length }) => length >= LETTERS_ALONE) ? words.length - held.length : null;
}

/** Suggests cases whose id the query may be: ids are not in the index, since there may be millions. */
function casesCalled({ cases }: FindIndex, query: string): Hit[] {
  const id = query.trim();
  if (!/\d/.test(id)) return [];
  return cases
    .filter(({ begins }) => begins.includes(id.replace(/\d.*$/s, '')))
    .map(({ id: benchmark, name }) => ({
      kind: 'case' as const,
      name: id,
      path: `/${benchmark}/case/?id=${encodeURIComponent(id)}`,
      more: name,
      about: '',
    }));
}

/** Lists entries that fit, the nearest by `measure` first; among equals pages, benchmarks, judges, metrics, tables, criteria, and by what they are about tables first. */
function nearest({ entries }: FindIndex, query: string, measure: typeof distance): readonly Hit[] {
  const found = entries.flatMap((entry, at) => {
    const far = query === '' ? null : measure(entry, query);
    // A table that is about something answers more than the benchmark that it is of.
    const rank = far === BY_ABOUT && entry[0] === 'table' ? 0 : ORDER.indexOf(entry[0]);
    return far === null ? [] : [{ entry, at, far, rank }];
  });
  return found
    .toSorted((a, b) => a.far - b.far || a.rank - b.rank || a.at - b.at)
    .map(({ entry: [kind, name, path, more, about = ''], far }) => ({
      kind,
      name,
      path,
      more: kind === 'judge' ? '' : more.replaceAll(' | ', ', '),
      about: far === BY_ABOUT ? phraseFor(about, query) : '',
    }));
}

/**
 * Lists what a query finds, the nearest first, and at last cases by their ids. Where that is nothing, it lists what a misspelled query may mean,
 * and else what has a part of its words.
 */
export function hitsOf(index: FindIndex, text: string): readonly Hit[] {
  const query = plain(text);
  const found = [...nearest(index, query, distance).slice(0, MOST_HITS), ...casesCalled(index, text)];
  if (found.length > 0) return found;
  const alike = nearest(index, query, faults);
  return (alike.length > 0 ? alike : nearest(index, query, missingWords)).slice(0, MOST_HITS);
}
