import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { shownVerdict } from '../../src/case/outcome.ts';
import { answerWords, benchmarkLabels, saidWords } from '../../src/cases/labels.ts';
import { previewAnswers } from '../../src/explore/CasePreview.tsx';
import { askedAnswer } from '../../src/explore/CaseRow.tsx';
import { Benchmark } from '../../src/schema/benchmark.ts';
import { Case } from '../../src/schema/stored-case.ts';
import { ANY_VERDICTS } from '../../src/schema/words.ts';

const labelsOf = (id: string) =>
  benchmarkLabels(Benchmark.parse(parse(readFileSync(`data/${id}/benchmark.yaml`, 'utf8'))));
const [arena, scores] = [labelsOf('genai-bench'), labelsOf('viescore')];

test('an answer has the words of its benchmark: a tie is of two good results only where both may be bad', () => {
  expect(ANY_VERDICTS.map((answer) => saidWords(arena, answer))).toEqual([
    ...['A better', 'B better', 'Both good', 'Both bad', 'No better one'],
  ]);
  expect(ANY_VERDICTS.map((answer) => answerWords(arena, answer))).toEqual([
    ...['A', 'B', 'both good', 'both bad', 'no better one'],
  ]);
  expect(saidWords(scores, 'tie')).toBe('Tie');
  expect(answerWords(scores, 'tie')).toBe('tie');
  expect(['unreadable', 'correct', 'x'].map((word) => saidWords(scores, word))).toEqual([
    'Not readable',
    'correct',
    'x',
  ]);
});

test('list, preview and page of a case say the same of two scores of zero', () => {
  const data = Case.parse({
    instance: 'one',
    prompt: '',
    gold: [{ kind: 'preference', criterion: 'sc', value: 'a' }],
    judgments: [{ run: 'zeros', criterion: 'sc', verdict: 'tie', parse: 'ok', rationale: '' }],
  });
  const text = { prompt: '', thumb: '', gold: [['sc', 'a']], said: [[0, 'sc', 'tie', '']] } as const;
  const asked = { run: 'zeros', criterion: 'sc', words: '' };
  const said = (labels: typeof arena) => [
    askedAnswer(structuredClone(text) as never, { place: 0, criterion: 'sc', labels })?.words,
    previewAnswers(data, asked as never, labels)[0]?.said,
    shownVerdict({ parse: 'ok', verdict: 'tie' }, 'a', labels).text,
  ];
  expect(said(scores)).toEqual(['Tie', 'Tie', 'tie']);
  expect(said(arena)).toEqual(['Both good', 'Both good', 'both good']);
});
