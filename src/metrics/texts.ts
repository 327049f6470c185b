import { number, type Query, text } from '../sql/query.ts';
import { composed } from '../sql/step.ts';
import type { JudgedText } from '../stats/length.ts';
import { itemsStep } from './items.ts';
import type { Condition } from './query.ts';

/**
 * SQL conditions on `judgments` joined with `runs`: a critique that enters `critique_score` and has a length. Every figure and every
 * selection of critiques uses these.
 */
export const SCORED_CRITIQUE = "protocol = 'critique' AND stage = 'critique' AND length > 0 AND score BETWEEN 0 AND 10";

/** The scored critiques of one run under one critique judge, in the order of the release; `at` is a place in `cases`. */
export interface CritiqueSeries {
  readonly run: string;
  readonly judge: string;
  /** Who scored; '' where the data do not say. */
  readonly scorer: string;
  readonly at: readonly number[];
  /** In characters. */
  readonly length: readonly number[];
  /** 0 to 10. */
  readonly score: readonly number[];
}

/** Scored critiques as flat lists, with the cases that they are about. */
export interface CritiqueTexts {
  readonly cases: readonly {
    readonly instance: string;
    readonly cluster: string;
    readonly task: string;
    readonly band: string;
  }[];
  readonly series: readonly CritiqueSeries[];
}

const casesSql = (
  where: string,
): string => `SELECT instances.rowid::DOUBLE AS place, instance, items.cluster AS cluster, task_type, quality_band
FROM instances JOIN items USING (instance)
WHERE (${where}) AND instance IN (SELECT instance FROM judgments JOIN runs USING (run) WHERE ${SCORED_CRITIQUE})
ORDER BY place`;

const seriesSql = (
  where: string,
): string => `SELECT run, judge, scorer, list(place ORDER BY place, length, score) AS places,
  list(length ORDER BY place, length, score) AS lengths, list(score ORDER BY place, length, score) AS scores
FROM (
  SELECT run, judge, critique_judge AS scorer, place, length::DOUBLE AS length, score
  FROM judgments JOIN runs USING (run) JOIN (SELECT rowid::DOUBLE AS place, instance FROM instances WHERE ${where}) USING (instance)
  WHERE ${SCORED_CRITIQUE})
GROUP BY run, judge, scorer ORDER BY run, scorer`;

const numbers = (value: unknown): number[] => Array.from(value as Iterable<unknown>, Number);

/**
 * Selects every scored critique of at least one character, as one row per run and critique judge: a hundred thousand texts are a few lists.
 * `columns`: those of `instances`.
 */
export async function critiqueTexts(
  query: Query,
  where: Condition,
  columns: ReadonlySet<string>,
): Promise<CritiqueTexts> {
  const cases = composed([itemsStep(columns)], { sql: casesSql(where.sql), params: where.params });
  const found = await query(cases.sql, cases.params);
  const places = new Map(found.map((row, i) => [number(row, 'place'), i]));
  const rows = await query(seriesSql(where.sql), where.params);
  return {
    cases: found.map((row) => ({
      instance: text(row, 'instance'),
      cluster: text(row, 'cluster'),
      task: text(row, 'task_type'),
      band: text(row, 'quality_band'),
    })),
    series: rows.map((row) => ({
      run: text(row, 'run'),
      judge: text(row, 'judge'),
      scorer: text(row, 'scorer'),
      at: numbers(row['places']).map((place) => places.get(place) ?? 0),
      length: numbers(row['lengths']),
      score: numbers(row['scores']),
    })),
  };
}

/** Gives the texts of a series as the models of score on length want them; `judge` is the run. */
export function judgedTexts({ cases }: CritiqueTexts, { run, at, length, score }: CritiqueSeries): JudgedText[] {
  return at.map((place, i) => ({
    judge: run,
    cluster: cases[place]?.cluster ?? '',
    task: cases[place]?.task ?? '',
    band: cases[place]?.band ?? '',
    logLength: Math.log(length[i] ?? 1),
    score: score[i] ?? 0,
  }));
}
