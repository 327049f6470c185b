/** What can be found: kind, name, address below the site's root, and what else it is called. */
export type Findable = readonly [kind: FindKind, name: string, path: string, more: string];
type FindKind = 'judge' | 'benchmark' | 'table' | 'metric' | 'criterion';

/** A benchmark whose cases can be opened by id, and what their ids begin with, up to the first digit. */
export interface CaseIds {
  readonly id: string;
  readonly name: string;
  readonly begins: readonly string[];
}

/** The file that the search box fetches. */
export interface FindIndex {
  readonly entries: readonly Findable[];
  readonly cases: readonly CaseIds[];
}

/** A suggestion: what it is, how it is called, and its address below the site's root. */
export interface Hit {
  readonly kind: FindKind | 'case';
  readonly name: string;
  readonly path: string;
  readonly more: string;
}

const MOST_HITS = 8;
const ORDER: readonly string[] = ['benchmark', 'judge', 'metric', 'table', 'criterion'];

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/** 0 for the name itself, 1 for its beginning, 2 for words of it, 3 for what it is called elsewhere; null where a word is missing. */
function distance([, name, , more]: Findable, query: string): number | null {
  const own = plain(name);
  if (own === query || plain(more).split(' | ').includes(query)) return 0;
  if (own.startsWith(query)) return 1;
  const words = query.split(/\s+/);
  if (words.every((word) => own.includes(word))) return 2;
  const all = `${own} ${plain(more)}`;
  return words.every((word) => all.includes(word)) ? 3 : null;
}

/** Cases whose id the query may be: ids are not in the index, since there may be millions. */
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
    }));
}

/** Entries that fit, the nearest first: names before other spellings, in each benchmarks, judges, metrics, tables, criteria. */
function nearest({ entries }: FindIndex, query: string): readonly Hit[] {
  const found = entries.flatMap((entry, at) => {
    const far = query === '' ? null : distance(entry, query);
    return far === null ? [] : [{ entry, at, far, rank: ORDER.indexOf(entry[0]) }];
  });
  return found
    .toSorted((a, b) => a.far - b.far || a.rank - b.rank || a.at - b.at)
    .map(({ entry: [kind, name, path, more] }) => ({ kind, name, path, more: kind === 'judge' ? '' : more }));
}

/** What a query finds, the nearest first; at last cases by their ids. */
export function hitsOf(index: FindIndex, text: string): readonly Hit[] {
  return [...nearest(index, plain(text)).slice(0, MOST_HITS), ...casesCalled(index, text)];
}
