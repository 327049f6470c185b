import { type Step, sqlStep } from '../sql/step.ts';
import { encodedSql, slicedBy } from './items.ts';
import { exact } from './labels.ts';
import { asMetric, type Metric, OUR_METRIC } from './metric.ts';
import type { Settings } from './query.ts';

/** Who made which response; where there is one, a score need not name it. Joined by equal columns alone: OR would compare every score with every response. */
export const MODELS = `SELECT instance, response, model FROM responses WHERE model <> ''
  UNION ALL
  SELECT instance, '', any_value(model) FROM responses WHERE model <> ''
  GROUP BY instance HAVING count(*) = 1 AND any_value(response)::VARCHAR <> ''`;

const OF_RUNS = `WITH models AS (${MODELS}),
people AS (
  SELECT scope, instance, response, criterion, number FROM gold_sets WHERE kind = 'quality' AND annotator = '')
SELECT scores.run, cluster, scores.instance, split, ${encodedSql('scores.criterion')} AS criterion, scores.repeat,
  ${encodedSql("coalesce(models.model, '')")} AS generator, score, people.number AS people
FROM scores JOIN items USING (instance) JOIN scopes ON scopes.run = scores.run
LEFT JOIN models ON models.instance = scores.instance AND models.response = scores.response
LEFT JOIN people ON people.scope = scopes.scope AND people.instance = scores.instance AND people.response = scores.response
  AND people.criterion = scores.criterion
WHERE scores.protocol = 'pointwise' AND condition = 'base' AND score IS NOT NULL`;

/** Ratings of single people, each beside what `others` selects (run, instance, response, criterion, score, people). */
const ofPeople = (others: string): string => `WITH models AS (${MODELS}),
single AS (
  SELECT annotator, instance, response, criterion, number FROM gold WHERE kind = 'quality' AND annotator <> '' AND number IS NOT NULL)
SELECT held.run, cluster, held.instance, split, ${encodedSql('held.criterion')} AS criterion, '' AS repeat,
  ${encodedSql("coalesce(models.model, '')")} AS generator, score, people
FROM (${others}) AS held JOIN items USING (instance)
LEFT JOIN models ON models.instance = held.instance AND models.response = held.response`;

const OF_ANNOTATORS =
  ofPeople(`SELECT own.annotator AS run, instance, response, criterion, own.number AS score, avg(other.number) AS people
  FROM single AS own JOIN single AS other USING (instance, response, criterion)
  WHERE own.annotator <> other.annotator GROUP BY ALL`);

const OF_PAIRS =
  ofPeople(`SELECT own.annotator || ' ' || other.annotator AS run, instance, response, criterion, own.number AS score, other.number AS people
  FROM single AS own JOIN single AS other USING (instance, response, criterion) WHERE own.annotator < other.annotator`);

/** `ratings`: a row per score that counts, beside the mean of people's ratings (`people`: gold of kind quality) and the generator. Of annotators each rating is a score. */
export function ratingsStep({ judged, within }: Settings): Step {
  const all = judged === 'runs' ? OF_RUNS : OF_ANNOTATORS;
  return sqlStep('table', 'ratings', within === undefined ? all : `SELECT * FROM (${all}) WHERE ${within}`);
}

/** The same of every two annotators, in the place of `ratings`: the run names both. */
export const PAIRED_RATINGS_STEP = sqlStep('table', 'ratings', OF_PAIRS);

const OF_RATINGS = {
  aggregate: 'ratio',
  sliceKeys: ['split', 'criterion', 'repeat'],
  protocols: ['pointwise'],
  loss: null,
  published: { rule: 'none', reason: 'needs the judgments' },
} as const satisfies Partial<Metric>;

const RATING_SLICE = slicedBy(...OF_RATINGS.sliceKeys);

/** SQL condition: people rated the response. */
const RATED = 'people IS NOT NULL';

/** The scores within which a correlation or κ is computed. */
const RATED_GROUP = 'PARTITION BY run, split, criterion, repeat';

/** Gives the mean rank of equal values, in units of the standard deviation of the ranks; null where all are equal. */
const ranked = (value: string): string =>
  `(rank() OVER (${RATED_GROUP} ORDER BY ${value}) + (count(*) OVER (${RATED_GROUP}, ${value}) - 1) / 2)`;

const standard = (rank: string): string =>
  `(${rank} - avg(${rank}) OVER own) / nullif(stddev_pop(${rank}) OVER own, 0)`;

/** Gives the sum of the other variable over what stands above a value, half of it beside it: what an answer does to the ranks of others. */
const above = (other: string, value: string): string =>
  `(sum(${other}) OVER (${RATED_GROUP} ORDER BY ${value} DESC) - sum(${other}) OVER (${RATED_GROUP}, ${value}) / 2)`;

/** Spearman's ρ: a row's numerator is ρ and what this answer adds (products less ρ · mean square, effect on others' ranks), 0 in sum over a group: the error is ρ's. */
export const rankCorrelation: Metric = asMetric({
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
});

/** Writes how far a value is from the mean of its group: 0 where all are equal, and not what the mean was rounded by, of which κ would be made. */
const fromMean = (value: string): string =>
  `CASE WHEN min(${value}) OVER own = max(${value}) OVER own THEN 0 ELSE ${value} - avg(${value}) OVER own END`;

/** 2·cov / (var + var + (difference of means)²). The last term adds nothing in a group; it carries an answer's effect on that difference, so that the error is κ's. */
export const ratingKappa: Metric = asMetric({
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
  board: [{ place: 4, by: 'criterion' }],
  trivial: { 'constant-scorer': () => exact(0, 'one score only') },
  contributions: `SELECT run, cluster, instance, slice, 2 * x * y AS num, x * x + y * y + apart * apart + 2 * apart * (x - y) AS den
FROM (
  SELECT run, cluster, instance, ${RATING_SLICE} AS slice, ${fromMean('score')} AS x, ${fromMean('people')} AS y,
    avg(score) OVER own - avg(people) OVER own AS apart
  FROM ratings WHERE ${RATED} WINDOW own AS (${RATED_GROUP}))`,
});

export const scoreError: Metric = asMetric({
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
  board: [{ place: 6, by: 'criterion' }],
  attributes: true,
  contributions: `SELECT run, cluster, instance, ${RATING_SLICE} AS slice, abs(score - people) AS num, 1::DOUBLE AS den
FROM ratings WHERE ${RATED}`,
});

export const meanScore: Metric = asMetric({
  id: 'mean_score',
  label: 'Mean score',
  name: 'Mean score',
  ...OUR_METRIC,
  unit: 'score',
  range: [0, 10],
  direction: 'none',
  formula: 'mean of the scores given',
  about:
    'Leniency of a judge, by criterion and by the model whose responses it scored. The denominator is the scores that could be read.',
  edge: 'A high mean does not make a better judge: compare it with human ratings, or compare models under one judge.',
  sketch: { of: 'given', rows: ['First|8|8/1', 'Second|5|5/1'] },
  aggregate: 'ratio',
  sliceKeys: ['split', 'criterion', 'generator', 'repeat'],
  protocols: ['pointwise'],
  board: [{ place: 8, by: 'criterion' }],
  attributes: true,
  contributions: `SELECT run, cluster, instance,
  ${slicedBy('split', 'criterion', 'generator', 'repeat')} AS slice, score AS num, 1::DOUBLE AS den
FROM ratings`,
});
