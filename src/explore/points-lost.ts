import { casePoints } from '../cases/columns/points.ts';
import { type FittingColumns, loadCriteria } from './case-columns.ts';

interface PointsAsked extends FittingColumns {
  /** The points are this run's; '' for all together. */
  readonly run: string;
  /** By which the runs fared; '' for all in all. */
  readonly criterion: string;
}

/**
 * Gives the points lost on each case, for the order of a list; comes with the answers per criterion, which no other order needs. Throws
 * ClientFailure.
 */
export async function pointsLost(benchmark: string, asked: PointsAsked): Promise<Float64Array> {
  const { columns, fared, run, criterion } = asked;
  const under = criterion === '' ? await loadCriteria(benchmark) : null;
  return casePoints({ runs: columns.runs, fared, under }, run);
}
