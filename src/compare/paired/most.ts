import { facetSql, gaps, SIDES } from '../../metrics/query.ts';
import { knownSlices, sliceRows } from '../../metrics/reading.ts';
import { metricRows, readSums, sharedSums } from '../../metrics/sums.ts';
import { parseSlice } from '../../schema/slice.ts';
import { number, type Query, type Statement, text } from '../../sql/query.ts';
import type { Difference } from '../../stats/cluster.ts';
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
