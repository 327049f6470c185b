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
  /** It says the whole cell in words; empty where the number says all. */
  readonly words: string;
  /** Address of the cases behind the cell; null where none can be named. */
  readonly href: string | null;
}

export interface HeatHead {
  readonly key: string;
  readonly label: string;
  /** The run that it is about. */
  readonly run?: string;
  /** A page about it. */
  readonly href?: string;
}

/** Opacity of the strongest cell, at which the number on it is legible in both themes. */
export const STRONGEST = 0.5;

/** Nobody can tell more shades apart, and each name is written hundreds of times. */
const SHADES = 10;

/** Gives the shade of a weight, from 0 to `SHADES`. */
const shade = (weight: number): number => Math.round(SHADES * Math.min(1, Math.max(0, weight)));

/** Gives the opacity of a colour in a key. */
export const strength = (weight: number): number => rounded((STRONGEST * shade(weight)) / SHADES);

/** Gives the class of a cell, whose colour stands in the sheet: `up s4`. */
export const shadeOf = (tone: HeatCell['tone'], weight: number): string => `${tone} s${shade(weight)}`;

/** Says on which side of zero a value is. */
export const toneOf = (value: number | null): HeatCell['tone'] => (value === null ? 'none' : value < 0 ? 'down' : 'up');

/** Makes the heads of rows or columns that have ids. */
export const headsOf = (named: readonly Labelled[]): readonly HeatHead[] =>
  named.map(({ id, label }) => ({ key: id, label }));
