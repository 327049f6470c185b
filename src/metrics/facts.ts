import { CALLED_LEVEL } from './choices.ts';

/**
 * Protocols whose scores are counts, or quotients of counts, of single answers: those of one run are the same to the last bit whichever runs are
 * scored beside it, and those on one case whatever is answered on others, but for the facts that `casesOfFacts` shows. Others hold variances, which
 * depend on the order of rows, so their runs are scored together.
 */
export const ONE_BY_ONE: readonly string[] = ['pairwise', 'critique'];

/** Tables, or queries in brackets, of what is scored. */
interface FactTables {
  readonly judgments: string;
  /** With the columns `instance`, `split` and `subset`. */
  readonly instances: string;
  readonly gold: string;
}

/**
 * Selects cases (instance) that show all facts about a run that its scores on other cases depend on, one case for each: that it judged in a split and
 * subset at all, and what has a label there, in which stage and repeat, and something in both orders; and, for every split, that a pair was called
 * level. Every such fact is that something is there at least once, so that scores on some cases, scored beside these, are those of a whole run.
 */
export const casesOfFacts = ({
  judgments,
  instances,
  gold,
}: FactTables): string => `WITH placed AS (SELECT instance, split, subset FROM ${instances}),
labels AS (SELECT instance, criterion, value FROM ${gold} WHERE kind = 'preference' AND annotator = '' AND value IS NOT NULL),
answers AS (
  SELECT run, instance, stage, condition, repeat, criterion,
    bool_or("order" = 'ab' AND parse <> 'missing') AND bool_or("order" <> 'ab' AND parse <> 'missing') AS both_orders
  FROM ${judgments} GROUP BY ALL),
facts AS (
  SELECT run, instance, stage, condition, repeat, split, subset, both_orders,
    (instance, criterion) IN (SELECT instance, criterion FROM labels) AS labelled,
    instance IN (SELECT instance FROM labels) AS asked
  FROM answers JOIN placed USING (instance))
SELECT min(instance) AS instance FROM facts GROUP BY run, stage, condition, repeat, split, subset, both_orders, labelled, asked
UNION SELECT min(instance) FROM labels JOIN placed USING (instance) WHERE ${CALLED_LEVEL} GROUP BY split`;
