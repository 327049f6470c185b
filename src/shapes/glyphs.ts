/** Stroke letters on a grid 4 wide and 6 high: strokes separated by `|`, points by blanks, `x,y` each. Drawn as paths, since a machine may have no fonts. */
const STROKES: Readonly<Record<string, string>> = {
  A: '0,6 2,0 4,6|1,4 3,4',
  B: '0,0 0,6 3,6 4,5 4,4 3,3 0,3|3,3 4,2 4,1 3,0 0,0',
  C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  D: '0,0 0,6 2,6 4,4 4,2 2,0 0,0',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  G: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3 2,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  I: '2,0 2,6|1,0 3,0|1,6 3,6',
  J: '3,0 3,5 2,6 1,6 0,5',
  K: '0,0 0,6|4,0 0,3 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  O: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0',
  P: '0,6 0,0 3,0 4,1 4,2 3,3 0,3',
  Q: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0|3,5 4,6',
  R: '0,6 0,0 3,0 4,1 4,2 3,3 0,3|2,3 4,6',
  S: '4,1 3,0 1,0 0,1 0,2 1,3 3,3 4,4 4,5 3,6 1,6 0,5',
  T: '0,0 4,0|2,0 2,6',
  U: '0,0 0,5 1,6 3,6 4,5 4,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1,6 2,3 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
  Z: '0,0 4,0 0,6 4,6',
  '0': '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0|1,4 3,2',
  '1': '1,1 2,0 2,6|1,6 3,6',
  '2': '0,1 1,0 3,0 4,1 4,2 0,6 4,6',
  '3': '0,0 4,0 2,3 4,4 4,5 3,6 1,6 0,5',
  '4': '3,6 3,0 0,4 4,4',
  '5': '4,0 0,0 0,3 3,3 4,4 4,5 3,6 0,6',
  '6': '3,0 1,1 0,3 0,5 1,6 3,6 4,5 4,4 3,3 0,3',
  '7': '0,0 4,0 1,6',
  '8': '1,0 3,0 4,1 4,2 3,3 1,3 0,2 0,1 1,0|1,3 0,4 0,5 1,6 3,6 4,5 4,4 3,3',
  '9': '4,3 1,3 0,2 0,1 1,0 3,0 4,1 4,3 3,6 1,6',
  '?': '0,1 1,0 3,0 4,1 4,2 2,3 2,4|2,6 2,6',
  '.': '2,6 2,6',
  ',': '2,5 1,7',
  ':': '2,2 2,2|2,5 2,5',
  "'": '2,0 2,1',
};

/** Width of one character with its gap, in grid units. */
const ADVANCE = 5.5;

/** Writes SVG path data of one line of text, its upper left corner at (x, y), `unit` pixels per grid unit. Unknown characters leave a gap. */
export function textPath(
  text: string,
  { x, y, unit }: { readonly x: number; readonly y: number; readonly unit: number },
): string {
  const at = (value: number) => String(Math.round(value * 100) / 100);
  const glyph = (strokes: string, left: number) =>
    strokes
      .split('|')
      .map((stroke) => {
        const points = stroke.split(' ').map((point) => {
          const [px, py] = point.split(',').map(Number);
          return `${at(left + (px ?? 0) * unit)} ${at(y + (py ?? 0) * unit)}`;
        });
        return `M${points.join('L')}`;
      })
      .join('');
  const place = (c: string, i: number) => {
    const strokes = STROKES[c];
    return strokes === undefined ? '' : glyph(strokes, x + i * ADVANCE * unit);
  };
  return [...text.toUpperCase()].map(place).join('');
}

/** Gives the width in pixels of a line of text. */
export const textWidth = (text: string, unit: number): number => Math.max(0, text.length * ADVANCE - 1.5) * unit;

/** Wraps text greedily at blanks to lines of at most `width` characters. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
