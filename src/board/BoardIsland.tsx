import { useEffect, useMemo } from 'react';
import { Alive } from '../ui/Alive.tsx';
import { guarded } from '../ui/guarded.tsx';
import { LiveBoard } from './Board.tsx';
import { boardOfPage, type PageBoard } from './page-board.ts';

interface BoardIslandProps {
  /** A `PageBoard` as JSON. At build it is a function, since those do not travel in the page; the directive brings the text. */
  readonly json: string | (() => string);
  /** Address of the paper's BibTeX, and what the data's licence says: for the download. */
  readonly cite: string | null;
  readonly licence: string;
}

/** Makes the drawings above the table readable by pointer and focus; they are not part of the island. */
function readWhenReached(): () => void {
  const drawings = [...document.querySelectorAll('[data-wakes]')];
  const read = async (): Promise<void> => (await import('../ui/marks.ts')).readMarks();
  if (drawings.some((drawing) => drawing.matches(':hover, :focus-within'))) void read();
  const gone = new AbortController();
  for (const drawing of drawings)
    for (const sign of ['pointerover', 'focusin'])
      drawing.addEventListener(sign, read, { once: true, signal: gone.signal });
  return () => gone.abort();
}

function AliveBoard({ json, cite, licence }: BoardIslandProps) {
  const board = useMemo(() => boardOfPage(JSON.parse(typeof json === 'string' ? json : json()) as PageBoard), [json]);
  useEffect(readWhenReached, []);
  return (
    <Alive>
      <LiveBoard board={board} cite={cite} licence={licence} />
    </Alive>
  );
}

/** Shows the leaderboard. It is prerendered whole, and alive from the first interaction on (client:interaction). */
export const BoardIsland = guarded(AliveBoard);
