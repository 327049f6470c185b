import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { StoredBoard } from '../../src/schema/board.ts';
import { scratch } from '../scratch.ts';
import { addExample, importCommand, rawAnswers } from './example-project.ts';
import { built, filesBelow, writeFiles } from './instances/project.ts';

const JUDGES = `judges:
  - { id: other, name: Other, organisation: A, family: F, access: open, thinking: never }
`;

test('the example goes from raw CSV to a board by the commands that its page names', async () => {
  const root = await scratch();
  await writeFiles(root, new Map([['data/judges.yaml', JUDGES]]));
  await addExample(root);
  const guide = await fs.readFile('docs/adding-a-benchmark.md', 'utf8');
  expect(guide).toContain([...importCommand('careful'), '--out', 'data/captions/runs/careful'].join(' '));
  const { out, manifest } = await built(root);
  expect(manifest.benchmarks.map(({ id, tables }) => [id, tables])).toEqual([['captions', ['pairwise-captions']]]);
  const name = (await filesBelow(out)).find((one) => one.startsWith('boards/captions/') && one.endsWith('.json')) ?? '';
  const board = JSON.parse(await fs.readFile(path.join(out, name), 'utf8')) as StoredBoard;

  for (const [run, { accuracy }] of await rawAnswers()) {
    const row = board.rows.find(({ id }) => id === run);
    expect(row?.cells['four_way_accuracy']?.printed, run).toBe(accuracy);
  }
  // What benchmark.yaml says of the board.
  expect(board.columns.slice(0, 3).map(({ key }) => key)).toEqual([
    'four_way_accuracy',
    'decided_accuracy',
    'coverage',
  ]);
  expect(board.columns.map(({ key }) => key)).not.toContain('lenient_four_way_accuracy');
  expect([board.together, board.rows.find(({ id }) => id === 'careful-hinted')?.row]).toEqual([true, 'With a hint']);
  expect(board.rows.find(({ id }) => id === 'first-always')?.constant).toEqual({ answer: 'A', given: 40, of: 40 });
});
