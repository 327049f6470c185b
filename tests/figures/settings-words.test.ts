import { expect, test } from 'vitest';
import { settingsWords } from '../../src/figures/printed/change.ts';

const panel = (rows: readonly (readonly [from: number, to: number])[]) => ({
  label: 'PAcc',
  decimals: 2,
  axis: { label: '', domain: [0, 1] as const, log: false },
  rows: rows.map(([from, to], i) => ({ label: `judge ${i}`, from, to })),
});

test('what a change of setting does is counted over all measures', () => {
  expect(
    settingsWords([
      panel([
        [1, 2],
        [3, 2],
      ]),
      panel([
        [1, 1],
        [4, 5],
      ]),
    ]),
  ).toBe('From the first setting, 2 of 4 values rise, 1 falls and 1 stays the same.');
  const both = [
    [1, 2],
    [1, 3],
  ] as const;
  expect(settingsWords([panel(both)], 'May abstain')).toBe('With “May abstain”, both values rise.');
  expect(settingsWords([])).toBe('');
  expect(settingsWords([panel([[1, 2]])])).toBe('From the first setting, the only value rises.');
});
