import { MOST_CRITERIA } from '../metrics/sheets.ts';
import type { Problem } from '../schema/problem.ts';
import type { Run } from '../schema/records.ts';
import type { RunFolder } from './run-folder.ts';
import type { Work } from './work.ts';

/** Counts the criteria of labels and of what the runs judged. */
async function criteriaOf(work: Work, runs: Iterable<number>): Promise<number> {
  const labels = "SELECT criterion FROM gold WHERE kind = 'preference' UNION SELECT criterion FROM labels";
  const most = Number((await work.row(`SELECT count(*)::DOUBLE AS n FROM (${labels})`))['n']);
  if (most <= MOST_CRITERIA) return most;
  // A label may be of a run that is not scored; only many are worth a look at all judgments.
  const judged = `SELECT label FROM judgments WHERE run IN (${[-1, ...runs].join(', ')})`;
  return Number((await work.row(`SELECT count(*)::DOUBLE AS n FROM (${labels} WHERE label IN (${judged}))`))['n']);
}

/** Says that a benchmark has more criteria than pairs can be scored under. */
export const criteriaProblem = (found: number, { label }: RunFolder): Problem => ({
  file: label,
  field: 'criterion',
  found: `${found} criteria of labels and judgments`,
  expected: `at most ${MOST_CRITERIA} in one benchmark`,
  message: 'too many criteria; the run was left out',
  hint: 'is something else than a criterion in this field? Criteria without labels can be left out; splits may be benchmarks of their own',
});

/** Gives the runs that judged pairs of a benchmark with too many criteria for them; null where there are not too many. */
export async function tooManyCriteria(
  work: Work,
  runs: ReadonlyMap<number, Run>,
): Promise<{ readonly criteria: number; readonly runs: readonly number[] } | null> {
  const pairs = [...runs].flatMap(([source, { protocol }]) => (protocol === 'pairwise' ? [source] : []));
  if (pairs.length === 0) return null;
  const criteria = await criteriaOf(work, pairs);
  return criteria > MOST_CRITERIA ? { criteria, runs: pairs } : null;
}
