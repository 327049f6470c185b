import type { BoardPairs } from '../client/release-files.ts';
import type { Switch } from '../metrics/score.ts';
import type { Board, BoardCell, BoardColumn, BoardPair, BoardRow, Involvement } from '../schema/board.ts';
import { href } from '../ui/href.ts';
import { picked } from '../ui/lists.ts';

const BOARD_KEYS = [
  'benchmark',
  'benchmarkName',
  'table',
  'number',
  'title',
  'heading',
  'kind',
  'rowLabel',
  'block',
  'sort',
  'release',
  'source',
  'printedIn',
  'together',
  'settings',
] as const;

const COLUMN_KEYS = ['key', 'label', 'group', 'metric', 'unit', 'direction', 'decimals', 'n', 'slice'] as const;

/** The part of a board that drawing and re-ordering it needs; the long explanations are static markup around it. */
export interface PageBoard extends Pick<Board, (typeof BOARD_KEYS)[number] | 'pairs'> {
  readonly columns: readonly PageColumn[];
  readonly rows: readonly PageRow[];
  readonly references: readonly PageReference[];
  /** Whether figures explain the values of the rows: then each row opens a list of them. */
  readonly figures?: boolean;
  /** Address of the whole of a computed board, with the paired differences; where it is left out, `pairs` has them. */
  readonly whole?: string;
  /** Other ways to count on a computed board, under which some value differs. */
  readonly switches?: readonly BoardSwitch[];
  /** The dated release that the address names, once what stood there is known. */
  readonly pinned?: string;
}

export interface BoardSwitch extends Pick<Switch, 'id' | 'on' | 'label'> {
  readonly whole: string;
}

/** Stands for a row's run in `PageColumn.losses`; it is replaced when a link is made. */
export const RUN_PLACE = 'RUN';

export const boardCasesHref = (benchmark: string, losses: string, run: string): string =>
  href(`/${benchmark}/explore/${losses.replace(`run=${RUN_PLACE}`, `run=${encodeURIComponent(run)}`)}`);

export interface PageColumn extends Pick<BoardColumn, (typeof COLUMN_KEYS)[number]> {
  /** On a computed board the explorer's query for the cases that cost points, with `RUN_PLACE` in place of the run. */
  readonly losses?: string;
  /** Beside `losses`: how many cases these are, by run; a run that lost none is left out. */
  readonly lost?: Readonly<Record<string, number>>;
}

export interface PageRow extends Omit<BoardRow, 'involvement' | 'rates' | 'rankings'> {
  readonly involvement: readonly Pick<Involvement, 'label'>[];
  readonly mine?: boolean;
}

export interface PageReference {
  readonly id: string;
  readonly label: string;
  readonly values: Readonly<Record<string, { readonly lo: number; readonly hi: number }>>;
}

/** Says whether a cell has a value that is counted among the others of its column: what is another quantity has no place there. */
export const hasPlace = (cell: BoardCell | undefined): boolean =>
  cell !== undefined && cell.value !== null && cell.apart === undefined;

export interface BoardFigure {
  readonly id: string;
  readonly title: string;
  readonly metrics: readonly string[];
  /** Address of the figure, with a run chosen. */
  readonly address: (run: string) => string;
}

export interface BoardExtras {
  /** Figures that explain the values of the board's rows; a printed board has none. */
  readonly figures: readonly BoardFigure[];
  /** Address of the file that holds all of a computed board; null for a printed one. */
  readonly whole: string | null;
  readonly switches: readonly BoardSwitch[];
  /** How many cases cost each run points, by the query of the explorer that lists them. */
  readonly lost: ReadonlyMap<string, Readonly<Record<string, number>>>;
}

export interface BoardPageFile {
  readonly text: string;
  /** Its name in the folder `boards` of its benchmark, without `.json`; it holds a hash of the text. */
  readonly name: string;
}

type RowJson = Pick<PageRow, 'id' | 'name'> &
  Partial<Omit<PageRow, 'cells'>> & { readonly cells: Readonly<Record<string, Partial<BoardCell>>> };

