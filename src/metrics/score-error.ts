import type { Metric } from './metric.ts';
import { OF_RATINGS, RATED, RATING_SLICE } from './ratings.ts';

export const scoreError: Metric = {
  id: 'score_error',
  label: 'MAE',
  name: 'Mean absolute error against human ratings',
  ...OF_RATINGS,
  unit: 'score',
  range: [0, 10],
  direction: 'lower',
  formula: 'mean of |score - mean human rating|',
  about:
    'Mean distance of a score from the mean human rating, in points of the judge’s scale. The denominator is the scores of responses that people rated.',
  edge: 'A judge that always gives the middle of the scale has a low error: read it beside the rank correlation.',
  sketch: { of: 'ratings', rows: ['7|5|2/1', '4|4|0/1'] },
  source: 'ours',
  rows: ['score_error'],
  board: [{ place: 6, by: 'criterion' }],
  attributes: true,
  contributions: `SELECT run, cluster, instance, ${RATING_SLICE} AS slice, abs(score - people) AS num, 1::DOUBLE AS den
FROM ratings WHERE ${RATED}`,
};
