import { NuqsAdapter } from 'nuqs/adapters/react';
import { useEffect, useMemo, useRef } from 'react';
import { READY } from '../../client/directives/ready.ts';
import { unpackBoard } from '../../components/board/pack.ts';
import { Board } from './Board.tsx';

interface BoardIslandProps {
  /** `packBoard` of the table. */
  readonly packed: string;
  /** Address of the paper's BibTeX, and what the data's licence says: for the download. */
  readonly cite: string | null;
  readonly licence: string;
}

/** The leaderboard. Prerendered whole; alive from the first interaction on (client:interaction). */
export function BoardIsland({ packed, cite, licence }: BoardIslandProps) {
  const board = useMemo(() => unpackBoard(packed), [packed]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    root.current?.dispatchEvent(new Event(READY, { bubbles: true }));
  }, []);
  return (
    <NuqsAdapter>
      <div ref={root}>
        <Board board={board} cite={cite} licence={licence} />
      </div>
    </NuqsAdapter>
  );
}