/** Ends of the interval are distances from the difference of the values, in units of the last digit shown. `of` and `reason` are left out where all is shared. */
type PairJson = readonly [
  below: number | null,
  above: number | null,
  significant: boolean | null,
  shared: number,
  of?: number,
  reason?: string,
];

/** Without what is usual of a row or a cell, and no more digits than are used. The page holds each value once, in its table; this is fetched at hydration. */
export interface BoardJson extends Omit<PageBoard, 'rows' | 'pairs'> {
  readonly rows: readonly RowJson[];
  /** By column key, in the order of `pairPlaces`; of a computed board without the address of its own file. */
  readonly pairs?: Readonly<Record<string, readonly PairJson[]>>;
}

const USUAL_ROW: Omit<PageRow, 'id' | 'name' | 'row' | 'cells'> = {
  ...{ judge: null, organisation: '', access: null, thinking: null, variant: '', group: '', involvement: [] },
  kind: 'judge',
};
const USUAL_CELL = { status: 'ok', note: '', noInterval: '', interval: null, rank: null, se: null } as const;

/** Digits of a standard error, beyond what any test needs. */
const ERROR_DIGITS = 5;
/** Digits of a value beyond the column's own: a difference of two is off by a ten-thousandth of its last digit at most. */
const VALUE_DIGITS = 4;
/** Digits of an interval's ends beyond the column's own. */
const END_DIGITS = 1;

/** `+ 0` makes 0 of −0. */
const shortened = (x: number, digits: number): number => Number(x.toFixed(digits)) + 0;

