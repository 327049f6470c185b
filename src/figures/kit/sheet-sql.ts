import { listedTable } from '../../sql/quote.ts';
import type { FigureRun } from './instance-figure.ts';

/** Runs per column of masks: whole numbers below 2⁵³ pass through a DOUBLE unharmed. */
export const RUNS_PER_WORD = 48;

/** Lists the numbers of the words that hold a bit for each run. */
export const wordNumbers = (runs: number): readonly number[] =>
  Array.from({ length: Math.ceil(runs / RUNS_PER_WORD) }, (_, k) => k);

/**
 * Writes `places` (run, word, bit, first): the bit of each run by its place in the list, and its first repeat, so that repeats are not
 * counted twice. The values are written out, since DuckDB binds none to CREATE.
 */
export function runPlacesSql(runs: readonly FigureRun[]): string {
  const rows = runs.map(({ run }, place) => [run, place]);
  return `places AS (
  SELECT run, place // ${RUNS_PER_WORD} AS word, 1::BIGINT << (place % ${RUNS_PER_WORD})::INTEGER AS bit, first
  FROM ${listedTable('listed', { run: 'VARCHAR', place: 'INTEGER' }, rows)}
  JOIN (SELECT run, min(repeat) AS first FROM judgments GROUP BY run) USING (run))`;
}

/** Writes masks of the rows that fulfil a condition, one per word: `name_0`, … */
export function masksSql(runs: number, conditions: Readonly<Record<string, string>>): string {
  return Object.entries(conditions)
    .flatMap(([name, condition]) =>
      wordNumbers(runs).map((k) => {
        const wanted = runs > RUNS_PER_WORD ? `word = ${k} AND (${condition})` : condition;
        return `bit_or(CASE WHEN ${wanted} THEN bit ELSE 0 END) AS ${name}_${k}`;
      }),
    )
    .join(', ');
}

/** Writes an expression over the masks of each word, by its number. */
export const perWord = (runs: number, expression: (word: number) => string): string =>
  wordNumbers(runs).map(expression).join(', ');
