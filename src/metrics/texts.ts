import type { JudgedText } from '../stats/length.ts';
import { type Condition, number, type Query, text } from './query.ts';

/** A scored critique with its run, for `lengthSlope`, `adjustedMeans` and rank correlation. */
export interface ScoredCritique extends JudgedText {
  readonly run: string;
}

const TEXTS = `SELECT run, judge, cluster, task_type, quality_band, ln(length) AS log_length, score
FROM (
  SELECT run, judge, instance, length, score FROM judgments JOIN runs USING (run)
  WHERE protocol = 'critique' AND stage = 'critique' AND length > 0 AND score BETWEEN 0 AND 10)
JOIN items USING (instance)
WHERE instance IN (SELECT instance FROM instances WHERE :where)
ORDER BY run, instance, log_length, score`;

/** Every scored critique of at least one character, after `prepare`. */
export async function scoredCritiques(query: Query, where: Condition): Promise<readonly ScoredCritique[]> {
  const rows = await query(
    TEXTS.replace(':where', () => where.sql),
    where.params,
  );
  return rows.map((row) => ({
    run: text(row, 'run'),
    judge: text(row, 'judge'),
    cluster: text(row, 'cluster'),
    task: text(row, 'task_type'),
    band: text(row, 'quality_band'),
    logLength: number(row, 'log_length'),
    score: number(row, 'score'),
  }));
}
