import { type Provenance, zipWithProvenance } from '../client/download.ts';
import { isLocalName } from '../client/local-release.ts';
import { fileAddress } from '../client/release-files.ts';
import type { CodedTable } from '../client/table-code.ts';
import {
  BOARD_LINE_COLUMNS,
  type BoardCell,
  boardLine,
  boardLineTexts,
  boardName,
  factWords,
  isComputed,
  JUDGE_COLUMNS,
} from '../schema/board.ts';
import { csvText } from '../schema/csv.ts';
import { fileName, saveFile } from '../ui/file-name.ts';
import { picked } from '../ui/lists.ts';
import { MINUS_SIGN } from '../ui/number-words.ts';
import { type BoardFrame, referenceTexts } from './look.ts';
import type { PageBoard, PageColumn, PageReference, PageRow } from './page-board.ts';
import type { Standings } from './standings.ts';
import type { BoardState } from './state.ts';
import type { ArrangedLine, BoardView } from './use-view.ts';
import { statusWords } from './words.ts';

/** The table just as it is shown, as plain values: what a download holds. Minus signs are ASCII, so that programs read them. */
export interface ShownBoard {
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly ShownRow[];
}

const COLUMN_KEYS = ['key', 'label', 'group', 'metric', 'unit', 'direction'] as const;
const ROW_KEYS = ['id', 'name', 'judge', 'organisation', 'thinking', 'variant'] as const;

interface ShownColumn extends Pick<PageColumn, (typeof COLUMN_KEYS)[number]> {
  /** Group, label and, where differences are shown, the baseline. */
  readonly header: string;
}

export interface ShownRow extends Pick<PageRow, (typeof ROW_KEYS)[number]> {
  readonly kind: ArrangedLine['kind'];
  readonly pinned: boolean;
  /** Best and worst place in the column that ranks; null where the row has none. */
  readonly rankBest: number | null;
  readonly rankWorst: number | null;
  readonly access: string;
  readonly cells: readonly ShownCell[];
}

/** A cell as it is shown, and the cell it comes from: its note with its status said, its interval that of the difference where one is shown. */
export interface ShownCell {
  readonly shown: string;
  readonly cell: BoardCell | null;
  /** Ends of a reference line that is only known to lie between them; null for a single value. */
  readonly range: readonly [low: string, high: string] | null;
}

export const NOTHING_SHOWN = '–';

const EMPTY: ShownCell = { shown: '', cell: null, range: null };

function shownCell(frame: BoardFrame, row: PageRow, column: PageColumn): ShownCell {
  const cell = row.cells[column.key];
  if (cell === undefined) return EMPTY;
  const delta = frame.deltas?.of(row, column) ?? null;
  const { printed, status } = cell;
  const note = [statusWords(status), cell.note].filter((part) => part !== '').join(': ');
  if (delta === null) {
    const isNothing = status === 'not-applicable' || status === 'not-scored';
    return { shown: isNothing ? NOTHING_SHOWN : printed, range: null, cell: { ...cell, note } };
  }
  const shown = delta.value.toFixed(column.decimals);
  const interval = delta.interval && ({ lo: delta.interval[0], hi: delta.interval[1], kind: 'at most' } as const);
  return { shown, range: null, cell: { ...cell, note, value: Number(shown), interval, rank: null } };
}

function referenceCell({ deltas }: BoardFrame, reference: PageReference, column: PageColumn): ShownCell {
  const texts = referenceTexts(deltas, reference, column);
  const [low, high] = texts.map((text) => text.replace(MINUS_SIGN, '-').replace('+', ''));
  if (low === undefined) return EMPTY;
  return high === undefined
    ? { shown: low, cell: null, range: null }
    : { shown: `${low}–${high}`, cell: null, range: [low, high] };
}

type Ranks = Pick<ShownRow, 'rankBest' | 'rankWorst'>;
const UNRANKED: Ranks = { rankBest: null, rankWorst: null };

const NO_JUDGE = { judge: null, organisation: '', access: '', thinking: null, variant: '', pinned: false, ...UNRANKED };

function ranksOf(standings: Standings | null, row: PageRow): Ranks {
  const standing = standings?.of.get(row.id);
  if (standing === undefined || standings === null) return UNRANKED;
  if (!standings.tested) return { rankBest: standing.place, rankWorst: standing.place };
  const { rank } = standing;
  return rank === null ? UNRANKED : { rankBest: rank.best, rankWorst: rank.worst };
}

