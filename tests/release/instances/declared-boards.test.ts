import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadData } from '../../../src/release/load.ts';
import type { StoredBoard } from '../../../src/schema/board.ts';
import { built, project, storedBoard } from './project.ts';

const FILE = 'data/mini/benchmark.yaml';

/** The board of a project whose benchmark lists these metrics. */
async function boardWith(metrics: string): Promise<StoredBoard> {
  const root = await project({});
  const file = path.join(root, FILE);
  const text = await fs.readFile(file, 'utf8');
  await fs.writeFile(file, text.replace(/metrics:\n(?: {2}- .*\n)+/, metrics));
  return storedBoard(await built(root), 'mini/pairwise-easy.');
}

const keys = ({ columns }: StoredBoard): string[] => columns.map(({ key }) => key);

test('a board of runs begins with the metrics that the benchmark lists, in its order, unit and digits; the first is the headline', async () => {
  const board = await boardWith(`metrics:
  - { id: coverage, unit: percent, decimals: 2, source: ours }
  - { id: criterion_accuracy, unit: percent, decimals: 0, source: ours }
  - { id: pacc, unit: ratio, source: ours }
`);
  expect(keys(board).slice(0, 4)).toEqual(['coverage', 'criterion_accuracy-logic', 'criterion_accuracy-style', 'pacc']);
  expect(board.sort).toEqual({ column: 'coverage', direction: 'descending' });
  const [row] = board.rows;
  expect(row?.cells['coverage']?.printed).toBe('100.00');
  expect(row?.cells['criterion_accuracy-logic']?.printed).toMatch(/^\d+$/);
  expect(row?.cells['pacc']?.printed).toMatch(/^[01]\.\d{3}$/);
  // What is usual and not listed follows.
  expect(keys(board)).toContain('tos');
});

test('a metric that no board shows of itself, and one by another key, get the columns that the benchmark asks for', async () => {
  const board = await boardWith(`metrics:
  - { id: position_consistency, unit: ratio, by: criterion, source: ours }
  - { id: overall_accuracy, unit: ratio, by: criterion, source: ours }
  - { id: pacc, unit: ratio, by: conflict, source: ours }
  - { id: halo, unit: ratio, on_boards: false, source: ours }
`);
  expect(keys(board).slice(0, 4)).toEqual(['overall_accuracy-logic', 'overall_accuracy-style', 'pacc-yes', 'pacc-no']);
  expect(keys(board).filter((key) => key.startsWith('pacc-'))).toHaveLength(2);
  expect(keys(board)).toContain('pacc');
  expect(keys(board)).not.toContain('halo');
});

test('a benchmark that lists no metric has the usual board of its protocol', async () => {
  const board = await boardWith('');
  expect(keys(board).slice(0, 3)).toEqual(['pacc', 'tos', 'cmr']);
  expect(board.rows[0]?.cells['pacc']?.printed).toMatch(/^[01]\.\d{3}$/);
});

test('metrics that are unknown, in a unit they cannot have, cut by a key they lack, or listed twice are told at once', async () => {
  const root = await project({});
  const file = path.join(root, FILE);
  const text = await fs.readFile(file, 'utf8');
  await fs.writeFile(
    file,
    text.replace(
      /metrics:\n(?: {2}- .*\n)+/,
      `metrics:
  - { id: pac, unit: ratio, source: ours }
  - { id: tos, unit: score, source: ours }
  - { id: cmr, unit: ratio, by: bias_type, source: ours }
  - { id: halo, unit: ratio, source: ours }
  - { id: halo, unit: ratio, source: ours }
`,
    ),
  );
  const { problems } = await loadData(root);
  expect(problems.map(({ field, found }) => [field, found])).toEqual([
    ['metrics.0.id', 'pac'],
    ['metrics.1.unit', 'score'],
    ['metrics.2.by', 'bias_type'],
    ['metrics.4.id', 'halo'],
  ]);
});
