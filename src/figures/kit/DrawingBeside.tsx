import type { ReactNode } from 'react';

interface DrawingBesideProps {
  readonly drawing: ReactNode;
  /** Its numbers: folded ones show their first rows where they stand beside it. */
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
