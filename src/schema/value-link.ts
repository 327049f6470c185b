import type { Protocol } from './benchmark.ts';
import type { Board, BoardColumn } from './board.ts';
import { hash32 } from './release-paths.ts';

/** A value of a board as a link names it: which one, and what was read there. */
export interface ValueLink {
  readonly benchmark: string;
  readonly table: string;
  /** Ids of the rows, and names of the columns (`linkedColumn`); all of the board where there are none. */
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** The release that it was read in, and the digits that stood there; '' where the link does not say. */
  readonly release: string;
  readonly shown: string;
}

/** Writes the query of the page that proves a value: `value=<benchmark>.<table>.<column>&run=…`. */
export function valueSearch({ benchmark, table, rows, columns, release, shown }: ValueLink): string {
  const search = new URLSearchParams({ value: [benchmark, table, ...columns].join('.'), run: rows.join() });
  if (release !== '') search.set('release', release);
  if (shown !== '') search.set('shown', shown);
  return `?${search}`;
}

/** Reads the query of the page that proves a value, `value=<benchmark>.<table>.<column>&run=…`; null where it names none. */
export function valueOfSearch(search: URLSearchParams): ValueLink | null {
  const [benchmark = '', table = '', ...column] = (search.get('value') ?? '').split('.');
  const run = search.get('run') ?? '';
  if (benchmark === '' || table === '' || column.length === 0 || run === '') return null;
  const [release, shown] = ['release', 'shown'].map((name) => search.get(name) ?? '');
  return { benchmark, table, rows: [run], columns: [column.join('.')], release: release ?? '', shown: shown ?? '' };
}

/** Reads a link to a value or to a board, of which it takes the pinned rows and the columns that it is sorted by; null for any other. */
export function valueLink(text: string): ValueLink | null {
  const url = URL.canParse(text, 'https://site.invalid') ? new URL(text, 'https://site.invalid') : null;
  if (url === null) return null;
  const [benchmark = '', table = ''] = url.pathname.split('/').filter(Boolean).slice(-2);
  const proved = valueOfSearch(url.searchParams);
  if (proved !== null || benchmark === '' || table === '') return proved;
  const list = (name: string): string[] => (url.searchParams.get(name) ?? '').split(',').filter(Boolean);
  const columns = list('sort').map((key) => decodeURIComponent(key.replace(/^-/, '')));
  const release = url.searchParams.get('release') ?? '';
  return { benchmark, table, rows: list('pin'), columns, release, shown: '' };
}

/** Says that a link is of another release than the one here, which goes by its hash and by the dated release that has its values; '' where it is of this one, or does not say. */
export function otherRelease({ release }: Pick<ValueLink, 'release'>, hash: string, dated: string | null): string {
  if (['', hash, dated].includes(release)) return '';
  return `The link is of release ${release}, this is release ${dated ?? hash}`;
}

/** Finds the column that a link names by its key or as tables call it; '' is the one that the board is sorted by. */
export function linkedColumn(
  { columns, sort }: Pick<Board, 'columns' | 'sort'>,
  name: string,
): BoardColumn | undefined {
  const wanted = name === '' ? sort?.column : name;
  return (
    columns.find(({ key }) => key === wanted) ??
    columns.find(({ label, group }) => `${label} ${group}`.trim() === wanted)
  );
}

/** Says why a link names no value that rests on judgments; '' where it names some. `board`: the table that it names, where there is one. */
export function goneWords(
  { benchmark, table, columns, rows }: ValueLink,
  board: Pick<Board, 'source' | 'columns' | 'rows' | 'sort'> | undefined,
): string {
  const name = `${benchmark}/${table}`;
  if (board === undefined) return `this release has no table ${name}`;
  if (board.source !== 'computed') return `${name} is printed in a paper and rests on no judgments here`;
  const column = columns.find((one) => linkedColumn(board, one) === undefined);
  if (column !== undefined) return `${name} has no column ${column} any more`;
  const row = rows.find((named) => !board.rows.some(({ id, judge }) => id === named || judge === named));
  return row === undefined ? '' : `${name} has no row ${row} any more`;
}

/**
 * Gives the id of a board, which stands in addresses and names of files: a split's name is kept where it can, else a hash tells it from others.
 * Capitals get a hash as well, because many disks take `C` and `c` for one name.
 */
export function tableId(protocol: Protocol, split: string | null): string {
  if (split === null || split === '') return protocol;
  if (/^[a-z0-9_-]{1,60}$/.test(split)) return `${protocol}-${split}`;
  const readable =
    split
      .match(/[\w-]+/g)
      ?.join('-')
      .slice(0, 40) ?? 'split';
  return `${protocol}-${readable}-${hash32(split).toString(16).padStart(8, '0')}`;
}

/** Gives the way of judging of a computed table, which its id begins with. */
export const protocolOfTable = (table: string): string => table.split('-', 1).join();
