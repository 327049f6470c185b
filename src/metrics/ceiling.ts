import type { Slice } from '../schema/slice.ts';
import { type Query, text } from '../sql/query.ts';
import { dropSteps, runSteps, stepsFor } from '../sql/step.ts';
import { meanOf } from '../stats/intervals.ts';
import { METRICS } from './index.ts';
import { instanceColumns } from './items.ts';
import type { Metric } from './metric.ts';
import { OFFICIAL_SETTINGS } from './query.ts';
import { PAIRED_RATINGS_STEP } from './ratings.ts';
import { contributionsOf, preparations } from './score.ts';
import { readSums, type Sums } from './sums.ts';
import { runValuesOf } from './values.ts';

/** Raters that a majority, or a mean, of the others needs. */
const FEWEST = 3;

const RATERS = `SELECT kind FROM gold WHERE annotator <> '' AND kind IN ('preference', 'quality')
GROUP BY kind HAVING count(DISTINCT annotator) >= ${FEWEST}`;

/** Says whether a metric of pairs measures agreement with people: only there raters are a standard of comparison. */
const asksPreference = ({ protocols, missing, direction, countsUnread }: Metric): boolean =>
  protocols.includes('pairwise') && missing === 'labels' && direction === 'higher' && countsUnread !== true;

const asksRating = ({ protocols }: Metric): boolean => protocols.every((protocol) => protocol === 'pointwise');

const NO_SUMS: Sums = { rows: [], clusterOf: new Int32Array() };

export interface Raters {
  /** Each rater against the others (leave-one-out). */
  readonly single: Sums;
  /** Pairs of raters, under metrics of single scores: one's rating is the score, the other's the reference. */
  readonly pairs: Sums;
}

/** Scores raters like judges; null with fewer than three on labelled pairs or rated responses. A tied vote of the others is no label. Its tables are dropped again. */
export async function raterSums(query: Query): Promise<Raters | null> {
  const kinds = new Set((await query(RATERS)).map((row) => text(row, 'kind')));
  if (kinds.size === 0) return null;
  const settings = { ...OFFICIAL_SETTINGS, judged: 'annotators' } as const;
  const stored = METRICS.filter(({ contributions, onDemand }) => contributions !== null && onDemand !== true);
  const ratings = kinds.has('quality') ? stored.filter(asksRating) : [];
  const preferences = kinds.has('preference') ? stored.filter(asksPreference) : [];
  const sumsOf = async (metrics: readonly Metric[]): Promise<Sums> =>
    metrics.length === 0 ? NO_SUMS : readSums(query, { from: contributionsOf(metrics) });
  const asked = [...preferences, ...ratings];
  const steps = stepsFor(preparations(settings, await instanceColumns(query)), contributionsOf(asked));
  await runSteps(query, steps);
  const single = await sumsOf(asked);
  const paired = ratings.filter(({ direction }) => direction !== 'none');
  if (paired.length > 0) await runSteps(query, [PAIRED_RATINGS_STEP]);
  const pairs = await sumsOf(paired);
  await dropSteps(query, steps);
  return { single, pairs };
}

export interface AgreementCeiling {
  /** Plain mean over those that have a value. */
  readonly mean: number;
  /** How many raters, or pairs of raters, have one. */
  readonly n: number;
}

/** Gives the mean value of raters, or of pairs of them, in a slice; null where none has one. */
export function ceilingIn(raters: Sums, metric: Metric, slice: Slice): AgreementCeiling | null {
  const values = [...runValuesOf(raters, metric, slice).values()].flatMap(({ summary: { value } }) =>
    value === null ? [] : [value],
  );
  if (values.length === 0) return null;
  return { mean: meanOf(values), n: values.length };
}
