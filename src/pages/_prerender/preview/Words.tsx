import { ink } from './ink.ts';

/** Width of a letter of Inter in parts of its size, in words of which few letters are narrow. */
const LETTER = { regular: 0.52, bold: 0.57 } as const;
type Weight = keyof typeof LETTER;

/** The family of all words of a preview picture. */
export const CARD_FONT = 'Inter';

/** Where a text has to end: px of room for letters of a size. */
export interface TextRoom {
  readonly size: number;
  readonly room: number;
  readonly weight?: Weight;
}

const lettersIn = ({ size, room, weight = 'regular' }: TextRoom): number => Math.floor(room / (LETTER[weight] * size));

/** Cuts a text to its room, with an ellipsis. */
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
  /** A token's name. */
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
