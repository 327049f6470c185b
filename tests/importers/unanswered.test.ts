import { expect, test } from 'vitest';
import type { ScoreRow } from '../../src/scoring/score-rows.ts';
import { importFiles, jsonl, scoresOf } from './command.ts';

/** Two prompts, each with two criteria whose labels differ; the first is always answered as labelled. */
const QUESTIONS = ['p1', 'p2'].flatMap((prompt) => [
  { question_id: `${prompt}-1`, prompt_id: prompt, criterion: 'logic', preference: 'model_a' },
  { question_id: `${prompt}-2`, prompt_id: prompt, criterion: 'exploration', preference: 'model_b' },
]);

async function scores(from: string, files: Readonly<Record<string, string>>, code = 0): Promise<readonly ScoreRow[]> {
  const imported = await importFiles(from, files, ['--judge', 'coin-flip']);
  expect(imported.code).toBe(code);
  return scoresOf(imported.folder);
}
const metricOf = (all: readonly ScoreRow[], metric: string) => all.find((s) => s.metric === metric)?.value;

const rowsOf = (questions: typeof QUESTIONS): string =>
  jsonl(
    questions.map((q) => ({ ...q, image_path: null, question: '?', pred_a: '1', pred_b: '2', split: 'reasoning' })),
  );

test('Multi-Crit: a second answer that is empty, blank, null, “fail” or “error” is wrong, and one whose row is not there is left out', async () => {
  const seconds = ['', ' \n\t ', null, 'fail', 'error', undefined];
  const asked = seconds.flatMap((_, i) =>
    QUESTIONS.slice(0, 2).map((q) => ({ ...q, prompt_id: `p${i}`, question_id: q.question_id.replace('p1', `p${i}`) })),
  );
  const outputs = asked.flatMap(({ question_id }, i) => {
    const output = i % 2 === 0 ? 'Response 1 is better.' : seconds[(i - 1) / 2];
    return output === undefined ? [] : [{ question_id, output }];
  });
  const all = await scores('multi-crit', { 'rows.jsonl': rowsOf(asked), 'outputs.jsonl': jsonl(outputs) });
  // Of the last prompt, whose second answer nobody gave, the first counts.
  expect(all.find((s) => s.metric === 'pacc')).toMatchObject({ num: 1, den: 6 });
});

test('lmms-eval: an empty second answer is wrong', async () => {
  const samples = QUESTIONS.map((question, i) => {
    const text = i % 2 === 0 ? 'Response 1 is better.' : '';
    const prediction = i % 2 === 0 ? 'model_a' : '';
    return { input: '?', filtered_resps: [text], overall: { ...question, prediction, benchmark_type: 'reasoning' } };
  });
  const file = 'x_samples_multi_crit_reasoning.jsonl';
  const all = await scores('multi-crit-lmms-eval', { [file]: jsonl(samples) });
  expect(metricOf(all, 'pacc')).toBe(0);
});

test('a table: an empty cell for a verdict is an answer without one', async () => {
  const cells = QUESTIONS.map(
    ({ prompt_id, criterion }) => `${prompt_id},${criterion},${criterion === 'logic' ? 'a' : ''}`,
  );
  const gold = QUESTIONS.map((q) => `${q.prompt_id},${q.criterion},${q.preference.slice(-1)}`);
  const mapping = `run: { benchmark: multi-crit, judge: coin-flip, protocol: pairwise }
tables:
  - { files: prompts.csv, kind: instances, columns: { instance: id }, constants: { split: reasoning } }
  - { files: gold.csv, kind: gold, columns: { instance: id, criterion: c, value: best }, constants: { kind: preference } }
  - { files: votes.csv, kind: judgments, columns: { instance: id, criterion: c, verdict: best } }
`;
  const all = await scores('table', {
    'prompts.csv': 'id\np1\np2\n',
    'gold.csv': `id,c,best\n${gold.join('\n')}\n`,
    'votes.csv': `id,c,best\n${cells.join('\n')}\n`,
    'mapping.yaml': mapping,
  });
  expect(metricOf(all, 'pacc')).toBe(0);
});

test('coverage counts the answers that the import could not read, each once', async () => {
  const questions = Array.from({ length: 10 }, (_, i) => ({
    ...{ question_id: `q${i}`, prompt_id: `p${i}`, criterion: 'logic', image_path: null, question: '?' },
    ...{ pred_a: '1', pred_b: '2', split: 'reasoning', preference: i === 9 ? 'neither' : 'model_a' },
  }));
  // The label of q9 cannot be read, so its answer is unknown; of q8 there is a label, and an answer that is cut off.
  const answers = questions.map(({ question_id }) => ({ question_id, output: 'Response 1 is better.' }));
  const outputs = jsonl(answers).replace(/"q8","output.*/, '"q8","outp');
  const all = await scores('multi-crit', { 'rows.jsonl': jsonl(questions), 'outputs.jsonl': outputs }, 1);
  expect(all.find((s) => s.metric === 'coverage')).toMatchObject({ num: 8, den: 10, value: 0.8 });
});

/** Eleven samples, the last without a label: nobody expects a critique of it, and it counts only where one was given, read or not. */
const SAMPLES = Array.from({ length: 11 }, (_, i) => ({
  ...{ id: `s${i}`, question_id: `q${i}`, question: '?', image: 'i.png', subset: 'Core', task_type: 'VQA', model: 'm' },
  ...{ response: 'Blue.', annotation: i === 10 ? { response_quality: 7 } : { correct: 'Error', response_quality: 2 } },
}));
const said = (output: object) => SAMPLES.map(({ id }) => ({ id, output: JSON.stringify(output) }));
const CRITIQUES = jsonl(said({ correct: 'Error', critique: 'No.' }));
const CORRECTIONS = jsonl(said({ 'modified answer': 'Red.' }));
const POINTS = jsonl(SAMPLES.map(({ id }) => ({ id, critique_judge: 'gpt-5-1', output: '{"score": "8"}' })));
const cutOff = (text: string, ids: readonly string[]): string =>
  ids.reduce((left, id) => left.replace(new RegExp(`("id":"${id}","outp).*`), '$1'), text);

test.each([
  ['critiques', { 'critiques.jsonl': cutOff(CRITIQUES, ['s4', 's10']) }, 9, 11],
  [
    'critiques and their scores',
    { 'critiques.jsonl': cutOff(CRITIQUES, ['s4']), 'critique_scores.jsonl': POINTS },
    10,
    11,
  ],
  ['corrections', { 'corrections.jsonl': cutOff(CORRECTIONS, ['s4', 's10']) }, 9, 11],
  [
    'both',
    { 'critiques.jsonl': cutOff(CRITIQUES, ['s4', 's10']), 'corrections.jsonl': cutOff(CORRECTIONS, ['s4', 's5']) },
    18,
    22,
  ],
] as const)('coverage counts what the import could not read of %s, each once', async (_, files, num, den) => {
  const all = await scores('mm-critic', { 'samples.jsonl': jsonl(SAMPLES), ...files }, 1);
  const whole = all.find((s) => s.metric === 'coverage' && (s.slice === '' || s.slice === 'split='));
  expect(whole).toMatchObject({ num, den });
});
