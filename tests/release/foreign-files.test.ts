import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { registerImport } from '../../scripts/commands/import.ts';
import { run } from '../importers/command.ts';
import { scratch } from '../scratch.ts';
import { built, storedBoard, writeFiles } from './instances/project.ts';

const EXAMPLES = 'examples/foreign';
const JUDGES = ['grader', 'grader-plain', 'grader-hinted'];
const judge = (id: string): string =>
  `  - { id: ${id}, name: ${id}, organisation: A, family: F, access: open, thinking: never }\n`;

const text = (file: string): Promise<string> => fs.readFile(path.join(EXAMPLES, file), 'utf8');
const json = async <T>(file: string): Promise<T> => JSON.parse(await text(file)) as T;
const table = async (file: string): Promise<string[][]> =>
  (await text(file))
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

test('an object of rows, nested scores beside a wide table, and fenced JSON joined by its prompt become benchmarks by a mapping alone', async () => {
  const root = await scratch();
  await writeFiles(root, new Map([['data/judges.yaml', `judges:\n${JUDGES.map(judge).join('')}`]]));
  const runs = [
    ['questions', 'grader'],
    ['factors', 'grader-plain'],
    ['factors', 'grader-hinted'],
    ['charts', 'grader'],
  ] as const;
  for (const [benchmark, whose] of runs) {
    const folder = path.join(root, 'data', benchmark);
    await fs.mkdir(folder, { recursive: true });
    await fs.copyFile(path.join(EXAMPLES, benchmark, 'benchmark.yaml'), path.join(folder, 'benchmark.yaml'));
    const mapping = ['--mapping', path.join(EXAMPLES, benchmark, 'mapping.sql'), '--judge', whose];
    const told = await run(registerImport, [
      'import',
      '--from',
      'sql',
      '--in',
      path.join(EXAMPLES, benchmark, 'raw'),
      ...mapping,
      '--out',
      path.join(folder, 'runs', whose),
    ]);
    expect(told).toMatchObject({ code: 0, err: '', out: expect.stringContaining(' 0 reported') });
  }
  const site = await built(root);
  const cell = async (benchmark: string, protocol: string, row: string, column: string): Promise<string | undefined> =>
    (await storedBoard(site, `${benchmark}/${protocol}`)).rows.find(({ id }) => id === row)?.cells[column]?.printed;

  const questions = Object.values(
    await json<Record<string, { true_false: boolean; metadata: { checked: boolean } }>>('questions/raw/answers.json'),
  );
  const right = questions.filter(({ true_false, metadata }) => true_false === metadata.checked).length;
  expect(await cell('questions', 'critique', 'grader', 'critique_accuracy')).toBe(
    (right / questions.length).toFixed(3),
  );

  const scores = await json<Record<string, Record<string, Record<string, number | null>>>>('factors/raw/scores.json');
  const people = await table('factors/raw/people.csv');
  for (const setting of ['plain', 'hinted'])
    for (const [i, factor] of ['clarity', 'colour', 'layout'].entries()) {
      const away = people.flatMap(([item = '', ...given]) => {
        const score = scores[item]?.[factor]?.[setting] ?? -1;
        return score === -1 ? [] : [Math.abs(score - Number(given[i]))];
      });
      const mean = away.reduce((n, x) => n + x, 0) / away.length;
      expect(await cell('factors', 'pointwise', `grader-${setting}`, `score_error-${factor}`)).toBe(mean.toFixed(2));
    }

  const labels = new Map((await table('charts/raw/pairs.csv')).map(([, prompt = '', , label = '']) => [prompt, label]));
  const said = (await text('charts/raw/judge.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { prompt: string; output: string });
  const agreed = said.filter(({ prompt, output }) => output.includes(`Model ${labels.get(prompt)}"`)).length;
  expect(await cell('charts', 'pairwise', 'grader', 'overall_accuracy')).toBe((agreed / said.length).toFixed(3));
});
