import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { registerImport } from '../../../scripts/commands/import.ts';
import { registerScore } from '../../../scripts/commands/score.ts';
import type { StoredBoard } from '../../../src/schema/board.ts';
import type { ScoreRow } from '../../../src/scoring/score-rows.ts';
import { drawn } from '../../drawn.ts';
import { run } from '../../importers/command.ts';
import { scratch } from '../../scratch.ts';
import { describeShared, sharedData } from '../../shared-data.ts';
import { benchmarkText } from '../benchmark-text.ts';
import { type BuiltRelease, built, filesBelow, judge, query, writeFiles } from './project.ts';

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
/** Figures of the official aggregator (docs/metrics.md "Worked check"). */
const OFFICIAL = {
  gpt4o: { pacc: 52.22, tos: 60.62, cmr: 59.07, 'criterion_accuracy-sc': 80.53, 'criterion_accuracy-pq': 54.5 },
  gemini: { pacc: 36.41, tos: 30.12, cmr: 27.8, 'criterion_accuracy-sc': 52.13, 'criterion_accuracy-pq': 44.56 },
  cogvlm: { pacc: 20.49, tos: 12.74, cmr: 6.95, 'criterion_accuracy-sc': 11.56, 'criterion_accuracy-pq': 45.5 },
} as const;
const JUDGES = drawn([...Object.keys(OFFICIAL), 'gpt4v', 'llava', 'qwenvl'], ['gpt4o']);
const RATERS = ['rater-1', 'rater-2', 'rater-3'];

describeShared('viescore', 'raw answers of real judges, imported and built', () => {
  let release: BuiltRelease;
  let board: StoredBoard;
  let root: string;

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
    release = await built(root);
    const [name = ''] = (await filesBelow(release.out)).filter(
      (f) => f.startsWith('boards/editing/') && f.endsWith('.json'),
    );
    board = JSON.parse(fs.readFileSync(path.join(release.out, name), 'utf8')) as StoredBoard;
  });

  test('share their instances, of which the fullest record is kept', async () => {
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

  test('have standard errors by image, over every image and not only those with a conflict', async () => {
    const folder = path.join(root, 'data/editing/runs/gpt4o');
    const { out } = await run(registerScore, ['score', folder, '--root', root, '--json']);
    const { scores } = JSON.parse(out) as { scores: ScoreRow[] };
    const errorOf = (metric: string): string | undefined => {
      const se = scores.find((row) => row.metric === metric && !row.slice.includes('criterion='))?.se;
      return se == null ? undefined : (100 * se).toFixed(2);
    };
    expect(['pacc', 'tos', 'cmr'].map(errorOf)).toEqual(['1.76', '3.60', '3.54']);
  });

  test.each(Object.entries(OFFICIAL).filter(([id]) => JUDGES.includes(id)))(
    '%s has the figures of the official code to two decimals',
    (id, figures) => {
      const cells = board.rows.find((r) => r.id === id)?.cells ?? {};
      const values = Object.keys(figures).map((key) => [key, Number(cells[key]?.value?.toFixed(2))]);
      expect(Object.fromEntries(values)).toEqual(figures);
    },
  );
});
