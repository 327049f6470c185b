import type { PointsChart } from './chart.ts';
import { numbersInWords } from './points-layout.ts';

/** Names the points that a drawing has only numbers for; shown with them, at the press of `NameAll`. */
export function SpareNames({ chart }: { readonly chart: PointsChart }) {
  const words = numbersInWords(chart);
  return words === '' ? null : <p className="of spare">{words}</p>;
}

/** Shows and hides the numbers of points whose names have no place, and their list (`src/ui/marks.ts` presses it, the sheet does it). */
export const NameAll = () => (
  <button type="button" className="btn js" aria-pressed="false" data-names>
    Name all
  </button>
);
