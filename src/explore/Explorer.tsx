import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Choices, type Facet, type Queue, queueOf } from '../cases/choices.ts';
import { type FacetCounts, readCounts } from '../cases/columns/counts.ts';
import type { CaseLine } from '../cases/columns/list.ts';
import type { ClientFailure } from '../client/failure.ts';
import type { UnreadTexts } from '../client/packs.ts';
import type { SortBy } from '../schema/board.ts';
import { reversedWords } from '../ui/boxes.tsx';
import { IgnoredNotice } from '../ui/IgnoredNotice.tsx';
import { classNames } from '../ui/lists.ts';
import { Failed, PagePart, useEngineState } from '../ui/loading.tsx';
import { countOf, numberWords } from '../ui/number-words.ts';
import { stateSearch } from '../ui/use-url.ts';
import { askedFor } from './asked.ts';
import { CaseTable, type CaseTableProps, type ListLook } from './CaseTable.tsx';
import { caseHref } from './case-address.ts';
import { Facets } from './Facets.tsx';
import type { Prerendered } from './gather-list.ts';
import { FilterChips, nextSort, SelectionBar } from './SelectionBar.tsx';
import { type ReadyAnswer, useAnswer, useExploreState } from './selection.ts';
import { exploreFields } from './state.ts';
import { lookedAt, partAround, placeInPart, sendTravelling, travelling } from './travelling.ts';
import { useFromBeginning } from './use-list-view.ts';
import { VirtualRows } from './VirtualRows.tsx';
import { chipsOf } from './words.ts';

const QUEUE_WORDS: Readonly<Record<Queue, { readonly holds: string; readonly nothing: string }>> = {
  suspect: {
    holds:
      'two or more families of judges agree on another answer than the label, or the only one that does better than guess, or they miss a rating by six tenths of its scale; first come those with the most weight, which families have that are often right. Where several raters all gave the label, the case is a common blind spot instead.',
    nothing: 'No two families of judges agree against a label here.',
  },
  blind: {
    holds:
      'two or more families of judges agree on another answer than all of several raters, or miss their rating by six tenths of its scale.',
    nothing: 'No two families of judges agree against a label here that several raters all gave.',
  },
};

interface QueueNoteProps {
  readonly choices: Choices;
  readonly queue: Queue;
  readonly ready: ReadyAnswer;
}

/** Says what a list in the order of a queue begins with, or why it begins with nothing; and leads to a vote on it. */
export function QueueNote({ choices, queue, ready: { list, cases } }: QueueNoteProps) {
  const { queued, firstVote } = cases;
  const isLabelled = choices.lines?.includes('gold') === true;
  if (queued === null) return null;
  if (queued === 0) {
    const said = isLabelled ? QUEUE_WORDS[queue].nothing : 'These cases have no labels, so none can be suspected.';
    return <p className="queue-note below-3 ink-2 text-dense">{said}</p>;
  }
  return (
    <div className="queue-note below-3 ink-2 text-dense">
      <p className="below-2">
        {countOf(queued, 'case')} of {numberWords(cases.places.length)}: {QUEUE_WORDS[queue].holds}
      </p>
      {firstVote === null ? null : (
        <a className="btn" href={caseHref(choices.benchmark, { id: firstVote, list, vote: 'blind' })}>
          Vote on the pairs blind
        </a>
      )}
    </div>
  );
}

const named = (list: string): string => (list === '' ? '?' : list);

interface Sent {
  readonly choices: Choices;
  readonly list: string;
  readonly words: string;
  readonly total: number;
  /** The case at a place, from 0; undefined where it is not known yet. */
  readonly idAt: (index: number) => string | undefined;
}

/** If the click opens a case, the rows around it travel along. */
function sendRow(target: EventTarget, { choices, list, idAt, ...rest }: Sent): void {
  const row = target instanceof Element && target.closest('th a') !== null ? target.closest('tr[aria-rowindex]') : null;
  const index = Number(row?.getAttribute('aria-rowindex')) - 2;
  const at = row === null ? undefined : idAt(index);
  if (at !== undefined)
    sendTravelling(choices.benchmark, { list: named(list), ...rest, ...partAround(index, idAt), at });
}

