import { useState } from 'react';
import { visibleText } from './visible.ts';
import { Zoom } from './Zoom.tsx';

export interface Shot {
  readonly address: string;
  readonly alt: string;
}

interface WipeProps {
  readonly before: Shot;
  readonly after: Shot;
  /** One of the two is no picture. */
  readonly onBroken: () => void;
}

const MIDDLE = 50;

/** Two pictures on top of each other and a line to draw across: left of it before, right of it after. */
export function Wipe({ before, after, onBroken }: WipeProps) {
  const [at, setAt] = useState(MIDDLE);
  return (
    <figure className="picture">
      <div className="wipe" style={{ '--at': `${at}%` } as Record<`--${string}`, string>}>
        <img src={before.address} alt={`Before: ${visibleText(before.alt)}`} onError={onBroken} />
        <img className="after" src={after.address} alt={`After: ${visibleText(after.alt)}`} onError={onBroken} />
        <span className="wipe-line" aria-hidden="true" />
        <input
          type="range"
          min={0}
          max={100}
          value={at}
          aria-label="Line between the picture before and after"
          aria-valuetext={`${at} % before, ${100 - at} % after`}
          onChange={(event) => setAt(Number(event.currentTarget.value))}
        />
      </div>
      <figcaption className="wipe-ends">
        <span>
          Before <Zoom address={before.address} alt={before.alt} />
        </span>
        <span>
          <Zoom address={after.address} alt={after.alt} /> After
        </span>
      </figcaption>
    </figure>
  );
}
