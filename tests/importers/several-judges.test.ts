import { expect, test } from 'vitest';
import { importFiles, jsonl } from './command.ts';

const QUESTIONS = [0, 1, 2, 3].map((i) => ({
  ...{ question_id: i, prompt_id: `p${i}`, image_path: 'x.png', question: 'q', pred_a: 'A', pred_b: 'B' },
  ...{ model_a: 'm', model_b: 'n', split: 'open-ended', criterion: 'logic', preference: 'model_a' },
}));
const outputs = (n: number, better: 1 | 2): string =>
  jsonl(QUESTIONS.slice(0, n).map(({ question_id }) => ({ question_id, output: `Response ${better} is better` })));

/** What an import of these files beside the rows of the benchmark gives. */
const imported = (files: Readonly<Record<string, string>>, ...more: string[]) =>
  importFiles('multi-crit', { 'rows.jsonl': jsonl(QUESTIONS), ...files }, more);
const verdictsIn = ({ records }: Awaited<ReturnType<typeof imported>>) =>
  records('judgments').map(({ verdict }) => verdict);

test('answers of several judges do not become those of one', async () => {
  const files = { 'claude_outputs.jsonl': outputs(4, 2), 'gpt-4o_outputs.jsonl': outputs(2, 1) };
  const unsaid = await imported(files);
  expect(unsaid).toMatchObject({ code: 1, out: expect.stringContaining('Nothing was written') });
  expect(unsaid.err).toMatch(/judge: files of several judges.*found "claude, gpt-4o"/);
  const said = await imported(files, '--judge', 'GPT-4o');
  expect(said).toMatchObject({ code: 0, err: expect.stringMatching(/^claude_outputs\.jsonl {2}not read/) });
  expect(verdictsIn(said)).toEqual(['a', 'a']);
});

test('files that are not named after the judge asked for are all of that judge', async () => {
  const [first = '', second = ''] = [0, 2].map((from) =>
    jsonl(QUESTIONS.slice(from, from + 2).map(({ question_id }) => ({ question_id, output: 'Response 1 is better' }))),
  );
  const all = await imported({ 'part-1.jsonl': first, 'part-2.jsonl': second }, '--judge', 'gpt-4o');
  expect(all).toMatchObject({ code: 0, err: '' });
  expect(verdictsIn(all)).toEqual(['a', 'a', 'a', 'a']);
});
