import type { ComponentPropsWithRef } from 'react';

interface PlotProps extends ComponentPropsWithRef<'svg'> {
  /** What is drawn; screen readers say it before the marks, which are links. */
  readonly title: string;
}

/** A drawing in an SVG of its own. */
export function Plot({ title, children, ...more }: PlotProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG with links is a group, and the element that the rule offers (fieldset) is no SVG
    <svg {...more} role="group" aria-label={title}>
      {children}
    </svg>
  );
}
