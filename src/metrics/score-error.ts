import type { Metric } from './metric.ts';
import { OF_RATINGS, RATED, RATING_SLICE } from './ratings.ts';

export const scoreError: Metric = {
  id: 'score_error',
  label: 'Error',
  name: 'Distance from people',
  ...OF_RATINGS,
  unit: 'score',
  range: [0, 10],
  direction: 'lower',
  formula: 'mean of |score - mean of people’s ratings|',
  about:
    'How many points a score is off what people gave on average, on the judge’s scale. The denominator is the scores of responses that people rated.',
  edge: 'A judge that always gives the middle of the scale is never far off: read it beside the rank correlation.',
  sketch: { of: 'ratings', rows: ['7|5|2/1', '4|4|0/1'] },
  source: 'ours',
  rows: ['score_error'],
  board: [{ place: 6, by: 'criterion' }],
  attributes: true,
  contributions: `SELECT run, cluster, instance, ${RATING_SLICE} AS slice, abs(score - people) AS num, 1::DOUBLE AS den
FROM ratings WHERE ${RATED}`,
};