interface Returned {
  readonly benchmark: string;
  readonly list: string;
  readonly row: (index: number) => CaseLine | undefined;
  readonly scroller: HTMLElement | null;
  readonly ready: boolean;
}

/** The row of the case looked at last, to which the list comes back, with the focus on its link; 0 where there is none. */
function useReturn({ benchmark, list, row, scroller, ready }: Returned): number {
  const back = useMemo(() => {
    const part = ready ? travelling(benchmark, named(list)) : null;
    const place = part === null || part.at === '' ? null : placeInPart(part, part.at);
    return place === null || place.place === null ? null : { index: place.place - 1, id: part?.at ?? '' };
  }, [benchmark, list, ready]);
  const isThere = back !== null && row(back.index)?.instance === back.id;
  useEffect(() => {
    if (!isThere || back === null || scroller === null) return;
    const frame = requestAnimationFrame(() => {
      scroller.querySelector<HTMLElement>(`tr[aria-rowindex="${back.index + 2}"] th a`)?.focus({ preventScroll: true });
      lookedAt(benchmark, named(list), '');
    });
    return () => cancelAnimationFrame(frame);
  }, [isThere, back, scroller, benchmark, list]);
  return back?.index ?? 0;
}

interface Travelled {
  readonly choices: Choices;
  readonly first: readonly CaseLine[];
  readonly ready: ReadyAnswer | null;
  readonly row: (index: number) => CaseLine | undefined;
}

/** Lets the list travel to the case that is opened, and brings it back to the case looked at last: the row to begin at, from 0. */
function useTravel({ choices, first, ready, row }: Travelled) {
  // State, not a ref: the rows must be redrawn when their scrolling element is replaced.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const { list, words } = ready ?? { list: '', words: '' };
  const start = useReturn({ benchmark: choices.benchmark, list, row, scroller, ready: ready !== null });
  const total = ready === null ? choices.cases : ready.counts.total;
  const onOpened = useCallback(
    ({ target }: MouseEvent) =>
      sendRow(target, { choices, list, words, total, idAt: (i) => (ready === null ? first[i] : row(i))?.instance }),
    [choices, list, words, total, ready, first, row],
  );
  return { scroller, setScroller, start, onOpened };
}

/** The panel needs room beside the list (explore.css). */
const ROOM = '(min-width: 1200px)';
/** A pointer that moves over the list asks only for the row where it rests. */
const REST = 200;

/** Place in the list of the row that something is in, from 0; null elsewhere. */
function rowAt(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('.case-table tbody tr[aria-rowindex]') : null;
  return row === null ? null : Number(row.getAttribute('aria-rowindex')) - 2;
}

/** The row at hand, shown beside the list: opened by its button or by ↑ and ↓, then the row with the focus or under a resting pointer. `line` is null while it is closed. */
function usePreview(ready: ReadyAnswer | null, row: (index: number) => CaseLine | undefined) {
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const resting = useRef(0);
  useEffect(() => () => clearTimeout(resting.current), []);
  const toggle = useCallback(() => setIsOpen((open) => !open && window.matchMedia(ROOM).matches), []);
  const onFocus = ({ target }: FocusEvent): void => setAt((now) => rowAt(target) ?? now);
  const onPointerOver = ({ target }: PointerEvent): void => {
    clearTimeout(resting.current);
    const place = isOpen ? rowAt(target) : null;
    if (place !== null) resting.current = window.setTimeout(() => setAt(place), REST);
  };
  const onKeyUp = ({ key, target }: KeyboardEvent): void => {
    if ((key === 'ArrowDown' || key === 'ArrowUp') && rowAt(target) !== null && window.matchMedia(ROOM).matches)
      setIsOpen(true);
    if (key === 'Escape') setIsOpen(false);
  };
  const line = isOpen && ready !== null ? (row(Math.min(at, ready.counts.total - 1)) ?? null) : null;
  const near = line === null ? [] : [at - 1, at + 1].flatMap((beside) => row(beside)?.instance ?? []);
  return { isOpen: line !== null, toggle, line, near, handlers: { onFocus, onPointerOver, onKeyUp } };
}

