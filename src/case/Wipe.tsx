import { useState } from 'react';
import { visibleText } from '../ui/visible.ts';
import { PictureZoom } from './Zoom.tsx';

interface WipedPicture {
  readonly address: string;
  readonly alt: string;
}

interface WipeProps {
  readonly before: WipedPicture;
  readonly after: WipedPicture;
  /** One of the two is no picture. */
  readonly onBroken: () => void;
}

const MIDDLE = 50;

/** Two pictures on top of each other and a line to draw across: left of it before, right of it after. */
export function PictureWipe({ before, after, onBroken }: WipeProps) {
  const [at, setAt] = useState(MIDDLE);
  const [first, second] = [visibleText(before.alt), visibleText(after.alt)];
  return (
    <div className="picture">
      <div className="pane-head">
        <h2>Before</h2>
        <PictureZoom address={before.address} alt={first} what="Picture before" />
        <span className="spacer" />
        <PictureZoom address={after.address} alt={second} what="Picture after" />
        <h2>After</h2>
      </div>
      <div className="wipe" style={{ '--at': `${at}%` } as Record<`--${string}`, string>}>
        <img src={before.address} alt={`Before: ${first}`} onError={onBroken} />
        <img className="after" src={after.address} alt={`After: ${second}`} onError={onBroken} />
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
    </div>
  );
}
