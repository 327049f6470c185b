import type { Axis, DotsChart } from '../../charts/chart.ts';
import type { MarkKind } from '../../charts/mark-kinds.tsx';
import type { BoardColumn } from '../../schema/board.ts';
import { ACCESS_WORDS } from '../../schema/words.ts';
import { href } from '../../ui/href.ts';
import { fixed } from '../../ui/number-words.ts';

/** A value to draw, with its interval where one is known; all in the printed unit. */
export interface FigureMark {
  readonly series: string;
  readonly x: number;
  readonly lo: number | null;
  readonly hi: number | null;
  /** Who or what the mark is: a judge's name, or the value as printed. */
  readonly text: string;
  /** What it says, as a sentence that holds its text. */
  readonly words: string;
  /** The judge whose page is opened; null where the mark is no single judge. */
  readonly judge: string | null;
}

export interface Series {
  readonly id: string;
  readonly label: string;
  readonly mark: MarkKind;
}

interface FigureBase {
  readonly id: string;
  readonly title: string;
  /** What it says at a glance; empty where there is nothing to say. */
  readonly says: string;
  /** How to read the figure, with n. */
  readonly about: string;
  /** The numbers rest on it: `25 judges`. */
  readonly n: string;
  readonly sources: readonly { readonly table: string; readonly label: string }[];
}

/** `table` holds the very numbers drawn, for readers without the picture. */
interface DrawnBase extends FigureBase {
  readonly table: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
}

export interface DotsFigure extends DrawnBase {
  readonly kind: 'dots';
  readonly axis: Axis;
  readonly series: readonly Series[];
  readonly rows: readonly { readonly label: string; readonly run?: string; readonly marks: readonly FigureMark[] }[];
  readonly reference: { readonly x: number; readonly label: string } | null;
}

export interface ChangeFigure extends DrawnBase {
  readonly kind: 'change';
  readonly panels: readonly {
    readonly label: string;
    readonly axis: Axis;
    readonly decimals: number;
    readonly rows: readonly { readonly label: string; readonly from: number; readonly to: number }[];
  }[];
}

/** Has a panel per judge with a bar per part of what is measured, all on one scale from zero. */
export interface BarsFigure extends DrawnBase {
  readonly kind: 'bars';
  readonly axis: Axis;
  readonly panels: readonly {
    readonly label: string;
    /** The kind of judge colours its bars; null for others than models. */
    readonly mark: MarkKind | null;
    readonly judge: string | null;
    readonly rows: readonly {
      readonly label: string;
      /** Rows of one group stand together. */
      readonly group: string;
      readonly value: number;
      readonly text: string;
    }[];
  }[];
}

/** Follows judges through the orders that several settings give, in one panel per measured column. */
export interface OrdersFigure extends DrawnBase {
  readonly kind: 'orders';
  /** What the settings are called, in the order of the table. */
  readonly settings: readonly string[];
  readonly panels: readonly {
    readonly label: string;
    /** Judges in the order of the first setting. */
    readonly rows: readonly {
      readonly label: string;
      readonly mark: MarkKind | null;
      readonly judge: string | null;
      /** Its place and value under each setting; null where the value is missing or in doubt. */
      readonly at: readonly ({ readonly place: number; readonly text: string } | null)[];
    }[];
  }[];
}

export interface MatrixFigure extends FigureBase {
  readonly kind: 'matrix';
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly label: string;
    readonly judge: string | null;
    readonly run?: string;
    readonly values: readonly (number | null)[];
  }[];
  readonly decimals: number;
  readonly negative: string;
  readonly positive: string;
}

export interface ScatterFigure extends DrawnBase {
  readonly kind: 'scatter';
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  readonly points: readonly {
    readonly x: number;
    readonly y: number;
    readonly label: string;
    readonly series: string;
    readonly judge: string;
    /** What its two values are: `PAcc 17.1 %, 7 B parameters`. */
    readonly values: string;
    /** Whether the judge is on the Pareto front, where nobody is better in both. */
    readonly front: boolean;
  }[];
}

export type Figure = DotsFigure | ChangeFigure | BarsFigure | OrdersFigure | MatrixFigure | ScatterFigure;

/** `open weights` → `Open weights`. */
const capitalised = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** The kinds of judges that have marks of their own, in the order of legends. */
export const ACCESS_SERIES: readonly (Series & { readonly id: 'proprietary' | 'open' | 'fine-tuned' })[] = (
  ['proprietary', 'open', 'fine-tuned'] as const
).map((kind) => ({ id: kind, label: capitalised(ACCESS_WORDS[kind]), mark: kind }));

const UNITS: Readonly<Record<BoardColumn['unit'], string>> = {
  percent: '%',
  ratio: '0–1',
  score: '0–10',
  variance: 'variance',
  count: 'count',
  text: '',
};

/** Writes a printed value as sentences have it, with its interval where one is known: `17.1 % [14.2, 20.3]`. */
export function printedWords(
  { unit, decimals }: Pick<BoardColumn, 'unit' | 'decimals'>,
  printed: string,
  interval: { readonly lo: number; readonly hi: number } | null = null,
): string {
  const ends = interval === null ? '' : ` [${fixed(interval.lo, decimals)}, ${fixed(interval.hi, decimals)}]`;
  return `${printed}${unit === 'percent' ? ' %' : ''}${ends}`;
}

/** Says what a column measures, with its unit: `PAcc (%)`. */
export function axisLabel(column: Pick<BoardColumn, 'label' | 'unit'>): string {
  return UNITS[column.unit] === '' ? column.label : `${column.label} (${UNITS[column.unit]})`;
}

/** A figure of at least this many rows takes a whole line of the page, with as many panels as a wide screen has abreast. */
const MANY = 8;
const MOST_PANELS = 4;

/** Says in how many panels rows of one scale are drawn: 1, 2 or 4, so that they fill every line, whether one, two or four stand abreast. */
export const rowPanels = (rows: number): number => (rows >= MANY ? MOST_PANELS : rows > 1 ? 2 : 1);

/** Cuts rows in their order into these panels, of nearly as many rows each. */
export function inPanels<Row>(rows: readonly Row[]): Row[][] {
  const panels = rowPanels(rows.length);
  const [least, more] = [Math.floor(rows.length / panels), rows.length % panels];
  return Array.from({ length: panels }, (_, i) => {
    const from = i * least + Math.min(i, more);
    return rows.slice(from, from + least + (i < more ? 1 : 0));
  });
}

export type ShownDots = Pick<DotsFigure, 'title' | 'axis' | 'series' | 'rows' | 'reference'>;

/** Makes a chart of rows of marks; a mark of a single judge opens its page. */
export function dotsChart({ title, axis, series, rows, reference }: ShownDots): DotsChart {
  return {
    kind: 'dots',
    title,
    axis,
    reference: reference === null ? null : { at: reference.x, label: reference.label },
    rows: rows.map(({ label, run, marks }) => ({
      label,
      ...(run === undefined ? {} : { run }),
      marks: marks.map((mark) => {
        const own = series.find(({ id }) => id === mark.series);
        const address = mark.judge === null ? null : href(`/judge/${mark.judge}/`);
        return {
          mark: own?.mark ?? 'square',
          value: mark.x,
          lo: mark.lo,
          hi: mark.hi,
          text: mark.text,
          told: { words: mark.words, href: address },
        };
      }),
    })),
  };
}
