import type { MarkKind, SeriesLook } from './mark-kinds.tsx';

/** Plain data, by which a chart drawn at build is known again, and a page knows whether they changed (`src/charts/Live.tsx`). */
export type ChartData = RowsChart | DotsChart | BarsChart | SlopesChart | PointsChart | CloudChart;

export interface Axis {
  readonly label: string;
  readonly domain: readonly [number, number];
  readonly log: boolean;
  /** Its values are years with their fractions, 2025.25 the first of April; ticks are named as months and years. */
  readonly dates?: true;
  readonly ticks?: readonly { readonly value: number; readonly label: string }[];
}

interface RowMark {
  readonly mark: MarkKind;
  readonly value: number;
  readonly lo: number | null;
  readonly hi: number | null;
}

/** A line of a chart: its name, what is drawn on the axis, and a text at its end. */
export interface ChartRow {
  readonly label: string;
  /** The run that it is about, by which its judge is highlighted. */
  readonly run?: string;
  /** What its link tells and where it leads; null where that is written when it is reached (`teller`). */
  readonly told: ToldMark | null;
  readonly text: string;
  readonly marks: readonly RowMark[];
  /** Whether a line joins the marks: they belong together. */
  readonly joined: boolean;
  /** An arrow from a value to another in place of marks. */
  readonly arrow: { readonly from: number; readonly to: number } | null;
}

interface ChartBase {
  /** What is drawn; screen readers say it before the marks, which are links. */
  readonly title: string;
}

/** As wide as a phone, which is what most charts are: wide pages set several side by side. Or twice that. */
export type ChartSize = 'phone' | 'wide';

/** Rows of values on one scale: forests, changes, differences. */
export interface RowsChart extends ChartBase {
  readonly kind: 'rows';
  readonly size: ChartSize;
  readonly axis: Axis;
  readonly ticks: number;
  readonly panel: string;
  /** What it means to stand left and right of zero; a line is drawn there. */
  readonly sides: readonly [string, string] | null;
  readonly references: readonly { readonly at: number; readonly label: string }[];
  /** Lines above the plot for names of references: as many as the panel beside it needs, so that all plots begin at one height. */
  readonly notes: number;
  /** Room for the names, that of all panels of a figure (`rowsRoom`). */
  readonly room: LabelRoom;
  readonly rows: readonly ChartRow[];
}

/** Rows of marks on one scale, a line per mark with its text beside it, under the name of their row. */
export interface DotsChart extends ChartBase {
  readonly kind: 'dots';
  readonly axis: Axis;
  readonly rows: readonly {
    readonly label: string;
    readonly run?: string;
    readonly marks: readonly (RowMark & { readonly text: string; readonly told: ToldMark })[];
  }[];
  readonly reference: { readonly at: number; readonly label: string } | null;
}

interface BarPart {
  /** Its class in the page's sheet, which gives its colour. */
  readonly look: string;
  readonly from: number;
  readonly to: number;
  /** Null where the whole row is the link. */
  readonly told: ToldMark | null;
}

export interface BarsChart extends ChartBase {
  readonly kind: 'bars';
  readonly axis: Axis;
  /** Whether values are read at the bars alone, so that there is no grid; each text then stands below its bar. */
  readonly bare: boolean;
  /** Written above the bars, behind a mark of the kind of judge that it names. */
  readonly panel: string;
  readonly mark: MarkKind | null;
  readonly room: LabelRoom;
  readonly rows: readonly {
    readonly label: string;
    /** Rows of one group follow each other under its name. */
    readonly group: string;
    readonly text: string;
    readonly parts: readonly BarPart[];
    /** Null where each part is a link. */
    readonly told: ToldMark | null;
  }[];
}

/** Judges in the order of a first setting, and each one's way through the orders of the others. */
export interface SlopesChart extends ChartBase {
  readonly kind: 'slopes';
  readonly settings: readonly string[];
  /** Units for the names, the same for all panels of a figure (`slopeNames`). */
  readonly names: number;
  readonly rows: readonly {
    readonly label: string;
    readonly mark: MarkKind | null;
    readonly told: ToldMark;
    /** Its place and value under each setting; null where it has none. */
    readonly at: readonly ({ readonly place: number; readonly text: string } | null)[];
  }[];
}

/** Two measures of the same things against each other, each point named where its name meets no other and no mark. */
export interface PointsChart extends ChartBase {
  readonly kind: 'points';
  readonly size: ChartSize;
  readonly x: Axis;
  readonly y: Axis;
  readonly points: readonly {
    readonly x: number;
    readonly y: number;
    readonly label: string;
    readonly mark: MarkKind;
    /** Whether it is named before the others. */
    readonly first: boolean;
    readonly told: ToldMark;
    /** The intervals of both values, drawn as a cross; null where one is not known. */
    readonly cross?: Cross;
    /** The place of its colour among the sheet's, from 1; without one its colour is that of its mark. */
    readonly hue?: number;
    /** Whether it stands out: a ring is drawn around it. */
    readonly pinned?: boolean;
  }[];
  /** Stretches of a dashed line; one that begins where the one before ends goes on from it. */
  readonly frontier?: readonly (readonly [
    from: readonly [x: number, y: number],
    to: readonly [x: number, y: number],
  ])[];
  /** Values that are best where neither end is, each a dashed line. */
  readonly ideals?: { readonly x: number | null; readonly y: number | null };
  /** Whether those alone are named that are named before the others. */
  readonly fewNames?: boolean;
}

/** Many marks of a few series, each with its trend. Marks that the page draws on a canvas behind the chart (`cloud.ts`) are not among them. */
export interface CloudChart extends ChartBase {
  readonly kind: 'cloud';
  readonly size: ChartSize;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly {
    readonly label: string;
    readonly look: SeriesLook;
    /** Its mean, which is named. */
    readonly x: number;
    readonly y: number;
    /** Its trend from end to end, and the interval around it at some places; null and none where there is no trend. */
    readonly trend: StraightLine | null;
    readonly band: readonly { readonly x: number; readonly lo: number; readonly hi: number }[];
    readonly marks: readonly (readonly [x: number, y: number])[];
  }[];
  /** A dashed line through all series; null where there is none. */
  readonly shared: StraightLine | null;
}

export type StraightLine = readonly [from: readonly [x: number, y: number], to: readonly [x: number, y: number]];

export interface Cross {
  readonly x: readonly [lo: number, hi: number] | null;
  readonly y: readonly [lo: number, hi: number] | null;
}

/** The words of a mark, and the address of the cases behind it; null where none can be named. */
export interface ToldMark {
  readonly words: string;
  readonly href: string | null;
}

/** The room for names beside marks, or above them. */
export interface LabelRoom {
  readonly left: number;
  readonly line: number;
  /** Offset of the marks from the top of their row. */
  readonly middle: number;
  /** Where a name ends (`end`) or begins (`start`). */
  readonly label: { readonly x: number; readonly y: number; readonly textAnchor: 'start' | 'end' };
  /** Units that a name has. */
  readonly room: number;
}
