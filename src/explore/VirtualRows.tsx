import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { Choices } from '../cases/choices.ts';
import type { CaseLine } from '../cases/columns/list.ts';
import { failureOf } from '../client/failure.ts';
import { isAtHand } from '../client/fetch.ts';
import { dataAddress } from '../client/manifest.ts';
import { LINES_NOT_READ, type LinesFound, loadLines, type UnreadTexts } from '../client/packs.ts';
import type { CaseText } from '../schema/release-paths.ts';
import { RowGap } from '../ui/layout.tsx';
import { CaseRow } from './CaseRow.tsx';
import { isTall, type ListLook } from './CaseTable.tsx';
import { type RowFound, useFound } from './found.ts';
import { listView, moveList, useListView } from './use-list-view.ts';

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
