import type { Metric } from './metric.ts';
import { OF_RATINGS, RATED, RATED_GROUP, RATING_SLICE } from './ratings.ts';

/** Gives the mean rank of equal values, in units of the standard deviation of the ranks; null where all are equal. */
const ranked = (value: string): string =>
  `(rank() OVER (${RATED_GROUP} ORDER BY ${value}) + (count(*) OVER (${RATED_GROUP}, ${value}) - 1) / 2)`;

const standard = (rank: string): string =>
  `(${rank} - avg(${rank}) OVER own) / nullif(stddev_pop(${rank}) OVER own, 0)`;

/** Gives the sum of the other variable over what stands above a value, half of it beside it: what an answer does to the ranks of others. */
const above = (other: string, value: string): string =>
  `(sum(${other}) OVER (${RATED_GROUP} ORDER BY ${value} DESC) - sum(${other}) OVER (${RATED_GROUP}, ${value}) / 2)`;

/**
 * Spearman's ρ is the mean of the products of two standardised ranks. A row's numerator is ρ and what this answer adds to it (the products
 * less ρ times the mean square, and its effect on the ranks of the others); these sum to zero in a group, so that the ratio is ρ and its
 * error by clusters is that of ρ.
 */
export const rankCorrelation: Metric = {
  id: 'rank_correlation',
  label: 'Rank correlation',
  name: 'Spearman’s rank correlation with human ratings',
  ...OF_RATINGS,
  unit: 'number',
  range: [-1, 1],
  direction: 'higher',
  grouped: true,
  formula: 'Spearman’s correlation of score and mean human rating, within a split and criterion',
  about:
    'Whether a judge orders responses as human raters do, regardless of how high its scores are. It rests on the scores of responses that people rated.',
  edge: 'Equal values share their mean rank. No value where all scores are equal. Over several splits it is the mean, weighted by the number of scores. Of a selection of cases it is the correlation of their scores alone.',
  sketch: { of: 'ratings', rows: ['1|2|0/1', '2|6|1/1', '3|5|1/1'], value: 'rank correlation' },
  source: 'VIEScore, table 2 (there by rater, and averaged after Fisher’s transformation); clusters ours',
  rows: ['rank_correlation'],
  board: [{ place: 2, by: 'criterion' }],
  contributions: `WITH ranks AS (
  SELECT *, ${ranked('score')} AS rank_score, ${ranked('people')} AS rank_people FROM ratings WHERE ${RATED}),
standard AS (
  SELECT *, ${standard('rank_score')} AS x, ${standard('rank_people')} AS y, stddev_pop(rank_score) OVER own AS sd_x,
    stddev_pop(rank_people) OVER own AS sd_y
  FROM ranks WINDOW own AS (${RATED_GROUP})),
moved AS (
  SELECT *, avg(x * y) OVER own AS rho, ${above('y', 'score')} AS y_above, ${above('x', 'score')} AS x_above,
    ${above('x', 'people')} AS x_over, ${above('y', 'people')} AS y_over
  FROM standard WHERE x IS NOT NULL AND y IS NOT NULL WINDOW own AS (${RATED_GROUP})),
effects AS (
  SELECT *, (y_above - rho * x_above) / sd_x + (x_over - rho * y_over) / sd_y AS effect FROM moved)
SELECT run, cluster, instance, ${RATING_SLICE} AS slice,
  x * y - rho * ((x * x + y * y) / 2 - 1) + effect - avg(effect) OVER own AS num, 1::DOUBLE AS den
FROM effects WINDOW own AS (${RATED_GROUP})`,
};
