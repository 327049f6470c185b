import { describe, expect, test } from 'vitest';
import { largestShare, printedNumber, printedShareOf } from '../../src/stats/published.ts';
import { uniform } from './helpers.ts';

describe('k/n behind a printed share', () => {
  test('counts of the papers', () => {
    expect(largestShare('32.78', 100, 299)).toEqual({ k: 98, n: 299, rounding: 'rounded' });
    expect(largestShare('75.93', 100, 109)).toEqual({ k: 82, n: 108, rounding: 'rounded' });
    expect(largestShare('84.21', 100, 58)).toEqual({ k: 48, n: 57, rounding: 'rounded' });
    expect(largestShare('9.41', 100, 299)).toEqual({ k: 27, n: 287, rounding: 'rounded' });
    expect(printedShareOf('9.41', 100, 299)).toBeUndefined();
  });

  test('halves rounded up and halves rounded to even both fit, the other half does not', () => {
    // 1/8 = 0.125, 3/8 = 0.375
    expect(printedShareOf('0.13', 1, 8)).toEqual({ k: 1, n: 8, rounding: 'rounded' });
    expect(printedShareOf('0.12', 1, 8)).toEqual({ k: 1, n: 8, rounding: 'rounded' });
    expect(printedShareOf('0.38', 1, 8)).toEqual({ k: 3, n: 8, rounding: 'rounded' });
    expect(printedShareOf('0.37', 1, 8)).toEqual({ k: 3, n: 8, rounding: 'truncated' });
  });

  test('cut digits are told from rounded ones', () => {
    // 35/299 = 11.7057 %
    expect(printedShareOf('11.71', 100, 299)?.rounding).toBe('rounded');
    expect(printedShareOf('11.70', 100, 299)).toEqual({ k: 35, n: 299, rounding: 'truncated' });
    expect(printedShareOf('11.72', 100, 299)).toBeUndefined();
  });

  test('0, 1 and 100', () => {
    expect(largestShare('0.0', 100, 50)).toEqual({ k: 0, n: 50, rounding: 'rounded' });
    expect(largestShare('1.000', 1, 50)).toEqual({ k: 50, n: 50, rounding: 'rounded' });
    expect(largestShare('100', 100, 3)).toEqual({ k: 3, n: 3, rounding: 'rounded' });
  });

  test('anything but a plain decimal has no count', () => {
    for (const text of ['64.2.0', '-', '–', '', '1,804', '206 (68.9%)', '-3.1', '1e2', 'NaN']) {
      expect(largestShare(text, 100, 100)).toBeUndefined();
      expect(printedNumber(text)).toBeUndefined();
    }
    expect(printedNumber(' 7.924 ')).toBe(7.924);
  });

  test('finds the n that was printed, or a larger one that prints the same', () => {
    const random = uniform(2);
    for (let i = 0; i < 300; i += 1) {
      const full = 50 + Math.floor(random() * 400);
      const n = full - Math.floor(random() * 20);
      const k = Math.floor(random() * (n + 1));
      const printed = ((100 * k) / n).toFixed(2);
      const found = largestShare(printed, 100, full);
      expect(found?.rounding).toBe('rounded');
      expect(found?.n).toBeGreaterThanOrEqual(n);
      expect(Math.abs((100 * (found?.k ?? 0)) / (found?.n ?? 1) - Number(printed))).toBeLessThanOrEqual(0.005 + 1e-9);
      for (let larger = (found?.n ?? 0) + 1; larger <= full; larger += 1) {
        const share = (100 * Math.round((Number(printed) * larger) / 100)) / larger;
        expect(Math.abs(share - Number(printed))).toBeGreaterThan(0.005 - 1e-9);
      }
    }
  });
});
