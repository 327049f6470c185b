import type { Statement } from '../sql/query.ts';
import { literal } from '../sql/quote.ts';
import { answerViews } from './answers.ts';
import { itemsTable } from './items.ts';
import type { Metric } from './metric.ts';
import { OFFICIAL } from './settings.ts';
import { SHEET_TABLES } from './sheets.ts';

const CREATES = /^CREATE OR REPLACE TEMP (?:TABLE|VIEW) (\w+) AS\s/;

/**
 * Contributions (run, cluster, instance, slice, num, den) of one pairwise run to a metric under the official settings, in one
 * statement and without tables of its own: the tables of `prepare` as parts of it, their answers cut down to the run. `columns`:
 * those of `instances`.
 */
export function contributionsOfRun(metric: Metric, run: string, columns: ReadonlySet<string>): Statement {
  const created = [itemsTable(columns), ...answerViews(OFFICIAL), ...SHEET_TABLES];
  const parts = created.flatMap((sql) => {
    const [head, name] = CREATES.exec(sql) ?? [];
    // Statements that make no table add cases that the run lacks, which count only where missing answers are wrong.
    if (head === undefined || name === undefined) return [];
    const body = sql.slice(head.length);
    return [`${name} AS (${name === 'answers' ? `SELECT * FROM (${body}) WHERE run = ?` : body})`];
  });
  const settings = `settings AS (SELECT ${literal(OFFICIAL.missing)} AS missing)`;
  return { sql: `WITH ${[settings, ...parts].join(',\n')}\n${metric.contributions ?? 'SELECT 1'}`, params: [run] };
}
