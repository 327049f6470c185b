import { METRICS } from '../../metrics/index.ts';
import type { Run } from '../../schema/records.ts';
import type { Work } from '../../scoring/staging.ts';
import { number, text } from '../../sql/query.ts';
import { literal, literals } from '../../sql/quote.ts';

/** How many cases of a split cost a run points; the explorer lists them. */
export interface LostCases {
  readonly run: string;
  /** '' where the run has one alone. */
  readonly split: string;
  /** The metric that its protocol finds cases by. */
  readonly metric: string;
  readonly lost: number;
  readonly of: number;
}

/** Counts the cases that cost a run points, split by split, as boards are. */
export async function lostCases(work: Work, { run, protocol }: Run): Promise<readonly LostCases[]> {
  const metric = METRICS.find(({ better, protocols }) => better === true && protocols.includes(protocol));
  if (metric === undefined) return [];
  const rows = await work.query(`SELECT split, count(*)::DOUBLE AS n, count(*) FILTER (lost > 0)::DOUBLE AS lost FROM (
  SELECT split, instance, count(*) FILTER (${metric.loss ?? 'num < den'}) AS lost
  FROM final.main.contributions JOIN final.main.instances USING (instance)
  WHERE run = ${literal(run)} AND metric IN (${literals(metric.rows)}) GROUP BY ALL HAVING sum(den) > 0)
GROUP BY split ORDER BY split`);
  return rows.map((row) => ({
    run,
    split: rows.length > 1 ? text(row, 'split') : '',
    metric: metric.id,
    lost: number(row, 'lost'),
    of: number(row, 'n'),
  }));
}
