import type { BoardRow } from '../schema/board.ts';
import { settingWords } from './headline.ts';
import type { Strip, StripDot } from './strip.ts';

/** A judge's name below a strip, at its mark. */
export interface StripName {
  readonly text: string;
  /** Its mark's distance from the left, in percent of the strip. */
  readonly at: number;
  /** Which end of the name stands at the mark. */
  readonly anchor: Anchor;
  /** The first of the widths from which on the strip has room for it. */
  readonly from: number;
}

type Anchor = 'start' | 'middle' | 'end';

/** A mark that may be named, as it lies on its strip. */
export interface NamedMark {
  readonly text: string;
  readonly at: number;
}

/** A strip has these widths in px: of phones, tablets, and of narrow and wide desks. Names stand in a sheet's classes by their place here. */
const WIDTHS = [240, 290, 620, 900, 1200] as const;
/** Width of a letter of `--text-mark` in px, in a wide typeface. */
const LETTER = 6.9;
/** Between two names, and from a mark's middle to its edge, in px. */
const GAP = 10;
const RADIUS = 5;
const HUNDRED = 100;
const ANCHORS: readonly Anchor[] = ['middle', 'start', 'end'];

/** Gives the ends of a name on a strip of this width, in px. */
function spanOf({ text, at, anchor }: Omit<StripName, 'from'>, width: number): readonly [number, number] {
  const wide = text.length * LETTER;
  const x = (at * width) / HUNDRED;
  const left = { middle: x - wide / 2, start: x - RADIUS, end: x + RADIUS - wide }[anchor];
  return [left, left + wide];
}

/** Gives a mark's name where it meets none of the others and no end of the strip; null where it does at each of its own ends. */
function freeName(mark: NamedMark, others: readonly StripName[], width: number): Omit<StripName, 'from'> | null {
  const taken = others.map((other) => spanOf(other, width));
  const tried = ANCHORS.map((anchor) => ({ ...mark, anchor }));
  const free = tried.find((name) => {
    const [left, right] = spanOf(name, width);
    if (left < -RADIUS || right > width + RADIUS) return false;
    return taken.every(([start, end]) => right + GAP <= start || end + GAP <= left);
  });
  return free ?? null;
}

/**
 * Names for the marks of a strip on one line below it, none of which meets another at any width: the first mark and the last, then as many
 * of the others as there is room for, those in front before those behind. `widest` is how wide the strip may become, in px.
 */
export function stripNames(marks: readonly NamedMark[], widest = Number.POSITIVE_INFINITY): readonly StripName[] {
  const ends = [...marks.slice(0, 1), ...marks.slice(1).slice(-1)];
  const found = new Map<NamedMark, StripName>();
  for (const [from, width] of WIDTHS.entries())
    for (const mark of [...ends, ...marks]) {
      // Nothing between the ends before both have their names.
      if (found.has(mark) || (!ends.includes(mark) && found.size < ends.length)) continue;
      const name = freeName(mark, [...found.values()], Math.min(width, widest));
      if (name !== null) found.set(mark, { ...name, from });
    }
  return [...found.values()].toSorted((a, b) => a.at - b.at);
}

/** Says what each judge of a strip is called there: its name, and its setting where the strip has several of it. */
export function namesOn(dots: readonly { readonly row: BoardRow }[]): readonly string[] {
  return dots.map((dot) => {
    const same = dots.filter(({ row }) => row.name === dot.row.name);
    const setting = settingWords(same, same.indexOf(dot));
    return setting === '' ? dot.row.name : `${dot.row.name}, ${setting}`;
  });
}

/** At most this many judges are named at an end of a strip; where more share its value, their number stands there. */
const MOST_AT_END = 2;

/** Says who is at the left end of a strip and who at its right: names, or how many. */
export function stripEnds({ dots }: Strip): readonly [worst: string, best: string] {
  const names = namesOn(dots);
  const at = (end: StripDot | undefined): string => {
    const own = names.filter((_, i) => dots[i]?.value === end?.value);
    return own.length > MOST_AT_END ? `${own.length} judges` : own.join(', ');
  };
  return [at(dots.at(-1)), at(dots[0])];
}
