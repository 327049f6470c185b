import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { StoredBoard } from '../../src/schema/board.ts';
import { built, filesBelow, scratch } from './instances/project.ts';

const EXAMPLE = 'examples/captions';
const RUNS = ['first-always', 'short-words', 'careful', 'careful-hinted'];

async function csv(file: string): Promise<Record<string, string>[]> {
  const text = await fs.readFile(path.join(EXAMPLE, 'raw', file), 'utf8');
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

test('the example goes from raw CSV to a board by the commands that its page names', async () => {
  const root = await scratch();
  await fs.cp(path.join(EXAMPLE, 'data'), path.join(root, 'data'), { recursive: true });
  const guide = await fs.readFile('docs/adding-a-benchmark.md', 'utf8');
  for (const run of RUNS) {
    const out = `data/captions/runs/${run}`;
    const command = ['import', '--from', 'table', '--in', `${EXAMPLE}/raw`, '--mapping', `${EXAMPLE}/${run}.yaml`];
    if (run === 'careful') expect(guide).toContain([...command, '--out', out].join(' '));
    execFileSync(process.execPath, ['scripts/cli.ts', ...command, '--out', path.join(root, out)], { stdio: 'pipe' });
  }
  const { out, manifest } = await built(root);
  expect(manifest.benchmarks.map(({ id, tables }) => [id, tables])).toEqual([['captions', ['pairwise-captions']]]);
  const name = (await filesBelow(out)).find((one) => one.startsWith('boards/captions/') && one.endsWith('.json')) ?? '';
  const board = JSON.parse(await fs.readFile(path.join(out, name), 'utf8')) as StoredBoard;

  // Counted from the raw files: the choice is what people said.
  const people = new Map((await csv('pairs.csv')).map(({ id, people: said }) => [id, said]));
  const answers = Map.groupBy(await csv('answers.csv'), ({ judge }) => judge);
  for (const run of RUNS) {
    const own = answers.get(run) ?? [];
    const right = own.filter(({ pair, choice }) => people.get(pair ?? '') === choice).length;
    const row = board.rows.find(({ id }) => id === run);
    expect(row?.cells['four_way_accuracy']?.printed, run).toBe(((100 * right) / own.length).toFixed(1));
  }
  // What benchmark.yaml says of the board.
  expect(board.columns.slice(0, 3).map(({ key }) => key)).toEqual([
    'four_way_accuracy',
    'decided_accuracy',
    'coverage',
  ]);
  expect(board.columns.map(({ key }) => key)).not.toContain('lenient_four_way_accuracy');
  expect([board.together, board.rows.find(({ id }) => id === 'careful-hinted')?.row]).toEqual([true, 'With a hint']);
  expect(board.rows.find(({ id }) => id === 'first-always')?.constant).toEqual({ answer: 'a', given: 40, of: 40 });
});
