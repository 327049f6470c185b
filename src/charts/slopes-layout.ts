import type { SlopesChart } from './chart.ts';
import { DRAWING_WIDTH, LETTER_UNITS, widthOfText } from './label-room.ts';
import type { ChartLayout } from './rows-layout.ts';

/** Breaks a text at its spaces into lines of at most `letters` letters; a longer word stays whole. */
function linesOfText(text: string, letters: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export const SLOPE_LINE = 26;
const HEAD = 22;
export const HEAD_LINE = 13;
/** Left edge of a name, behind its mark. */
export const SLOPE_NAME = 18;
const MOST_NAME = 150;
export const SLOPE_APART = 6;

/** Gives the units for names in all panels of a figure. */
export const slopeNames = (names: readonly string[]): number =>
  Math.min(MOST_NAME, Math.max(...names.map(widthOfText)));

interface SlopesLayout extends ChartLayout {
  /** The name of each setting, in lines. */
  readonly heads: readonly (readonly string[])[];
}

/** Places the columns of settings beside the names, each in the middle of its own. */
export function slopesLayout({ names, settings, rows }: SlopesChart): SlopesLayout {
  const left = SLOPE_NAME + names + SLOPE_APART;
  const wide = (DRAWING_WIDTH - left) / settings.length;
  const heads = settings.map((setting) => linesOfText(setting, Math.floor((wide - SLOPE_APART) / LETTER_UNITS)));
  const top = HEAD + (Math.max(...heads.map(({ length }) => length)) + 1) * HEAD_LINE;
  const bottom = top + rows.length * SLOPE_LINE;
  return { width: DRAWING_WIDTH, height: bottom, plot: { left, right: DRAWING_WIDTH, top, bottom: bottom - 1 }, heads };
}
