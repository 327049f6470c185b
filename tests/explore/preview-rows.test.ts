import { expect, test } from 'vitest';
import { labelsSaid, previewAnswers } from '../../src/explore/CasePreview.tsx';
import { Case, type StoredCase } from '../../src/schema/stored-case.ts';

const asked = { run: 'one', criterion: '', metric: '', order: [], words: '' };
const DATA = Case.parse({
  instance: 'x',
  prompt: '',
  gold: ['clear', 'deep', 'short'].map((criterion) => ({ criterion, kind: 'preference', value: 'a' })),
  judgments: [
    { run: 'one', criterion: 'clear', verdict: 'a', parse: 'ok', rationale: 'A is plain' },
    { run: 'one', criterion: 'deep', verdict: 'b', parse: 'ok', rationale: 'B goes further' },
    { run: 'one', criterion: 'deep', verdict: 'a', parse: 'ok', repeat: 1, rationale: 'A after all' },
    { run: 'one', criterion: 'short', parse: 'failed', rationale: 'Hm' },
    { run: 'one', criterion: 'clear', verdict: 'b', parse: 'ok', condition: 'blur' },
    { run: 'two', criterion: 'clear', verdict: 'b', parse: 'ok' },
  ],
} satisfies StoredCase);

test('lost answers stand first with their reasons; repeats, perturbations and other judges are left to the case', () => {
  expect(previewAnswers(DATA, asked, {}).map(({ criterion, lost, reason }) => [criterion, lost, reason])).toEqual([
    ['deep', true, 'B goes further'],
    ['short', true, 'Hm'],
    ['clear', false, ''],
  ]);
  expect(previewAnswers(DATA, { ...asked, criterion: 'clear' }, {})[0]).toMatchObject({
    said: 'A better',
    label: 'A better',
    reason: 'A is plain',
  });
});

test('a run with labels of its own is held against them, and a score is no loss', () => {
  const own = Case.parse({
    ...DATA,
    own_gold: [{ run: 'one', labels: [{ criterion: 'clear', kind: 'preference', value: 'b' }] }],
  });
  expect(
    previewAnswers(own, asked, {})
      .filter(({ lost }) => lost)
      .map(({ criterion }) => criterion),
  ).toEqual(['clear']);
  const scored = Case.parse({ ...DATA, judgments: [{ run: 'one', criterion: 'clear', score: 3.333, parse: 'ok' }] });
  expect(previewAnswers(scored, asked, {})).toMatchObject([{ said: '3.33', lost: false }]);
});

test('a verdict that two are equal is right for a label of either kind of equal, as scores have it', () => {
  const said = (value: string) =>
    previewAnswers(
      Case.parse({
        ...DATA,
        gold: [{ kind: 'preference', value }],
        judgments: [{ run: 'one', verdict: 'equal', parse: 'ok', rationale: 'Alike' }],
      }),
      asked,
      {},
    ).map(({ lost }) => lost);
  expect(['tie', 'both_bad', 'a'].map(said)).toEqual([[false], [false], [true]]);
});

test('a critic is held against what is right, and a choice against the better rating', () => {
  const rated = (response: string, value: string) => ({ response, kind: 'quality' as const, value });
  const critique = { run: 'one', stage: 'critique' as const, response: 'a', parse: 'ok' as const };
  const criticised = Case.parse({
    ...DATA,
    gold: [rated('a', '7'), { response: 'a', kind: 'correct', value: 'correct' }],
    judgments: [
      { ...critique, verdict: 'correct', critique_judge: 'x', score: 3 },
      { ...critique, verdict: 'correct', critique_judge: 'y', score: 4 },
    ],
  });
  expect(previewAnswers(criticised, asked, {})).toMatchObject([{ said: 'correct', label: 'correct', lost: false }]);
  const choice = { run: 'one', stage: 'preference' as const, verdict: 'a' as const, parse: 'ok' as const };
  const chosen = Case.parse({ ...DATA, gold: [rated('a', '7'), rated('b', '2')], judgments: [choice] });
  expect(previewAnswers(chosen, asked, {})).toMatchObject([{ said: 'A better', label: 'A better', lost: false }]);
  const level = Case.parse({ ...chosen, gold: [rated('a', '7'), rated('b', '7')] });
  expect(previewAnswers(level, asked, {})).toMatchObject([{ label: '', lost: false }]);
});

test('without a judge there are the labels alone', () => {
  expect(previewAnswers(DATA, { ...asked, run: '' }, {})).toEqual([]);
  expect(labelsSaid(DATA, {})).toEqual(['clear', 'deep', 'short'].map((criterion) => [criterion, 'A better']));
});
