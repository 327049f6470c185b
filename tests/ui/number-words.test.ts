import { expect, test } from 'vitest';
import { bytesWords, fixed, numberWords, withMinus } from '../../src/ui/number-words.ts';

/** What a library of numbers writes, with the space that the site writes between thousands. */
const independent = (n: number): string => new Intl.NumberFormat('en-GB').format(n).replaceAll(',', '\u202f');

test('a number is written as a library of numbers writes it, but for the space between thousands', () => {
  expect(numberWords(1434)).toBe('1\u202f434');
  const numbers = [0, 7, 12, 999, 1000, 1001, 99_999, 100_000, 999_999, 1_000_000, 349_009, 2 ** 31, 12_345_678_901];
  const broken = numbers.flatMap((n) => [n + 0.5, n + 0.25, n + 0.1234, n + 0.999_96]);
  for (const n of [...numbers, ...broken].flatMap((one) => (one === 0 ? [one] : [one, -one])))
    expect(numberWords(n), String(n)).toBe(independent(n));
});

test('a negative value has a true minus, and nothing is minus zero', () => {
  expect([fixed(-0.254, 2), fixed(-0.004, 2), fixed(0.125, 1), fixed(-3, 0)]).toEqual(['−0.25', '0.00', '0.1', '−3']);
  expect([withMinus('-16.79'), withMinus('12'), withMinus('Qwen-VL'), withMinus('–')]).toEqual([
    '−16.79',
    '12',
    'Qwen-VL',
    '–',
  ]);
});

test('sizes are told in the unit that leaves one to three digits', () => {
  expect([0, 812, 1000, 24_600, 1_250_000, 3e9, 4e12].map(bytesWords)).toEqual([
    '0 B',
    '812 B',
    '1.0 kB',
    '24.6 kB',
    '1.3 MB',
    '3.0 GB',
    '4000.0 GB',
  ]);
  // What is rounded up to the next unit is written in it.
  expect([999, 999_949, 999_950, 999_960, 999_951_000].map(bytesWords)).toEqual([
    ...['999 B', '999.9 kB', '1.0 MB', '1.0 MB', '1.0 GB'],
  ]);
});
