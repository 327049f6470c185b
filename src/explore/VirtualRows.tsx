import {
  type KeyboardEvent,
  type ReactNode,
  type RefCallback,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { type Choices, type Facet, facetSortKey, QUEUES } from '../cases/choices.ts';
import type { CaseLine } from '../cases/columns/list.ts';
import { failureOf } from '../client/failure.ts';
import { isAtHand } from '../client/fetch.ts';
import { dataAddress } from '../client/manifest.ts';
import { LINES_NOT_READ, type LinesFound, loadLines, type UnreadTexts } from '../client/packs.ts';
import type { SortBy, SortKey } from '../schema/board.ts';
import type { CaseText } from '../schema/release-paths.ts';
import { RowGap, ScrollBox } from '../ui/layout.tsx';
import { classNames } from '../ui/lists.ts';
import type { AskedFor } from './asked.ts';
import { CaseRow } from './CaseRow.tsx';
import { type RowFound, useFound } from './found.ts';
import { listView, moveList, useListView } from './use-list-view.ts';
import { COLUMN_WORDS } from './words.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** ↑ and ↓ go from row to row; ↵ opens the row by its own link. From the list itself ↓ goes to the first row in view. */
function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const list = event.currentTarget;
  const at = event.target instanceof Element ? event.target.closest('tr') : null;
  const linkIn = (row: Element | null | undefined): HTMLElement | null =>
    row?.querySelector<HTMLElement>('th a') ?? null;
  const next = step > 0 ? at?.nextElementSibling : at?.previousElementSibling;
  const inView = (): Element | undefined => {
    const { top } = list.getBoundingClientRect();
    const head = list.querySelector('thead')?.clientHeight ?? 0;
    return [...list.querySelectorAll('tbody tr')].find(
      (row) => row.getBoundingClientRect().top >= Math.max(0, top + head) && linkIn(row),
    );
  };
  const link = linkIn(at?.closest('tbody') ? next : step > 0 ? inView() : null);
  if (link === null) return;
  event.preventDefault();
  link.focus({ preventScroll: true });
  link.closest('tr')?.scrollIntoView({ block: 'nearest' });
}

interface CaseColumn {
  readonly key: string;
  readonly label: string;
  /** Its kind, by which the style sheet gives it its width. */
  readonly kind: 'case-name' | 'case-label' | 'judges-right' | 'answer' | 'number' | 'by-facet';
  readonly plain?: true;
}

export interface ListLook {
  readonly choices: Choices;
  /** Facets that say something of the cases of the list. */
  readonly facets: readonly Facet[];
  readonly asked: AskedFor;
}

/** Columns of numbers, which a list has as long as it is ordered by them. */
const COUNTED = ['points', ...QUEUES, 'longest', 'judgments'] as const;

/** The columns of a list: those that the benchmark can fill, the asked judge's answer, and what it is ordered by. All else is said under the case's name. */
export function listColumns({ choices, facets, asked }: ListLook): readonly CaseColumn[] {
  const judge = choices.runs.find(({ run }) => run === asked.run)?.label;
  const isSearch = choices.words && asked.words !== '';
  const isOrder = (key: string): boolean => asked.order.includes(key);
  return [
    { key: 'case', label: COLUMN_WORDS.case, kind: 'case-name' },
    ...(choices.lines?.includes('gold')
      ? [{ key: 'gold', label: 'Label', kind: 'case-label', plain: true } as const]
      : []),
    ...COUNTED.filter(isOrder).map((key) => ({ key, label: COLUMN_WORDS[key], kind: 'number' }) as const),
    ...(judge === undefined || isSearch ? [] : [{ key: 'answer', label: judge, kind: 'answer', plain: true } as const]),
    ...(isSearch ? [{ key: 'found', label: 'Reason with these words', kind: 'answer', plain: true } as const] : []),
    { key: 'right', label: COLUMN_WORDS.right, kind: 'judges-right' },
    ...facets.flatMap(({ name, label }) => {
      const key = facetSortKey(name);
      return isOrder(key) ? [{ key, label, kind: 'by-facet' } as const] : [];
    }),
  ];
}

/** Says whether rows have room for three lines: two of a prompt, or of a reason, and one of what it belongs to. */
const isTall = ({ choices, asked }: Pick<ListLook, 'choices' | 'asked'>): boolean =>
  choices.lines?.includes('prompt') === true || (choices.words && asked.words !== '');

export interface CaseTableProps extends ListLook {
  readonly sort: readonly SortKey[];
  readonly onSort: SortBy;
  /** Rows in all, of which the body may hold only some. */
  readonly total: number;
  readonly busy: boolean;
  readonly scroller: RefCallback<HTMLElement>;
  readonly children: ReactNode;
}

