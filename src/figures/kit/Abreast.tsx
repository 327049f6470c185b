import type { ReactElement } from 'react';

/** More panels than this stand below each other, too. */
const MOST = 4;

/** Grids of no more columns are small. */
const FEW_COLUMNS = 3;

interface AbreastProps {
  /** The largest grid has so many columns. */
  readonly columns: number;
  readonly children: readonly ReactElement[];
}

/**
 * Puts the panels of a figure as many abreast as there is room for. Their number is told beforehand: a page that is read while it still comes would lay
 * out the first as if it were alone, and move it when the next is there.
 */
export function Abreast({ columns, children }: AbreastProps) {
  return (
    <div
      className={columns > FEW_COLUMNS ? 'criterion-panels' : 'criterion-panels small-grids'}
      data-of={Math.min(children.length, MOST)}
    >
      {children}
    </div>
  );
}
