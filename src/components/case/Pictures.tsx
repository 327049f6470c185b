import { useState } from 'react';
import type { Case } from '../../schema/shard.ts';
import type { CaseState } from '../../url-state/case.ts';
import { Figure, type Media, pictureAddress } from './Figure.tsx';
import { mediaOf, type Side } from './sides.ts';
import { Wipe } from './Wipe.tsx';

function List({ media, label }: { readonly media: readonly Media[]; readonly label: string }) {
  if (media.length === 0)
    return <p className="no-picture">{label === '' ? 'This case has' : `${label}:`} no picture.</p>;
  return media.map((one, i) => (
    <Figure
      // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand twice
      key={`${one.src} ${i}`}
      media={one}
      label={media.length > 1 ? `${label} ${i + 1} of ${media.length}`.trim() : label}
    />
  ));
}

/** Both sides of a perturbation: under a wipe where each has a picture of its own, else one below the other. */
function Both({ before, after }: { readonly before: readonly Media[]; readonly after: readonly Media[] }) {
  const [broken, setBroken] = useState(false);
  const [one, other] = [before[0], after[0]];
  const [first, second] = [one && pictureAddress(one), other && pictureAddress(other)];
  if (one && other && first && second && !broken && before.length === 1 && after.length === 1) {
    return (
      <Wipe
        before={{ address: first, alt: one.alt }}
        after={{ address: second, alt: other.alt }}
        onBroken={() => setBroken(true)}
      />
    );
  }
  return (
    <>
      <List media={before} label="Before" />
      <List media={after} label="After" />
    </>
  );
}

interface PicturesProps {
  readonly data: Case;
  readonly side: CaseState['side'];
  readonly condition: string | null;
}

/** The pictures of a case on the sides looked at. */
export function Pictures({ data, side, condition }: PicturesProps) {
  const own = (which: Side): readonly Media[] => mediaOf(data, which, condition);
  const [before, after] = [own('before'), own('after')];
  const same = condition === null || JSON.stringify(before) === JSON.stringify(after);
  return (
    <section className="pane" aria-label="Picture">
      <h2 className="pane-head">Picture</h2>
      {same ? (
        <List media={before} label="" />
      ) : side === 'both' ? (
        <Both before={before} after={after} />
      ) : (
        <List media={side === 'before' ? before : after} label={side === 'before' ? 'Before' : 'After'} />
      )}
    </section>
  );
}
