import { step } from '../sql/step.ts';
import { encodedSql, sliceSql } from './slice.ts';

/**
 * `ratings`: one row per score of a single response that counts, with the mean of people's ratings of the same (`people`, null where there
 * is none) and who made the response. People's ratings are gold of the kind quality, on the judge's scale.
 */
const RATINGS = `WITH models AS (
  SELECT instance, response, model, count(*) OVER (PARTITION BY instance) AS responses FROM responses WHERE model <> ''),
people AS (
  SELECT scope, instance, response, criterion, number FROM gold_sets WHERE kind = 'quality' AND annotator = '')
SELECT scores.run, cluster, scores.instance, split, ${encodedSql('scores.criterion')} AS criterion, scores.repeat,
  ${encodedSql("coalesce(models.model, '')")} AS generator, score, people.number AS people
FROM scores JOIN items USING (instance) JOIN scopes ON scopes.run = scores.run
LEFT JOIN models ON models.instance = scores.instance
  AND (models.response = scores.response OR (scores.response = '' AND models.responses = 1))
LEFT JOIN people ON people.scope = scopes.scope AND people.instance = scores.instance AND people.response = scores.response
  AND people.criterion = scores.criterion
WHERE scores.protocol = 'pointwise' AND condition = 'base' AND score IS NOT NULL`;

export const RATINGS_STEP = step('table', 'ratings', RATINGS);

/** Slice keys of metrics that hold scores against people's ratings. */
export const RATING_KEYS = ['split', 'criterion', 'repeat'] as const;

export const RATING_SLICE = sliceSql({ split: 'split', criterion: 'criterion', repeat: 'repeat' });

/** SQL condition: people rated the response. */
export const RATED = 'people IS NOT NULL';

/** The scores within which a correlation or κ is worked out. */
export const RATED_GROUP = 'PARTITION BY run, split, criterion, repeat';
