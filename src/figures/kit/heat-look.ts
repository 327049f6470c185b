import type { CSSProperties } from 'react';
import { DRAWING_WIDTH, LETTER_UNITS } from '../../charts/label-room.ts';
import { wrappedLines } from '../../charts/WrappedText.tsx';
import { rounded } from '../../ui/number-words.ts';
import type { Labelled } from './labelled.ts';

/** Describes one cell: what is printed in it, how strongly it is filled, and where it leads. */
export interface HeatCell {
  readonly text: string;
  /** A second, smaller line. */
  readonly small?: string;
  /** `count`: more of something; `up` and `down`: above and below the middle; `none`: no value. */
  readonly tone: 'count' | 'up' | 'down' | 'none';
  /** 0 to 1, of the strongest colour under which the numbers stay legible. */
  readonly weight: number;
  /** It says the whole cell in words. */
  readonly words: string;
  /** Address of the cases behind the cell; null where none can be named. */
  readonly href: string | null;
}

export interface HeatHead {
  readonly key: string;
  readonly label: string;
  /** A page about it. */
  readonly href?: string;
}

/** Where a cell stands in a drawing. */
export interface CellPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How large the parts of a grid are, in units of the drawing. */
export interface GridLook {
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  readonly radius: number;
  /** Room above the cells. */
  readonly top: number;
  /** Room for the names of the rows: at least, and at most. */
  readonly left: readonly [number, number];
  /** Lines of a row's name. */
  readonly lines: 1 | 2;
  /** Letters of a line before a name is broken. */
  readonly letters: number;
  /** Columns have the numbers of the rows, which are the same. */
  readonly numbered: boolean;
  /** Room for such a number. */
  readonly numbers: number;
  /** Heads of columns stand above, every other one a line higher where they are long, or below. */
  readonly heads: 'above' | 'staggered' | 'below';
  /** Whether most cells have nothing, so that one ground is drawn for all. */
  readonly sparse: boolean;
  /** The words of a cell are written with the page, or when the cell is reached. */
  readonly told: 'at once' | 'when reached';
  /** The largest scale at which a grid's text still fits the page. */
  readonly largest: number;
}

const BASE = {
  gap: 2,
  radius: 3,
  lines: 1,
  numbered: false,
  numbers: 0,
  heads: 'above',
  sparse: false,
} as const;

/** Looks: few large cells with two lines (`large`), smaller ones (`counts`), every two of one list (`pairs`), and a scale by a scale (`scales`). */
export const LOOKS = {
  large: {
    ...BASE,
    ...{ width: 58, height: 50, top: 32, left: [108, 108], lines: 2, letters: 14, told: 'at once', largest: 1.2 },
    heads: 'staggered',
  },
  counts: {
    ...BASE,
    ...{ width: 62, height: 46, top: 48, left: [84, 84], lines: 2, letters: 8, told: 'at once', largest: 1.3 },
  },
  pairs: {
    ...BASE,
    ...{ width: 42, height: 26, gap: 1, radius: 0, top: 22, left: [120, 400], letters: 9, largest: 1 },
    ...{ numbered: true, numbers: 26, told: 'when reached' },
  },
  scales: {
    ...BASE,
    ...{ width: 23, height: 23, gap: 1, radius: 0, top: 6, left: [30, 30], letters: 4, largest: 1.15 },
    ...{ heads: 'below', sparse: true, told: 'at once' },
  },
} as const satisfies Readonly<Record<string, GridLook>>;

const LINE = 13;
/** Width of a drawing on the smallest phone, in px. */
const PHONE = 332;
/** Room for a number at the head of a column, and of a row, on that phone, in px. */
const NUMBER = 16;
const NUMBER_LINE = 12;
const PERCENT = 100;

const longestOf = (columns: readonly HeatHead[], letters: number): number =>
  Math.max(0, ...columns.flatMap(({ label }) => wrappedLines(label, letters)).map((line) => line.length));

