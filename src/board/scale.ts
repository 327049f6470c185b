import type { BoardCell } from '../schema/board.ts';
import { better, shareOfBest } from '../schema/direction.ts';
import type { SlimBoard, SlimColumn } from './slim.ts';

/** The range of a column's values, taken over all judges, so that filtering changes no colour and no bar. */
export interface ColumnScale {
  /** Values between which heat is mixed; null where the column has no better end or no spread. */
  readonly heat: { readonly worst: number; readonly best: number } | null;
  /** Range of the interval bars. */
  readonly bar: readonly [lo: number, hi: number] | null;
  readonly best: number | null;
  readonly second: number | null;
}
export type ColumnScales = Readonly<Record<string, ColumnScale>>;

const UNSOUND: ReadonlySet<BoardCell['status']> = new Set(['suspect', 'rejected', 'not-applicable', 'not-scored']);

/** Says whether a cell has a value that is counted among the others of its column: what is another quantity has no place there. */
export const hasPlace = (cell: BoardCell | undefined): boolean =>
  cell !== undefined && cell.value !== null && cell.apart === undefined;

/** Gives the value of a cell if it may be ranked and coloured, which means that it is used, not suspect, and of the same quantity as the others. */
export function soundValue(cell: BoardCell | undefined): number | null {
  return cell === undefined || UNSOUND.has(cell.status) || cell.apart !== undefined ? null : cell.value;
}

function columnScale(cells: readonly BoardCell[], direction: SlimColumn['direction']): ColumnScale {
  const values = cells.flatMap((cell) => soundValue(cell) ?? []);
  const ends = cells.flatMap((cell) =>
    soundValue(cell) === null || cell.interval === null ? [] : [cell.interval.lo, cell.interval.hi],
  );
  const sorted = values.toSorted((a, b) => better(direction, b, a));
  const distinct = sorted.filter((value, i) => i === 0 || better(direction, sorted[i - 1] ?? 0, value) > 0);
  const ranked = distinct.length < 2 ? [] : distinct;
  const [best = null, second = null] = ranked;
  return {
    heat: best === null ? null : { worst: sorted.at(-1) ?? best, best },
    bar: ends.length === 0 ? null : [Math.min(...ends), Math.max(...ends)],
    best,
    second,
  };
}

export function columnScales(board: Pick<SlimBoard, 'columns' | 'rows'>): ColumnScales {
  const judges = board.rows.filter((row) => row.kind === 'judge');
  return Object.fromEntries(
    board.columns.map(({ key, direction }) => [
      key,
      columnScale(
        judges.flatMap((row) => row.cells[key] ?? []),
        direction,
      ),
    ]),
  );
}

/** Gives 0 for the column's worst value and 1 for its best; null where there is no such scale. */
export function heatOf(scale: ColumnScale, direction: SlimColumn['direction'], value: number): number | null {
  if (scale.heat === null) return null;
  return Math.min(1, Math.max(0, shareOfBest(direction, value, scale.heat)));
}

/** Says where a number stands on the column's bar, in percent from the left; null without a bar. */
export function barPercent(scale: ColumnScale, x: number): number | null {
  if (scale.bar === null) return null;
  const [lo, hi] = scale.bar;
  return hi === lo ? 50 : Math.min(100, Math.max(0, (100 * (x - lo)) / (hi - lo)));
}
