import type { ReactNode } from 'react';
import { HowToRead } from '../../ui/HowToRead.tsx';

interface ReadingProps {
  /** What the figure says, a line per split. The first stands above the picture, the others behind the fold; empty where there is nothing to say. */
  readonly says: string;
  /** How the picture is to be read. */
  readonly children: ReactNode;
}

/** One line above a picture, and everything else behind "How to read this". */
export function Reading({ says, children }: ReadingProps) {
  const [first = '', ...others] = says.split('\n');
  return (
    <>
      {first === '' ? null : <p className="takeaway">{first}</p>}
      <HowToRead>
        {others.length === 0 ? null : <p className="about lines">{others.join('\n')}</p>}
        {children}
      </HowToRead>
    </>
  );
}
