import type { SlimSwitch } from './slim.ts';

/** A figure of cases that shows how some of a board's values come about. */
export interface BoardFigure {
  readonly id: string;
  readonly title: string;
  /** Labels of the metrics that it explains, in the order of the columns. */
  readonly metrics: readonly string[];
  /** Address of the figure, with a run chosen. */
  readonly address: (run: string) => string;
}

/** What the build knows of a board beside its values. */
export interface BoardExtras {
  /** Figures that explain the values of the board's rows; a printed board has none. */
  readonly figures: readonly BoardFigure[];
  /** Address of the file that holds all of a computed board; null for a printed one. */
  readonly whole: string | null;
  /** Switches that change the board. */
  readonly switches: readonly SlimSwitch[];
}
