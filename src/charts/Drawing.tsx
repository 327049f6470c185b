import type { ComponentPropsWithRef, ReactNode } from 'react';
import { ScrollBox } from '../ui/layout.tsx';

interface PlotProps extends ComponentPropsWithRef<'svg'> {
  /** What is drawn; screen readers say it before the marks, which are links. */
  readonly title: string;
}

/** Shows a drawing in an SVG of its own. */
export function Plot({ title, children, ...more }: PlotProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG with links is a group, and the element that the rule offers (fieldset) is no SVG
    <svg {...more} role="group" aria-label={title}>
      {children}
    </svg>
  );
}

interface DrawingProps extends Pick<ComponentPropsWithRef<'section'>, 'onPointerOver' | 'onFocus'> {
  /** What is drawn. */
  readonly of: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Draws the box of a drawing, which is its one tab stop: inside, arrow keys go from mark to mark (`src/ui/marks.ts`). Where the
 * drawing is too wide the box scrolls sideways.
 */
export function Drawing({ of, className, children, ...told }: DrawingProps) {
  const names = className === undefined ? 'drawing' : `drawing ${className}`;
  return (
    <ScrollBox className={names} {...told} data-marks label={`${of}, drawing`}>
      {children}
    </ScrollBox>
  );
}
