import type { Statement } from '../sql/query.ts';

/** The runs of judges, as FROM … WHERE …. A reference, such as random votes, is a line on boards, and no judge where cases are shown. */
export const JUDGING_RUNS = 'FROM runs LEFT JOIN judges USING (judge) WHERE NOT coalesce(reference, false)';

/** A condition: the row belongs to a run that judges cases. */
export const OF_JUDGING_RUNS = `run IN (SELECT run ${JUDGING_RUNS})`;

/** Writes the condition that a row is of `run`; '' for all runs that judge cases. */
export const ofRun = (run: string): Statement =>
  run === '' ? { sql: OF_JUDGING_RUNS, params: [] } : { sql: 'run = ?', params: [run] };
