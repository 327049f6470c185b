import { READ } from '../../metrics/ledger.ts';
import type { RunPair } from '../../metrics/query.ts';
import { number, type Query, text } from '../../sql/query.ts';
import { type ClusterLabels, clusteredKappa, type KappaEstimate, quadratic } from '../../stats/agreement.ts';
import type { Outcome } from '../../stats/intervals.ts';

/** How two judges' answers to the same questions agree, in one split, stage and criterion. */
export interface AnswerPart {
  readonly split: string;
  /** The stage is `judge`, or one of a critique's. */
  readonly stage: string;
  readonly criterion: string;
  /** Scores agree by quadratic weights, verdicts by identity. */
  readonly scores: boolean;
  /** How many pairs of answers are left out because at least one of the two could not be read. */
  readonly unread: number;
  readonly agreement: Outcome<KappaEstimate>;
}

/** Answers that the judge itself gave; scores of critiques and corrections are another model's. */
const OWN = `(stage IN ('judge', 'preference') OR (stage = 'critique' AND (verdict IS NOT NULL OR NOT ${READ})))`;
/** Length of the scale of scores, 1 to 10. */
const SCALE = 9;

/** Joins answers to equal questions: the same instance, response, criterion, stage, condition, repeat and order. */
const ANSWERS = `WITH own AS (
  SELECT run, instance, response, criterion, stage, condition, repeat, "order", parse,
    coalesce(verdict, score::VARCHAR) AS answer, verdict IS NULL AND score IS NOT NULL AS scored
  FROM judgments WHERE run IN (?, ?) AND parse <> 'missing' AND ${OWN}
  QUALIFY row_number() OVER (PARTITION BY run, instance, response, criterion, stage, condition, repeat, "order" ORDER BY critique_judge) = 1),
paired AS (
  SELECT instance, criterion, stage, one.answer AS a, two.answer AS b, one.scored AND two.scored AS scored,
    one.${READ} AND two.${READ} AND one.answer IS NOT NULL AND two.answer IS NOT NULL AS read
  FROM own AS one JOIN own AS two USING (instance, response, criterion, stage, condition, repeat, "order")
  WHERE one.run = ? AND two.run = ?)
SELECT split, stage, criterion, cluster, scored, CASE WHEN read THEN a END AS a, CASE WHEN read THEN b END AS b, count(*)::DOUBLE AS n
FROM paired JOIN (SELECT instance, split, coalesce(nullif(cluster, ''), instance) AS cluster FROM instances) USING (instance)
GROUP BY ALL ORDER BY ALL`;

interface PairedLabels extends ClusterLabels {
  readonly split: string;
  readonly stage: string;
  readonly criterion: string;
  readonly scored: boolean;
  readonly read: boolean;
}

function partOf(rows: readonly PairedLabels[], criterion: string): AnswerPart[] {
  const [first] = rows;
  if (first === undefined) return [];
  const read = rows.filter((row) => row.read);
  const scores = read.some((row) => row.scored);
  const unread = rows.reduce((sum, row) => sum + (row.read ? 0 : row.n), 0);
  const agreement = scores ? clusteredKappa(read, quadratic(SCALE)) : clusteredKappa(read);
  return [{ split: first.split, stage: first.stage, criterion, scores, unread, agreement }];
}

/** Gives Cohen's kappa of two runs' answers, by split and stage: all criteria together, then each by itself where there are several. */
export async function answerAgreement(query: Query, { other, base }: RunPair): Promise<readonly AnswerPart[]> {
  const rows = (await query(ANSWERS, [other, base, other, base])).map((row): PairedLabels => {
    const [split, stage, criterion] = [text(row, 'split'), text(row, 'stage'), text(row, 'criterion')];
    const labels = { cluster: text(row, 'cluster'), a: text(row, 'a'), b: text(row, 'b'), n: number(row, 'n') };
    return { split, stage, criterion, ...labels, scored: row['scored'] === true, read: row['a'] !== null };
  });
  const parts = Map.groupBy(rows, ({ split, stage }) => JSON.stringify([split, stage]));
  return [...parts.values()].flatMap((own) => {
    const byCriterion = Map.groupBy(own, ({ criterion }) => criterion);
    const single = byCriterion.size < 2 ? [] : [...byCriterion].flatMap(([criterion, some]) => partOf(some, criterion));
    return [...partOf(own, ''), ...single];
  });
}
