import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PREVIEW } from '../../../ui/href.ts';

const TOKENS = path.join(process.cwd(), 'src/ui/tokens.css');

/** Reads the light colours of the pages by the names of their tokens: `rule-strong` → `#c9c4b9`. */
function lightColours(css: string): ReadonlyMap<string, string> {
  return new Map(
    [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}),/g)].map(([, name = '', colour = '']) => [name, colour]),
  );
}

const COLOURS = lightColours(readFileSync(TOKENS, 'utf8'));

/** Gives a colour of the pages in the light theme. Throws where no token has the name. */
export function ink(name: string): string {
  const colour = COLOURS.get(name);
  if (colour === undefined) throw new Error(`src/ui/tokens.css has no colour --${name}.`);
  return colour;
}

/** Width of a letter of Inter in parts of its size, in words of which few letters are narrow. */
const LETTER = { regular: 0.52, bold: 0.57 } as const;
type Weight = keyof typeof LETTER;

export const CARD_FONT = 'Inter';

/** Where a text has to end: px of room for letters of a size. */
export interface TextRoom {
  readonly size: number;
  readonly room: number;
  readonly weight?: Weight;
}

const lettersIn = ({ size, room, weight = 'regular' }: TextRoom): number => Math.floor(room / (LETTER[weight] * size));

export function cutToRoom(text: string, room: TextRoom): string {
  const most = lettersIn(room);
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/** Breaks a text into at most `lines` lines; what does not fit is cut with an ellipsis. */
export function linesInRoom(text: string, { most, ...room }: TextRoom & { readonly most: number }): string[] {
  const letters = lettersIn(room);
  const found: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = found.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= letters) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  if (found.length <= most) return found;
  return [...found.slice(0, most - 1), cutToRoom(found.slice(most - 1).join(' '), room)];
}

export interface Written {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: string;
  readonly bold?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
}

export function PreviewWords({ text, x, y, size, colour, bold = false, anchor = 'start' }: Written) {
  return (
    <text
      x={x}
      y={y}
      fontFamily={CARD_FONT}
      fontSize={size}
      fontWeight={bold ? 600 : 400}
      fill={ink(colour)}
      textAnchor={anchor}
    >
      {text}
    </text>
  );
}

interface CardWords {
  /** What it belongs to: a benchmark, or what a judge is. */
  readonly lead: string;
  readonly title: string;
  /** What there is to say, in a sentence or two. */
  readonly answer: string;
  /** What the numbers rest on, with the release. */
  readonly foot: string;
}

export const CARD_EDGE = 64;
const ROOM = PREVIEW.width - 2 * CARD_EDGE;
const FOOT = PREVIEW.height - 38;
const BOTTOM = FOOT - 44;

/** Gives the lines of the head from above, and where what follows may begin. */
function headOf({ lead, title, answer }: CardWords): { readonly head: readonly Written[]; readonly below: number } {
  const head: Written[] = [{ text: lead, x: CARD_EDGE, y: 78, size: 26, colour: 'accent', bold: true }];
  let y = 86;
  for (const text of linesInRoom(title, { size: 46, room: ROOM, weight: 'bold', most: 2 })) {
    y += 50;
    head.push({ text, x: CARD_EDGE, y, size: 46, colour: 'ink', bold: true });
  }
  y += 8;
  for (const text of linesInRoom(answer, { size: 27, room: ROOM, most: 3 })) {
    y += 36;
    head.push({ text, x: CARD_EDGE, y, size: 27, colour: 'ink-2' });
  }
  return { head, below: y + 24 };
}

interface CardProps extends CardWords {
  /** Draws into the room between head and foot, in px from above. */
  readonly draw: (top: number, bottom: number) => ReactNode;
}

function Card({ draw, ...words }: CardProps): ReactElement {
  const { head, below } = headOf(words);
  return (
    <svg xmlns="http://www.w3.org/2000/svg" {...PREVIEW} viewBox={`0 0 ${PREVIEW.width} ${PREVIEW.height}`}>
      <title>{words.title}</title>
      <rect width="100%" height="100%" fill={ink('ground')} />
      <rect width="100%" height={10} fill={ink('accent')} />
      {head.map((line) => (
        <PreviewWords key={line.y} {...line} />
      ))}
      {draw(below, BOTTOM)}
      <path d={`M${CARD_EDGE} ${FOOT - 34}H${PREVIEW.width - CARD_EDGE}`} stroke={ink('rule-strong')} />
      <PreviewWords text="Judgeboard" x={CARD_EDGE} y={FOOT} size={24} colour="ink" bold />
      <PreviewWords text={words.foot} x={PREVIEW.width - CARD_EDGE} y={FOOT} size={20} colour="ink-3" anchor="end" />
    </svg>
  );
}

export const cardSvg = (props: CardProps): string => renderToStaticMarkup(<Card {...props} />);
