import type { LengthMeasure } from '../schema/words.ts';
import { type Query, text } from '../sql/query.ts';
import { composed } from '../sql/step.ts';
import { agreesSql } from './choices.ts';
import { itemsStep } from './items.ts';
import { GOLD_SETS, READ, SCOPE } from './ledger.ts';
import type { Condition } from './query.ts';

const REASONS = `SELECT *, ${SCOPE} AS scope FROM judgments JOIN runs USING (run)
WHERE stage = 'judge' AND condition = 'base' AND parse <> 'missing' AND length > 0`;
const SCORED_REASON = `protocol = 'pointwise' AND ${READ} AND score IS NOT NULL`;
const LABELLED = `SELECT scope, instance, response, criterion, value AS label, number FROM (${GOLD_SETS}) WHERE annotator = ''`;

/** Texts with a length and what is measured, for every figure and selection: those of `critique_score` and `score_error`, and of `four_way_accuracy` (unreadable: wrong). */
export const MEASURED_TEXTS: Readonly<Record<LengthMeasure, string>> = {
  critique: `SELECT run, judge, instance, critique_judge AS part, length, score AS value FROM judgments JOIN runs USING (run)
WHERE protocol = 'critique' AND stage = 'critique' AND length > 0 AND score BETWEEN 0 AND 10`,
  given: `SELECT run, judge, instance, criterion AS part, length, score AS value FROM (${REASONS}) WHERE ${SCORED_REASON}`,
  distance: `SELECT run, judge, instance, criterion AS part, length, abs(score - number) AS value
FROM (${REASONS} AND ${SCORED_REASON}) JOIN (${LABELLED} AND kind = 'quality' AND number IS NOT NULL)
  USING (scope, instance, response, criterion)`,
  right: `SELECT run, judge, instance, criterion AS part, length, ${agreesSql(`CASE WHEN ${READ} THEN verdict::VARCHAR END`)}::DOUBLE AS value
FROM (${REASONS} AND protocol = 'pairwise') JOIN (SELECT scope, instance, criterion, label FROM (${LABELLED} AND kind = 'preference' AND value IS NOT NULL))
  USING (scope, instance, criterion)`,
};

/** The measured texts of one run, in the order of the release; `at` is a place in `MeasuredTexts.cases`. */
export interface TextSeries {
  readonly run: string;
  /** The critique judge, '' where the data do not say who scored; or the criterion. */
  readonly part: string;
  readonly at: readonly number[];
  /** In characters. */
  readonly length: readonly number[];
  readonly value: readonly number[];
}

export interface MeasuredTexts {
  readonly cases: readonly {
    readonly instance: string;
    readonly cluster: string;
    readonly task: string;
    readonly band: string;
  }[];
  readonly series: readonly TextSeries[];
}

interface TextsWanted {
  readonly of: LengthMeasure;
  readonly where: Condition;
  readonly runs: readonly string[];
  readonly part?: string;
}

const CASES = ['place', 'instance', 'cluster', 'task', 'band'] as const;
const casesSql = (
  where: string,
): string => `SELECT ${CASES.map((name) => `list(${name} ORDER BY place) AS ${name}s`).join(', ')}
FROM (SELECT instances.rowid::DOUBLE AS place, instance::VARCHAR AS instance, items.cluster AS cluster, task_type AS task, quality_band AS band
  FROM instances JOIN items USING (instance) WHERE ${where})`;

const seriesSql = (rows: string, where: string): string => `SELECT part,
  ${['place', 'length', 'value'].map((name) => `list(${name} ORDER BY place, length, value) AS ${name}s`).join(', ')}
FROM (
  SELECT part::VARCHAR AS part, place, length::DOUBLE AS length, value
  FROM (${rows}) JOIN (SELECT rowid::DOUBLE AS place, instance FROM instances WHERE ${where}) USING (instance)
  WHERE run = ?)
GROUP BY part ORDER BY part`;

const listOf = <T>(value: unknown, each: (one: unknown) => T): T[] =>
  Array.from((value ?? []) as Iterable<unknown>, each);

/** Every measured text of at least one character, a row per run and part: a hundred thousand are a few lists. A statement per run, so that none holds the page. */
export async function measuredTexts(
  query: Query,
  columns: ReadonlySet<string>,
  { of, where, runs, part }: TextsWanted,
): Promise<MeasuredTexts> {
  const cases = composed([itemsStep(columns)], { sql: casesSql(where.sql), params: where.params });
  const [found = {}] = await query(cases.sql, cases.params);
  const places = new Map(listOf(found['places'], Number).map((place, i) => [place, i]));
  const [clusters, tasks, bands] = ['clusters', 'tasks', 'bands'].map((name) => listOf(found[name], String));
  const series: TextSeries[] = [];
  const rows = part === undefined ? MEASURED_TEXTS[of] : `SELECT * FROM (${MEASURED_TEXTS[of]}) WHERE part = ?`;
  for (const run of runs) {
    const own = await query(seriesSql(rows, where.sql), [...(part === undefined ? [] : [part]), ...where.params, run]);
    for (const row of own) {
      series.push({
        run,
        part: text(row, 'part'),
        at: listOf(row['places'], (place) => places.get(Number(place)) ?? 0),
        length: listOf(row['lengths'], Number),
        value: listOf(row['values'], Number),
      });
    }
  }
  return {
    cases: listOf(found['instances'], String).map((instance, i) => ({
      instance,
      cluster: clusters?.[i] ?? '',
      task: tasks?.[i] ?? '',
      band: bands?.[i] ?? '',
    })),
    series,
  };
}
