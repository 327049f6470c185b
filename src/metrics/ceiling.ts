import type { Query } from '../sql/query.ts';
import { metricById } from './index.ts';
import { contributionsOf, prepare } from './score.ts';
import { OFFICIAL } from './settings.ts';
import { parseSlice } from './slice.ts';
import { sliceSums } from './sums.ts';
import { sumsOfSlices, valueOfRun } from './values.ts';

/** What people reach on a metric that asks for agreement with people. */
export interface Ceiling {
  readonly metric: string;
  readonly split: string;
  /** Plain mean over the annotators that have a value. */
  readonly mean: number;
  readonly annotators: number;
}

/**
 * Each annotator judged by the majority of the others (leave-one-out), where single annotators' labels exist. Prepares the
 * database for annotators: prepare it again before runs are scored.
 */
export async function humanCeiling(query: Query, metrics: readonly string[]): Promise<readonly Ceiling[]> {
  await prepare(query, { ...OFFICIAL, judged: 'annotators' });
  const wanted = metrics.map(metricById).filter((m) => m !== undefined);
  const own = new Set(wanted.flatMap((m) => m.rows));
  const sources = [...own].map(metricById).filter((m) => m !== undefined);
  const sums = await sliceSums(query, contributionsOf(sources));
  const splits = [...new Set(sums.map((row) => parseSlice(row.slice).get('split') ?? ''))];
  const annotators = [...new Set(sums.map((row) => row.run))];
  const all = sumsOfSlices(sums);
  return wanted.flatMap((metric) =>
    splits.flatMap((split) => {
      const values = annotators.flatMap((annotator) => {
        const { value } = valueOfRun(all, annotator, metric, { split }).summary;
        return value === null ? [] : [value];
      });
      if (values.length === 0) return [];
      const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
      return [{ metric: metric.id, split, mean, annotators: values.length }];
    }),
  );
}
