import { facetSql } from '../../metrics/query.ts';
import { sliceRows } from '../../metrics/reading.ts';
import { gaps, SIDES } from '../../metrics/sides.ts';
import { metricRows, readSums, sharedSums } from '../../metrics/sums.ts';
import { parseSlice } from '../../schema/slice.ts';
import { number, type Query, type Statement, text } from '../../sql/query.ts';
import { bound, listedTable } from '../../sql/quote.ts';
import type { Difference } from '../../stats/difference.ts';
import type { PairMeasure } from './paired.ts';
import { adjustedByHolm, type CaseCounts, comparedLines, type PairQuestion, pairRows } from './paired.ts';

/** The cases with one value of an attribute, under the metric looked at. */
export interface AttributeGap {
  readonly attribute: string;
  readonly value: string;
  /** Other − base, over the judgments that both have. */
  readonly difference: Difference;
  /** The p-value is Holm-adjusted over all values of all attributes; null without a test. */
  readonly adjusted: number | null;
  readonly cases: CaseCounts;
}

/** One case and what each run has of the metric's points there, in the metric's unit. */
export interface CaseGap {
  readonly instance: string;
  readonly other: number;
  readonly base: number;
}

/** Where two runs differ most under a metric. */
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

/** Writes the rows looked at, with a `line`: a text, or an attribute of the instance. */
function rowsWith(line: string, slices: string, rows: Statement): Statement {
  return {
    sql: `SELECT ${line} AS line, rows.* FROM (${rows.sql}) AS rows JOIN ${slices} USING (metric, slice)
JOIN instances USING (instance)`,
    params: rows.params,
  };
}

/** The slices of the metric's rows that belong to the measure. */
async function slicesOf(query: Query, { metric, slice }: PairMeasure): Promise<string> {
  const rows = await query(
    `SELECT DISTINCT metric, slice FROM contributions WHERE metric IN (${bound(metric.rows)})`,
    metric.rows,
  );
  const known = rows.map((row) => ({
    metric: text(row, 'metric'),
    slice: text(row, 'slice'),
    own: text(row, 'slice'),
  }));
  const wanted = sliceRows(known, [], slice);
  return listedTable(
    'wanted',
    { metric: 'VARCHAR', slice: 'VARCHAR' },
    wanted.map((row) => [row.metric, row.own]),
  );
}

async function attributeGaps(
  query: Query,
  question: PairQuestion,
  {
    measure,
    attribute,
    slices,
  }: { readonly measure: PairMeasure; readonly attribute: string; readonly slices: string },
): Promise<Omit<AttributeGap, 'adjusted'>[]> {
  const { metric } = measure;
  const { other, base } = question;
  const shared = { ...question, support: 'shared' } as const;
  const runs = [other, base];
  const sums = sharedSums(await readSums(query, { metrics: [metric], runs, facet: attribute }), runs);
  const own = sliceRows(metricRows(sums, metric), ['facet'], measure.slice);
  const values = [...new Set(own.map((row) => parseSlice(row.slice).get('facet') ?? ''))].sort();
  if (values.length < 2) return [];
  const rows = rowsWith(`instances.${facetSql(attribute)}`, slices, pairRows(metric, shared));
  const both = gaps(rows, question);
  const counts = Object.entries(SIDES).map(([side, condition]) => `count_if(${condition})::DOUBLE AS ${side}`);
  const counted = await query(`SELECT line, ${counts.join(', ')} FROM (${both.sql}) GROUP BY line`, both.params);
  const cases = new Map(
    counted.map((row) => [
      text(row, 'line'),
      { above: number(row, 'above'), level: number(row, 'level'), below: number(row, 'below') },
    ]),
  );
  return values.flatMap((value) => {
    const part = { metric, slice: { ...measure.slice, facet: value } };
    const difference = comparedLines(part, { own: sums, shared: sums }, question)?.difference ?? null;
    if (difference === null || difference.value === null || difference.clusters < FEWEST) return [];
    return [{ attribute, value, difference, cases: cases.get(value) ?? { above: 0, level: 0, below: 0 } }];
  });
}

async function caseGaps(
  query: Query,
  question: PairQuestion,
  { rows, sign }: { readonly rows: Statement; readonly sign: 1 | -1 },
): Promise<CaseGap[]> {
  const { sql, params } = gaps(rows, question);
  const found = await query(
    `SELECT instance, other_value, base_value FROM (${sql}) WHERE ${SIDES[sign > 0 ? 'above' : 'below']}
ORDER BY round(${sign} * (base_value - other_value), 9), instance LIMIT ${NAMED}`,
    params,
  );
  return found.map((row) => ({
    instance: text(row, 'instance'),
    other: number(row, 'other_value'),
    base: number(row, 'base_value'),
  }));
}

/**
 * Finds where two runs differ most under one measure: by every attribute of the instances (one with a single value there says nothing), and
 * in the single cases furthest apart on either side.
 */
export async function mostGaps(
  query: Query,
  question: PairQuestion,
  { measure, attributes }: { readonly measure: PairMeasure; readonly attributes: readonly string[] },
): Promise<MostGaps> {
  const slices = await slicesOf(query, measure);
  const found: Omit<AttributeGap, 'adjusted'>[] = [];
  for (const attribute of attributes) {
    found.push(...(await attributeGaps(query, question, { measure, attribute, slices })));
  }
  const p = adjustedByHolm(found.map(({ difference }) => difference));
  const all = found.map((gap, i) => ({ ...gap, adjusted: p[i] ?? null }));
  const size = ({ difference }: AttributeGap): number => Math.abs(difference.value ?? 0);
  const rows = rowsWith('0', slices, pairRows(measure.metric, question));
  return {
    attributes: all.sort((a, b) => least(b.difference) - least(a.difference) || size(b) - size(a)),
    above: await caseGaps(query, question, { rows, sign: 1 }),
    below: await caseGaps(query, question, { rows, sign: -1 }),
  };
}
