import { useEffect, useRef } from 'react';
import { numberWords } from '../../ui/number-words.ts';
import { cssPercent, SIZE } from './length-geometry.ts';
import type { LengthMark } from './use-reading.ts';

interface MarkTipProps {
  readonly mark: LengthMark;
  /** Brought into view, if it is not. */
  readonly shown: boolean;
}

/** What a mark stands for, beside it, on the side where there is room. */
export function MarkTip({ mark, shown }: MarkTipProps) {
  const { label, length, score, n, x, y } = mark;
  const box = useRef<HTMLOutputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mark stands elsewhere
  useEffect(() => {
    if (shown) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [mark, shown]);
  const sides = `${x > SIZE.width / 2 ? ' left' : ''}${y > SIZE.height / 2 ? ' above' : ''}`;
  return (
    <output
      ref={box}
      className={`tip${sides}`}
      style={{ left: cssPercent(x, SIZE.width), top: cssPercent(y, SIZE.height) }}
    >
      <b>{label}</b>
      <span>
        {n > 1 ? `mean of ${numberWords(n)} critiques: ` : ''}score {Number(score.toFixed(2))},{' '}
        {numberWords(Math.round(length))} characters
      </span>
    </output>
  );
}
