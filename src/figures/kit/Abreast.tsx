import type { ReactElement } from 'react';

/** With more panels than this, some stand below each other. */
const MOST = 4;

/** Grids of no more columns are small. */
const FEW_COLUMNS = 3;

interface AbreastProps {
  /** The largest grid has so many columns. */
  readonly columns: number;
  readonly children: readonly ReactElement[];
}

/**
 * Sets as many panels of a figure abreast as there is room for. Their number is written into the page, because a browser that lays out a
 * page while it arrives would place the first one as if it were alone, and move it when the next comes.
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
