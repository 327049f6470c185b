import type { ReactNode } from 'react';

/** How a picture or a table is to be read, behind a fold: what it says is said by one line above it. */
export function HowToRead({ children }: { readonly children: ReactNode }) {
  return (
    <details className="how-to">
      <summary>How to read this</summary>
      {children}
    </details>
  );
}
