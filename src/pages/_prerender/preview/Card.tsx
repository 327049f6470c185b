import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PREVIEW } from '../../../ui/preview.ts';
import { ink } from './ink.ts';
import { linesInRoom, PreviewWords, type Written } from './Words.tsx';

interface CardWords {
  /** What it belongs to: a benchmark, or what a judge is. */
  readonly lead: string;
  readonly title: string;
  /** What there is to say, in a sentence or two. */
  readonly answer: string;
  /** What the numbers rest on, with the release. */
  readonly foot: string;
}

/** Room on either side, in px. */
export const CARD_EDGE = 64;
const ROOM = PREVIEW.width - 2 * CARD_EDGE;
const FOOT = PREVIEW.height - 38;
/** The lowest place of a drawing. */
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

/** Draws a preview picture as SVG. */
export const cardSvg = (props: CardProps): string => renderToStaticMarkup(<Card {...props} />);
