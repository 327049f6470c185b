import { type Step, sqlStep } from '../sql/step.ts';
import { promisedStep } from './items.ts';
import { GOLD_SETS, SCOPE } from './ledger.ts';
import type { Settings } from './query.ts';

const SCOPES = `SELECT run, protocol, ${SCOPE} AS scope FROM runs`;

const OF_RUNS = `SELECT scope, run, instance, criterion, repeat, "order", verdict, parse, lenient
FROM judgments JOIN scopes USING (run)
WHERE protocol = 'pairwise' AND stage = 'judge' AND condition = 'base'`;

/** Labels of single annotators as the answers of a run named after the annotator. */
const OF_ANNOTATORS = `SELECT annotator AS scope, annotator AS run, instance, criterion, 0 AS repeat, 'ab' AS "order",
  value AS verdict, 'ok' AS parse, NULL::VARCHAR AS lenient
FROM gold WHERE kind = 'preference' AND annotator <> ''`;

const AGGREGATED = `SELECT scope, instance, criterion, value FROM gold_sets WHERE kind = 'preference' AND annotator = ''`;

/** For each annotator the majority of those others who prefer one; a tied vote is no label. */
const OF_OTHERS = `SELECT scope, instance, criterion, CASE WHEN lead > 0 THEN 'a' WHEN lead < 0 THEN 'b' END AS value
FROM (
  SELECT own.annotator AS scope, instance, criterion, count_if(other.value = 'a') - count_if(other.value = 'b') AS lead
  FROM gold AS own JOIN gold AS other USING (instance, criterion, kind)
  WHERE kind = 'preference' AND own.annotator <> '' AND other.annotator <> '' AND own.annotator <> other.annotator
  GROUP BY ALL)`;

/**
 * Makes `answers` (scope, run, instance, criterion, repeat, order, verdict, parse, lenient) and `labels` (scope, instance, criterion,
 * value): who is judged, and by what. Runs share one set of labels (scope ''), unless they bring their own; an annotator has a set of his
 * own (scope = run). `label_sets` lists the scopes, `promised` the repeats that runs owe. With `run` the answers are those of one run; such
 * steps can only be composed.
 */
export function answerSteps(settings: Settings, run?: string): readonly Step[] {
  const { judged } = settings;
  const answers = judged === 'runs' ? OF_RUNS : OF_ANNOTATORS;
  const own =
    run === undefined
      ? { sql: answers, params: [] }
      : { sql: `SELECT * FROM (${answers}) WHERE run = ?`, params: [run] };
  const sets = judged === 'runs' ? 'scopes' : `(SELECT annotator AS scope FROM gold WHERE annotator <> '')`;
  return [
    sqlStep('table', 'scopes', SCOPES),
    sqlStep('view', 'gold_sets', GOLD_SETS),
    promisedStep(settings),
    sqlStep('view', 'label_sets', `SELECT DISTINCT scope FROM ${sets}`),
    { name: 'answers', kind: 'view', ...own },
    sqlStep('view', 'labels', judged === 'runs' ? AGGREGATED : OF_OTHERS),
  ];
}
