import type { ReactNode } from 'react';

/** A part that scrolls sideways where it is too wide, also by keyboard. `of` names what it holds. */
export function Sideways({ of, children }: { readonly of: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll" tabIndex={0} aria-label={`${of}, scrolls sideways`}>
      {children}
    </section>
  );
}
