import { countOf } from './number-words.ts';

/** A stretch of text, or a character that would not be seen, or would change how others are seen, by name. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sign'; readonly label: string; readonly count: number };

const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);

/** Terminal sequences: colours and cursor movement, and titles or links up to their end. */
const ANSI = `${ESCAPE}\\[[0-?]{0,40}[ -/]{0,8}[@-~]|${ESCAPE}\\][^${BELL}${ESCAPE}]{0,400}(?:${BELL}|${ESCAPE}\\\\)`;
/** Control and format characters and lone surrogates, but not: tab, line break, soft hyphen, joiners, Arabic signs. */
const UNSEEN = '(?![\\t\\n\\u00ad\\u0600-\\u0605\\u06dd\\u070f\\u200c\\u200d])[\\p{Cc}\\p{Cf}\\p{Cs}]';
const HIDDEN = new RegExp(`${ANSI}|${UNSEEN}`, 'gu');

/** Signs in a row from which on they are counted, not listed. */
const MOST_SIGNS = 8;

const NAMES: ReadonlyMap<string, string> = new Map([
  ['\u0000', 'NUL'],
  ['\u0007', 'BEL'],
  ['\u0008', 'BS'],
  ['\u000b', 'VT'],
  ['\u000c', 'FF'],
  [ESCAPE, 'ESC'],
  ['\u007f', 'DEL'],
  ['\u061c', 'ALM'],
  ['\u200b', 'ZWSP'],
  ['\u200e', 'LRM'],
  ['\u200f', 'RLM'],
  ['\u202a', 'LRE'],
  ['\u202b', 'RLE'],
  ['\u202c', 'PDF'],
  ['\u202d', 'LRO'],
  ['\u202e', 'RLO'],
  ['\u2060', 'WJ'],
  ['\u2066', 'LRI'],
  ['\u2067', 'RLI'],
  ['\u2068', 'FSI'],
  ['\u2069', 'PDI'],
  ['\ufeff', 'BOM'],
]);

function labelOf(found: string): string {
  if (found.length > 2 && found.startsWith(ESCAPE)) return `ESC${found.replaceAll(/\p{Cc}/gu, '')}`;
  return NAMES.get(found) ?? `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Equal signs in a row become one with a count; a long row of different ones becomes one that says how many. */
function gathered(labels: readonly string[]): Piece[] {
  const signs: { kind: 'sign'; label: string; count: number }[] = [];
  for (const label of labels) {
    const last = signs.at(-1);
    if (last?.label === label) last.count += 1;
    else signs.push({ kind: 'sign', label, count: 1 });
  }
  return signs.length > MOST_SIGNS ? [{ kind: 'sign', label: 'control characters', count: labels.length }] : signs;
}

/** Gives the text cut into what can be shown as it is and signs that stand for what cannot. Line breaks become `\n`. */
export function visiblePieces(text: string): Piece[] {
  const plain = text.replaceAll(/\r\n?/g, '\n');
  const pieces: Piece[] = [];
  let at = 0;
  let row: string[] = [];
  const endRow = (): void => {
    pieces.push(...gathered(row));
    row = [];
  };
  for (const match of plain.matchAll(HIDDEN)) {
    if (match.index > at) {
      endRow();
      pieces.push({ kind: 'text', text: plain.slice(at, match.index) });
    }
    row.push(labelOf(match[0]));
    at = match.index + match[0].length;
  }
  endRow();
  if (at < plain.length) pieces.push({ kind: 'text', text: plain.slice(at) });
  return pieces;
}

export const signText = ({ label, count }: { readonly label: string; readonly count: number }): string =>
  count === 1 ? label : `${label} ×${count}`;

/** Writes the same in one string, for headings, titles and the Markdown reader: signs stand in brackets. */
export function visibleText(text: string): string {
  return visiblePieces(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `‹${signText(piece)}›`))
    .join('');
}

/** Says what a text without any visible character holds, in words; null if there is something to see, '' for no character at all. */
export function whiteSpaceOnly(text: string): string | null {
  if (/\S/u.test(text)) return null;
  if (text === '') return '';
  const lines = text.split('\n').length - 1;
  const others = text.length - lines;
  const parts = [
    ...(others > 0 ? [countOf(others, 'space')] : []),
    ...(lines > 0 ? [countOf(lines, 'line break')] : []),
  ];
  return parts.join(' and ');
}
