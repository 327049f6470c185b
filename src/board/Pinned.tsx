import { useCallback, useMemo, useState } from 'react';
import { href } from '../ui/href.ts';
import { Button } from '../ui/layout.tsx';
import { type AskedQuestion, useQuestion } from '../ui/loading.tsx';
import type { PageBoard, PageRow } from './page-board.ts';
import type { Pinned } from './pin-board.ts';

/** Gives the board with what stood in its cells in the release that the address names, which is fetched then; `release` is '' for none. */
export function usePinned(board: PageBoard, release: string): readonly [PageBoard, AskedQuestion<Pinned>] {
  const { benchmark, table } = board;
  const ask = useCallback(
    async () => (await import('./pin-board.ts')).pinBoard({ benchmark, table }, release),
    [benchmark, table, release],
  );
  const asked = useQuestion(release === '' ? null : ask);
  const was = asked.state === 'ready' ? asked.data.was : null;
  const pinned = useMemo(() => {
    if (was === null) return board;
    const words = new Map(was.map((value) => [`${value.is.run}\n${value.is.column}`, value.words]));
    const rows = board.rows.map((row): PageRow => {
      const cells = Object.entries(row.cells).map(([key, cell]) => {
        const then = words.get(`${row.id}\n${key}`);
        return [key, then === undefined ? cell : { ...cell, was: then }] as const;
      });
      return { ...row, cells: Object.fromEntries(cells) };
    });
    return { ...board, rows, pinned: release };
  }, [board, was, release]);
  return [pinned, asked];
}

interface PinnedNoteProps {
  readonly release: string;
  readonly asked: AskedQuestion<Pinned>;
}

/** Says how the table differs from the release that the address names. It floats, so that the page does not move, and is another box in each state, since one that grew would move itself. */
export function PinnedNote({ release, asked }: PinnedNoteProps) {
  const [seen, setSeen] = useState('');
  if (release === '' || seen === release) return null;
  const close = (
    <Button look="quiet" onClick={() => setSeen(release)}>
      Close
    </Button>
  );
  if (asked.state === 'failed')
    return (
      <div key="failed" className="toast" role="alert">
        <p>
          {asked.failure.what} {asked.failure.why} {asked.failure.todo}
        </p>
        {asked.failure.wayOn === 'retry' ? <Button onClick={asked.retry}>Try again</Button> : null}
        {close}
      </div>
    );
  if (asked.state !== 'ready')
    return (
      <div key="asked" className="toast" role="status">
        <p>Looking up release {release}…</p>
      </div>
    );
  const { words, site } = asked.data;
  return (
    <div key="ready" className="toast" role="status">
      <p>
        {words} <a href={`${href('/changes/')}?from=${encodeURIComponent(release)}`}>All changes since</a>.{' '}
        {site === null ? 'Its cases are no longer hosted here.' : null}
        {site ? <a href={site}>Its whole site, with its cases</a> : null}
      </p>
      {close}
    </div>
  );
}
