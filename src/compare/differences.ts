import { type CellDelta, deltasTo } from '../board/delta.ts';
import { boardTests } from '../board/difference-tests.ts';
import type { PageBoard, PageColumn, PageRow } from '../board/page-board.ts';
import { columnScales, isPartOf } from '../board/standings.ts';
import { boardFields } from '../board/state.ts';
import { tablesOf } from '../board/tables-of.ts';
import type { BoardCell } from '../schema/board.ts';
import { writeSearch } from '../ui/field.ts';
import { href } from '../ui/href.ts';
import { chanceWords, plainPrinted, signed } from '../ui/number-words.ts';

export interface CompareLine {
  readonly column: PageColumn;
  /** The rows are in the order chosen; null stands for a judge without such a row. */
  readonly cells: readonly BoardCell[];
  /** Differences of the second, third and fourth judge to the base; null where a value is missing or in doubt. */
  readonly differences: readonly (CellDelta | null)[];
}

export interface CompareTable {
  readonly board: PageBoard;
  /** How the rows were run, where a judge has several; it is empty otherwise. */
  readonly variant: string;
  readonly rows: readonly PageRow[];
  readonly lines: readonly CompareLine[];
}

/** Finds the judges' rows under one way of running; undefined where a judge has several rows and none is this one. */
function rowsUnder(own: readonly (readonly PageRow[])[], variant: string): PageRow[] | undefined {
  const rows = own.flatMap((list) => list.find((row) => row.variant === variant) ?? (list.length === 1 ? list : []));
  return rows.length === own.length ? rows : undefined;
}

/** Gives the columns that all rows have; differences are those that the board itself shows when the first row is its baseline. */
function linesOf(board: PageBoard, rows: readonly PageRow[]): CompareLine[] {
  const [base] = rows;
  const columns = board.columns.filter(({ key, unit }) => {
    const cells = rows.flatMap((row) => row.cells[key] ?? []);
    return unit !== 'text' && cells.length === rows.length && cells.some(({ value }) => value !== null);
  });
  if (base === undefined || columns.length === 0) return [];
  const deltas = deltasTo({ columns, rows: board.rows }, base, { state: 'ready', ...boardTests(board) });
  return columns.map((column) => ({
    column,
    cells: rows.flatMap((row) => row.cells[column.key] ?? []),
    differences: rows.slice(1).map((row) => deltas.of(row, column)),
  }));
}

/** Every table that holds all the judges, with the columns that all have: one for each way of running where a judge has several rows; a judge with one row is compared with each. */
export function compareTables(boards: readonly PageBoard[], judges: readonly string[]): CompareTable[] {
  return boards.flatMap((board) => {
    const own = judges.map((judge) => board.rows.filter((row) => row.kind === 'judge' && row.judge === judge));
    if (own.some((rows) => rows.length === 0)) return [];
    const several = own.filter((rows) => rows.length > 1);
    const variants =
      several.length === 0 ? [null] : [...new Set(several.flatMap((rows) => rows.map((row) => row.variant)))];
    return variants.flatMap((variant) => {
      const rows = variant === null ? own.flatMap((list) => list.slice(0, 1)) : rowsUnder(own, variant);
      const lines = rows === undefined ? [] : linesOf(board, rows);
      if (rows === undefined || lines.length === 0) return [];
      return { board, variant: variant === null ? '' : variant || 'standard', rows, lines };
    });
  });
}

export type DifferenceTally = Readonly<Record<'ahead' | 'behind' | 'open' | 'untested', number>>;

export function tallyOf(found: readonly Pick<CellDelta, 'significant' | 'better'>[]): DifferenceTally {
  const count = (test: (d: (typeof found)[number]) => boolean): number => found.filter(test).length;
  return {
    ahead: count((d) => d.significant === true && d.better > 0),
    behind: count((d) => d.significant === true && d.better < 0),
    open: count((d) => d.significant === false),
    untested: count((d) => d.significant === null),
  };
}

