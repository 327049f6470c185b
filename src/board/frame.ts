import type { Deltas } from './delta.ts';
import type { ColumnScales } from './scale.ts';
import type { SlimBoard, SlimColumn, SlimRow } from './slim.ts';

/** A value whose card is open, and where it stands. */
export interface ToldCell {
  readonly place: HTMLElement;
  readonly byTouch: boolean;
  readonly row: SlimRow;
  readonly column: SlimColumn;
}

/** What all cells of a table share. It changes with the columns or the baseline, not with order or filters. */
export interface BoardFrame {
  readonly board: SlimBoard;
  /** Shown columns in the order shown. */
  readonly columns: readonly SlimColumn[];
  /** How many of them are kept at the left. */
  readonly left: number;
  readonly scales: ColumnScales;
  /** Null when no baseline is chosen. */
  readonly deltas: Deltas | null;
  readonly heat: boolean;
  /** Pins a row to the top, or lets it go. */
  readonly pin: (row: string) => void;
  /** Opens the card of a value. */
  readonly tell: (cell: ToldCell) => void;
}
