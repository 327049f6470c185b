import type { ReactNode } from 'react';
import { HowToRead } from '../../ui/layout.tsx';

interface ReadingProps {
  /**
   * What the figure says, a line per split. The first stands above the picture, the others behind the fold; empty where there is
   * nothing to say.
   */
  readonly says: string;
  /** The longest that the figure may say for another judge; left out where what it says is of no judge that is chosen. */
  readonly room?: string;
  readonly children: ReactNode;
}

/** Puts one line above a picture, and everything else behind "How to read this". */
export function Reading({ says, room, children }: ReadingProps) {
  const [first = '', ...others] = says.split('\n');
  const [most] = room?.split('\n') ?? [];
  return (
    <>
      {first === '' ? null : (
        <p className="takeaway" data-room={most}>
          <span>{first}</span>
        </p>
      )}
      <HowToRead>
        {others.length === 0 ? null : <p className="about lines">{others.join('\n')}</p>}
        {children}
      </HowToRead>
    </>
  );
}