/** Counts columns with a better end for the judge at place `i` of `differences`. */
export const tallyAgainst = (tables: readonly CompareTable[], i: number): DifferenceTally =>
  tallyOf(
    tables.flatMap(({ lines }) =>
      lines.filter(({ column }) => column.direction !== 'none').flatMap(({ differences }) => differences[i] ?? []),
    ),
  );

export interface HeadlineSide {
  readonly judge: string;
  /** Null for the judge in its usual setting. */
  readonly run: string | null;
  readonly name: string;
}

export interface HeadlineDifference {
  readonly board: PageBoard;
  readonly column: PageColumn;
  /** For example `Multi-Crit: Open-ended answers`. */
  readonly label: string;
  /** Values are as printed, the base's first. */
  readonly values: readonly [base: string, other: string];
  readonly difference: CellDelta;
  /** Shares of the way from the table's worst judge to its best: above zero where the base is behind, whichever end of the column is better. */
  readonly share: { readonly value: number; readonly lo: number | null; readonly hi: number | null };
  /** Where the weaker of the two stands on that way, from 0 (worst judge) to 1 (best judge). */
  readonly weaker: number;
  readonly rows: readonly string[];
}

/** At most this many leaderboards stand for a benchmark, as on a judge's page. */
const MOST = 4;

/** Puts boards benchmark by benchmark, each benchmark's in the order of its own tabs. */
export const inTabOrder = <B extends PageBoard>(boards: readonly B[]): B[] =>
  [...new Set(boards.map(({ benchmark }) => benchmark))].flatMap((benchmark) => tablesOf(boards, benchmark));

/** Boards that a paper prints elsewhere repeat what others hold; they stand for a benchmark only where it has no others. */
function standing<B extends PageBoard>(boards: readonly B[]): readonly B[] {
  const own = boards.filter(({ printedIn }) => printedIn === undefined);
  return own.length === 0 ? boards : own;
}

/** A part of what another table's ranking column holds is not counted beside it. */
const withoutParts = <T extends { readonly column: PageColumn }>(tables: readonly T[]): readonly T[] =>
  tables.filter(({ column }) => !tables.some((other) => isPartOf(column, other.column)));

/** Picks the leaderboards that stand for each benchmark, with the column that ranks them. */
export function headlineBoards<B extends PageBoard>(boards: readonly B[]): { board: B; column: PageColumn }[] {
  const leaderboards = inTabOrder(boards.filter(({ kind }) => kind === 'leaderboard'));
  return [...Map.groupBy(leaderboards, ({ benchmark }) => benchmark).values()].flatMap((own) =>
    withoutParts(
      standing(own).flatMap((board) => {
        const column = board.columns.find(({ key }) => key === board.sort?.column);
        return column === undefined || column.direction === 'none' ? [] : [{ board, column }];
      }),
    ).slice(0, MOST),
  );
}

function shareOf({ value, interval }: CellDelta, way: number): HeadlineDifference['share'] {
  const ends = interval?.map((end) => end / way) ?? [];
  return {
    value: value / way,
    lo: ends.length === 0 ? null : Math.min(...ends),
    hi: ends.length === 0 ? null : Math.max(...ends),
  };
}

/** The usual setting of judges that stand in a table several times, else the first. */
export const USUAL_SETTING = 'standard';

