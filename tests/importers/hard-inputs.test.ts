import fs from 'node:fs';
import { expect, test } from 'vitest';
import { importFiles, jsonl, type Row, scoresOf } from './command.ts';

const imported = (format: string, files: Readonly<Record<string, string>>, judge = 'gpt-4o') =>
  importFiles(format, files, format === 'table' ? [] : ['--judge', judge]);

const MAPPING = `run: { benchmark: multi-crit, judge: gpt-4o, protocol: pairwise }
tables:
  - { files: "votes.*", kind: judgments, columns: { instance: id, criterion: aspect, verdict: winner } }
`;

test.each([
  [
    'a column that JSON Lines never has',
    'votes.jsonl',
    '{"id":"p1","winner":"a"}\n{"id":"p2","winner":"b"}\n',
    /aspect: no such column.*id, winner/,
  ],
  ['a column that a CSV never has', 'votes.csv', 'id,winner\np1,a\n', /aspect: no such column.*id, winner/],
  ['an empty file', 'votes.jsonl', '', /holds no row/],
  ['a header alone', 'votes.csv', 'id,aspect,winner\n', /holds no row/],
  ['line ends of CR alone', 'votes.csv', 'id,aspect,winner\rp1,logic,a\r', /carriage returns alone/],
])('a mapping that finds nothing is an error: %s', async (_, name, text, told) => {
  const { code, err, folder } = await imported('table', { [name]: text, 'mapping.yaml': MAPPING });
  expect(code).toBe(1);
  expect(err).toMatch(told);
  expect(fs.existsSync(folder)).toBe(false);
});

test('yes and no of JSON Lines are the texts true and false: of attributes, of values and of rows that are wanted', async () => {
  const { code, records } = await imported('table', {
    'cases.jsonl': '{"id":"p1","picture":true}\n{"id":"p2","picture":false}\n',
    'votes.jsonl': jsonl([
      { id: 'p1', done: true, first_wins: true },
      { id: 'p2', done: true, first_wins: false },
      { id: 'p2', done: false, first_wins: true },
    ]),
    'mapping.yaml': `run: { benchmark: multi-crit, judge: gpt-4o, protocol: pairwise }
tables:
  - { files: "cases.*", kind: instances, columns: { instance: id, attributes.picture: picture } }
  - files: "votes.*"
    kind: judgments
    columns: { instance: id, verdict: first_wins }
    constants: { criterion: logic }
    values: { verdict: { "true": a, "false": b } }
    where: { done: "true" }
`,
  });
  expect(code).toBe(0);
  expect(records('instances').map((row) => row['attributes'])).toEqual([{ picture: 'true' }, { picture: 'false' }]);
  expect(records('judgments')).toMatchObject([
    { instance: 'p1', verdict: 'a' },
    { instance: 'p2', verdict: 'b' },
  ]);
});

test('mm-critic: a choice whose order cannot be read is left out, never taken for the usual order', async () => {
  const annotation = (quality: number) => ({ correct: 'Correct', response_quality: quality });
  const choice = { a: 's1', b: 's2', output: '{"choice": "A"}' };
  const { code, err, records } = await imported('mm-critic', {
    'samples.jsonl': jsonl([
      { id: 's1', question: 'q', response: 'one', annotation: annotation(9) },
      { id: 's2', question: 'q', response: 'two', annotation: annotation(2) },
    ]),
    'preferences.jsonl': jsonl([
      { id: 'p1', ...choice },
      { id: 'p2', ...choice, order: 'BA' },
      { id: 'p3', ...choice, order: 'reversed' },
    ]),
  });
  expect(err).toContain('order');
  expect(err).toContain('reversed');
  expect(code).toBe(1);
  expect(records('judgments')).toMatchObject([
    { instance: 'p1', order: 'ab', verdict: 'a' },
    { instance: 'p2', order: 'ba', verdict: 'b' },
  ]);
});

/** A line of lmms-eval's log for a pair of the second prompt, whose label and answer are given. */
function sample(
  split: string,
  [question, prompt]: readonly [string, string],
  [preference, prediction]: readonly [string, string],
): Row {
  const record = { question_id: question, prompt_id: prompt, criterion: 'logic', preference, prediction };
  return { input: '?', resps: [['x']], pacc: { ...record, benchmark_type: split } };
}

test('lmms-eval: prompts of two splits with the same number stay two cases, each with its own label and answer', async () => {
  const { code, records } = await imported('multi-crit-lmms-eval', {
    'm_samples_multi_crit_reasoning.jsonl': jsonl([sample('reasoning', ['1', '1'], ['model_a', 'model_a'])]),
    'm_samples_multi_crit_open_ended.jsonl': jsonl([sample('open_ended', ['1', '1'], ['model_b', 'model_a'])]),
  });
  expect(code).toBe(0);
  expect(new Set(records('instances').map((row) => row['instance'])).size).toBe(2);
  const splitOf = new Map(records('instances').map((row) => [row['instance'], row['split']]));
  const said = (kind: string, field: string) =>
    Object.fromEntries(records(kind).map((row) => [splitOf.get(row['instance']), row[field]]));
  expect(said('gold', 'value')).toEqual({ reasoning: 'a', open_ended: 'b' });
  expect(said('judgments', 'verdict')).toEqual({ reasoning: 'a', open_ended: 'a' });
});

test('lmms-eval: two questions of one prompt and criterion do not mix the label of one with the answer of the other', async () => {
  const { code, err, records } = await imported('multi-crit-lmms-eval', {
    'm_samples_multi_crit_reasoning.jsonl': jsonl([
      sample('reasoning', ['1', '7'], ['model_a', 'model_b']),
      sample('reasoning', ['2', '7'], ['model_b', 'model_a']),
    ]),
  });
  // The official code keeps the last one.
  expect(code).toBe(0);
  expect(err).toContain(
    'two questions of one prompt and criterion; the last one counts, with its label; found "1 and 2"',
  );
  expect(records('gold')).toMatchObject([{ instance: '7', value: 'b' }]);
  expect(records('judgments')).toMatchObject([{ instance: '7', verdict: 'a' }]);
});

test('score prints BD of a dimension as the mean of its bias types, never pooled over samples', async () => {
  const judgement = (id: number, type: string, biased: string) =>
    JSON.stringify({ meta: { id, bias_type: type }, judgement: { j: { unbiased: '5', biased } } });
  // One sample of one type keeps its score, three of another lose it: pooled 0.75, by types 0.5.
  const files = [judgement(1, 'text_dominance', '5'), ...[2, 3, 4].map((id) => judgement(id, 'image_dominance', '1'))];
  const { code, folder } = await imported(
    'mm-judgebias',
    Object.fromEntries(files.map((text, i) => [`seed_1/${i}.json`, text])),
    'j',
  );
  expect(code).toBe(0);
  const scores = await scoresOf(folder);
  const bd = scores.filter(({ metric }) => metric === 'bd');
  const types = bd.filter(({ slice }) => slice.includes('bias_type=')).flatMap(({ value }) => value ?? []);
  const whole = bd.find(({ slice }) => /(^|;)dimension=integrity$/.test(slice));
  expect(types.toSorted()).toEqual([0, 1]);
  expect(whole?.value).toBe(0.5);
});
