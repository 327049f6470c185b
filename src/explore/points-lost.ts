import { casePoints } from '../cases/columns/points.ts';
import { type FittingColumns, loadCriteria } from './case-columns.ts';

interface PointsAsked extends FittingColumns {
  /** The run whose points are counted; '' for all together. */
  readonly run: string;
  /** The criterion by which the runs fared; '' for all together. */
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
