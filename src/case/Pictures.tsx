import { useState } from 'react';
import { dataAddress } from '../client/manifest.ts';
import type { Case } from '../schema/shard.ts';
import { keyed } from '../ui/keyed.ts';
import { visibleText } from '../ui/visible.ts';
import { CasePicture, PicturesElsewhere } from './CasePicture.tsx';
import { areElsewhere, areSameMedia, type CaseMedia, NO_MEDIA, pictureName, placeClass, wiped } from './media.ts';
import { mediaOf } from './sides.ts';
import type { CaseState } from './state.ts';
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

/** Shows two pictures on top of each other and a line to draw across: left of it before, right of it after. */
function PictureWipe({ before, after, onBroken }: WipeProps) {
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

interface ListProps {
  readonly media: readonly CaseMedia[];
  readonly name: string;
  /** Shown where there is no picture; '' where the question needs none. */
  readonly unseen: string;
}

function List({ media, name, unseen }: ListProps) {
  if (media.length === 0) {
    return (
      <div className="picture">
        <h2 className="pane-head">{name}</h2>
        <p className="no-picture">{unseen === '' ? NO_MEDIA : unseen}</p>
      </div>
    );
  }
  if (areElsewhere(media)) return <PicturesElsewhere media={media} />;
  return keyed(media, ({ src }) => String(src)).map(({ key, item }, i) => (
    <CasePicture key={key} media={item} name={pictureName(name, i, media.length)} />
  ));
}

interface BothProps {
  readonly before: readonly CaseMedia[];
  readonly after: readonly CaseMedia[];
  readonly unseen: string;
}

/** Shows both sides of a perturbation: under a wipe where each has a picture of its own, else one below the other. */
function Both({ before, after, unseen }: BothProps) {
  const [broken, setBroken] = useState(false);
  const pair = broken ? null : wiped(before, after);
  if (pair !== null) {
    return (
      <PictureWipe
        before={{ address: dataAddress(pair.before.src), alt: pair.before.alt }}
        after={{ address: dataAddress(pair.after.src), alt: pair.after.alt }}
        onBroken={() => setBroken(true)}
      />
    );
  }
  return (
    <>
      <List media={before} name="Picture before" unseen={unseen} />
      <List media={after} name="Picture after" unseen={unseen} />
    </>
  );
}

interface PicturesProps {
  readonly data: Case;
  readonly side: CaseState['side'];
  readonly condition: string | null;
  /** Names what the benchmark's authors do not publish; '' where they publish all. */
  readonly unseen: string;
}

/** Shows the pictures of a case on the sides looked at. */
export function CasePictures({ data, side, condition, unseen }: PicturesProps) {
  const before = mediaOf(data, 'before', condition);
  const after = mediaOf(data, 'after', condition);
  const same = condition === null || areSameMedia(before, after);
  return (
    <section className={placeClass(data.media)} aria-label="Picture">
      {same ? <List media={before} name="Picture" unseen={unseen} /> : null}
      {!same && side === 'both' ? <Both before={before} after={after} unseen={unseen} /> : null}
      {!same && side === 'before' ? <List media={before} name="Picture before" unseen={unseen} /> : null}
      {!same && side === 'after' ? <List media={after} name="Picture after" unseen={unseen} /> : null}
    </section>
  );
}
