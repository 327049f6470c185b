import { Drawing } from '../../charts/Drawing.tsx';
import { HeatGrid } from './HeatGrid.tsx';
import { type HeatCell, headsOf } from './heat-look.ts';
import type { Labelled } from './labelled.ts';

interface CriterionGridProps {
  readonly panel: { readonly label: string; readonly criteria: readonly Labelled[] };
  /** What is drawn: `Conflicts`, `Leakage`. */
  readonly what: string;
  /** What holds of the whole panel. */
  readonly of: string;
  /** Gives the cell of two criteria, by their ids. */
  readonly cell: (row: string, column: string, isAboveDiagonal: boolean) => HeatCell | null;
  readonly rowTitle: string;
  readonly columnTitle: string;
}

/** Draws criterion × criterion of one split. */
export function CriterionGrid({ panel, what, of, cell, ...titles }: CriterionGridProps) {
  const { label, criteria } = panel;
  const heads = headsOf(criteria);
  const idAt = (place: number): string => criteria[place]?.id ?? '';
  return (
    <div className="criterion-panel">
      <h4>{label}</h4>
      <p className="of">{of}</p>
      <Drawing of={`${label}: ${what.toLowerCase()}`}>
        <HeatGrid
          title={`${what} between criteria, ${label}`}
          look="large"
          rows={heads}
          columns={heads}
          cell={(i, j) => cell(idAt(i), idAt(j), i < j)}
          {...titles}
        />
      </Drawing>
    </div>
  );
}
