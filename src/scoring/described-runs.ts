import { GOLD_SETS, READ, SCOPE } from '../metrics/answers.ts';
import type { Run } from '../schema/records.ts';
import type { DescribedRun, IngestReport } from '../schema/release.ts';
import { number, type Query, text } from '../sql/query.ts';

/**
 * Rows (run, fate, n): what became of the answers that a run was asked for. Coverage says how each was read or why not; of those that were
 * read, `unlabelled` have no label to be held against, and of scores before and after a perturbation `alone` lack their other side.
 */
const FATES = `WITH own AS (
  SELECT run, protocol, ${SCOPE} AS scope, instance, response, criterion, stage, condition, repeat,
    CASE WHEN protocol = 'critique' THEN 'correct' WHEN protocol = 'pairwise' THEN 'preference' ELSE 'quality' END AS kind
  FROM judgments JOIN runs USING (run) WHERE ${READ} AND stage IN ('judge', 'critique')),
labelled AS (
  SELECT scope, instance, response, criterion, kind FROM (${GOLD_SETS}) WHERE annotator = ''
  UNION SELECT scope, instance, '', criterion, kind FROM (${GOLD_SETS}) WHERE annotator = ''),
sides AS (
  SELECT run, bool_or(condition = 'base') OVER side AND bool_or(condition <> 'base') OVER side AS whole
  FROM own WHERE protocol = 'perturbation' WINDOW side AS (PARTITION BY run, instance, response, criterion, repeat))
SELECT run::VARCHAR AS run, regexp_extract(slice, '(?:^|;)parse=([^;]*)', 1) AS fate, sum(den)::DOUBLE AS n
FROM contributions WHERE metric = 'coverage' GROUP BY ALL
UNION ALL
SELECT run::VARCHAR, 'unlabelled', count(*)::DOUBLE
FROM (SELECT * FROM own WHERE protocol <> 'perturbation') ANTI JOIN labelled USING (scope, instance, response, criterion, kind) GROUP BY ALL
UNION ALL
SELECT run::VARCHAR, 'alone', count(*)::DOUBLE FROM sides WHERE NOT whole GROUP BY ALL
ORDER BY ALL`;

/** Gathers what is known of each run of the current database: what its `run.yaml` says, its import, and what became of its answers. */
export async function describedRuns(
  query: Query,
  { runs, ingest }: { readonly runs: Iterable<Run>; readonly ingest: IngestReport },
): Promise<readonly DescribedRun[]> {
  const fates = Map.groupBy(await query(FATES), (row) => text(row, 'run'));
  const imports = new Map(ingest.runs.map(({ run, imported }) => [run, imported]));
  return Array.from(runs, (run) => ({
    ...run,
    imported: imports.get(run.run) ?? null,
    answers: Object.fromEntries((fates.get(run.run) ?? []).map((row) => [text(row, 'fate'), number(row, 'n')])),
  }));
}
