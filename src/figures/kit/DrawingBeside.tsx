import type { ReactNode } from 'react';

interface DrawingBesideProps {
  readonly drawing: ReactNode;
  /** The table has the drawing's numbers: a folded one shows its first rows where it stands beside the drawing. */
  readonly table: ReactNode;
}

/** Lays out a drawing that is narrower than a line of the page, with the first rows of its table beside it where there is room. */
export function DrawingBeside({ drawing, table }: DrawingBesideProps) {
  return (
    <div className="drawing-beside">
      <div>
        <div>{drawing}</div>
        {table}
      </div>
    </div>
  );
}
