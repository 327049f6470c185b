import { READ, SCOPE } from '../metrics/answers.ts';
import { VERDICTS } from '../schema/words.ts';
import type { Statement } from '../sql/query.ts';
import { PREFERENCES, preferencesFor } from './people.ts';

/** What people say of a pair and what a judge says of it; '' for anything. */
export interface SaidFilter {
  readonly gold: string;
  readonly verdict: string;
}

export const ANY_SAID: SaidFilter = { gold: '', verdict: '' };

/** The verdict of an answer that cannot be read. */
export const UNREADABLE = 'unreadable';

/** Everything that a judge may say of a pair. */
export const SAYINGS: readonly string[] = [...VERDICTS, UNREADABLE];

/** How an answer is called. */
const SAID_WORDS: Readonly<Record<string, string>> = {
  a: 'A better',
  b: 'B better',
  tie: 'Both good',
  both_bad: 'Both bad',
  equal: 'No better one',
  [UNREADABLE]: 'Not readable',
};

/** What an answer is called; one of another kind keeps its form. */
export const saidWords = (saying: string): string => SAID_WORDS[saying] ?? saying;

/**
 * Rows (run, instance, criterion, said, verdict): what people said of a pair, by the labels of the run, and what it did, in its first repeat and of two orders the
 * first on file. Nothing is there of what was not asked. `run`: '' for all.
 */
export function saidRows(run: string): Statement {
  const own = run === '' ? '' : 'run = ? AND ';
  return {
    sql: `SELECT run, instance, criterion, said, verdict FROM (
    SELECT run, any_value(scope) AS scope, instance, criterion,
      first(CASE WHEN ${READ} THEN coalesce(verdict::VARCHAR, '${UNREADABLE}') ELSE '${UNREADABLE}' END ORDER BY "order") AS verdict
    FROM judgments JOIN (SELECT run, min(repeat) AS repeat FROM judgments GROUP BY run) AS first_repeats USING (run, repeat)
      JOIN (SELECT run, ${SCOPE} AS scope FROM runs) AS scopes USING (run)
    WHERE ${own}stage = 'judge' AND condition = 'base' AND parse <> 'missing'
    GROUP BY run, instance, criterion)
  JOIN (SELECT scope, instance, criterion, value AS said FROM (${PREFERENCES})) AS labels USING (scope, instance, criterion)`,
    params: run === '' ? [] : [run],
  };
}

/** Conditions on `instances`: a criterion of them has these answers. `run`: whose verdict it is, '' for anybody's. */
export function saidConditions({ gold, verdict }: SaidFilter, run: string): readonly Statement[] {
  if (gold === '' && verdict === '') return [];
  if (verdict === '') {
    const labels = preferencesFor(run);
    return [
      { sql: `instance IN (SELECT instance FROM (${labels.sql}) WHERE value = ?)`, params: [...labels.params, gold] },
    ];
  }
  const rows = saidRows(run);
  const wanted = gold === '' ? '' : ' AND said = ?';
  return [
    {
      sql: `instance IN (SELECT instance FROM (${rows.sql}) WHERE verdict = ?${wanted})`,
      params: [...rows.params, verdict, ...(gold === '' ? [] : [gold])],
    },
  ];
}

/** `Both bad` → both bad; `A better` keeps its letter. */
const inSentence = (saying: string): string =>
  saidWords(saying).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** `people say both bad, GPT-4o says A better`. */
export function saidSentence({ gold, verdict }: SaidFilter, judge: string): string {
  const parts = [
    ...(gold === '' ? [] : [`people say ${inSentence(gold)}`]),
    ...(verdict === '' ? [] : [`${judge} says ${inSentence(verdict)}`]),
  ];
  return parts.join(', ');
}