/** The ranking columns of all leaderboards that hold both, in the order of the site. A run that is named stands for its judge where the board has a row for it. */
export function headlineDifferences(
  headlines: ReturnType<typeof headlineBoards>,
  base: HeadlineSide,
  other: HeadlineSide,
): HeadlineDifference[] {
  return headlines.flatMap(({ board, column }) => {
    const named = board.rows.filter(({ id }) => id === base.run || id === other.run);
    const keyOf = ({ judge, run }: HeadlineSide): string => named.find(({ id }) => id === run)?.id ?? judge;
    // A row that is named is a side of its own, so that two runs of one judge are two sides.
    const rows = board.rows.map((row) => (named.includes(row) ? { ...row, judge: row.id } : row));
    const own = compareTables([{ ...board, columns: [column], rows }], [keyOf(base), keyOf(other)]);
    const table = own.find(({ variant }) => variant === '' || variant === USUAL_SETTING) ?? own[0];
    const [line] = table?.lines ?? [];
    const difference = line?.differences[0] ?? null;
    const ends = columnScales({ columns: [column], rows: board.rows })[column.key]?.heat ?? null;
    if (table === undefined || line === undefined || difference === null || ends === null) return [];
    const way = ends.best - ends.worst;
    const [one, two] = line.cells;
    return {
      board,
      column,
      label: `${board.benchmarkName}: ${board.title}`,
      values: [plainPrinted(one?.printed ?? ''), plainPrinted(two?.printed ?? '')] as const,
      difference,
      share: shareOf(difference, way),
      weaker: Math.min(...line.cells.map((cell) => ((cell.value ?? 0) - ends.worst) / way)),
      rows: table.rows.map(({ id }) => id),
    };
  });
}

export const pinnedHref = (board: PageBoard, rows: readonly string[]): string =>
  `${href(`/${board.benchmark}/${board.table}/`)}${writeSearch(boardFields(board), { pin: rows })}`;

export const isSure = ({ difference }: HeadlineDifference): boolean => difference.significant === true;

/** Writes a difference in the column's unit: `+1.34, 95 % interval −6.07 to +8.75`. */
export function differenceWords({ difference, column }: HeadlineDifference): string {
  const { value, interval } = difference;
  const ends = interval?.map((end) => signed(end, column.decimals)).join(' to ');
  return `${signed(value, column.decimals)}${ends === undefined ? '' : `, 95 % interval ${ends}`}`;
}

/** Names the relation of two values of which none is better: exactly equal, or equal in the digits shown. */
export const equalWords = ({ value }: CellDelta): string => (value === 0 ? 'equal' : 'equal as shown');

/** Says who is ahead in a table, and how doubtful that is: `o3`; `o3` and `perhaps by chance`; `equal`. */
export function aheadParts(
  { difference }: HeadlineDifference,
  base: string,
  other: string,
): readonly [who: string, doubt?: string] {
  const { better, significant } = difference;
  if (better === 0) return [equalWords(difference)];
  const name = better > 0 ? other : base;
  const doubt = chanceWords(significant);
  return doubt === '' ? [name] : [name, doubt];
}

/** Says who is ahead in a table: `o3`, `o3, perhaps by chance`, `equal`. */
export const aheadWords = (line: HeadlineDifference, base: string, other: string): string =>
  aheadParts(line, base, other).join(', ');

export const tallyHeadlines = (lines: readonly HeadlineDifference[]): DifferenceTally =>
  tallyOf(lines.map(({ difference }) => difference));

/** Writes a number of all tables: `4 of 5 tables`, `both tables`. */
function tablesWords(n: number, all: number): string {
  if (n < all) return `${n} of ${all} tables`;
  return n === 1 ? '1 table' : n === 2 ? 'both tables' : `all ${n} tables`;
}

/** Sums the tables up: `o3 ahead in 1 of 6 tables, GPT-4o in 2, 3 too close to call.` */
export function tallyWords({ ahead, behind, open, untested }: DifferenceTally, base: string, other: string): string {
  const all = ahead + behind + open + untested;
  const counts: readonly (readonly [n: number, words: (of: string) => string])[] = [
    [ahead, (of) => `${other} ahead in ${of}`],
    [behind, (of) => `${base} ${ahead > 0 ? '' : 'ahead '}in ${of}`],
    [open, (of) => `${of} too close to call`],
    [untested, (of) => `${of} not tested`],
  ];
  const parts = counts.filter(([n]) => n > 0).map(([n, words], i) => words(i === 0 ? tablesWords(n, all) : String(n)));
  const sentence = parts.join(', ').replace(/^(?:all|both) /, (word) => word.charAt(0).toUpperCase() + word.slice(1));
  return sentence === '' ? '' : `${sentence}.`;
}
