import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { registerImport } from '../../scripts/commands/import.ts';
import { scratch } from '../scratch.ts';
import { type Ran, run } from './command.ts';

type Row = Readonly<Record<string, unknown>>;
const jsonl = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const QUESTIONS = [0, 1, 2, 3].map((i) => ({
  ...{ question_id: i, prompt_id: `p${i}`, image_path: 'x.png', question: 'q', pred_a: 'A', pred_b: 'B' },
  ...{ model_a: 'm', model_b: 'n', split: 'open-ended', criterion: 'logic', preference: 'model_a' },
}));
const outputs = (n: number, better: 1 | 2): string =>
  jsonl(QUESTIONS.slice(0, n).map(({ question_id }) => ({ question_id, output: `Response ${better} is better` })));

/** A folder with the rows of the benchmark and files of answers, and what an import of it gives. */
async function folderWith(files: Readonly<Record<string, string>>) {
  const root = await scratch();
  const input = path.join(root, 'in');
  await fs.mkdir(input);
  for (const [name, text] of Object.entries({ 'rows.jsonl': jsonl(QUESTIONS), ...files }))
    await fs.writeFile(path.join(input, name), text);
  const out = path.join(root, 'run');
  const imported = (...more: string[]): Promise<Ran> =>
    run(registerImport, ['import', '--from', 'multi-crit', '--in', input, '--out', out, ...more]);
  const verdicts = async (): Promise<unknown[]> =>
    (await fs.readFile(path.join(out, 'judgments.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { verdict: unknown }).verdict);
  return { imported, verdicts };
}

test('answers of several judges do not become those of one', async () => {
  const files = { 'claude_outputs.jsonl': outputs(4, 2), 'gpt-4o_outputs.jsonl': outputs(2, 1) };
  const { imported, verdicts } = await folderWith(files);
  const unsaid = await imported();
  expect(unsaid).toMatchObject({ code: 1, out: expect.stringContaining('Nothing was written') });
  expect(unsaid.err).toMatch(/judge: files of several judges.*found "claude, gpt-4o"/);
  const said = await imported('--judge', 'GPT-4o');
  expect(said).toMatchObject({ code: 0, err: expect.stringMatching(/^claude_outputs\.jsonl {2}not read/) });
  expect(await verdicts()).toEqual(['a', 'a']);
});

test('files that are not named after the judge asked for are all of that judge', async () => {
  const [first = '', second = ''] = [0, 2].map((from) =>
    jsonl(QUESTIONS.slice(from, from + 2).map(({ question_id }) => ({ question_id, output: 'Response 1 is better' }))),
  );
  const { imported, verdicts } = await folderWith({ 'part-1.jsonl': first, 'part-2.jsonl': second });
  expect(await imported('--judge', 'gpt-4o')).toMatchObject({ code: 0, err: '' });
  expect(await verdicts()).toEqual(['a', 'a', 'a', 'a']);
});
