import { expect, test } from 'vitest';
import { ANY_CRITIQUE, ANY_PAIR } from '../../src/cases/wanted.ts';
import { conflictField, critiqueField, pairField, saidField } from '../../src/explore/state.ts';
import { critiqueWords, wantedPairWords } from '../../src/explore/words.ts';

const RUNS = ['padder-critique', 'coin-flip-critique'];
const critique = critiqueField(RUNS);

test.each([
  '100-300;0-4;rubric-neutral;padder-critique,coin-flip-critique',
  '-300',
  ';7.5-',
  ';;rubric-length',
  ';;;padder-critique',
  '100-300;;;padder-critique',
  '100-300;0-4;Semantic %3B consistency;padder-critique;given',
  ';0-1.5;sc;;distance',
  ';;;;right',
])('a range of critiques is written as it was read: %s', (raw) => {
  const { value, rejected } = critique.read(raw);
  expect(rejected).toEqual([]);
  expect(critique.serialize(value ?? ANY_CRITIQUE)).toBe(raw);
});

test.each([
  '',
  ';',
  'abc',
  '1-2-3',
  '100-300;x',
  ';;RUBRIC!',
  ';;;nobody',
  '1-2;3-4;r;padder-critique;more',
  '1-2;3-4;r;padder-critique;given;more',
])('what is no range of critiques is rejected: "%s"', (raw) =>
  expect(critique.read(raw)).toEqual({ value: null, rejected: [raw] }),
);

test.each(['5;1;text-dominance', '5;1', ';3', '1;', 'unscored', 'unscored;text-dominance'])(
  'a pair of scores is written as it was read: %s',
  (raw) => {
    const { value, rejected } = pairField.read(raw);
    expect(rejected).toEqual([]);
    expect(pairField.serialize(value ?? ANY_PAIR)).toBe(raw);
  },
);

test.each(['', '5', 'a;b', '5;1;x;y', 'unscored;x;y'])('what is no pair of scores is rejected: "%s"', (raw) =>
  expect(pairField.read(raw)).toEqual({ value: null, rejected: [raw] }),
);

test.each(['C++', 'a;b=c', '100 %', '%3B', '; DROP TABLE', '<img src=x>', 'constructor', 'w'.repeat(128)])(
  'a criterion or a bias type may be called %s',
  (name) => {
    const conflict = conflictField(['plain', name]);
    for (const value of [
      { criterion: name, other: 'plain' },
      { criterion: 'plain', other: name },
    ])
      expect(conflict.read(conflict.serialize(value))).toEqual({ value, rejected: [] });
    for (const kind of ['scored', 'unscored'] as const) {
      const value = { ...ANY_PAIR, kind, biasType: name };
      expect(pairField.read(pairField.serialize(value))).toEqual({ value, rejected: [] });
    }
  },
);

test('nothing asked for is not written', () => {
  expect(critique.serialize(ANY_CRITIQUE)).toBe('');
  expect(pairField.serialize(ANY_PAIR)).toBe('');
});

test('both in words', () => {
  const name = (id: string): string => `<${id}>`;
  const read = (raw: string) => critiqueWords(critique.read(raw).value ?? ANY_CRITIQUE, name);
  expect(read('100-300;0-4;neutral;padder-critique')).toBe(
    'a critique by <padder-critique> of 100 to 300 characters scored 0 to 4 by <neutral>',
  );
  expect(read(';;neutral')).toBe('a critique scored by <neutral>');
  const pair = (raw: string) => wantedPairWords(pairField.read(raw).value ?? ANY_PAIR, name);
  expect(pair('5;1;text-dominance')).toBe('score 5 before and 1 after (<text-dominance>)');
  expect(pair('unscored')).toBe('a side of a pair without a score');
});

test.each(['', ';', 'c;a', 'a;b;a', 'both bad', 'a;unread'])('what nobody says is rejected: "%s"', (raw) =>
  expect(saidField.read(raw)).toEqual({ value: null, rejected: [raw] }),
);
