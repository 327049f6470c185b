import { href } from '../ui/href.ts';
import type { SlimBoard, SlimColumn } from './slim.ts';

/** Names a column of a board in the address of a plot: `<benchmark>.<table>.<column>`. */
export const columnAddress = ({ benchmark, table }: Pick<SlimBoard, 'benchmark' | 'table'>, column: string): string =>
  `${benchmark}.${table}.${column}`;

/** The fact of judges that a column is plotted against where its board has no other. */
export const SIZE_FACT = 'size';

/** Says whether judges of a board can be plotted by a column. */
export const isPlotted = ({ unit }: Pick<SlimColumn, 'unit'>): boolean => unit !== 'text';

/**
 * Gives the address of the plot of a board's two best columns: the one that orders it, else its first, upwards, and the next of another metric,
 * else the size of its judges. Null where no column has a better end.
 */
export function plotHref(board: Pick<SlimBoard, 'benchmark' | 'table' | 'columns' | 'sort'>): string | null {
  const good = board.columns.filter((column) => isPlotted(column) && column.direction !== 'none');
  const first = good.find(({ key }) => key === board.sort?.column) ?? good[0];
  if (first === undefined) return null;
  const other = good.find(({ key, metric }) => key !== first.key && metric !== first.metric);
  const x = other === undefined ? SIZE_FACT : columnAddress(board, other.key);
  return `${href('/plot/')}?x=${encodeURIComponent(x)}&y=${encodeURIComponent(columnAddress(board, first.key))}`;
}
