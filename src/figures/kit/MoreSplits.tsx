import { type ReactNode, type ToggleEvent, useContext, useState } from 'react';
import type { Labelled } from './labelled.ts';
import { WholeDrawings } from './Numbers.tsx';

interface MoreSplitsProps<Split> {
  /** Those that matter most come first. */
  readonly splits: readonly Split[];
  readonly draw: (split: Split) => ReactNode;
}

/** Splits drawn at once: a benchmark with seven would otherwise make a page of hundreds of kilobytes. */
const FIRST_SPLITS = 2;

/** Shows a drawing for each split. Those after the first ones are drawn when somebody asks for them, and their numbers stand in the table. */
export function MoreSplits<Split extends Labelled>({ splits, draw }: MoreSplitsProps<Split>) {
  const [opened, setOpened] = useState(false);
  const isWhole = useContext(WholeDrawings);
  const more = splits.slice(FIRST_SPLITS);
  return (
    <>
      <div className="splits">{splits.slice(0, FIRST_SPLITS).map(draw)}</div>
      {more.length === 0 ? null : (
        <details
          className="more-splits"
          onToggle={(event: ToggleEvent<HTMLDetailsElement>) => setOpened(event.newState === 'open')}
        >
          <summary>The same for {more.map(({ label }) => label).join(', ')}</summary>
          {opened || isWhole ? (
            <div className="splits">{more.map(draw)}</div>
          ) : (
            <p className="nojs about">These drawings need scripts; the table has their numbers.</p>
          )}
        </details>
      )}
    </>
  );
}
