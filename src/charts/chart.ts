import type { LabelRoom } from './label-room.ts';
import type { ToldMark } from './Mark.tsx';
import type { MarkKind } from './mark-kinds.tsx';

/**
 * What a chart is drawn from: plain data, so that a drawing made while the site is built is known again by them, and a page knows whether
 * they changed. `src/charts/Live.tsx` shows one.
 */
export type ChartData = RowsChart;

export interface Axis {
  readonly label: string;
  readonly domain: readonly [number, number];
  readonly log: boolean;
}

/** A value on an axis, with its interval where one is known. */
interface RowMark {
  readonly mark: MarkKind;
  readonly value: number;
  readonly lo: number | null;
  readonly hi: number | null;
}

/** A line of a chart: its name, what is drawn on the axis, and a text at its end. */
export interface ChartRow {
  readonly label: string;
  /** What its link tells and where it leads; null where that is written when it is reached (`teller`). */
  readonly told: ToldMark | null;
  readonly text: string;
  readonly marks: readonly RowMark[];
  /** Whether a line joins the marks: they belong together. */
  readonly joined: boolean;
  /** An arrow from a value to another in place of marks. */
  readonly arrow: { readonly from: number; readonly to: number } | null;
}

/** Rows of values on one scale: forests, changes, differences. */
export interface RowsChart {
  readonly kind: 'rows';
  /** What is drawn; screen readers say it before the marks, which are links. */
  readonly title: string;
  readonly size: 'phone' | 'wide';
  readonly axis: Axis;
  /** About how many ticks the axis has. */
  readonly ticks: number;
  /** Written above the plot. */
  readonly panel: string;
  /** What it means to stand left and right of zero; a line is drawn there. */
  readonly sides: readonly [string, string] | null;
  /** Dashed lines to compare with. */
  readonly references: readonly { readonly at: number; readonly label: string }[];
  /** Lines above the plot for names of references: as many as the panel beside it needs, so that all plots begin at one height. */
  readonly notes: number;
  /** Room for the names, that of all panels of a figure (`rowsRoom`). */
  readonly room: LabelRoom;
  readonly rows: readonly ChartRow[];
}
