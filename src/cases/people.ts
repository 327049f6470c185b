import { GOLD_SETS, SCOPE } from '../metrics/answers.ts';
import type { Statement } from '../sql/query.ts';

/** Rows (scope, instance, criterion, value) of what people prefer, by the labels of the benchmark and by those of single runs. */
export const PREFERENCES = `SELECT scope, instance, criterion, value FROM (${GOLD_SETS}) WHERE kind = 'preference' AND annotator = ''`;

/** Selects rows (instance, criterion, value): what people prefer, by the labels that the run is scored by. `run`: '' for those of the benchmark. */
export const preferencesFor = (run: string): Statement => ({
  sql: `SELECT instance, criterion, value FROM (${PREFERENCES}) WHERE scope = coalesce((SELECT ${SCOPE} FROM runs WHERE run = ?), '')`,
  params: [run],
});
