import type { ReactNode } from 'react';
import { ScrollBox } from '../../ui/ScrollBox.tsx';

interface DrawingProps {
  /** What is drawn. */
  readonly of: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * The box of a drawing, which is the one tab stop of it: inside, arrow keys go from mark to mark (`src/ui/marks.ts`). Where the
 * drawing is too wide the box scrolls sideways.
 */
export function Drawing({ of, className, children }: DrawingProps) {
  const names = className === undefined ? 'drawing' : `drawing ${className}`;
  return (
    <ScrollBox className={names} data-marks label={`${of}, drawing`}>
      {children}
    </ScrollBox>
  );
}
