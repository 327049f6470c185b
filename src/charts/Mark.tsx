import type { ReactNode } from 'react';

/** The words of a mark, and the address of the cases behind it; null where none can be named. */
export interface ToldMark {
  readonly words: string;
  readonly href: string | null;
}

/** Gives the attribute that places a part of a drawing. Links in drawings may have it, too, which React's types do not know. */
export const placed = (x: number, y = 0): { readonly transform: string } => ({
  transform: y === 0 ? `translate(${x})` : `translate(${x} ${y})`,
});

interface MarkProps {
  /** What the mark tells its tooltip and screen readers, and where it leads; null where that is written when it is reached (`teller`). */
  readonly told?: ToldMark | null | undefined;
  /** The run that it is about; a mark that opens the page of its judge needs none. */
  readonly run?: string | undefined;
  /** Place of the mark in its drawing (`placed`). */
  readonly at?: { readonly transform: string };
  readonly children: ReactNode;
}

/**
 * Draws a mark that can be pointed at, tapped and reached with the arrow keys (`src/ui/marks.ts`). It is no tab stop: a
 * drawing is one, whatever the number of its marks.
 */
export function Mark({ told = null, run, at, children }: MarkProps) {
  const { words = '', href = null } = told ?? {};
  // A mark without an address is no link; it must then be a picture, since nothing else may carry words.
  const kind = href === null ? (words === '' ? {} : { role: 'img' }) : { href };
  const attributes = { ...at, ...(words === '' ? {} : { 'aria-label': words }), ...kind };
  return (
    <a {...attributes} data-run={run} tabIndex={-1}>
      {children}
    </a>
  );
}
