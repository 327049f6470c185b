import {
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useReducer,
  useRef,
  useState,
} from 'react';
import { openValue, PROOF_TITLE } from '../prove/open-value.ts';
import { isComputed } from '../schema/board.ts';
import { valueSearch } from '../schema/value-link.ts';
import { href } from '../ui/href.ts';
import { numberWords } from '../ui/number-words.ts';
import { deltaTitle } from './delta.ts';
import type { BoardFrame, CardCell } from './look.ts';
import type { PageColumn, PageRow } from './page-board.ts';
import { cellSentences } from './words.ts';

interface CardWords {
  readonly title: string;
  readonly value: string;
  readonly sentences: readonly string[];
}

/** Says how many cases a value leads to: `wrong on 944 → read them`. */
function lostCasesWords({ id, cells }: PageRow, { key, metric, unit, lost }: PageColumn): readonly string[] {
  const cases = lost?.[id] ?? 0;
  if (cases === 0 || (cells[key]?.value ?? null) === null) return [];
  const what = metric === 'coverage' ? 'no readable answer' : unit === 'percent' ? 'wrong' : 'lost points';
  return [`${what} on ${numberWords(cases)} → read them`];
}

/** Says what is known of a value, or of its difference to the baseline where one is chosen; null where nothing is printed. */
export function cardWords({ board, deltas }: BoardFrame, row: PageRow, column: PageColumn): CardWords | null {
  const cell = row.cells[column.key];
  if (cell === undefined) return null;
  const delta = deltas?.of(row, column) ?? null;
  const sentences = [...cellSentences(cell, column, isComputed(board)), ...lostCasesWords(row, column)];
  const name = column.group === '' ? column.label : `${column.group}, ${column.label}`;
  return {
    title: `${row.name} · ${name}`,
    value: cell.printed,
    sentences: delta === null ? sentences : [deltaTitle(delta, column), ...sentences].filter((part) => part !== ''),
  };
}

const PROOF_KEY = 'i';
const GAP = 6;
/** Milliseconds of rest after which the pointer can go into the card; before, it passes through to the values below. */
const REST = 600;
const WIDTH = 280;

/** Leads to the page that shows how a value is made, and makes it again, by way of the card that opens over this one. */
function ProofLink({ frame: { board }, row, column, place }: CardCell & { readonly frame: BoardFrame }) {
  const cell = row.cells[column.key];
  // Only a value of the site rests on judgments that the page can ask.
  const isProved = board.whole !== undefined && isComputed(board) && row.mine !== true;
  if (!isProved || cell === undefined || cell.value === null) return null;
  const { benchmark, table, release } = board;
  const link = { benchmark, table, rows: [row.id], columns: [column.key], release, shown: cell.printed };
  const open = (event: MouseEvent<HTMLAnchorElement>): void => {
    // This card goes with the focus, which comes back to the value.
    (place.querySelector('a') ?? place).focus();
    openValue(event, event.currentTarget, () => import('../prove/ProofCard.tsx'));
  };
  return (
    <a href={href(`/sql/${valueSearch(link)}`)} aria-keyshortcuts={PROOF_KEY} onClick={open}>
      {PROOF_TITLE}
    </a>
  );
}

/** Shows what is known of the value under the pointer, the finger or the focus. It goes with them, and with Escape. */
export function CellCard({
  frame,
  showCard,
}: {
  readonly frame: BoardFrame;
  /** Set to the function that opens the card; null closes it. */
  readonly showCard: RefObject<((cell: CardCell | null) => void) | null>;
}) {
  const [shown, setShown] = useState<CardCell | null>(null);
  const [reached, setReached] = useState<CardCell | null>(null);
  // A value that gets the focus is scrolled into view: the card goes along.
  const [, follow] = useReducer((n: number) => n + 1, 0);
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  useImperativeHandle(showCard, () => (next) => setShown((now) => (now?.place === next?.place ? now : next)), []);
  useEffect(() => {
    if (shown === null) return;
    const { place } = shown;
    const rest = setTimeout(() => setReached(shown), REST);
    // A finger's first tap is for the card; the second follows the link.
    const opened = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault();
    };
    if (shown.byTouch) place.addEventListener('click', opened, { once: true });
    const focused = place.contains(document.activeElement) ? document.activeElement : place;
    focused?.setAttribute('aria-describedby', id);
    const close = (event: Event): void => {
      const { target } = event;
      // A tap or a press gives the focus to the box that scrolls, and still is on the value.
      const isPress = event.type === 'focusin' && target instanceof Element && !target.matches(':focus-visible');
      const isInside =
        target instanceof Node &&
        (place.contains(target) || card.current?.contains(target) === true || (isPress && target.contains(place)));
      if (event.type === 'scroll') follow();
      else if (event instanceof KeyboardEvent && event.key === PROOF_KEY && isInside)
        card.current?.querySelector('a')?.focus();
      // If the pointer has reached the next value before this runs, that value's card stays.
      else if (event instanceof KeyboardEvent ? event.key === 'Escape' : !isInside)
        setShown((now) => (now === shown ? null : now));
    };
    for (const kind of ['keydown', 'scroll', 'pointerover', 'pointerdown', 'focusin'])
      document.addEventListener(kind, close, { capture: true, passive: true });
    return () => {
      clearTimeout(rest);
      place.removeEventListener('click', opened);
      focused?.removeAttribute('aria-describedby');
      for (const kind of ['keydown', 'scroll', 'pointerover', 'pointerdown', 'focusin'])
        document.removeEventListener(kind, close, { capture: true });
    };
  }, [shown, id]);
  const words = shown === null ? null : cardWords(frame, shown.row, shown.column);
  if (shown === null || words === null) return null;
  const { bottom, top, right } = shown.place.getBoundingClientRect();
  const isLow = bottom > innerHeight * 0.7;
  return (
    <div
      ref={card}
      id={id}
      role="tooltip"
      className="cell-card small grid breaks no-pointer"
      style={{
        left: Math.max(GAP, Math.min(right - WIDTH, innerWidth - WIDTH - GAP)),
        ...(isLow ? { bottom: innerHeight - top } : { top: bottom }),
        ...(reached === shown && frame.board.whole !== undefined ? { pointerEvents: 'auto' } : {}),
      }}
    >
      <small>{words.title}</small>
      <b className="ink text-dense">{words.value}</b>
      {words.sentences.map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
      <ProofLink frame={frame} {...shown} />
      {shown.byTouch && shown.place.querySelector('a') !== null ? <small>Tap again to read the cases.</small> : null}
    </div>
  );
}
