import { READ } from '../../metrics/ledger.ts';
import { facetSql, gaps, type RunPair, SIDES } from '../../metrics/query.ts';
import { knownSlices, sliceRows } from '../../metrics/reading.ts';
import { metricRows, readSums, sharedSums } from '../../metrics/sums.ts';
import { parseSlice } from '../../schema/slice.ts';
import { number, type Query, type Statement, text } from '../../sql/query.ts';
import { type ClusterLabels, clusteredKappa, type KappaEstimate, quadratic } from '../../stats/agreement.ts';
import type { Difference } from '../../stats/cluster.ts';
import type { Outcome } from '../../stats/intervals.ts';
import {
  adjustedByHolm,
  type CaseCounts,
  comparedLines,
  lineRows,
  type PairMeasure,
  type PairQuestion,
  pairRows,
  sideCounts,
} from './paired.ts';

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

export interface AttributeGap {
  readonly attribute: string;
  readonly value: string;
  /** Other − base, over the judgments that both have. */
  readonly difference: Difference;
  /** The p-value is Holm-adjusted over all values of all attributes; null without a test. */
  readonly adjusted: number | null;
  readonly cases: CaseCounts;
}

export interface CaseGap {
  readonly instance: string;
  readonly other: number;
  readonly base: number;
}

export interface MostGaps {
  /** Ordered by the lower bound of the difference, largest first. */
  readonly attributes: readonly AttributeGap[];
  /** Cases on which the other run is furthest ahead, and those on which the base is. */
  readonly above: readonly CaseGap[];
  readonly below: readonly CaseGap[];
}

const NAMED = 8;
/** A part with fewer clusters than this says nothing of a difference. */
const FEWEST = 5;

/** Gives the size of a difference that its interval leaves at least; 0 where the interval holds 0 or there is none. */
function least({ lo, hi }: Difference): number {
  if (lo === null || hi === null || (lo <= 0 && hi >= 0)) return 0;
  return Math.min(Math.abs(lo), Math.abs(hi));
}

async function attributeGaps(
  query: Query,
  question: PairQuestion,
  {
    measure,
    shared,
    attribute,
  }: { readonly measure: PairMeasure; readonly shared: Statement; readonly attribute: string },
): Promise<Omit<AttributeGap, 'adjusted'>[]> {
  const { metric } = measure;
  const runs = [question.other, question.base];
  const sums = sharedSums(await readSums(query, { metrics: [metric], runs, facet: attribute }), runs);
  const own = sliceRows(metricRows(sums, metric), ['facet'], measure.slice);
  const values = [...new Set(own.map((row) => parseSlice(row.slice).get('facet') ?? ''))].sort();
  if (values.length < 2) return [];
  const rows = {
    sql: `SELECT instances.${facetSql(attribute)} AS line, run, instance, num, den FROM (${shared.sql}) JOIN instances USING (instance)`,
    params: shared.params,
  };
  const cases = await sideCounts(query, rows, question);
  return values.flatMap((value) => {
    const part = { metric, slice: { ...measure.slice, facet: value } };
    const difference = comparedLines(part, { own: sums, shared: sums }, question)?.difference ?? null;
    if (difference === null || difference.value === null || difference.clusters < FEWEST) return [];
    return [{ attribute, value, difference, cases: cases(value) }];
  });
}

async function caseGaps(
  query: Query,
  question: PairQuestion,
  { rows, sign, most }: { readonly rows: Statement; readonly sign: 1 | -1; readonly most: number },
): Promise<CaseGap[]> {
  const { sql, params } = gaps(rows, question);
  const found = await query(
    `SELECT instance, other_value, base_value FROM (${sql}) WHERE ${SIDES[sign > 0 ? 'above' : 'below']}
ORDER BY round(${sign} * (base_value - other_value), 9), instance LIMIT ${most}`,
    params,
  );
  return found.map((row) => ({
    instance: text(row, 'instance'),
    other: number(row, 'other_value'),
    base: number(row, 'base_value'),
  }));
}

/** Where two runs differ most under one measure: by every attribute of the instances with several values there, and in the `most` single cases furthest apart on either side. */
export async function mostGaps(
  query: Query,
  question: PairQuestion,
  {
    measure,
    attributes,
    most = NAMED,
  }: { readonly measure: PairMeasure; readonly attributes: readonly string[]; readonly most?: number },
): Promise<MostGaps> {
  const known = await knownSlices(query, [question.other, question.base]);
  const rowsOf = (support: PairQuestion['support']): Statement =>
    lineRows(pairRows(measure.metric, { ...question, support }), { measures: [measure], known });
  const shared = rowsOf('shared');
  const found: Omit<AttributeGap, 'adjusted'>[] = [];
  for (const attribute of attributes) {
    found.push(...(await attributeGaps(query, question, { measure, shared, attribute })));
  }
  const p = adjustedByHolm(found.map(({ difference }) => difference));
  const all = found.map((gap, i) => ({ ...gap, adjusted: p[i] ?? null }));
  const size = ({ difference }: AttributeGap): number => Math.abs(difference.value ?? 0);
  const rows = rowsOf(question.support);
  return {
    attributes: all.sort((a, b) => least(b.difference) - least(a.difference) || size(b) - size(a)),
    above: await caseGaps(query, question, { rows, sign: 1, most }),
    below: await caseGaps(query, question, { rows, sign: -1, most }),
  };
}
