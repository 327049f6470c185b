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
  ).toBe('Of 4 values 2 rise, 1 falls and 1 stays from the first setting.');
  const both = [
    [1, 2],
    [1, 3],
  ] as const;
  expect(settingsWords([panel(both)], 'May abstain')).toBe('All 2 values rise with “May abstain”.');
  expect(settingsWords([])).toBe('');
  expect(settingsWords([panel([[1, 2]])])).toBe('Of 1 value 1 rises from the first setting.');
});
