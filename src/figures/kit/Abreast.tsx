import type { ReactElement } from 'react';

/** More panels than this stand below each other, too. */
const MOST = 4;

interface AbreastProps {
  readonly children: readonly ReactElement[];
}

/**
 * Panels of a figure, as many abreast as there is room for. Their number is told beforehand: a page that is read while it still comes would lay
 * out the first as if it were alone, and move it when the next is there.
 */
export function Abreast({ children }: AbreastProps) {
  return (
    <div className="criterion-panels" data-of={Math.min(children.length, MOST)}>
      {children}
    </div>
  );
}
