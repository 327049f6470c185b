import { LEDGER_ROWS, type LedgerRows } from '../metrics/ledger.ts';
import { literal } from '../sql/quote.ts';
import { choiceField, freeText, type StateOf } from '../ui/field.ts';

/** Characters of a statement that an address carries. */
const LONGEST = 6000;

/** Makes the parameters of the page: whose tables, the statement, and the value that it makes. */
export const sqlFields = (benchmarks: readonly string[]) => ({
  on: choiceField(benchmarks, benchmarks[0] ?? ''),
  q: freeText(LONGEST),
  value: freeText(300),
  run: freeText(200),
  rows: choiceField(Object.keys(LEDGER_ROWS) as readonly LedgerRows[], 'read'),
  release: freeText(40),
  shown: freeText(40),
});

export type SqlState = StateOf<ReturnType<typeof sqlFields>>;

/** The statement that an address asks for: its own, or else the answers that a line of a run's ledger counts; '' for none. */
export const askedStatement = ({ q, value, run, rows }: Pick<SqlState, 'q' | 'value' | 'run' | 'rows'>): string =>
  q !== '' || value !== '' || run === '' ? q : LEDGER_ROWS[rows](run);

/** A question that the page offers. */
export interface SqlExample {
  readonly label: string;
  readonly sql: string;
}

/** Gives the questions that can be asked of any benchmark; `split`: the part of it that the first is about. */
export const sqlExamples = (split: string): readonly [SqlExample, ...SqlExample[]] => [
  {
    label: 'Who names the response that people prefer',
    sql: `SELECT runs.judge, 100 * avg((verdict = value)::INTEGER) AS "right, %", count(*) AS verdicts
FROM judgments
JOIN gold USING (instance, criterion)
JOIN instances USING (instance)
JOIN runs USING (run)
WHERE split = ${literal(split)} AND gold.annotator = ''
  AND value IN ('a', 'b') AND verdict IN ('a', 'b') AND parse = 'ok'
GROUP BY runs.judge ORDER BY 2 DESC`,
  },
  {
    label: 'Cases on which most judges disagree with people',
    sql: `SELECT instance, split, criterion, value AS label, count_if(verdict <> value) AS wrong, count(*) AS verdicts
FROM judgments JOIN gold USING (instance, criterion) JOIN instances USING (instance)
WHERE gold.annotator = '' AND value IN ('a', 'b') AND verdict IN ('a', 'b')
GROUP BY ALL ORDER BY wrong DESC, instance LIMIT 50`,
  },
  {
    label: 'How answers were read',
    sql: `SELECT run || ', ' || parse AS answers, count(*) AS n
FROM judgments GROUP BY ALL ORDER BY n DESC, answers`,
  },
];