function shownRow(frame: BoardFrame, standings: Standings | null, line: ArrangedLine): ShownRow {
  if (line.kind === 'reference') {
    const { id, label } = line.reference;
    const cells = frame.columns.map((column) => referenceCell(frame, line.reference, column));
    return { ...NO_JUDGE, kind: 'reference', id, name: label, cells };
  }
  const { kind, row } = line;
  return {
    kind,
    pinned: kind === 'judge' && line.pinned,
    ...(kind === 'judge' ? ranksOf(standings, row) : UNRANKED),
    ...picked(row, ROW_KEYS),
    access: row.access ?? '',
    cells: frame.columns.map((column) => shownCell(frame, row, column)),
  };
}

export function shownTable(frame: BoardFrame, standings: Standings | null, lines: readonly ArrangedLine[]): ShownBoard {
  const less = frame.deltas === null ? '' : `, difference to ${frame.deltas.base.name}`;
  return {
    columns: frame.columns.map((column) => ({
      ...picked(column, COLUMN_KEYS),
      header: `${column.group === '' ? '' : `${column.group}: `}${column.label}${column.unit === 'text' ? '' : less}`,
    })),
    rows: lines.map((line) => shownRow(frame, standings, line)),
  };
}

const nameIn =
  ({ board }: BoardFrame) =>
  (key: string): string =>
    board.columns.find((column) => column.key === key)?.label ?? board.rowLabel;

export function filterWords(frame: BoardFrame, state: BoardState): readonly string[] {
  const name = nameIn(frame);
  return [
    state.access.length === 0 ? '' : `only ${state.access.join(', ')}`,
    state.fact.length === 0 ? '' : `only ${factWords(state.fact)}`,
    state.thinking === 'any' ? '' : state.thinking === 'yes' ? 'only thinking' : 'only not thinking',
    state.q === '' ? '' : `rows with “${state.q}”`,
    state.hide.length === 0 ? '' : `without ${state.hide.map(name).join(', ')}`,
    frame.board.switches?.find(({ id, on }) => state[id] === on)?.label.toLowerCase() ?? '',
    frame.deltas === null ? '' : `differences to ${frame.deltas.base.name}`,
  ].filter((part) => part !== '');
}

export function viewWords(frame: BoardFrame, state: BoardState): string {
  const name = nameIn(frame);
  const sort = state.sort
    .map((key) => `${name(key.column)} ${key.descending ? 'descending' : 'ascending'}`)
    .join(', then ');
  const pinned = state.pin.length === 0 ? [] : [`${state.pin.length} pinned to the top`];
  return [sort === '' ? 'in printed order' : `sorted by ${sort}`, ...pinned, ...filterWords(frame, state)].join('; ');
}

const LEAD = ['kind', 'rank_best', 'rank_worst', ...JUDGE_COLUMNS];

const NO_CELL = { interval: null, n: null, rank: null, note: '', status: null } as const;

const writtenValue = (value: number | string | null | undefined): string => String(value ?? '');
const thinkingText = (thinking: boolean | null): string => (thinking === null ? '' : thinking ? 'yes' : 'no');

function notesOf({ columns }: ShownBoard, row: ShownRow): string {
  return row.cells.flatMap(({ cell }, i) => (cell?.note ? [`${columns[i]?.header}: ${cell.note}`] : [])).join('; ');
}

interface CsvColumn {
  readonly header: string;
  readonly of: (row: ShownRow) => string;
}

/** Writes the value of a cell for programs: empty where nothing was measured, or where only the ends of a range are known. */
const readValue = ({ shown, range }: ShownCell): string => (range !== null || shown === NOTHING_SHOWN ? '' : shown);

function endText({ range, cell }: ShownCell, end: 'lo' | 'hi'): string {
  if (range !== null) return range[end === 'lo' ? 0 : 1];
  return writtenValue(cell?.interval?.[end]);
}

function columnsOf({ columns, rows }: ShownBoard): readonly CsvColumn[] {
  return columns.flatMap(({ header }, i) => {
    const written = (name: string, of: (cell: ShownCell) => string): CsvColumn => ({
      header: name,
      of: ({ cells }) => (cells[i] === undefined ? '' : of(cells[i])),
    });
    const more = [
      written(`${header}, low`, (cell) => endText(cell, 'lo')),
      written(`${header}, high`, (cell) => endText(cell, 'hi')),
      written(`${header}, n`, ({ cell }) => writtenValue(cell?.n)),
    ];
    const filled = more.filter(({ of }) => rows.some((row) => of(row) !== ''));
    return [written(header, readValue), ...filled];
  });
}

/** Writes the shown table, one line a row: what the row is, its values with their intervals and n, and what there is to say about them. */
export function wideCsv(shown: ShownBoard): string {
  const columns = columnsOf(shown);
  const rows = shown.rows.map((row) => [
    row.kind,
    writtenValue(row.rankBest),
    writtenValue(row.rankWorst),
    writtenValue(row.judge),
    row.name,
    row.organisation,
    row.access,
    thinkingText(row.thinking),
    row.variant,
    ...columns.map(({ of }) => of(row)),
    notesOf(shown, row),
  ]);
  return csvText([...LEAD, ...columns.map(({ header }) => header), 'notes'], rows);
}