function unusual<T extends object>(fields: T, usual: object): Partial<T> {
  const own = Object.entries(fields).filter(
    ([key, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(Reflect.get(usual, key)),
  );
  return Object.fromEntries(own) as Partial<T>;
}

/** What is usual of a cell: no text of its own, and the column's n. */
const usualCell = (value: number | null, { decimals, n }: PageColumn) => ({
  ...USUAL_CELL,
  n,
  printed: value?.toFixed(decimals) ?? '',
});

/** `isTested`: no difference is computed from errors, since the file of paired differences is there. */
function pageCell(cell: BoardCell, column: PageColumn, isTested: boolean): Partial<BoardCell> {
  const { printed, n, status, note, noInterval, interval, rank, se, apart } = cell;
  const { decimals } = column;
  const value = cell.value === null ? null : shortened(cell.value, decimals + VALUE_DIGITS);
  const ends = interval && {
    lo: shortened(interval.lo, decimals + END_DIGITS),
    hi: shortened(interval.hi, decimals + END_DIGITS),
    kind: interval.kind,
  };
  const error = se === null || se === 0 || isTested ? null : Number(se.toPrecision(ERROR_DIGITS));
  const fields = { printed, n, status, note, noInterval, interval: ends, rank, se: error };
  return { value, ...unusual(apart === undefined ? fields : { ...fields, apart }, usualCell(value, column)) };
}

function pageRow(
  { cells, rates: _, rankings: __, ...row }: PageRow & Pick<BoardRow, 'rates' | 'rankings'>,
  { columns, whole }: PageBoard,
): RowJson {
  const involvement = row.involvement.map(({ label }) => ({ label }));
  const filled = columns.flatMap((column) => {
    const cell = cells[column.key];
    return cell === undefined ? [] : [[column.key, pageCell(cell, column, whole !== undefined)] as const];
  });
  const { id, name } = row;
  return {
    id,
    name,
    ...unusual({ ...row, involvement }, { ...USUAL_ROW, row: name, id, name }),
    cells: Object.fromEntries(filled),
  };
}

function pageReference({ id, label, values }: PageReference, columns: readonly PageColumn[]): PageReference {
  const ranges = columns.flatMap(({ key, decimals }) => {
    const range = values[key];
    const [lo, hi] = [range?.lo ?? 0, range?.hi ?? 0].map((end) => shortened(end, decimals + VALUE_DIGITS));
    return range === undefined ? [] : [[key, { lo: lo ?? 0, hi: hi ?? 0 }] as const];
  });
  return { id, label, values: Object.fromEntries(ranges) };
}

function pairPlaces(rows: readonly PageRow[], { key }: PageColumn): readonly (readonly [i: number, j: number])[] {
  const valued = rows.flatMap(({ kind, cells }, i) => (kind === 'judge' && hasPlace(cells[key]) ? i : []));
  return valued.flatMap((i, at) => valued.slice(at + 1).map((j) => [i, j] as const));
}

/** The difference of the values of two rows, in units of the last digit shown. */
function unitsApart(
  rows: readonly PageRow[],
  { key, decimals }: PageColumn,
  [i, j]: readonly [i: number, j: number],
): number {
  const value = (row: number): number => rows[row]?.cells[key]?.value ?? 0;
  return Math.round((value(i) - value(j)) * 10 ** decimals);
}

const NO_PAIR: BoardPair = [0, 0, null, null, null, 0, 0, ''];

function pagePairs(
  pairs: BoardPairs,
  columns: readonly PageColumn[],
  rows: readonly PageRow[],
): NonNullable<BoardJson['pairs']> {
  const own = columns.map((column) => {
    const tests = new Map(pairs[column.key]?.map((pair) => [`${pair[0]} ${pair[1]}`, pair]));
    const units = (end: number): number => Math.round(Number(end.toFixed(column.decimals)) * 10 ** column.decimals);
    const written = pairPlaces(rows, column).map(([i, j]): PairJson => {
      const [, , , interval, significant, shared, of, reason] = tests.get(`${i} ${j}`) ?? NO_PAIR;
      const apart = unitsApart(rows, column, [i, j]);
      const [below, above] =
        interval === null ? [null, null] : [apart - units(interval[0]), units(interval[1]) - apart];
      const head = [below, above, significant, shared] as const;
      return of === shared && reason === '' ? head : [...head, of, reason];
    });
    return [column.key, written] as const;
  });
  return Object.fromEntries(own);
}

/** Undoes `pagePairs`, without the paired difference itself, which nobody shows: that of the two values is shown. */
function wholePairs(pairs: NonNullable<BoardJson['pairs']>, columns: readonly PageColumn[], rows: readonly PageRow[]) {
  const own = columns.map((column) => {
    const unit = 10 ** column.decimals;
    const tests = pairPlaces(rows, column).map(([i, j], at): BoardPair => {
      const [below, above, significant, shared, of = shared, reason = ''] = pairs[column.key]?.[at] ?? [
        null,
        null,
        null,
        0,
      ];
      const apart = unitsApart(rows, column, [i, j]);
      const interval =
        below === null || above === null ? null : ([(apart - below) / unit, (apart + above) / unit] as const);
      return [i, j, null, interval, significant, shared, of, reason];
    });
    return [column.key, tests] as const;
  });
  return Object.fromEntries(own);
}

/** Fills in what a row leaves out. Values come back with four digits more than the column prints, ends of intervals with one. */
function wholeRows({ columns, rows }: Pick<BoardJson, 'columns' | 'rows'>): readonly PageRow[] {
  const columnOf = new Map(columns.map((column) => [column.key, column]));
  return rows.map((row) => {
    const cells = Object.entries(row.cells).flatMap(([key, { value = null, ...cell }]) => {
      const column = columnOf.get(key);
      return column === undefined ? [] : [[key, { value, ...usualCell(value, column), ...cell }] as const];
    });
    return { ...USUAL_ROW, row: row.name, ...row, cells: Object.fromEntries(cells) };
  });
}

export function pageBoard(board: PageBoard): BoardJson {
  const { figures, whole, switches, pairs } = board;
  const page = {
    ...picked(board, BOARD_KEYS),
    ...unusual({ whole, switches }, {}),
    ...(figures === true ? { figures } : {}),
    columns: board.columns.map((column) => picked(column, [...COLUMN_KEYS, 'losses', 'lost'])),
    rows: board.rows.map((row) => pageRow(row, board)),
    references: board.references.map((reference) => pageReference(reference, board.columns)),
  };
  if (pairs === undefined || whole !== undefined) return page;
  return { ...page, pairs: pagePairs(pairs, page.columns, wholeRows(page)) };
}

export function boardOfPage({ pairs, ...board }: BoardJson): PageBoard {
  const rows = wholeRows(board);
  return { ...board, rows, ...(pairs === undefined ? {} : { pairs: wholePairs(pairs, board.columns, rows) }) };
}