function HeadCell({ column, sort, onSort }: { readonly column: CaseColumn } & Pick<CaseTableProps, 'sort' | 'onSort'>) {
  const at = sort.findIndex((key) => key.column === column.key);
  const key = sort[at];
  if (column.plain)
    return (
      <th scope="col" className={column.kind}>
        {column.label}
      </th>
    );
  const first = at === 0 ? (key?.descending ? 'descending' : 'ascending') : undefined;
  return (
    <th scope="col" className={column.kind} aria-sort={first}>
      <span className="nojs">{column.label}</span>
      <button type="button" className="sort js" onClick={(event) => onSort(column.key, event.shiftKey)}>
        {column.label}
        {key === undefined ? null : (
          <span className="arrow">
            <svg viewBox="0 0 8 10" width="8" height="10" aria-hidden="true">
              <path d={key.descending ? 'M4 0v8M1 5.5 4 9l3-3.5' : 'M4 10V2M1 4.5 4 1l3 3.5'} />
            </svg>
            {sort.length > 1 ? at + 1 : null}
            <span className="hidden">{key.descending ? ' descending' : ' ascending'}</span>
          </span>
        )}
      </button>
    </th>
  );
}

export function CaseTable({ choices, facets, asked, sort, onSort, total, busy, scroller, children }: CaseTableProps) {
  return (
    <ScrollBox
      className="case-scroll renewed"
      id="cases"
      ref={scroller}
      label="Cases"
      aria-busy={busy}
      onKeyDown={onRowKey}
    >
      <table className={classNames('case-table', isTall({ choices, asked }) && 'tall')} aria-rowcount={total + 1}>
        <caption className="hidden">Cases of {choices.name}; each row leads to its case</caption>
        <thead>
          <tr aria-rowindex={1}>
            {listColumns({ choices, facets, asked }).map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </ScrollBox>
  );
}

/** Rows beside those in view that are drawn too, so that a quick scroll meets no empty list. */
const BESIDE = 8;

/** The rows `first` to `last`, counted from 0, and the px before and after them; `last` is before `first` where there is no row. */
interface RowsShown {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
  readonly seen: { readonly from: number; readonly to: number };
}

interface ScrolledRows {
  /** The list is scrolled so far in px, in a window of `view` px. */
  readonly scrolled: number;
  readonly view: number;
  readonly rows: number;
  readonly rowHeight: number;
}

export function rowsShown({ scrolled, view, rows, rowHeight }: ScrolledRows): RowsShown {
  const seen = {
    from: Math.floor(scrolled / rowHeight),
    to: Math.min(rows, Math.ceil((scrolled + view) / rowHeight)) - 1,
  };
  const first = Math.min(rows, Math.max(0, seen.from - BESIDE));
  const last = Math.max(first, Math.min(rows, seen.to + 1 + BESIDE)) - 1;
  return { first, last, before: first * rowHeight, after: (rows - last - 1) * rowHeight, seen };
}

/** What is known of a case where the release has no lines. */
const NO_LINE: CaseText = { prompt: '', thumb: '', gold: [], said: [] };
const NONE: ReadonlyMap<number, CaseText> = new Map();
/** A list that is scrolled quickly asks only for the rows where it stops. */
const REST = 60;

/** The lines that have arrived; rows without one show their ids. `known`: those of the first cases, by place, from the page; `unread` says why others did not come. */
function useLines({ benchmark, lines }: Choices, places: readonly number[], known: VirtualRowsProps['known']) {
  const [texts, setTexts] = useState(known);
  const [unread, setUnread] = useState<UnreadTexts | null>(null);
  // Whoever asks again asks for the rows that are wanted then, also while these are on their way.
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  useEffect(() => {
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [retry]);
  const hasLines = lines !== undefined;
  const wanted = `${attempt};${places.join(',')}`;
  useEffect(() => {
    const [, list = ''] = wanted.split(';');
    if (list === '' || !hasLines) return;
    const own = list.split(',').map(Number);
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const found = await loadLines(benchmark, own).catch(
        (error: unknown): LinesFound => ({ texts: NONE, failure: failureOf(error, LINES_NOT_READ) }),
      );
      if (!isWanted) return;
      setTexts(new Map([...known, ...found.texts]));
      setUnread(found.failure === null ? null : { failure: found.failure, retry });
    };
    const timer = setTimeout(ask, REST);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [benchmark, hasLines, known, wanted, retry]);
  return { texts, unread };
}

export interface DrawnRow {
  readonly index: number;
  readonly line: CaseLine | undefined;
  readonly text: CaseText | undefined;
  readonly pictured: boolean;
  /** Where it has the words searched for; undefined while that is not known, or nothing is searched. */
  readonly found?: RowFound | undefined;
}

interface VirtualRowsProps extends ListLook {
  /** Rows that are served with the page and stand until there is an answer; null from then on. */
  readonly standing: readonly DrawnRow[] | null;
  readonly list: string;
  /** The lines of the first cases, by place. */
  readonly known: ReadonlyMap<number, CaseText>;
  readonly total: number;
  readonly row: (index: number) => CaseLine | undefined;
  /** The element in which the rows scroll; null before it exists. */
  readonly scroller: HTMLElement | null;
  /** The list begins at this row, counted from 0. */
  readonly start: number;
  readonly onUnread: (unread: UnreadTexts | null) => void;
}

/** Heights in px, as the style sheet sets them. */
const ROW = 48;
const TALL = 72;
const HEAD = 37;
const FIRST_VIEW = 600;
/** Rows beside those in view whose lines are fetched, too: each may lie in a file of its own. */
const NEAR = 2;

function placesNear({ from, to }: RowsShown['seen'], row: VirtualRowsProps['row']): readonly number[] {
  const first = Math.max(0, from - NEAR);
  return Array.from({ length: Math.max(0, to + NEAR + 1 - first) }, (_, i) => row(first + i)?._place ?? []).flat();
}

/** Says at which row a list begins. It is settled when the list arrives, because the row to return to is used only once. */
function useBegin(list: string, start: number): { readonly list: string; readonly row: number } {
  const [known, setKnown] = useState({ list, row: start });
  if (known.list === list) return known;
  const begin = { list, row: start };
  setKnown(begin);
  return begin;
}

/** Draws only the rows in view, into those before and the first answer's into those of the page, which takes less than new ones. */
export function VirtualRows({
  choices,
  facets,
  asked,
  list,
  standing,
  known,
  total,
  row,
  scroller,
  start,
  onUnread,
}: VirtualRowsProps) {
  const begin = useBegin(list, start);
  const rowHeight = isTall({ choices, asked }) ? TALL : ROW;
  useLayoutEffect(() => {
    if (scroller === null) return;
    const room = listView(scroller, HEAD).view;
    // A third of the window is left above it, so that earlier rows are seen, too.
    moveList(scroller, begin.row === 0 ? 0 : Math.max(0, begin.row * rowHeight - room / 3));
  }, [scroller, begin, rowHeight]);
  // This runs after the list is scrolled to its first place, so that the rows at its top are not requested.
  const now = useListView(scroller, { list: begin, head: HEAD });
  const isPlaced = now?.isPlaced === true;
  const view = Math.max(rowHeight, now?.view ?? FIRST_VIEW);
  const { first, last, before, after, seen } = rowsShown({
    scrolled: now?.above ?? 0,
    rows: total,
    rowHeight,
    view,
  });
  const { texts, unread } = useLines(choices, isPlaced ? placesNear(seen, row) : [], known);
  // Whole reasons are read of what the window shows alone, of which the list may be the smallest part.
  const shown = Math.min(seen.to + 1 - seen.from, Math.ceil((now?.shown ?? 0) / rowHeight));
  const inView = Array.from({ length: isPlaced ? Math.max(0, shown) : 0 }, (_, k) => {
    const line = row(seen.from + k);
    return line === undefined
      ? []
      : { id: line.instance, text: choices.lines === undefined ? NO_LINE : texts.get(line._place) };
  }).flat();
  const found = useFound(choices, asked, inView);
  const missing = unread ?? found.unread;
  useEffect(() => onUnread(missing), [onUnread, missing]);
  const drawn = (index: number): DrawnRow => {
    const line = row(index);
    const text = texts.get(line?._place ?? -1);
    // Pictures are fetched for visible rows only; without a network only those that were fetched before are shown.
    const isSeen = index >= seen.from && index <= seen.to;
    return {
      index,
      line,
      text,
      found: found.rows.get(line?.instance ?? ''),
      pictured: isSeen && text !== undefined && isAtHand(dataAddress(text.thumb)),
    };
  };
  const rows = standing ?? Array.from({ length: last - first + 1 }, (_, k) => drawn(first + k));
  return (
    <tbody>
      <RowGap height={standing === null ? before : 0} />
      {rows.map((one) => (
        <CaseRow key={one.index} {...{ choices, facets, asked, list }} {...one} />
      ))}
      <RowGap height={standing === null ? after : 0} />
    </tbody>
  );
}