export function longCsv({ columns, rows }: ShownBoard): string {
  const lines = rows.flatMap((row) =>
    row.cells.flatMap(({ shown, cell, range }, i) => {
      const column = columns[i];
      if (column === undefined || shown === '') return [];
      const value = range === null ? Number(shown) : null;
      const line = boardLine({ row, column, cell: cell ?? { ...NO_CELL, printed: shown, value } });
      return [boardLineTexts(range === null ? line : { ...line, low: Number(range[0]), high: Number(range[1]) })];
    }),
  );
  return csvText(BOARD_LINE_COLUMNS, lines);
}

function jsonCell({ shown, cell }: ShownRow['cells'][number]) {
  const { printed = null, value = null, status = null, note = '', n = null, interval = null, rank = null } = cell ?? {};
  return { shown, printed, value, status, note, n, interval, rank };
}

function boardJson(shown: ShownBoard): string {
  const rows = shown.rows.map(({ cells, ...row }) => ({
    ...row,
    cells: Object.fromEntries(cells.map((cell, i) => [shown.columns[i]?.key ?? '', jsonCell(cell)])),
  }));
  return `${JSON.stringify({ columns: shown.columns, rows }, null, 2)}\n`;
}

export interface BoardAsShown {
  readonly board: PageBoard;
  readonly state: BoardState;
  readonly view: Pick<BoardView, 'frame' | 'ranking' | 'arrangement'>;
  readonly licence: string;
}

function provenanceOf({ board, state, view, licence }: BoardAsShown, shown: ShownBoard): Provenance {
  return {
    title: board.heading,
    source: isComputed(board)
      ? `${boardName(board)}, computed from the judgments of its runs`
      : `${boardName(board)}, as printed in ${board.printedIn ?? 'the paper'}`,
    release: board.release,
    address: window.location.href,
    shown: viewWords(view.frame, state),
    licence,
    rows: shown.rows.length,
    columns: shown.columns.length,
    downloaded: new Date().toISOString(),
  };
}

/** A file of a board: plain CSV as wide as the table or one value a line, or CSV or JSON in a zip with its provenance. */
export type BoardDownload = 'wide' | 'long' | 'zip-csv' | 'zip-json';

export function downloadBoard(asShown: BoardAsShown, file: BoardDownload): string {
  const { board, state, view } = asShown;
  const shown = shownTable(view.frame, view.ranking.standings, view.arrangement.lines);
  const of = isLocalName(board.benchmark) ? 'your' : board.benchmark;
  const name = fileName(`${of}-${board.table}`, filterWords(view.frame, state));
  const save = (ending: string, content: BlobPart, type: string): string => {
    saveFile(`${name}${ending}`, new Blob([content], { type }));
    return `${name}${ending}`;
  };
  if (file === 'wide') return save('.csv', wideCsv(shown), 'text/csv');
  if (file === 'long') return save('-long.csv', longCsv(shown), 'text/csv');
  const format = file === 'zip-csv' ? 'csv' : 'json';
  const text = format === 'csv' ? wideCsv(shown) : boardJson(shown);
  const zip = zipWithProvenance(`${name}.${format}`, text, provenanceOf(asShown, shown));
  return save(`-${format}.zip`, zip, 'application/zip');
}

/** Says what code must read to have the rows and columns shown. Throws what `fileAddress` throws. */
export async function boardCode({ board, state, view }: BoardAsShown): Promise<CodedTable> {
  const { frame, arrangement } = view;
  const rows = arrangement.lines.flatMap((line) => (line.kind === 'reference' ? [] : [line.row.id]));
  const shown = new Set(rows);
  const columns = frame.columns.map(({ key }) => key);
  const changed = board.switches?.find(({ id, on }) => state[id] === on)?.label;
  return {
    name: 'scores',
    address: await fileAddress(`boards/${board.benchmark}/${board.table}.csv`),
    keep: [
      ...(board.rows.every(({ id }) => shown.has(id)) ? [] : [{ column: 'id', oneOf: rows }]),
      ...(columns.length === board.columns.length ? [] : [{ column: 'column', oneOf: columns }]),
    ],
    among: [],
    notes: [
      `${boardName(board)}: ${board.heading}; ${viewWords(frame, state)}`,
      `Release ${board.release}, one row per value, from ${window.location.href}`,
      ...(changed === undefined ? [] : [`These are the official values, without “${changed}”.`]),
      ...(frame.deltas === null ? [] : ['These are the values themselves, not the differences.']),
    ],
  };
}
