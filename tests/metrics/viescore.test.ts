import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metricById } from '../../src/metrics/index.ts';
import { EVERYWHERE } from '../../src/metrics/query.ts';
import { reading, sliceRows } from '../../src/metrics/reading.ts';
import { score } from '../../src/metrics/score.ts';
import { OFFICIAL } from '../../src/metrics/settings.ts';
import { clusterSums, type RunClusterSum, selectedContributions } from '../../src/metrics/sums.ts';
import { summarise } from '../../src/stats/cluster.ts';
import { type Database, openDatabase } from './database.ts';
import { loadViescore, VIESCORE_PRESENT } from './viescore.ts';

interface Official {
  readonly pluralistic_acc: number;
  readonly tradeoff_sensitivity: number;
  readonly conflict_matching: number;
  readonly tradeoff_detected: number;
  readonly conflict_correct: number;
  readonly conflict_total: number;
  readonly criterion_acc: Readonly<Record<string, number>>;
  readonly overall: number;
  readonly rows: number;
  readonly prompts: number;
}

/** Clusters of the data set: more than have a conflict. */
const IMAGES = 179;
const JUDGES = ['gpt4o', 'gemini', 'cogvlm'];
const METRICS = ['pacc', 'tos', 'cmr', 'criterion_accuracy'];

describe.skipIf(!VIESCORE_PRESENT)('official aggregates of real judges (skipped without ../shared/data)', () => {
  let rows: readonly RunClusterSum[] = [];
  let official: Record<string, Official> = {};
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase();
    await loadViescore(database, JUDGES);
    await score(database.query, OFFICIAL);
    const chosen = selectedContributions({ metrics: METRICS, where: EVERYWHERE, shared: null });
    rows = await clusterSums(database.query, chosen);
    official = JSON.parse(readFileSync('../shared/data/golden/official-cases.json', 'utf8')).viescore;
  }, 60_000);
  afterAll(() => database.close());

  function percent(judge: string, id: string, slice: Record<string, string> = {}) {
    const metric = metricById(id);
    if (metric === undefined) throw new Error(id);
    const how = reading(metric);
    if (how === null) throw new Error(id);
    const own = rows.filter((row) => row.run === judge && metric.rows.includes(row.metric));
    const { value, se, num, den, clusters } = summarise(
      sliceRows(own, how.keys, slice),
      how.aggregate,
      metric.range,
      IMAGES,
    );
    return {
      value: Number((100 * (value ?? Number.NaN)).toFixed(2)),
      se: Number((100 * (se ?? 0)).toFixed(2)),
      num,
      den,
      clusters,
    };
  }

  it.each(JUDGES)('%s', (judge) => {
    const expected = official[judge];
    expect(expected).toBeDefined();
    expect(percent(judge, 'pacc')).toMatchObject({ value: expected?.pluralistic_acc, den: expected?.prompts });
    expect(percent(judge, 'tos')).toMatchObject({
      value: expected?.tradeoff_sensitivity,
      num: expected?.tradeoff_detected,
      den: expected?.conflict_total,
    });
    expect(percent(judge, 'cmr')).toMatchObject({
      value: expected?.conflict_matching,
      num: expected?.conflict_correct,
    });
    for (const [criterion, accuracy] of Object.entries(expected?.criterion_acc ?? {})) {
      expect(percent(judge, 'criterion_accuracy', { criterion }).value).toBe(accuracy);
    }
    expect(percent(judge, 'overall_accuracy')).toMatchObject({ value: expected?.overall, den: expected?.rows });
  });

  it('has standard errors by image', () => {
    expect(percent('gpt4o', 'pacc')).toMatchObject({ se: 1.76, clusters: IMAGES });
    expect(percent('gpt4o', 'tos').se).toBe(3.6);
    expect(percent('gpt4o', 'cmr').se).toBe(3.54);
  });
});
