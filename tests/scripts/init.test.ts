import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { registerInit } from '../../scripts/commands/init.ts';
import { run } from '../importers/command.ts';
import { built, storedBoard } from '../release/instances/project.ts';
import { scratchFolder } from '../scratch.ts';

/** Who won by the judge and by people, as a stranger's table has it: 3 of 5 are the same. */
const TABLE = `id,question,winner,human,domain
1,Which?,model_a,A,maps
2,Which?,model_b,B,maps
3,Which?,draw,tie,plots
4,Which?,model_a,B,plots
5,Which?,model_b,neither,plots
`;
const TOLD = [
  '--judge',
  'my-judge',
  '--organisation',
  'Me',
  '--access',
  'open',
  '--thinking',
  'never',
  '--licence',
  'CC0',
];
const WORDS = ['--value', 'neither=both_bad'];

let root: string;
let args: readonly string[];

beforeEach(() => {
  root = scratchFolder();
  fs.mkdirSync(path.join(root, 'data'));
  const entry = '  - { id: other, name: Other, organisation: A, family: F, access: open, thinking: never }\n';
  fs.writeFileSync(path.join(root, 'data/judges.yaml'), `judges:\n${entry}`);
  fs.writeFileSync(path.join(root, 'table.csv'), TABLE);
  args = ['init', 'plots', '--root', root, '--in', path.join(root, 'table.csv')];
});

test('judgeboard init makes a benchmark and its board from one table, and writes over nothing', async () => {
  const ran = await run(registerInit, [...args, ...TOLD, ...WORDS, '--name', 'Plots']);
  expect(ran).toMatchObject({ code: 0, err: '' });
  const board = await storedBoard(await built(root), 'plots/pairwise');
  expect(board.benchmarkName).toBe('Plots');
  expect(board.rows.find(({ judge }) => judge === 'my-judge')?.cells['four_way_accuracy']?.value).toBeCloseTo(0.6, 10);
  const again = await run(registerInit, [...args, ...TOLD, ...WORDS]);
  expect(again).toMatchObject({ code: 2, err: expect.stringContaining('exists; choose another id') });
});

test.each([
  ['a judge that nobody named', [], '--judge is needed'],
  ['a word that nobody can place', TOLD, '--value neither=ANSWER is needed'],
  [
    'a column that is not there',
    [...TOLD, '--column', 'won=verdict'],
    'there is no column "won"; there are id, question, winner',
  ],
  ['a meaning that is none', [...TOLD, '--column', 'winner=who won'], 'found "who won", expected instance, verdict'],
  ['no column with a verdict', [...TOLD, '--column', 'winner=nothing'], 'no column is the judge’s verdict or score'],
  ['an access that is none', [...TOLD, ...WORDS, '--access', 'mine'], '--access: found "mine", expected'],
])('without a terminal, %s is wrong usage, and nothing is written', async (_, more, says) => {
  const ran = await run(registerInit, [...args, ...more]);
  expect(ran.code).toBe(2);
  expect(ran.err).toContain(says);
  expect(fs.readdirSync(path.join(root, 'data'))).toEqual(['judges.yaml']);
});

test('a table of which no row can be used leaves no benchmark behind', async () => {
  fs.writeFileSync(path.join(root, 'table.csv'), 'id,winner,human\n,a,b\n');
  const ran = await run(registerInit, [...args, ...TOLD]);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain('table.csv:2');
  expect(fs.readdirSync(path.join(root, 'data'))).toEqual(['judges.yaml']);
});
