import { expect, test } from 'vitest';
import { comparePair } from '../../../src/compare/paired/paired.ts';
import { allOrNothingFigure } from '../../../src/figures/cases/AllOrNothing.tsx';
import { gatherCuts } from '../../../src/figures/page/gather-figures.ts';
import { EVERYWHERE } from '../../../src/metrics/query.ts';
import { benchmarkText } from '../benchmark-text.ts';
import { figureChoices, opened } from './opened.ts';
import { built, lines, project, type Row, storedBoard } from './project.ts';

const CASES = 40;
const each = (row: (i: number) => Row): string => lines(Array.from({ length: CASES }, (_, i) => row(i)));
/** One verdict per pair; the judge is right on the first so many. */
const answers = (right: number): string =>
  each((i) => ({ instance: `i${i}`, verdict: i < right ? 'a' : 'b', parse: 'ok' }));

const PLAIN = {
  'data/mini/benchmark.yaml': benchmarkText(
    'mini',
    `splits:
  - { id: easy, label: Easy }
roles:
  - { judge: alpha, role: annotated, source: ours }
metrics:
  - { id: overall_accuracy, unit: ratio, source: ours }
`,
  ),
  'data/mini/gold.jsonl': each((i) => ({ instance: `i${i}`, kind: 'preference', value: 'a' })),
  'data/mini/runs/one/judgments.jsonl': answers(30),
  'data/mini/runs/two/judgments.jsonl': answers(22),
};

test('where pairs are judged as a whole, accuracy is shown, tested and drawn once', async () => {
  const release = await built(await project(PLAIN, CASES));
  const board = await storedBoard(release, 'mini/pairwise-easy.');
  expect(board.columns.map(({ label }) => label)).toEqual(['Overall accuracy', 'Decided', 'Share of A', 'Coverage']);
  expect(board.rows.map(({ cells }) => cells['overall_accuracy']?.value).sort()).toEqual([0.55, 0.75]);
  // What a judge had to do with the benchmark is said on boards of runs as on printed ones.
  expect(board.rows.map(({ judge, involvement }) => [judge, involvement.map(({ label }) => label)])).toEqual([
    ['alpha', ['annotated']],
    ['beta', []],
  ]);
  expect(Object.keys(board.pairs ?? {})).toEqual(['overall_accuracy', 'share_decided', 'share_a', 'coverage']);

  const { query, close } = await opened(release);
  const choices = await figureChoices(query);
  expect((await gatherCuts(query, choices)).pairwise?.metrics).toEqual(['overall_accuracy', 'coverage']);
  expect(await allOrNothingFigure.load(query, { where: EVERYWHERE, runs: {} }, choices)).toBeNull();

  const question = { base: 'one', other: 'two', protocol: 'pairwise', support: 'union' } as const;
  const tables = await comparePair(query, question);
  const told = tables.flatMap(({ groups }) => groups.flatMap(({ whole, slices }) => [whole, ...slices]));
  const tested = told.filter(({ difference }) => difference.p !== null && difference.value !== 0);
  expect(tested.map(({ metric }) => metric.id)).toHaveLength(1);
  // Accuracy and coverage make two tests; the same number under a second name would make a third.
  expect(tested[0]?.adjusted).toBeCloseTo(2 * (tested[0]?.difference.p ?? Number.NaN), 12);
  expect(tested[0]?.difference.p).toBeLessThan(0.05);
  close();
});
