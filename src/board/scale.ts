import type { BoardCell } from '../schema/board.ts';
import type { SlimBoard, SlimColumn } from './slim.ts';

/** The range of a column's values, taken over all judges, so that filtering changes no colour and no bar. */
export interface ColumnScale {
  /** Values from which heat is mixed; null where the column has no better end or no spread. */
  readonly heat: readonly [least: number, greatest: number] | null;
  /** Range of the interval bars. */
  readonly bar: readonly [lo: number, hi: number] | null;
  readonly best: number | null;
  readonly second: number | null;
}
export type ColumnScales = Readonly<Record<string, ColumnScale>>;

const UNSOUND: ReadonlySet<BoardCell['status']> = new Set(['suspect', 'rejected', 'not-applicable', 'not-scored']);

/** Gives the value of a cell if it may be ranked and coloured, which means that it is used and not suspect. */
export function soundValue(cell: BoardCell | undefined): number | null {
  return cell === undefined || UNSOUND.has(cell.status) ? null : cell.value;
}

function columnScale(cells: readonly BoardCell[], direction: SlimColumn['direction']): ColumnScale {
  const values = cells.flatMap((cell) => soundValue(cell) ?? []);
  const ends = cells.flatMap((cell) =>
    soundValue(cell) === null || cell.interval === null ? [] : [cell.interval.lo, cell.interval.hi],
  );
  const distinct = [...new Set(values)].sort((a, b) => (direction === 'lower' ? a - b : b - a));
  const ranked = direction === 'none' || distinct.length < 2 ? [] : distinct;
  return {
    heat: ranked.length === 0 ? null : [Math.min(...values), Math.max(...values)],
    bar: ends.length === 0 ? null : [Math.min(...ends), Math.max(...ends)],
    best: ranked[0] ?? null,
    second: ranked[1] ?? null,
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
  if (scale.heat === null || direction === 'none') return null;
  const [least, greatest] = scale.heat;
  const share = Math.min(1, Math.max(0, (value - least) / (greatest - least)));
  return direction === 'higher' ? share : 1 - share;
}

/** Says where a number stands on the column's bar, in percent from the left; null without a bar. */
export function barPercent(scale: ColumnScale, x: number): number | null {
  if (scale.bar === null) return null;
  const [lo, hi] = scale.bar;
  return hi === lo ? 50 : Math.min(100, Math.max(0, (100 * (x - lo)) / (hi - lo)));
}
