/**
 * A letter of a name is about this wide, in units of a drawing: in a wide typeface, as large as drawings have it on a phone (`--text-mark`
 * in drawing.css).
 */
export const LETTER_UNITS = 7.35;

export const widthOfText = (text: string): number => Math.ceil(text.length * LETTER_UNITS);

/** Every drawing is as wide as this, which is the width of a phone. Wide pages set several side by side. */
export const DRAWING_WIDTH = 400;
const MOST = 150;

export interface LabelRoom {
  /** Where the plot begins. */
  readonly left: number;
  readonly line: number;
  /** Offset of the marks from the top of their row. */
  readonly middle: number;
  /** Where a name ends (`end`) or begins (`start`). */
  readonly label: { readonly x: number; readonly y: number; readonly textAnchor: 'start' | 'end' };
  /** Units that a name has. */
  readonly room: number;
}

/** How wide a drawing is, and how long names may be that stand beside their marks. */
const PHONE = { width: DRAWING_WIDTH, most: MOST };

/** Names stand beside their marks where all are short, otherwise above them: there only a name that is longer than the drawing is wide is cut. */
export function labelRoom(labels: readonly string[], line: number, { width, most } = PHONE): LabelRoom {
  const widest = Math.max(0, ...labels.map(widthOfText));
  if (widest > most) {
    const tall = line + 14;
    return {
      left: 8,
      line: tall,
      middle: tall - line / 2 + 2,
      label: { x: 4, y: 13, textAnchor: 'start' },
      room: width - 4,
    };
  }
  const left = Math.max(60, widest) + 14;
  return { left, line, middle: line / 2, label: { x: left - 10, y: line / 2 + 4, textAnchor: 'end' }, room: left };
}
