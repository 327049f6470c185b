import type { ReactNode } from 'react';

/** How a drawing is to be read, behind a fold: what it says stands above it in a sentence. */
export function HowToRead({ children }: { readonly children: ReactNode }) {
  return (
    <details>
      <summary>How to read this</summary>
      {children}
    </details>
  );
}
