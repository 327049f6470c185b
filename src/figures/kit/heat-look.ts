import type { CSSProperties } from 'react';
import { rounded } from '../../ui/rounded.ts';

/** One cell: what is printed in it, how strongly it is filled, and where it leads. */
export interface HeatCell {
  readonly text: string;
  /** A second, smaller line. */
  readonly small?: string;
  /** `count`: more of something; `up` and `down`: above and below the middle; `none`: no value. */
  readonly tone: 'count' | 'up' | 'down' | 'none';
  /** 0 to 1, of the strongest colour under which the numbers stay legible. */
  readonly weight: number;
  /** The whole of it in words. */
  readonly words: string;
  /** The cases behind it; null where none can be named. */
  readonly href: string | null;
}

/** A row or a column. */
export interface HeatHead {
  readonly key: string;
  readonly label: string;
  /** A page about it. */
  readonly href?: string;
}

/** A cell's place in a drawing. */
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
  /** Whether the heads of the columns stand below. */
  readonly below: boolean;
  /** Whether most cells have nothing, so that one ground is drawn for all. */
  readonly sparse: boolean;
  /** When the words of a cell are written: with the page, when the cell is reached, or then from the names of its row and column. */
  readonly told: 'at once' | 'when reached' | 'by its heads';
  /** Larger than this its text would shout. */
  readonly largest: number;
}

const BASE = { gap: 2, radius: 3, lines: 1, numbered: false, numbers: 0, below: false, sparse: false } as const;

/**
 * Few large cells with two lines (`large`), smaller ones (`counts`), rows of judges by some columns (`rows`), every two of one list (`pairs`), and a scale by a
 * scale (`scales`).
 */
export const LOOKS = {
  large: {
    ...BASE,
    ...{ width: 92, height: 66, top: 44, left: [128, 128], lines: 2, letters: 13, told: 'at once', largest: 1.15 },
  },
  counts: {
    ...BASE,
    ...{ width: 62, height: 46, top: 48, left: [84, 84], lines: 2, letters: 8, told: 'at once', largest: 1.3 },
  },
  rows: {
    ...BASE,
    ...{ width: 68, height: 23, top: 42, left: [90, 260], letters: 9, told: 'by its heads', largest: 1.1 },
  },
  pairs: {
    ...BASE,
    ...{ width: 38, height: 26, gap: 1, radius: 0, top: 22, left: [120, 400], letters: 9, largest: 1 },
    ...{ numbered: true, numbers: 26, told: 'when reached' },
  },
  scales: {
    ...BASE,
    ...{ width: 23, height: 23, gap: 1, radius: 0, top: 6, left: [30, 30], letters: 4, largest: 1.15 },
    ...{ below: true, sparse: true, told: 'at once' },
  },
} as const satisfies Readonly<Record<string, GridLook>>;

/** Width of a letter of a name, about. */
const LETTER = 6.6;
const PERCENT = 100;

/** Room for the names of the rows. */
export function leftOf({ left: [least, most], numbers }: GridLook, rows: readonly HeatHead[]): number {
  const longest = Math.max(0, ...rows.map(({ label }) => label.length));
  return Math.min(most, Math.max(least, Math.ceil(longest * LETTER) + 10)) + numbers;
}

/**
 * How wide a grid is drawn. One with numbers instead of names above its columns is never shrunk where there is room; on a phone it fills
 * the line with its cells, and the names, which are cut off then, stand below as a list (`.grid-names`).
 */
export function widthOf({ numbered, numbers, largest }: GridLook, width: number, left: number): CSSProperties {
  if (!numbered) return { maxWidth: width * largest };
  const cut = left - numbers;
  return {
    '--grid-width': `${width}px`,
    '--grid-cut': `${((-PERCENT * cut) / (width - cut)).toFixed(2)}%`,
    '--grid-phone': `${((PERCENT * width) / (width - cut)).toFixed(2)}%`,
  } as CSSProperties;
}

/** Fill of the strongest cell: the number on it stays legible in both themes. */
const STRONGEST = 0.62;

/** Nobody tells more shades apart, and each is written hundreds of times. */
const SHADES = 16;

/** Opacity of a cell's colour. */
export const strength = (weight: number): number =>
  rounded((STRONGEST * Math.round(SHADES * Math.min(1, Math.max(0, weight)))) / SHADES);

/** Heads of rows or columns that have ids. */
export const headsOf = (named: readonly { readonly id: string; readonly label: string }[]): readonly HeatHead[] =>
  named.map(({ id, label }) => ({ key: id, label }));
