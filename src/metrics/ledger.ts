import { READ_PARSES } from '../schema/words.ts';
import { literal, literals } from '../sql/quote.ts';

/** SQL condition: the answer could be read. */
export const READ = `parse IN (${literals(READ_PARSES)})`;

/** The labels by which a row of `runs` is scored: '' means those of the benchmark; a run with labels of its own has them under its name. */
export const SCOPE = `CASE WHEN own_gold THEN run::VARCHAR ELSE '' END`;

/** `gold_sets`: the labels of the benchmark and those of single runs, by their scope. */
export const GOLD_SETS = `SELECT '' AS scope, instance, response, criterion, kind, value, number, annotator FROM gold
UNION ALL SELECT run::VARCHAR, instance, response, criterion, kind, value, number, annotator FROM run_gold`;

/** Begins a statement with `held`: answers that could be read, each with why it does not count; '' where it does. */
export const HELD_ANSWERS = `WITH labelled AS (
  SELECT scope, instance, response, criterion, kind FROM (${GOLD_SETS}) WHERE annotator = ''
  UNION SELECT scope, instance, '', criterion, kind FROM (${GOLD_SETS}) WHERE annotator = ''),
own AS (
  SELECT judgments.*, protocol, ${SCOPE} AS scope,
    CASE WHEN protocol = 'critique' THEN 'correct' WHEN protocol = 'pairwise' THEN 'preference' ELSE 'quality' END AS kind
  FROM judgments JOIN runs USING (run) WHERE ${READ} AND stage IN ('judge', 'critique')),
held AS (
  SELECT own.*, CASE WHEN labelled.kind IS NULL THEN 'unlabelled' ELSE '' END AS fate
  FROM own LEFT JOIN labelled USING (scope, instance, response, criterion, kind) WHERE protocol <> 'perturbation'
  UNION ALL
  SELECT *, CASE WHEN bool_or(condition = 'base') OVER side AND bool_or(condition <> 'base') OVER side THEN '' ELSE 'alone' END
  FROM own WHERE protocol = 'perturbation' WINDOW side AS (PARTITION BY run, instance, response, criterion, repeat))`;

const held = (run: string, fate: string): string =>
  `${HELD_ANSWERS}\nSELECT * EXCLUDE (protocol, scope, kind, fate) FROM held WHERE run = ${literal(run)} AND fate = '${fate}'`;

/** Coverage counts answers that nobody gave, too. */
const expected = (run: string, condition: string): string =>
  `SELECT instance, slice, unnest(range(den::BIGINT)) + 1 AS answer
FROM contributions WHERE metric = 'coverage' AND run = ${literal(run)}${condition}`;

/** Statements that give one row for each answer that a line of a run's ledger counts. */
export const LEDGER_ROWS = {
  read: (run: string): string => `FROM judgments WHERE run = ${literal(run)} AND ${READ}`,
  /** A critique has several rows of judgments. */
  critiques: (run: string): string => expected(run, ' AND num > 0'),
  asked: (run: string): string => expected(run, ''),
  counted: (run: string): string => held(run, ''),
  unlabelled: (run: string): string => held(run, 'unlabelled'),
  alone: (run: string): string => held(run, 'alone'),
} as const;

export type LedgerRows = keyof typeof LEDGER_ROWS;
