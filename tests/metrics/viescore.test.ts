import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { metricById } from '../../src/metrics/index.ts';
import { reading, sliceRows } from '../../src/metrics/reading.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/settings.ts';
import { literals } from '../../src/sql/quote.ts';
import { describeShared } from '../shared-data.ts';
import { summarise } from '../stats/helpers.ts';
import { clusterSums, type RunClusterSum } from './cluster-sums.ts';
import { type Database, openDatabase } from './database.ts';
import { loadViescore } from './viescore.ts';

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

interface Answer {
  readonly run: string;
  readonly instance: string;
  readonly label: string;
  readonly verdict: string | null;
}

const ANSWERS = `SELECT run, judgments.instance AS instance, gold.value AS label, judgments.verdict AS verdict
FROM judgments JOIN gold USING (instance, criterion)`;

/** Clusters of the data set: more than have a conflict. */
const IMAGES = 179;
const JUDGES = ['gpt4o', 'gemini', 'cogvlm'];
const METRICS = ['pacc', 'tos', 'cmr', 'criterion_accuracy', 'halo'];

describeShared('viescore', 'official aggregates of real judges', () => {
  let rows: readonly RunClusterSum[] = [];
  let official: Record<string, Official> = {};
  let answers: readonly Answer[] = [];
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase();
    await loadViescore(database, JUDGES);
    answers = (await database.query(ANSWERS)) as unknown as Answer[];
    await scoreRunsInto(database.query, OFFICIAL_SETTINGS);
    rows = await clusterSums(database.query, `SELECT * FROM contributions WHERE metric IN (${literals(METRICS)})`);
    official = JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/official/cases.json'), 'utf8')).viescore;
  });
  afterAll(() => database.close());

  function percent(judge: string, id: string, slice: Record<string, string> = {}) {
    const metric = metricById(id);
    if (metric === undefined) throw new Error(id);
    const how = reading(metric);
    if (how === null) throw new Error(id);
    const own = rows.filter((row) => row.run === judge && metric.rows.includes(row.metric));
    const { value, se, num, den, clusters } = summarise(sliceRows(own, how.keys, slice), how.aggregate, {
      range: metric.range,
      sampled: IMAGES,
    });
    return {
      value: Number((100 * (value ?? Number.NaN)).toFixed(2)),
      se: Number((100 * (se ?? 0)).toFixed(2)),
      num,
      den,
      clusters,
    };
  }

  /** 1 − pairs of criteria with different verdicts / pairs with different labels: two criteria, so one pair per case. */
  function haloCounts(judge: string): number {
    let [verdicts, labels] = [0, 0];
    for (const [one, two] of Map.groupBy(
      answers.filter(({ run, verdict }) => run === judge && (verdict === 'a' || verdict === 'b')),
      ({ instance }) => instance,
    ).values()) {
      if (one === undefined || two === undefined) continue;
      if (one.verdict !== two.verdict) verdicts += 1;
      if (one.label !== two.label) labels += 1;
    }
    return 1 - verdicts / labels;
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

  it('halo is 1 less the ratio of pairs with different verdicts to pairs with different labels', () => {
    // Counted apart, over the pairs of which both answers are a or b.
    expect(haloCounts('gpt4o')).toBeCloseTo(-0.758, 3);
    for (const judge of JUDGES) expect(percent(judge, 'halo').value / 100).toBeCloseTo(haloCounts(judge), 3);
  });

  it('has standard errors by image', () => {
    expect(percent('gpt4o', 'pacc')).toMatchObject({ se: 1.76, clusters: IMAGES });
    expect(percent('gpt4o', 'tos').se).toBe(3.6);
    expect(percent('gpt4o', 'cmr').se).toBe(3.54);
  });
});
