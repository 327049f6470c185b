import type { ComponentPropsWithRef } from 'react';

interface ControlGroupProps extends ComponentPropsWithRef<'div'> {
  /** What the controls are for, for screen readers, which do not show that the controls belong together. */
  readonly label: string;
}

/** Groups controls under one name, in a line or as its class says. */
export function ControlGroup({ label, className = 'bar', children, ...more }: ControlGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend, borders and a width of its own, and is no line or grid in every browser
    <div className={className} role="group" aria-label={label} {...more}>
      {children}
    </div>
  );
}
