import {
  type MouseEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { SwitchedValues } from '../schema/release-paths.ts';
import { IgnoredNotice } from '../ui/IgnoredNotice.tsx';
import { pageIsland, useHydrated } from '../ui/island.tsx';
import { Button, Panel, useCopyLink } from '../ui/layout.tsx';
import { PagePart, usePart, useQuestion } from '../ui/loading.tsx';
import { countOf } from '../ui/number-words.ts';
import { useUrl } from '../ui/use-url.ts';
import { BoardTable, MOST_ROWS } from './BoardTable.tsx';
import { CellCard } from './CellCard.tsx';
import { ColumnsPanel } from './ColumnsPanel.tsx';
import type { Deltas } from './delta.ts';
import type { BoardAsShown, BoardDownload } from './download-board.ts';
import { gridKeys, lineKeys } from './grid-keys.ts';
import { type BoardFrame, type CardCell, keptProperty } from './look.ts';
import { PinnedNote, usePinned } from './Pinned.tsx';
import { type BoardJson, type BoardSwitch, boardOfPage, type PageBoard, type PageColumn } from './page-board.ts';
import type { BoardRanking } from './standings.ts';
import { type BoardState, boardFields, type ChangeBoard } from './state.ts';
import { BoardToolbar } from './Toolbar.tsx';
import { type BoardArrangement, useView } from './use-view.ts';

/** A judge under the pointer or the focus is marked in the picture and in the table at once; both name it by `data-row` (or by their link). */
const MARKED = 'data-marked';

const PLACES = '.interval-strip a, tr[data-row]';

const nameOf = (place: HTMLElement): string | undefined =>
  place.dataset['row'] ?? /\/judge\/([^/]+)\//.exec(place.getAttribute('href') ?? '')?.[1];

function shareHover(table: HTMLElement): () => void {
  const card = table.closest('.board-card');
  if (card === null) return () => undefined;
  const gone = new AbortController();
  const mark = ({ target }: Event): void => {
    const reached = target instanceof Element ? target.closest<HTMLElement>(PLACES) : null;
    const judge = reached === null ? undefined : nameOf(reached);
    for (const place of card.querySelectorAll<HTMLElement>(PLACES))
      place.toggleAttribute(MARKED, judge !== undefined && nameOf(place) === judge);
  };
  const leave = (): void => {
    for (const old of card.querySelectorAll(`[${MARKED}]`)) old.removeAttribute(MARKED);
  };
  for (const sign of ['pointerover', 'focusin']) card.addEventListener(sign, mark, { signal: gone.signal });
  // A pointer that has rested on a mark since before the table was hydrated.
  card.querySelector('.interval-strip a:hover')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  card.addEventListener('pointerleave', leave, { signal: gone.signal });
  return () => gone.abort();
}

type BoardSwitching =
  | { readonly state: 'off' }
  | { readonly state: 'loading' | 'ready'; readonly label: string }
  | { readonly state: 'failed'; readonly label: string; readonly retry: () => void };

/** The board's values, intervals, ranks and paired differences under a switch. Its cells open no cases: the explorer lists them by the official way to count. */
function switched(board: PageBoard, address: string, { columns, rows }: SwitchedValues): PageBoard {
  return {
    ...board,
    columns: board.columns.map(({ losses: _, lost: __, ...column }) => ({
      ...column,
      n: columns.find(({ key }) => key === column.key)?.n ?? null,
    })),
    rows: board.rows.map((row) => ({ ...row, cells: rows.find(({ id }) => id === row.id)?.cells ?? {} })),
    whole: address,
  };
}

const switchOn = ({ switches = [] }: PageBoard, state: BoardState): BoardSwitch | undefined =>
  switches.find(({ id, on }) => state[id] === on);

/** Gives the board as the visitor's switches make it. It is fetched when first wanted; until then it is the official one. */
function useSwitched(board: PageBoard, state: BoardState): readonly [PageBoard, BoardSwitching] {
  const wanted = switchOn(board, state);
  const address = wanted?.whole ?? '';
  const ask = useCallback(async () => {
    const { loadSwitched } = await import('../client/release-files.ts');
    return switched(board, address, await loadSwitched(address));
  }, [board, address]);
  const asked = useQuestion(wanted === undefined ? null : ask);
  const { state: at, retry } = asked;
  const found = asked.state === 'ready' ? asked.data : null;
  return useMemo(() => {
    if (wanted === undefined) return [board, { state: 'off' }];
    const { label } = wanted;
    if (at === 'failed') return [board, { state: at, label, retry }];
    return found === null ? [board, { state: 'loading', label }] : [found, { state: 'ready', label }];
  }, [board, wanted, at, found, retry]);
}

function TestWords({ tests }: { readonly tests: Deltas['tests'] }) {
  if (tests.state === 'ready' && tests.kind === 'unpaired')
    return '; bold where significant, tested from the two values and their errors as for the ranks. This assumes that errors on shared items are not negatively correlated.';
  if (tests.state === 'loading') return '. The tests are being fetched…';
  if (tests.state === 'ready')
    return '; bold where significant, tested on the judgments that both have as for the ranks.';
  return (
    <>
      . The tests could not be fetched. <Button onClick={tests.retry}>Try again</Button>
    </>
  );
}

/** Says what a filter or a baseline changes in the table above; how to read it otherwise stands above the table (`BoardReading.tsx`). */
function BoardLegend({
  frame: { deltas },
  ranking: { among },
}: {
  readonly frame: BoardFrame;
  readonly ranking: BoardRanking;
}) {
  return (
    <div className="note">
      {among === null ? null : (
        <span>
          The number before a rank is the place by value among the {countOf(among.size, 'judge')} shown; ranks are among
          all.
        </span>
      )}
      {deltas === null ? null : (
        <span>
          Differences to {deltas.base.name}: <b className="up">better</b>, <b className="down">worse</b>
          <TestWords tests={deltas.tests} />
        </span>
      )}
    </div>
  );
}

/** Sets the offsets of the columns kept at the left: each stands after the names and the kept columns before it, whose widths are measured. */
function useKept(scroller: RefObject<HTMLElement | null>, columns: readonly PageColumn[], left: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns make other widths
  useEffect(() => {
    const table = scroller.current?.querySelector('table');
    const name = table?.querySelector<HTMLElement>('thead .name');
    if (left === 0 || !table || !name) return;
    const heads = table.querySelectorAll<HTMLElement>('thead .kept');
    const measure = () => {
      let at = name.offsetWidth;
      heads.forEach((head, i) => {
        table.style.setProperty(keptProperty(i), `${at}px`);
        at += head.offsetWidth;
      });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(table);
    return () => observer.disconnect();
  }, [scroller, columns, left]);
}

/** Makes the table a grid for arrow keys, and the judge that is reached one with its mark in the picture. Gives the place of the reached column. */
function useReach(scroller: RefObject<HTMLElement | null>): number | null {
  const [reached, setReached] = useState<number | null>(null);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const gone = new AbortController();
    const reach = ({ target }: Event): void => {
      const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('td, th[abbr]') : null;
      const name = cell?.parentElement?.querySelector<HTMLTableCellElement>('.name, th[scope="row"]');
      setReached(cell && name ? cell.cellIndex - name.cellIndex - 1 : null);
    };
    for (const sign of ['pointerover', 'focusin']) box.addEventListener(sign, reach, { signal: gone.signal });
    box.addEventListener('pointerleave', () => setReached(null), { signal: gone.signal });
    const line = box.parentElement?.querySelector<HTMLElement>('.bar');
    const ends = [gridKeys(box), shareHover(box), () => gone.abort(), ...(line ? [lineKeys(line)] : [])];
    // A pointer that has rested on a value or a head since before the table was hydrated.
    box.querySelector('td:hover, th:hover')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    return () => {
      for (const end of ends) end();
    };
  }, [scroller]);
  return useDeferredValue(reached);
}