/** Fits a look to these heads. Numbers get the room that they take on a phone, where their size does not depend on how many there are. */
export function fittedLook(look: GridLook, columns: readonly HeatHead[]): GridLook {
  if (!look.numbered) return look;
  const least = Math.ceil((8 + (NUMBER * columns.length * look.width) / PHONE) / (1 - NUMBER / PHONE));
  return { ...look, numbers: Math.max(look.numbers, least) };
}

/** Gives the room above the cells, and how much higher every other head stands, where their names would meet otherwise. */
export function topOf(look: GridLook, columns: readonly HeatHead[]): { readonly top: number; readonly lift: number } {
  if (look.heads !== 'staggered') return { top: look.top, lift: 0 };
  const high = LINE * Math.max(1, ...columns.map(({ label }) => wrappedLines(label, look.letters).length));
  const lift = longestOf(columns, look.letters) * LETTER_UNITS > look.width ? high : 0;
  return { top: look.top + high - LINE + lift, lift };
}

/** Says how far the last column's name, centred over its cells, reaches beyond the grid. */
export function beyond(look: GridLook, columns: readonly HeatHead[]): number {
  if (look.heads !== 'staggered') return 0;
  const half = (longestOf(columns.slice(-1), look.letters) * LETTER_UNITS) / 2;
  return Math.max(0, Math.ceil(half - (look.width - look.gap) / 2));
}

/** Gives the room for the names of the rows. */
export function leftOf({ left: [least, most], numbers }: GridLook, rows: readonly HeatHead[]): number {
  const longest = Math.max(0, ...rows.map(({ label }) => label.length));
  return Math.min(most, Math.max(least, Math.ceil(longest * LETTER_UNITS) + 10)) + numbers;
}

/**
 * Says how wide a grid is drawn. One with numbers instead of names above its columns is never shrunk where there is room; on a phone it
 * fills the line with its cells, and the names, which are cut off then, stand below as a list (`.grid-names`).
 */
export function widthOf({ numbered, numbers, largest }: GridLook, width: number, left: number): CSSProperties {
  if (!numbered) return { maxWidth: width * largest, '--grid-units': Math.max(width, DRAWING_WIDTH) } as CSSProperties;
  const cut = left - numbers;
  return {
    '--grid-units': width - cut,
    '--grid-width': `${width}px`,
    '--grid-cut': `${((-PERCENT * cut) / (width - cut)).toFixed(2)}%`,
    '--grid-phone': `${((PERCENT * width) / (width - cut)).toFixed(2)}%`,
  } as CSSProperties;
}

/** Says which of `count` numbered heads a phone shows: 1 for all, 2 for every second, and so on. */
export function thinned({ width, height, numbers }: GridLook, count: number): number {
  const units = (numbers + count * width) / PHONE;
  return Math.ceil(Math.max((NUMBER * units) / width, (NUMBER_LINE * units) / height));
}

/** Opacity of the strongest cell, at which the number on it is legible in both themes. */
export const STRONGEST = 0.5;

/** Nobody can tell more shades apart, and each name is written hundreds of times. */
const SHADES = 10;

/** Gives the shade of a weight, from 0 to `SHADES`. */
const shade = (weight: number): number => Math.round(SHADES * Math.min(1, Math.max(0, weight)));

/** Gives the opacity of a cell's colour. */
export const strength = (weight: number): number => rounded((STRONGEST * shade(weight)) / SHADES);

/** Gives the class of a table's cell, whose colour stands in the sheet: `up s4` for +0.42 of the strongest. */
export const shadeOf = (weight: number): string => `${weight < 0 ? 'down' : 'up'} s${shade(Math.abs(weight))}`;

/** Makes the heads of rows or columns that have ids. */
export const headsOf = (named: readonly Labelled[]): readonly HeatHead[] =>
  named.map(({ id, label }) => ({ key: id, label }));
