import type { ReactNode } from 'react';

interface DrawingProps {
  /** What is drawn. */
  readonly of: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The box of a drawing. Where the drawing is too wide the box scrolls sideways, also by keyboard. */
export function Drawing({ of, className, children }: DrawingProps) {
  const names = className === undefined ? 'drawing' : `drawing ${className}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={names} tabIndex={0} aria-label={`${of}, drawing`}>
      {children}
    </section>
  );
}
