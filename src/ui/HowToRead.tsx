import type { ReactNode } from 'react';

/** Explains behind a fold how a picture or a table is read. The line above the picture says what it shows. */
export function HowToRead({ children }: { readonly children: ReactNode }) {
  return (
    <details className="how-to">
      <summary>How to read this</summary>
      {children}
    </details>
  );
}
