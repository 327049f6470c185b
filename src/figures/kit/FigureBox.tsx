import type { ReactNode } from 'react';
import { SaveButton } from '../../charts/SaveButton.tsx';

interface FigureBoxProps {
  readonly id: string;
  readonly title: string;
  /** A line of the page, or half of it where the screen is wide. */
  readonly width: 'half' | 'broad';
  /** Where the numbers come from, with n; it is also written under a saved picture. */
  readonly source: ReactNode;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** Shows what every figure has: its title, where its numbers come from, its address, and the way to save it. */
export function FigureBox({ id, title, width, source, busy = false, children }: FigureBoxProps) {
  return (
    <figure className={width === 'broad' ? 'figure broad renewed' : 'figure renewed'} id={id} aria-busy={busy}>
      <figcaption>
        <h3>{title}</h3>
        <div className="tools">
          <span className="source">{source}</span>
          <a href={`#${id}`}>
            Link<span className="hidden"> to this figure</span>
          </a>
          <SaveButton />
        </div>
      </figcaption>
      {children}
    </figure>
  );
}