/** Tells the visitor that the browser keeps nothing for the next visit, although everything works. */
function NotKept() {
  const state = useEngineState();
  if (state.phase !== 'ready' || state.notice === null) return null;
  const { what, why, todo } = state.notice;
  return (
    <p className="small below-3" role="status">
      {what} {why} {todo}
    </p>
  );
}

const loadPreview = () => import('./CasePreview.tsx');
const loadDownload = () => import('./CasesDownload.tsx');

function shownFacets({ facets }: Choices, counts: FacetCounts): readonly Facet[] {
  return facets.filter(({ name }) => counts.says(name));
}

/** Rows whose pictures are loaded before anybody looks at the list; the others' are loaded when they come into view. */
const PICTURED = 8;

interface RowsProps extends Omit<ComponentProps<typeof VirtualRows>, 'known' | 'standing'> {
  readonly first: Prerendered['first'];
  readonly lines: Prerendered['lines'];
  /** Whether other rows are on their way, and nothing is known of them yet. */
  readonly coming: boolean;
  readonly isThere: boolean;
}

/** Shows the rows of the answer; before there is one, those that stand in the page. They stay as they are while another answer is on its way. */
const Rows = memo(function Rows({ first, lines, coming, isThere, ...rest }: RowsProps) {
  const known = useMemo(
    () => new Map(lines.flatMap((text, i) => (first[i] === undefined ? [] : [[first[i]._place, text] as const]))),
    [first, lines],
  );
  const standing = first.map((line, index) => ({
    index,
    line: coming ? undefined : line,
    text: lines[index],
    pictured: index < PICTURED,
  }));
  return <VirtualRows {...rest} known={known} standing={isThere ? null : standing} />;
});

type CaseListProps = Omit<CaseTableProps, 'children'> &
  Omit<RowsProps, 'onUnread' | 'scroller'> & {
    readonly within: HTMLElement | null;
  };

/** Rows whose texts did not come keep their ids. The box that says so comes before them, since nobody should step through all rows to its button; who pressed it is then in the list. */
function CaseList({ sort, onSort, busy, scroller, within, ...rows }: CaseListProps) {
  const [unread, setUnread] = useState<UnreadTexts | null>(null);
  const onUnread = useCallback(
    (next: UnreadTexts | null) => {
      if (next === null && document.activeElement?.closest('.unread')) within?.focus({ preventScroll: true });
      setUnread(next);
    },
    [within],
  );
  const lead = rows.choices.lines?.includes('prompt')
    ? 'Some rows show their ids only:'
    : 'Some rows lack their labels:';
  return (
    <>
      {unread === null ? null : <Failed lead={lead} {...unread} className="explore-state bad unread" />}
      <CaseTable {...rows} {...{ sort, onSort, busy, scroller }}>
        <Rows {...rows} scroller={within} onUnread={onUnread} />
      </CaseTable>
    </>
  );
}

type BesideProps = Pick<ListLook, 'choices' | 'asked'> & { readonly list: string } & Pick<
    ReturnType<typeof usePreview>,
    'line' | 'near' | 'toggle'
  >;

function Beside({ choices, asked, list, line, near, toggle }: BesideProps) {
  if (line === null) return null;
  const address = caseHref(choices.benchmark, { id: line.instance, list: list === '' ? '?' : list });
  return (
    <PagePart load={loadPreview}>
      {({ CasePreview }) => <CasePreview {...{ choices, asked, line, near, address }} onClose={toggle} />}
    </PagePart>
  );
}

/** Says whether the page is opened at an address that asks for something: the cases that stand in it were then never the answer. */
const opensAsking = (): boolean => typeof window !== 'undefined' && stateSearch(window.location) !== '';

const FIRST_BELOW = 'Below are the first cases without any filter; each of them opens.';

interface NoAnswerProps {
  readonly failure: ClientFailure | null;
  readonly retry: () => void;
  readonly below: string;
}

