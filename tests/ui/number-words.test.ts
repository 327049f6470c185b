import { expect, test } from 'vitest';
import { numberWords } from '../../src/ui/number-words.ts';

/** What a library of numbers writes, with the space that the site writes between thousands. */
const independent = (n: number): string => new Intl.NumberFormat('en-GB').format(n).replaceAll(',', '\u202f');

test('a number is written as a library of numbers writes it, but for the space between thousands', () => {
  expect(numberWords(1434)).toBe('1\u202f434');
  const numbers = [0, 7, 12, 999, 1000, 1001, 99_999, 100_000, 999_999, 1_000_000, 349_009, 2 ** 31, 12_345_678_901];
  const broken = numbers.flatMap((n) => [n + 0.5, n + 0.25, n + 0.1234, n + 0.999_96]);
  for (const n of [...numbers, ...broken].flatMap((one) => (one === 0 ? [one] : [one, -one])))
    expect(numberWords(n), String(n)).toBe(independent(n));
});