function SwitchNote({ switching }: { readonly switching: BoardSwitching }) {
  if (switching.state === 'off') return null;
  const { label } = switching;
  if (switching.state === 'failed') {
    return (
      <p className="note" role="alert">
        {label}: these values could not be loaded; the table shows the official ones.{' '}
        <Button onClick={switching.retry}>Try again</Button>
      </p>
    );
  }
  return (
    <p className="note" role="status">
      {switching.state === 'loading'
        ? `${label}: values are being loaded; the table still shows the official ones.`
        : `${label}: this is not the official way to count. Values, intervals, ranks and differences follow it; cells do not open cases.`}
    </p>
  );
}

const loadDownloadPanel = () => import('./BoardDownloadPanel.tsx');
const loadVirtualBody = () => import('./VirtualBody.tsx');

interface BoardProps {
  readonly board: PageBoard;
  readonly cite: string | null;
  readonly licence: string;
}

interface Opened {
  readonly panel: 'columns' | 'download';
  readonly anchor: HTMLElement;
}

function countWords(board: PageBoard, { shown, all }: BoardArrangement): string {
  // A judge may have a row for each of its settings.
  const judges = new Set(board.rows.map(({ name }) => name));
  const what = board.kind === 'leaderboard' && judges.size === board.rows.length ? 'judges' : 'rows';
  return shown === all ? `${all} ${what}` : `${shown} of ${all} ${what}`;
}

/** Browsers request a module only once: asking again without a new page is of no use. */
const NOT_MADE = 'The file could not be made: its script did not come. Reload the page, and ask again.';

function useSave(asShown: BoardAsShown) {
  const [said, setSaid] = useState('');
  const save = async (file: BoardDownload): Promise<string> => {
    const words = await import('./download-board.ts').then(
      ({ downloadBoard }) => `Saved ${downloadBoard(asShown, file)}`,
      () => NOT_MADE,
    );
    setSaid(words);
    if (words !== NOT_MADE) setTimeout(() => setSaid(''), 4000);
    return words;
  };
  return [said, save] as const;
}

