import { metricById } from '../../src/metrics/index.ts';
import type { Metric, SliceSum } from '../../src/metrics/metric.ts';
import { OFFICIAL_SETTINGS, type Settings } from '../../src/metrics/query.ts';
import { contributionsOf, prepare } from '../../src/metrics/score.ts';
import { readSums, sliceSums } from '../../src/metrics/sums.ts';
import { NO_VALUE, runValuesOf } from '../../src/metrics/values.ts';
import type { Slice } from '../../src/schema/slice.ts';
import { type Database, openDatabase } from './database.ts';
import type { DataSet, GoldRow, InstanceRow, JudgmentRow, RunRow } from './generate.ts';
import { ATTRIBUTES, load } from './load.ts';

type Partly<T, K extends keyof T> = Partial<T> & Pick<T, K>;

/** A hand-written data set: whatever a case does not mention has its usual value. */
export interface Small {
  readonly protocol: RunRow['protocol'];
  readonly instances?: readonly Partly<InstanceRow, 'instance'>[];
  readonly responses?: DataSet['responses'];
  readonly gold?: readonly Partly<GoldRow, 'instance' | 'value'>[];
  readonly judgments: readonly Partly<JudgmentRow, 'instance'>[];
}

function dataSet({ protocol, instances, responses = [], gold = [], judgments }: Small): DataSet {
  const blank = Object.fromEntries(ATTRIBUTES.map((a) => [a, ''])) as Pick<InstanceRow, (typeof ATTRIBUTES)[number]>;
  const named =
    instances ?? [...new Set([...gold, ...judgments].map((x) => x.instance))].map((instance) => ({ instance }));
  const runs = [...new Set(judgments.map((j) => j.run ?? 'r'))];
  const plain = { response: '', criterion: '', stage: 'judge', condition: 'base', critique_judge: '', repeat: 0 };
  return {
    runs: runs.map((run) => ({ run, judge: run, protocol, repeats: 1 })),
    instances: named.map((i) => ({ ...blank, cluster: '', split: '', ...i })),
    responses,
    gold: gold.map((g) => ({ response: '', criterion: '', kind: 'preference', number: null, annotator: '', ...g })),
    judgments: judgments.map((j) => ({
      ...{ run: 'r', ...plain, order: 'ab', verdict: null, score: null, parse: 'ok', length: 10 },
      ...j,
    })),
  };
}

export function known(id: string): Metric {
  const metric = metricById(id);
  if (metric === undefined) throw new Error(`no metric ${id}`);
  return metric;
}

/** The value of a metric on a hand-written data set, and its sums. */
export async function measure(
  small: Small,
  id: string,
  options: { settings?: Partial<Settings>; slice?: Slice; run?: string } = {},
): Promise<{ value: number | null; num: number; den: number; sums: readonly SliceSum[] }> {
  const metric = known(id);
  return withDatabase(small, async ({ query }) => {
    const rows = contributionsOf(metric.rows.map(known));
    await prepare(query, { ...OFFICIAL_SETTINGS, ...options.settings }, rows);
    const all = await readSums(query, { from: rows, ...(options.run === undefined ? {} : { runs: [options.run] }) });
    const sums = sliceSums(all.rows);
    const total = (of: 'num' | 'den') => sums.reduce((sum, row) => sum + row[of], 0);
    const [{ summary } = NO_VALUE] = runValuesOf(all, metric, options.slice).values();
    return { value: summary.value, num: total('num'), den: total('den'), sums };
  });
}

export async function withDatabase<T>(small: Small, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(ATTRIBUTES);
  try {
    await load(database, [dataSet(small)]);
    return await use(database);
  } finally {
    database.close();
  }
}
