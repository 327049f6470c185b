import { METRICS } from '../metrics/index.ts';
import { literal } from '../sql/quote.ts';
import { byRanges } from './coded.ts';
import type { Work } from './work.ts';

/** A condition: a row of contributions costs the judge something, by the rule of its metric. */
const LOST = `CASE metric ${METRICS.flatMap(({ id, loss }) => (loss === null ? [] : [`WHEN ${literal(id)} THEN ${loss}`])).join(' ')} ELSE false END`;

const COLUMNS =
  'instance INTEGER, run INTEGER, metric VARCHAR, contributions INTEGER, lost INTEGER, num DOUBLE, den DOUBLE';

const rowsSql = (where: string): string => `INSERT INTO work.main.case_scores
SELECT positions.instance, runs.ordinal, metric, contributions, lost, num, den
FROM (
  SELECT instance AS ordinal, run, metric::VARCHAR AS metric, count(*) AS contributions,
    count_if(${LOST}) AS lost, sum(num) AS num, sum(den) AS den
  FROM final.stored.contributions WHERE ${where} GROUP BY ALL) AS rows
JOIN work.main.positions USING (ordinal) JOIN work.main.runs AS runs ON rows.run = runs.run`;

/** Makes `case_scores`: what each run won and lost on each instance under each metric, for the text shards. */
export async function addCaseScores(work: Work): Promise<void> {
  await work.run(`CREATE TABLE work.main.case_scores (${COLUMNS})`);
  await byRanges(work, 'final.stored.contributions', rowsSql);
}
