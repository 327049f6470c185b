import { useEffect, useMemo } from 'react';
import { Alive } from '../ui/Alive.tsx';
import { LiveBoard } from './Board.tsx';
import { unpackBoard } from './pack.ts';

interface BoardIslandProps {
  /** `packBoard` of the table. At build it is a function, since those do not travel in the page; the directive brings the text. */
  readonly packed: string | (() => string);
  /** Address of the paper's BibTeX, and what the data's licence says: for the download. */
  readonly cite: string | null;
  readonly licence: string;
}

/** Lets the drawing above the table, which is none of the island's, be read once a pointer or the focus reaches it. */
function readWhenReached(): (() => void) | undefined {
  const drawing = document.querySelector('[data-wakes]');
  if (drawing === null) return;
  const read = (): void => void import('../ui/marks.ts');
  if (drawing.matches(':hover, :focus-within')) read();
  for (const sign of ['pointerover', 'focusin']) drawing.addEventListener(sign, read, { once: true });
  return () => {
    for (const sign of ['pointerover', 'focusin']) drawing.removeEventListener(sign, read);
  };
}

/** The leaderboard. It is prerendered whole, and alive from the first interaction on (client:interaction). */
export function BoardIsland({ packed, cite, licence }: BoardIslandProps) {
  const board = useMemo(() => unpackBoard(typeof packed === 'string' ? packed : packed()), [packed]);
  useEffect(readWhenReached, []);
  return (
    <Alive>
      <LiveBoard board={board} cite={cite} licence={licence} />
    </Alive>
  );
}
