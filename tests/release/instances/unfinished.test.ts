import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { StoredBoard } from '../../../src/schema/board.ts';
import { built, filesBelow, judgments, lines, project, type Row, runYaml } from './project.ts';

const RUN = 'data/mini/runs/one';
const repeated = (rows: readonly Row[], repeat: number): Row[] => rows.map((row) => ({ ...row, repeat }));

/** The cells of run `one` on the only board of a protocol. */
async function cellsOf(changes: Readonly<Record<string, string>>, table: string) {
  const { out } = await built(await project(changes));
  const name =
    (await filesBelow(out)).find((file) => file.startsWith(`boards/mini/${table}.`) && file.endsWith('.json')) ?? '';
  const { rows } = JSON.parse(await fs.readFile(path.join(out, name), 'utf8')) as StoredBoard;
  return rows.find(({ id }) => id === 'one')?.cells ?? {};
}

test('a repeat that broke off lowers coverage, and every cell of its run names it', async () => {
  const all = judgments(40, 'x');
  const cells = await cellsOf(
    {
      [`${RUN}/run.yaml`]: `${runYaml('one', 'alpha')}repeats: 2\n`,
      [`${RUN}/judgments.jsonl`]: lines([...repeated(all, 0), ...repeated(all.slice(0, 20), 1)]),
    },
    'pairwise-easy',
  );
  const note = 'repeat 1 has 20 of 80 answers';
  // 80 and 20 answers, where each repeat should have 80.
  expect(cells['coverage']).toMatchObject({ value: (100 + 25) / 200, status: 'coverage' });
  for (const metric of ['pacc', 'overall_accuracy', 'coverage']) {
    expect([metric, cells[metric]?.status]).toEqual([metric, 'coverage']);
    expect(cells[metric]?.note).toContain(note);
  }
});

test('a repeat that run.yaml promises and that has no row at all is expected, and every cell names it', async () => {
  const cells = await cellsOf(
    {
      [`${RUN}/run.yaml`]: `${runYaml('one', 'alpha')}repeats: 3\n`,
      [`${RUN}/judgments.jsonl`]: lines([...repeated(judgments(40, 'x'), 0), ...repeated(judgments(40, 'y'), 2)]),
    },
    'pairwise-easy',
  );
  expect(cells['coverage']?.value).toBeCloseTo((1 + 0 + 1) / 3, 12);
  for (const metric of ['pacc', 'overall_accuracy', 'coverage'])
    expect(cells[metric]?.note).toContain('repeat 1 has 0 of 80 answers');
});

test('a repeat that scores only some of what another scores is unfinished too', async () => {
  const scores = (count: number, repeat: number): Row[] =>
    Array.from({ length: count }, (_, i) =>
      ['base', 'swapped'].map((condition) => ({
        instance: `i${i}`,
        condition,
        score: condition === 'base' ? 8 : 3,
        parse: 'ok',
        repeat,
      })),
    ).flat();
  const yaml = `${runYaml('one', 'alpha').replace('pairwise', 'perturbation')}repeats: 2\n`;
  const files = {
    'data/mini/instances.jsonl': lines(
      Array.from({ length: 8 }, (_, i) => ({
        instance: `i${i}`,
        split: 'easy',
        prompt: '',
        attributes: { dimension: 'integrity', bias_type: 'text-dominance' },
      })),
    ),
    'data/mini/responses.jsonl': '',
    'data/mini/gold.jsonl': '',
    [`${RUN}/run.yaml`]: yaml,
    [`${RUN}/judgments.jsonl`]: lines([...scores(8, 0), ...scores(5, 1)]),
    'data/mini/runs/two/run.yaml': runYaml('two', 'beta').replace('pairwise', 'perturbation'),
    'data/mini/runs/two/judgments.jsonl': lines(scores(8, 0)),
  };
  const cells = await cellsOf(files, 'perturbation');
  expect(cells['coverage']?.value).toBeCloseTo((1 + 5 / 8) / 2, 12);
  expect(cells['bd-text-dominance']?.note).toBe('repeat 1 has 10 of 16 answers');
  const promised = await cellsOf(
    { ...files, [`${RUN}/run.yaml`]: yaml.replace('repeats: 2', 'repeats: 4') },
    'perturbation',
  );
  expect(promised['coverage']?.value).toBeCloseTo((1 + 5 / 8) / 4, 12);
  const short = ['repeat 1 has 10 of 16 answers', 'repeat 2 has 0 of 16 answers', 'repeat 3 has 0 of 16 answers'];
  expect(promised['bd-text-dominance']?.note).toBe(short.join(', '));
});
