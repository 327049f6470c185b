import type { Metric } from './metric.ts';
import { OF_RATINGS, RATED, RATED_GROUP, RATING_SLICE } from './ratings.ts';
import { exact } from './trivial.ts';

/** Writes how far a value is from the mean of its group: 0 where all are equal, and not what the mean was rounded by, of which κ would be made. */
const fromMean = (value: string): string =>
  `CASE WHEN min(${value}) OVER own = max(${value}) OVER own THEN 0 ELSE ${value} - avg(${value}) OVER own END`;

/**
 * Quadratic κ of numbers is 2·cov / (var + var + (difference of the means)²), so its sums are plain ones. The last term of the denominator
 * adds nothing in a group; it carries what an answer does to the difference of the means, so that the error of the ratio is that of κ.
 */
export const ratingKappa: Metric = {
  id: 'rating_kappa',
  label: 'κ',
  name: 'Quadratic weighted κ with human ratings',
  ...OF_RATINGS,
  unit: 'number',
  range: [-1, 1],
  direction: 'higher',
  grouped: true,
  formula:
    '1 - sum of squared differences of score and mean human rating / the same sum over all pairs of a score and a rating',
  about:
    'Whether scores agree with the mean human rating in value, not only in order: 1 for identical numbers, 0 for chance agreement. It rests on the scores of responses that people rated.',
  edge: 'No value where all scores and ratings are one number. Computed within a split and criterion; over several, the sums are added. Of a selection of cases it is the κ of their scores alone.',
  sketch: { of: 'ratings', rows: ['1|2|1/5', '5|4|1/5'], value: 'one minus distances' },
  source: 'J. Cohen, Psychol. Bull. 70 (1968); for numbers, L. Lin, Biometrics 45 (1989)',
  rows: ['rating_kappa'],
  board: [{ place: 4, by: 'criterion' }],
  trivial: { 'constant-scorer': () => exact(0, 'one score only') },
  contributions: `SELECT run, cluster, instance, slice, 2 * x * y AS num, x * x + y * y + apart * apart + 2 * apart * (x - y) AS den
FROM (
  SELECT run, cluster, instance, ${RATING_SLICE} AS slice, ${fromMean('score')} AS x, ${fromMean('people')} AS y,
    avg(score) OVER own - avg(people) OVER own AS apart
  FROM ratings WHERE ${RATED} WINDOW own AS (${RATED_GROUP}))`,
};