interface OpenPanelProps {
  readonly opened: Opened;
  readonly asShown: BoardAsShown;
  readonly cite: string | null;
  readonly save: (file: BoardDownload) => Promise<string>;
  readonly change: ChangeBoard;
  readonly onClose: () => void;
}

const PANELS = { columns: 'Columns and order', download: 'Download' } as const;

function OpenPanel({ opened: { panel, anchor }, asShown, cite, save, change, onClose }: OpenPanelProps) {
  const { board, state } = asShown;
  return (
    <Panel label={PANELS[panel]} anchor={anchor} onClose={onClose}>
      {panel === 'columns' ? <ColumnsPanel board={board} state={state} change={change} /> : null}
      {panel === 'download' ? (
        <PagePart load={loadDownloadPanel}>
          {({ BoardDownloadPanel }) => <BoardDownloadPanel {...{ asShown, cite, save, change }} />}
        </PagePart>
      ) : null}
    </Panel>
  );
}

export function LiveBoard({ board: official, cite, licence }: BoardProps) {
  const fields = useMemo(() => boardFields(official), [official]);
  const [state, change] = useUrl(fields);
  const [counted, switching] = useSwitched(official, state);
  // A release has the values of the official way to count.
  const release = switching.state === 'off' ? state.release : '';
  const [board, pinned] = usePinned(counted, release);
  const card = useRef<((cell: CardCell | null) => void) | null>(null);
  const showCard = useCallback((cell: CardCell) => card.current?.(cell), []);
  const scroller = useRef<HTMLElement>(null);
  const reached = useReach(scroller);
  const view = useView(board, state, { change, showCard, reached });
  const { frame, ranking, arrangement, onSort } = view;
  const [opened, setOpened] = useState<Opened | null>(null);
  const asShown = { board, state, view, licence };
  const [saved, save] = useSave(asShown);
  const { copied, copy, byHand } = useCopyLink('Copy this address');
  useKept(scroller, frame.columns, frame.left);
  const open = (panel: Opened['panel']) => (event: MouseEvent<HTMLElement>) =>
    setOpened({ panel, anchor: event.currentTarget });
  const reset = useCallback(() => change({ access: [], fact: [], thinking: 'any', q: '' }), [change]);
  const { lines, shown, all } = arrangement;
  const tall = useHydrated() && lines.length > MOST_ROWS;
  // Until it is loaded, or if it cannot be, the first rows are shown.
  const { module: inView, notice } = usePart(tall ? loadVirtualBody : null);
  const empty =
    shown > 0 || all === 0 ? null : (
      <>
        No rows match. <Button onClick={reset}>Reset filters</Button>
      </>
    );
  return (
    <>
      <BoardToolbar
        board={board}
        state={state}
        change={change}
        onColumns={open('columns')}
        onDownload={open('download')}
        onCopy={copy}
        onCsv={() => save('wide')}
        status={copied ? 'Link copied' : saved || countWords(board, arrangement)}
      />
      <SwitchNote switching={switching} />
      <BoardTable
        frame={frame}
        ranking={ranking}
        sort={state.sort}
        onSort={onSort}
        lines={lines}
        empty={empty}
        scroller={scroller}
        body={
          tall && inView !== null ? (
            <inView.VirtualBody frame={frame} ranking={ranking} lines={lines} scroller={scroller} />
          ) : undefined
        }
      />
      {notice}
      <BoardLegend frame={frame} ranking={ranking} />
      <CellCard frame={frame} showCard={card} />
      <PinnedNote release={release} asked={pinned} />
      <IgnoredNotice fields={fields} />
      {byHand}
      {opened === null ? null : (
        <OpenPanel {...{ opened, asShown, cite, save, change }} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

interface BoardIslandProps {
  /** A `BoardJson` as JSON. At build it is a function, since those do not travel in the page; the directive brings the text. */
  readonly json: string | (() => string);
  /** Address of the paper's BibTeX, and what the data's licence says: for the download. */
  readonly cite: string | null;
  readonly licence: string;
}

/** Makes the drawings above the table readable by pointer and focus; they are not part of the island. */
function readWhenReached(): () => void {
  const drawings = [...document.querySelectorAll('[data-wakes]')];
  const read = async (): Promise<void> => (await import('../ui/marks.ts')).readMarks();
  if (drawings.some((drawing) => drawing.matches(':hover, :focus-within'))) void read();
  const gone = new AbortController();
  for (const drawing of drawings)
    for (const sign of ['pointerover', 'focusin'])
      drawing.addEventListener(sign, read, { once: true, signal: gone.signal });
  return () => gone.abort();
}

function FetchedBoard({ json, cite, licence }: BoardIslandProps) {
  const board = useMemo(() => boardOfPage(JSON.parse(typeof json === 'string' ? json : json()) as BoardJson), [json]);
  useEffect(readWhenReached, []);
  return <LiveBoard board={board} cite={cite} licence={licence} />;
}

/** Shows the leaderboard. It is prerendered whole, and hydrated by the first interaction (client:interaction). */
export const BoardIsland = pageIsland(FetchedBoard);
