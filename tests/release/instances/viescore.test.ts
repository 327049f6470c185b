import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { registerImport } from '../../../scripts/commands/import.ts';
import { registerScore } from '../../../scripts/commands/score.ts';
import type { Gold, Judgment } from '../../../src/schema/records.ts';
import type { ScoreRow } from '../../../src/scoring/score-rows.ts';
import { drawn, nightly } from '../../drawn.ts';
import { run } from '../../importers/command.ts';
import { scratch } from '../../scratch.ts';
import { describeShared, sharedData } from '../../shared-data.ts';
import { benchmarkText } from '../benchmark-text.ts';
import { built, judge, query, writeFiles } from './project.ts';

const DATA = sharedData('viescore');

const BENCHMARK = benchmarkText(
  'editing',
  `metrics:
  - { id: pacc, unit: percent, source: ours }
  - { id: tos, unit: percent, source: ours }
  - { id: cmr, unit: percent, source: ours }
  - { id: criterion_accuracy, unit: percent, source: ours }
`,
);
interface Official {
  readonly pluralistic_acc: number;
  readonly tradeoff_sensitivity: number;
  readonly tradeoff_detected: number;
  readonly conflict_matching: number;
  readonly conflict_correct: number;
  readonly conflict_total: number;
  readonly criterion_acc: Readonly<Record<'SC' | 'PQ', number>>;
  readonly overall: number;
  readonly rows: number;
  readonly prompts: number;
}
/** What the official aggregator gives (docs/metrics.md "Worked check"). */
const CASES = path.join(import.meta.dirname, '../../fixtures/official/cases.json');
const OFFICIAL: Readonly<Record<string, Official>> = JSON.parse(fs.readFileSync(CASES, 'utf8')).viescore;
const JUDGES = drawn([...Object.keys(OFFICIAL), 'gpt4v', 'llava', 'qwenvl'], ['gpt4o']);
const RATERS = ['rater-1', 'rater-2', 'rater-3'];

describeShared('viescore', 'raw answers of real judges, imported and scored', () => {
  let root: string;
  let scores: readonly ScoreRow[];

  beforeAll(async () => {
    root = await scratch();
    const judges = `judges:\n${[...JUDGES, ...RATERS].map(judge).join('')}`;
    const files = {
      'data/judges.yaml': judges,
      'data/editing/benchmark.yaml': BENCHMARK,
    };
    await writeFiles(root, new Map(Object.entries(files)));
    for (const id of JUDGES) {
      const out = path.join(root, 'data/editing/runs', id);
      const from = ['import', '--from', 'viescore', '--in', DATA];
      const what = ['--judge', id, '--benchmark', 'editing', '--run', id, '--out', out];
      const ran = await run(registerImport, [...from, ...what]);
      if (ran.code !== 0) throw new Error(ran.err);
    }
    const folders = JUDGES.map((id) => path.join(root, 'data/editing/runs', id));
    const scored = await run(registerScore, ['score', ...folders, '--root', root, '--json']);
    ({ scores } = JSON.parse(scored.out) as { scores: ScoreRow[] });
  });

  nightly(test)('share their instances, of which the fullest record is kept', async () => {
    const release = await built(root);
    expect(release.manifest.benchmarks[0]?.instances).toMatchObject({
      instances: 5717,
      judgments: JUDGES.length * 2375,
      runs: JUDGES.length,
    });
    expect(await query(release, 'SELECT count(DISTINCT instance)::INTEGER AS n FROM judgments')).toEqual([{ n: 1601 }]);
    expect(await query(release, 'SELECT count(*)::INTEGER AS n FROM instances WHERE prompt_length = 0')).toEqual([
      { n: 0 },
    ]);
  });

  const whole = (id: string, metric: string): ScoreRow | undefined =>
    scores.find((row) => row.run === id && row.metric === metric && !row.slice.includes('criterion='));
  const under = (id: string, criterion: string): ScoreRow | undefined =>
    scores.find(
      ({ run: own, metric, slice }) =>
        own === id && metric === 'criterion_accuracy' && slice.split(';').includes(`criterion=${criterion}`),
    );

  test('have standard errors by image, over every image and not only those with a conflict', () => {
    const errors = ['pacc', 'tos', 'cmr'].map((metric) => (100 * (whole('gpt4o', metric)?.se ?? 0)).toFixed(2));
    expect(errors).toEqual(['1.76', '3.60', '3.54']);
  });

  test.each(Object.entries(OFFICIAL).filter(([id]) => JUDGES.includes(id)))(
    '%s has the figures and counts of the official code',
    (id, official) => {
      const percent = (row: ScoreRow | undefined): number => Number((100 * (row?.value ?? Number.NaN)).toFixed(2));
      expect(['pacc', 'tos', 'cmr', 'overall_accuracy'].map((metric) => percent(whole(id, metric)))).toEqual([
        ...[official.pluralistic_acc, official.tradeoff_sensitivity, official.conflict_matching, official.overall],
      ]);
      expect(['sc', 'pq'].map((criterion) => percent(under(id, criterion)))).toEqual([
        ...[official.criterion_acc.SC, official.criterion_acc.PQ],
      ]);
      expect(whole(id, 'pacc')?.den).toBe(official.prompts);
      expect(whole(id, 'overall_accuracy')?.den).toBe(official.rows);
      expect(whole(id, 'tos')).toMatchObject({ num: official.tradeoff_detected, den: official.conflict_total });
      expect(whole(id, 'cmr')?.num).toBe(official.conflict_correct);
    },
  );

  test('halo is 1 less the ratio of pairs with different verdicts to pairs with different labels', () => {
    const rows = <T>(file: string): readonly T[] =>
      fs
        .readFileSync(path.join(root, 'data/editing/runs/gpt4o', file), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as T);
    const labels = new Map(
      rows<Gold>('gold.jsonl')
        .filter(({ annotator }) => annotator === undefined)
        .map(({ instance, criterion, value }) => [`${instance} ${criterion}`, value]),
    );
    const answers = rows<Judgment>('judgments.jsonl').flatMap(({ instance, criterion, verdict }) => {
      const label = labels.get(`${instance} ${criterion}`);
      return label === undefined || (verdict !== 'a' && verdict !== 'b') ? [] : [{ instance, label, verdict }];
    });
    const pairs = [...Map.groupBy(answers, ({ instance }) => instance).values()].filter(({ length }) => length === 2);
    const differ = (of: 'label' | 'verdict'): number => pairs.filter(([one, two]) => one?.[of] !== two?.[of]).length;
    const counted = 1 - differ('verdict') / differ('label');
    expect(counted).toBeCloseTo(-0.758, 3);
    expect(whole('gpt4o', 'halo')?.value).toBeCloseTo(counted, 10);
  });
});
