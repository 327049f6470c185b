import { expect, test } from 'vitest';
import { askedAnswer, labelWords } from '../../src/explore/CaseRow.tsx';

const CASE = {
  prompt: 'Which is clearer?',
  thumb: '',
  gold: [
    ['clear', 'a'],
    ['deep', 'b'],
    ['brief', 'a'],
  ] as [string, string][],
  said: [
    [0, 'clear', 'a', 'A is plain'],
    [0, 'deep', 'a', 'A goes further'],
    [1, 'clear', '!failed', ''],
    [1, 'deep', '4', 'a score'],
  ] as [number, string, string, string][],
};

test('labels that differ are counted, those of one criterion said', () => {
  expect(labelWords(CASE, '', {})).toBe('A\u{a0}on\u{a0}2, B\u{a0}on\u{a0}1');
  expect(labelWords(CASE, 'deep', {})).toBe('B better');
  expect(
    labelWords(
      {
        ...CASE,
        gold: [
          ['clear', 'b'],
          ['deep', 'b'],
        ],
      },
      '',
      {},
    ),
  ).toBe('B better');
  expect(labelWords({ ...CASE, gold: [['', 'b']] }, 'deep', {})).toBe('B better');
  expect(labelWords({ ...CASE, gold: [] }, '', {})).toBe('');
});

test('scores are listed in the order of their criteria, with at most two decimals', () => {
  const gold: [string, string][] = [
    ['quality', '10'],
    ['consistency', '3.3333333333333335'],
  ];
  expect(labelWords({ ...CASE, gold }, '', {})).toBe('10, 3.33');
  expect(labelWords({ ...CASE, gold }, 'consistency', {})).toBe('3.33');
  expect(labelWords({ ...CASE, gold: [gold[0] as [string, string], ['consistency', '10']] }, '', {})).toBe('10');
});

test('of the asked judge the answer that is not as the label comes first, unless a criterion is asked for', () => {
  expect(askedAnswer(CASE, { place: 0, criterion: '', labels: {} })).toEqual({
    criterion: 'deep',
    words: 'A better',
    reason: 'A goes further',
  });
  expect(askedAnswer(CASE, { place: 0, criterion: 'clear', labels: {} })).toEqual({
    criterion: 'clear',
    words: 'A better',
    reason: 'A is plain',
  });
  expect(askedAnswer(CASE, { place: 1, criterion: 'deep', labels: {} })?.words).toBe('4');
  expect(askedAnswer(CASE, { place: 1, criterion: 'clear', labels: {} })?.words).toMatch(/^unparsed/);
  expect(askedAnswer(CASE, { place: 2, criterion: '', labels: {} })).toBeNull();
  expect(askedAnswer(CASE, { place: 0, criterion: 'brief', labels: {} })).toBeNull();
});

test('an answer that two are equal is as a label that calls both good', () => {
  const text = {
    ...CASE,
    gold: [
      ['clear', 'tie'],
      ['deep', 'a'],
    ],
    said: [
      [0, 'clear', 'equal', 'Alike'],
      [0, 'deep', 'b', 'B'],
    ],
  };
  expect(askedAnswer(text as typeof CASE, { place: 0, criterion: '', labels: {} })?.criterion).toBe('deep');
});
