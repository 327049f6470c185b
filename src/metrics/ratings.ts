import { type Step, sqlStep } from '../sql/step.ts';
import type { Metric } from './metric.ts';
import { MODELS } from './models.ts';
import type { Settings } from './settings.ts';
import { encodedSql, slicedBy } from './slice-sql.ts';

/** Scores of the runs, with the mean of people's ratings. */
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

/**
 * Makes `ratings`: one row per score of a single response that counts, with the mean of people's ratings of the same (`people`, null where there
 * is none) and who made the response. People's ratings are gold of the kind quality, on the judge's scale. Where annotators are judged, each
 * rating is a score, and beside it stands the mean of the others. Of a selection of cases it holds the scores of these alone.
 */
export function ratingsStep({ judged, within }: Settings): Step {
  const all = judged === 'runs' ? OF_RUNS : OF_ANNOTATORS;
  return sqlStep('table', 'ratings', within === undefined ? all : `SELECT * FROM (${all}) WHERE ${within}`);
}

/** The same of every two annotators, in the place of `ratings`: the run names both. */
export const PAIRED_RATINGS_STEP = sqlStep('table', 'ratings', OF_PAIRS);

/** What metrics that hold scores against people's ratings have in common. */
export const OF_RATINGS = {
  aggregate: 'ratio',
  sliceKeys: ['split', 'criterion', 'repeat'],
  protocols: ['pointwise'],
  loss: null,
  published: { rule: 'none', reason: 'needs the judgments' },
} as const satisfies Partial<Metric>;

export const RATING_SLICE = slicedBy(...OF_RATINGS.sliceKeys);

/** SQL condition: people rated the response. */
export const RATED = 'people IS NOT NULL';

/** The scores within which a correlation or κ is worked out. */
export const RATED_GROUP = 'PARTITION BY run, split, criterion, repeat';
