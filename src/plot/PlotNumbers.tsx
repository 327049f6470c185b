import { NumbersTable } from '../figures/kit/NumbersTable.tsx';
import { better } from '../schema/direction.ts';
import { href } from '../ui/href.ts';
import type { PlotAxis } from './axes.ts';
import type { PlotView } from './plot-chart.ts';
import type { PlotPoint } from './points.ts';
import type { PlotState } from './state.ts';

interface PlotNumbersProps {
  readonly title: string;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly view: PlotView;
  readonly pinned: PlotState['pin'];
  readonly onPin: (judge: string) => void;
}

/** Lists the drawn judges with both values: pinned ones first, then by the value upwards, the best first. A name pins its judge. */
export function PlotNumbers({ title, x, y, view, pinned, onPin }: PlotNumbersProps) {
  const isPinned = ({ judge }: PlotPoint): boolean => pinned.includes(judge.id);
  const rows = view.shown.toSorted(
    (a, b) => Number(isPinned(b)) - Number(isPinned(a)) || better(y.direction, b.y.value, a.y.value),
  );
  return (
    <NumbersTable
      of={title}
      columns={['Judge', y.label, x.label, 'On the frontier', 'Organisation', 'More']}
      rows={rows.map((point) => ({
        key: point.id,
        cells: [
          <button
            key="pin"
            type="button"
            className="pin-judge"
            aria-pressed={isPinned(point)}
            onClick={() => onPin(point.judge.id)}
          >
            {point.label}
          </button>,
          point.y.text,
          point.x.text,
          view.frontier.includes(point) ? 'yes' : '',
          point.judge.organisation,
          <a key="page" href={href(`/judge/${point.judge.id}/`)} aria-label={`Page of ${point.label}`}>
            Page
          </a>,
        ],
      }))}
    />
  );
}