function NoAnswer({ failure, retry, below }: NoAnswerProps) {
  return failure === null ? null : (
    <Failed failure={failure} retry={retry} className="explore-state bad">
      <p className="below-2">{below}</p>
    </Failed>
  );
}

export function Explorer({ choices, first, lines, texts, counts: prerendered }: Prerendered) {
  const fields = useMemo(() => exploreFields(choices), [choices]);
  const known = useMemo(() => ({ ...fields.facets, ...fields.fixed }), [fields]);
  const [state, wanted, setState] = useExploreState(fields);
  const whole = useMemo(() => readCounts(choices, prerendered), [choices, prerendered]);
  const asked = useAnswer({ choices, state, facets: wanted }, whole);
  const { last: ready, retry } = asked;
  const busy = asked.state === 'loading';
  const row = useCallback((index: number) => ready?.cases.line(index), [ready]);
  const failure = asked.state === 'failed' ? asked.failure : null;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const list = ready?.list ?? '';
  const { scroller, setScroller, start, onOpened } = useTravel({ choices, first, ready, row });
  const change = useFromBeginning(setState, scroller);
  const chips = useMemo(() => chipsOf({ choices, state, facets: wanted }, whole), [choices, state, wanted, whole]);
  // Until there is an answer, those of all cases.
  const counts = ready?.counts ?? whole;
  const facets = useMemo(() => shownFacets(choices, counts), [choices, counts]);
  const onSort: SortBy = (column, add) => change({ sort: nextSort(state.sort, column, add) });
  const [asksAtOnce] = useState(opensAsking);
  const coming = asksAtOnce && busy && ready === null && chips.length + state.sort.length > 0;
  const total = ready === null ? first.length : ready.counts.total;
  const preview = usePreview(ready, row);
  const queue = queueOf(state.sort.map(({ column }) => column));
  // Before there is an answer nothing of the list is moved or measured.
  const placed = ready === null ? { isThere: false, within: null } : { isThere: true, within: scroller };
  const rows = { choices, facets, asked: useMemo(() => askedFor(list), [list]), list };
  return (
    <div className={classNames('explore grid gap-4 items-start', preview.line !== null && 'with-preview')}>
      <Facets {...{ choices, texts, state, counts, whole, change }} facets={wanted} />
      <div className="found" onClickCapture={onOpened} {...preview.handlers}>
        <SelectionBar
          {...{ choices, ready, busy, bar, change, preview }}
          first={coming ? 0 : first.length}
          filters={chips.length}
          sort={state.sort}
          onDownload={setAnchor}
        />
        <FilterChips {...{ choices, chips, change }} sort={state.sort} onTaken={() => bar.current?.focus()} />
        {queue === undefined || ready === null ? null : <QueueNote {...{ choices, queue, ready }} />}
        <NotKept />
        <NoAnswer {...{ failure, retry }} below={ready === null ? FIRST_BELOW : 'Below is the last answer.'} />
        {ready !== null && total === 0 && !busy ? (
          <p className="explore-state">
            {state.words === ''
              ? 'No case matches.'
              : `No case matches: no reason has “${state.words}” under this selection.`}{' '}
            {reversedWords(state.length)} Remove a part of the selection above.
          </p>
        ) : (
          <CaseList
            // A list under the note of a queue is another one: the one that stood higher goes, and nothing shifts.
            key={ready === null ? '' : (queue ?? '')}
            {...rows}
            {...{ first, lines, coming, total, row, start, onSort }}
            {...placed}
            sort={state.sort}
            busy={coming || (busy && ready !== null)}
            scroller={setScroller}
          />
        )}
      </div>
      <Beside {...rows} {...preview} />
      <IgnoredNotice fields={known} />
      {anchor === null || ready === null ? null : (
        <PagePart load={loadDownload}>
          {({ CasesDownload }) => (
            <CasesDownload
              {...{ choices, state, texts, total, anchor }}
              facets={wanted}
              cases={ready.cases}
              onClose={() => setAnchor(null)}
            />
          )}
        </PagePart>
      )}
    </div>
  );
}
