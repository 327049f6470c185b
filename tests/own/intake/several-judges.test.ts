import { expect, test } from 'vitest';
import { recognise } from '../../../src/own/intake/recognise.ts';
import { importSet } from '../../../src/own/intake/run-files.ts';
import { textSource } from '../../../src/records/bytes.ts';
import { said } from './bad-files.ts';

const jsonl = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const QUESTIONS = [0, 1, 2].map((i) => ({
  ...{ question_id: i, prompt_id: `p${i}`, image_path: 'x.png', question: 'q', pred_a: 'A', pred_b: 'B' },
  ...{ model_a: 'm', model_b: 'n', split: 'open-ended', criterion: 'logic', preference: 'model_a' },
}));
const answers = (better: 1 | 2): string =>
  jsonl(QUESTIONS.map(({ question_id }) => ({ question_id, output: `Response ${better} is better` })));

const ROWS = textSource('rows.jsonl', jsonl(QUESTIONS));
const CLAUDE = textSource('claude_outputs.jsonl', answers(2));
const GPT = textSource('gpt-4o_outputs.jsonl', answers(1));

test('Multi-Crit files of several judges become a run of each, and that names alone tell them apart is said', async () => {
  const { found, problems } = await recognise([ROWS, CLAUDE, GPT]);
  expect(found.map(({ judges }) => judges)).toEqual([['claude', 'gpt-4o']]);
  expect(problems).toMatchObject([{ severity: 'warning', found: 'claude, gpt-4o' }]);
  expect(problems[0]?.hint).toMatch(/join them into one file/);
  const runs = (await Promise.all(found.map((set) => importSet(set)))).flat();
  const judgments = runs.flatMap(({ run }) =>
    run === null ? [] : [[run.label, run.files['judgments.jsonl']] as const],
  );
  const verdicts = judgments.map(async ([label, file]) => [label, (await file?.text())?.match(/"verdict":"."/g)]);
  expect(await Promise.all(verdicts)).toEqual([
    ['claude', Array.from({ length: 3 }, () => '"verdict":"b"')],
    ['gpt-4o', Array.from({ length: 3 }, () => '"verdict":"a"')],
  ]);
  expect(runs.flatMap(({ told: { problems: all } }) => all)).toEqual([]);
});

test('lmms-eval samples of several judges are told apart by their folders', async () => {
  const samples = ['gpt', 'claude'].map((judge) =>
    textSource(`${judge}/20260101_120000_samples_multi_crit_open_ended.jsonl`, '{}\n'),
  );
  expect((await recognise(samples)).found.map(({ judges }) => judges)).toEqual([['claude', 'gpt']]);
});

test('one judge’s files are read as before; of a file that is named after nobody nothing is read, and that is said once', async () => {
  expect(await said(ROWS, GPT)).toEqual([expect.stringMatching(/the judge is named nowhere in the file/)]);
  expect(await said(ROWS, GPT, textSource('outputs.jsonl', answers(2)))).toEqual([
    expect.stringMatching(/files of several judges.*found "gpt-4o, no name"/),
  ]);
});
