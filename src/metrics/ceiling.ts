import { number, type Query } from '../sql/query.ts';
import { dropSteps } from '../sql/step.ts';
import { METRICS } from './index.ts';
import { instanceColumns } from './items.ts';
import type { Metric } from './metric.ts';
import { contributionsOf, preparations, prepare } from './score.ts';
import { OFFICIAL } from './settings.ts';
import type { Slice } from './slice.ts';
import { sliceSums } from './sums.ts';
import { type Sums, sumsOfSlices, valuesOf } from './values.ts';

/** A majority of the others takes at least so many raters. */
const FEWEST = 3;

const RATERS = "SELECT count(DISTINCT annotator)::DOUBLE AS n FROM gold WHERE kind = 'preference' AND annotator <> ''";

/** Metrics of pairs that ask for agreement with people: for the others a rater is no measure. */
const asksPeople = ({ protocols, missing, direction, countsUnread }: Metric): boolean =>
  protocols.includes('pairwise') && missing === 'labels' && direction === 'higher' && countsUnread !== true;

/**
 * Each rater scored like a judge, against the majority of the other raters (leave-one-out); null where fewer than three labelled pairs.
 * A tied vote of the others is no label; a rater who calls a pair level is wrong where the others prefer one. The tables that this takes
 * are dropped again.
 */
export async function raterSums(query: Query): Promise<Sums | null> {
  const [row] = await query(RATERS);
  if (row === undefined || number(row, 'n') < FEWEST) return null;
  const settings = { ...OFFICIAL, judged: 'annotators' } as const;
  await prepare(query, settings);
  const metrics = METRICS.filter(
    (metric) => asksPeople(metric) && metric.contributions !== null && metric.onDemand !== true,
  );
  const sums = await sliceSums(query, contributionsOf(metrics));
  await dropSteps(query, preparations(settings, await instanceColumns(query)));
  return sumsOfSlices(sums);
}

/** What people reach on a metric that asks for agreement with people. */
export interface AgreementCeiling {
  /** Plain mean over the raters that have a value. */
  readonly mean: number;
  readonly raters: number;
}

/** The raters' mean value in a slice; null where none has one. */
export function ceilingIn(raters: Sums, metric: Metric, slice: Slice): AgreementCeiling | null {
  const values = [...valuesOf(raters, metric, slice).values()].flatMap(({ summary: { value } }) =>
    value === null ? [] : [value],
  );
  if (values.length === 0) return null;
  return { mean: values.reduce((sum, v) => sum + v, 0) / values.length, raters: values.length };
}
