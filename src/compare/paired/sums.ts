import type { Metric } from '../../metrics/metric.ts';
import { EVERYWHERE } from '../../metrics/query.ts';
import type { RunPair } from '../../metrics/sides.ts';
import { selectedContributions } from '../../metrics/sums.ts';
import { readSums, type Sums } from '../../metrics/values.ts';
import type { Query, Statement } from '../../sql/query.ts';
import { bound } from '../../sql/quote.ts';

/** What is compared, and over which rows: `union` takes each run's own, `shared` only what both have rows for. */
export interface PairQuestion extends RunPair {
  readonly protocol: string;
  readonly support: 'union' | 'shared';
}

/** Selects a metric's rows of the two runs, as contributions: those of the judgments that both have (`shared`) or all (`union`). */
export function pairRows({ rows }: Metric, { other, base, support }: PairQuestion): Statement {
  if (support === 'shared') return selectedContributions({ metrics: rows, where: EVERYWHERE, shared: [other, base] });
  return {
    sql: `SELECT * FROM contributions WHERE metric IN (${bound(rows)}) AND run IN (?, ?)`,
    params: [...rows, other, base],
  };
}

/** Reads the sums of the rows of metrics, for both runs. */
export function pairSums(query: Query, metrics: readonly Metric[], question: PairQuestion): Promise<Sums> {
  const { other, base, support } = question;
  return readSums(query, { metrics, runs: [other, base], support });
}
