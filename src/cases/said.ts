import { GOLD_SETS, READ, SCOPE } from '../metrics/ledger.ts';
import type { Statement } from '../sql/query.ts';
import { UNREADABLE } from './labels.ts';
import type { SaidFilter } from './wanted.ts';

/** The runs of judges, as FROM … WHERE …. A reference, such as random votes, is a line on boards, and no judge where cases are shown. */
export const JUDGING_RUNS = 'FROM runs LEFT JOIN judges USING (judge) WHERE NOT coalesce(reference, false)';

/** A condition: the row belongs to a run that judges cases. */
export const OF_JUDGING_RUNS = `run IN (SELECT run ${JUDGING_RUNS})`;

/** Writes the condition that a row is of `run`; '' for all runs that judge cases. */
export const ofRun = (run: string): Statement =>
  run === '' ? { sql: OF_JUDGING_RUNS, params: [] } : { sql: 'run = ?', params: [run] };

/** Rows (scope, instance, criterion, value) of what people prefer, by the labels of the benchmark and by those of single runs. */
const PREFERENCES = `SELECT scope, instance, criterion, value FROM (${GOLD_SETS}) WHERE kind = 'preference' AND annotator = ''`;

/** Selects rows (instance, criterion, value): what people prefer, by the labels that the run is scored by. `run`: '' for those of the benchmark. */
export const preferencesFor = (run: string): Statement => ({
  sql: `SELECT instance, criterion, value FROM (${PREFERENCES}) WHERE scope = coalesce((SELECT ${SCOPE} FROM runs WHERE run = ?), '')`,
  params: [run],
});

/** Rows (run, instance, criterion, said, verdict): people's label by the run's labels, and the run's first repeat and order. `run`: '' for all that judge cases. */
export function saidRows(run: string): Statement {
  const own = ofRun(run);
  return {
    sql: `SELECT run, instance, criterion, said, verdict FROM (
    SELECT run, any_value(scope) AS scope, instance, criterion,
      first(CASE WHEN ${READ} THEN coalesce(verdict::VARCHAR, '${UNREADABLE}') ELSE '${UNREADABLE}' END ORDER BY "order") AS verdict
    FROM judgments JOIN (SELECT run, min(repeat) AS repeat FROM judgments GROUP BY run) AS first_repeats USING (run, repeat)
      JOIN (SELECT run, ${SCOPE} AS scope FROM runs) AS scopes USING (run)
    WHERE ${own.sql} AND stage = 'judge' AND condition = 'base' AND parse <> 'missing'
    GROUP BY run, instance, criterion)
  JOIN (SELECT scope, instance, criterion, value AS said FROM (${PREFERENCES})) AS labels USING (scope, instance, criterion)`,
    params: own.params,
  };
}

/** Writes conditions on `instances`: a criterion of them has these answers. `run` says whose verdict it is, '' for anybody's. */
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
