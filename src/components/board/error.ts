import { Z95 } from '../../stats/distribution.ts';
import type { SlimCell, SlimColumn } from './slim.ts';

/** Greatest value of a unit whose intervals are Wilson's; the others have none from printed values. */
const SCALE: Readonly<Partial<Record<SlimColumn['unit'], number>>> = { percent: 100, ratio: 1, score: 10 };

/**
 * Standard error behind a Wilson interval, in the printed unit, so that the page need not carry it beside the ends. With a = z²/n and
 * half-width h, h²(1 + a)² = a·p(1 − p) + a²/4 is solved for a; the error is taken at the interval's centre, as for the ranks
 * (src/stats/published.ts). Null without an interval.
 */
export function standardError(
  cell: Pick<SlimCell, 'value' | 'interval'>,
  column: Pick<SlimColumn, 'unit'>,
): number | null {
  const scale = SCALE[column.unit];
  if (cell.interval === null || cell.value === null || scale === undefined) return null;
  const lo = cell.interval.lo / scale;
  const hi = cell.interval.hi / scale;
  const share = cell.value / scale;
  const square = ((hi - lo) / 2) ** 2;
  const b = share * (1 - share) - 2 * square;
  const a = (2 * square) / (b + Math.sqrt(b * b + (1 - 4 * square) * square));
  const centre = (lo + hi) / 2;
  return (Math.sqrt(centre * (1 - centre) * a) / Z95) * scale;
}
