import type { Metric } from './metric.ts';
import { encodedSql, sliceSql } from './slice.ts';

export const selfEnhancement: Metric = {
  id: 'self_enhancement',
  label: 'Self-enhancement',
  name: 'Self-enhancement',
  unit: 'number',
  range: null,
  direction: 'none',
  formula:
    's(j,g) - mean over generators - mean over judges + grand mean; s(j,g) = mean score of judge j for responses of generator g',
  about:
    'Whether a judge favours responses of its own model. Centring over judges and generators takes off what is due to a strict judge or a good generator; 0 means no preference.',
  edge: 'Needs at least two judges and two generators, and every judge must have scored every generator; without that there is no value.',
  source: 'MM-JudgeBias section 4.4 and appendix H; centring ours',
  aggregate: 'derived',
  sliceKeys: ['generator', 'repeat'],
  protocols: ['perturbation', 'pointwise', 'pairwise'],
  loss: null,
  published: { rule: 'none', reason: 'printed as a figure only' },
  units: [],
  combination: null,
  rows: ['self_enhancement'],
  contributions: `WITH models AS (
  SELECT instance, response, ${encodedSql('model')} AS model, count(*) OVER (PARTITION BY instance) AS responses FROM responses WHERE model <> '')
SELECT run, cluster, instance, ${sliceSql({ generator: 'model', repeat: 'repeat' })} AS slice, score AS num, 1::DOUBLE AS den
FROM scores JOIN models USING (instance) JOIN items USING (instance)
WHERE condition = 'base' AND score IS NOT NULL AND (scores.response = models.response OR (scores.response = '' AND responses = 1))`,
};
