import { hasPlace, type PageBoard, type PageRow } from '../board/page-board.ts';
import { rowLabel } from '../schema/board.ts';
import { fixed } from '../ui/number-words.ts';
import type { PlotAxis, PlotValue } from './axes.ts';
import type { PlotJudge } from './plot-index.ts';

/** A judge, or one of its settings, with its values on both axes. */
export interface PlotPoint {
  readonly id: string;
  readonly label: string;
  readonly judge: PlotJudge;
  readonly x: PlotValue;
  readonly y: PlotValue;
}

/** Points, and how many judges each axis has: those that it has a value for. */
export interface PlotPoints {
  readonly points: readonly PlotPoint[];
  readonly withX: number;
  readonly withY: number;
}

/** What a judge has on one axis: in a board it may have several rows. */
interface Held {
  readonly id: string;
  readonly variant: string;
  readonly label: string;
  readonly judge: PlotJudge;
  readonly value: PlotValue;
}

type PlotBoardList = readonly PageBoard[];
type JudgesById = ReadonlyMap<string, PlotJudge>;

/** Gives a row's value: that of a column, or the mean of several that it has all of. */
function rowValue(row: PageRow, keys: readonly string[], decimals: number): PlotValue | null {
  const cells = keys.map((key) => row.cells[key]);
  const values = cells.flatMap((cell) => (cell !== undefined && hasPlace(cell) ? (cell.value ?? []) : []));
  if (values.length < keys.length || values.length === 0) return null;
  const interval = keys.length === 1 ? (cells[0]?.interval ?? null) : null;
  const value = values.reduce((sum, one) => sum + one, 0) / values.length;
  const ends = interval === null ? null : ([interval.lo, interval.hi] as const);
  const digits = fixed(value, decimals);
  const text = ends === null ? digits : `${digits} [${ends.map((end) => fixed(end, decimals)).join(', ')}]`;
  return { value, interval: ends, text };
}

/** Lists what judges have in a board's column. */
function heldIn({ from }: PlotAxis, boards: PlotBoardList, judges: JudgesById): readonly Held[] {
  const board = boards.find(({ benchmark, table }) => benchmark === from?.benchmark && table === from.table);
  if (board === undefined || from === null) return [];
  return board.rows.flatMap((row): Held[] => {
    const judge = judges.get(row.judge ?? '');
    const value = rowValue(row, from.column.mean ?? [from.column.key], from.column.decimals);
    if (row.kind !== 'judge' || judge === undefined || value === null) return [];
    return [{ id: row.id, variant: row.variant, label: rowLabel(row, board), judge, value }];
  });
}

const isOneBoard = (x: PlotAxis, y: PlotAxis): boolean =>
  x.from?.benchmark === y.from?.benchmark && x.from?.table === y.from?.table;

/** Finds in another board the row of the same judge in the same setting; one that is its judge's only row is of any setting. */
function partnerOf(own: Held, others: readonly Held[], mates: readonly Held[]): Held | undefined {
  const rows = others.filter(({ judge }) => judge.id === own.judge.id);
  const same = rows.filter(({ variant }) => variant === own.variant);
  if (same.length === 1) return same[0];
  return rows.length === 1 && mates.filter(({ judge }) => judge.id === own.judge.id).length === 1 ? rows[0] : undefined;
}

const countJudges = (held: readonly { readonly judge: PlotJudge }[]): number =>
  new Set(held.map(({ judge }) => judge.id)).size;

/** Joins two lists of what judges have: row by row within a board, by judge and setting between two. */
function joined(xs: readonly Held[], ys: readonly Held[], isSame: boolean): readonly PlotPoint[] {
  return ys.flatMap((y): PlotPoint[] => {
    const x = isSame ? xs.find(({ id }) => id === y.id) : partnerOf(y, xs, ys);
    return x === undefined ? [] : [{ id: y.id, label: y.label, judge: y.judge, x: x.value, y: y.value }];
  });
}

/** Gives each judge of a list the fact, those that have it. */
function withFact(fact: NonNullable<PlotAxis['factOf']>, of: readonly Held[]): readonly Held[] {
  return of.flatMap((one) => {
    const value = fact(one.judge);
    return value === null ? [] : [{ ...one, value }];
  });
}

const EVERYBODY: PlotValue = { value: 0, interval: null, text: '' };

/** Finds who has values on both axes. With two facts it is everybody of whom both are known. */
export function plottedPoints(
  { x, y }: Record<'x' | 'y', PlotAxis>,
  boards: PlotBoardList,
  judges: JudgesById,
): PlotPoints {
  const everybody = (): readonly Held[] =>
    [...judges.values()].map((judge) => ({ id: judge.id, variant: '', label: judge.name, judge, value: EVERYBODY }));
  const columns = [x, y].map((axis) => (axis.factOf === null ? heldIn(axis, boards, judges) : null));
  const [inX = null, inY = null] = columns;
  const xs = x.factOf === null ? (inX ?? []) : withFact(x.factOf, inY ?? everybody());
  const ys = y.factOf === null ? (inY ?? []) : withFact(y.factOf, inX ?? everybody());
  const isSame = x.factOf !== null || y.factOf !== null || isOneBoard(x, y);
  return { points: joined(xs, ys, isSame), withX: countJudges(xs), withY: countJudges(ys) };
}
