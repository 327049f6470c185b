import { PREVIEW } from '../../../ui/preview.ts';
import { CARD_EDGE } from './Card.tsx';
import { ink } from './ink.ts';
import { cutToRoom, PreviewWords } from './Words.tsx';

const SIZE = 25;
const LINE = 42;
const INDENT = 26;

interface LinesProps {
  readonly texts: readonly string[];
  readonly top: number;
  readonly bottom: number;
}

/** Shows texts one below the other, as many as there is room for. */
export function PreviewLines({ texts, top, bottom }: LinesProps) {
  const room = Math.floor((bottom - top) / LINE);
  const shown = texts.length <= room ? texts : [...texts.slice(0, room - 1), `and ${texts.length - room + 1} more`];
  return shown.map((text, i) => {
    const y = top + (i + 1) * LINE - 10;
    return (
      <g key={text}>
        <path d={`M${CARD_EDGE} ${y - 9}h10`} stroke={ink('accent')} strokeWidth={4} />
        <PreviewWords
          text={cutToRoom(text, { size: SIZE, room: PREVIEW.width - 2 * CARD_EDGE - INDENT })}
          x={CARD_EDGE + INDENT}
          y={y}
          size={SIZE}
          colour="ink"
        />
      </g>
    );
  });
}
