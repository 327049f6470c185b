import { expect, test } from 'vitest';
import { built, judgments, lines, project, type Row, runYaml, storedBoard } from './project.ts';

const RUN = 'data/mini/runs/one';
const repeated = (rows: readonly Row[], repeat: number): Row[] => rows.map((row) => ({ ...row, repeat }));

/** The cells of a run on the only board of a protocol. */
async function boardOf(changes: Readonly<Record<string, string>>, table: string) {
  const { rows } = await storedBoard(await built(await project(changes)), `mini/${table}.`);
  return (run: string) => rows.find(({ id }) => id === run)?.cells ?? {};
}

test('a repeat that broke off, and one that run.yaml promises and that has no row at all, lower coverage, and every cell of the run names them', async () => {
  const all = judgments(40, 'x');
  const other = 'data/mini/runs/two';
  const cellsOf = await boardOf(
    {
      [`${RUN}/run.yaml`]: `${runYaml('one', 'alpha')}repeats: 2\n`,
      [`${RUN}/judgments.jsonl`]: lines([...repeated(all, 0), ...repeated(all.slice(0, 20), 1)]),
      [`${other}/run.yaml`]: `${runYaml('two', 'beta')}repeats: 3\n`,
      [`${other}/judgments.jsonl`]: lines([...repeated(all, 0), ...repeated(judgments(40, 'y'), 2)]),
    },
    'pairwise-easy',
  );
  // 80 and 20 answers, where each repeat should have 80; and 80, none and 80.
  expect(cellsOf('one')['coverage']).toMatchObject({ value: (100 + 25) / 200, status: 'coverage' });
  expect(cellsOf('two')['coverage']?.value).toBeCloseTo((1 + 0 + 1) / 3, 12);
  for (const metric of ['pacc', 'overall_accuracy', 'coverage']) {
    expect([metric, cellsOf('one')[metric]?.status]).toEqual([metric, 'coverage']);
    expect(cellsOf('one')[metric]?.note).toContain('repeat 1 has 20 of 80 answers');
    expect(cellsOf('two')[metric]?.note).toContain('repeat 1 has 0 of 80 answers');
  }
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
    'data/mini/runs/promised/run.yaml': yaml.replace('run: one', 'run: promised').replace('repeats: 2', 'repeats: 4'),
    'data/mini/runs/promised/judgments.jsonl': lines([...scores(8, 0), ...scores(5, 1)]),
  };
  const cellsOf = await boardOf(files, 'perturbation');
  expect(cellsOf('one')['coverage']?.value).toBeCloseTo((1 + 5 / 8) / 2, 12);
  expect(cellsOf('one')['bd-text-dominance']?.note).toBe('repeat 1 has 10 of 16 answers');
  expect(cellsOf('promised')['coverage']?.value).toBeCloseTo((1 + 5 / 8) / 4, 12);
  const short = ['repeat 1 has 10 of 16 answers', 'repeat 2 has 0 of 16 answers', 'repeat 3 has 0 of 16 answers'];
  expect(cellsOf('promised')['bd-text-dominance']?.note).toBe(short.join(', '));
});
