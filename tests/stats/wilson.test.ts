import { describe, expect, test } from 'vitest';
import { Z95 } from '../../src/stats/distribution.ts';
import { boundedInterval, effectiveN, plainInterval, wilson } from '../../src/stats/wilson.ts';

describe('wilson', () => {
  test('known values', () => {
    // Newcombe, Statistics in Medicine 17 (1998), table I: 81/263, 15/148, 0/20, 1/29.
    const published = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const;
    for (const [k, n, lo, hi] of published) {
      expect(wilson(k / n, n).lo).toBeCloseTo(lo, 4);
      expect(wilson(k / n, n).hi).toBeCloseTo(hi, 4);
    }
  });

  test('its ends are the shares whose score test just fails', () => {
    for (const [share, n] of [
      [0.3, 10],
      [0.999, 57.3],
      [0, 4],
      [1, 211.5],
    ] as const) {
      const { lo, hi } = wilson(share, n);
      for (const end of [lo, hi].filter((x) => x > 0 && x < 1)) {
        expect(Math.abs(share - end) / Math.sqrt((end * (1 - end)) / n)).toBeCloseTo(Z95, 9);
      }
      expect(lo).toBeGreaterThanOrEqual(0);
      expect(hi).toBeLessThanOrEqual(1);
    }
  });

  test('a share of 0 or 1 stands at its end exactly', () => {
    expect(wilson(0, 7).lo).toBe(0);
    expect(wilson(1, 7).hi).toBe(1);
  });
});

describe('effective number of trials', () => {
  test('independent 0/1 trials give their own number', () => {
    expect(effectiveN(0.2, Math.sqrt(0.16 / 50), 50, 0.8 / 50)).toBeCloseTo(50, 9);
  });

  test('correlated trials count less, and no variation counts the clusters', () => {
    expect(effectiveN(0.5, 0.1, 60, 0.01)).toBeCloseTo(25, 9);
    expect(effectiveN(1, 0, 60, 0)).toBe(60);
    expect(effectiveN(0.5, 1e-17, 60, 1e-17)).toBe(60);
  });

  test('one mild failure is not taken for certainty, nor for less than 0/1 scores would say', () => {
    const mild = effectiveN(0.998, 0.0017, 60, 0.0017);
    expect(mild).toBeLessThan((0.998 * 0.002) / 0.0017 ** 2);
    expect(mild).toBeGreaterThan(60);
    expect(effectiveN(0.998, 0.0056, 60, 0.0056)).toBe(60);
  });
});

describe('intervals', () => {
  test('a 0–10 score has ten times the interval of its tenth', () => {
    const tenth = boundedInterval({ value: 0.79, se: 0.02, clusters: 130, largest: 0.004 }, [0, 1]);
    const score = boundedInterval({ value: 7.9, se: 0.2, clusters: 130, largest: 0.04 }, [0, 10]);
    expect(score.lo).toBeCloseTo(10 * tenth.lo, 12);
    expect(score.hi).toBeCloseTo(10 * tenth.hi, 12);
  });

  test('a range through zero: discernment of a constant scorer is centred on 0', () => {
    const { lo, hi } = boundedInterval({ value: 0, se: 0.05, clusters: 400, largest: 0.001 }, [-1, 1]);
    expect(lo).toBeCloseTo(-hi, 12);
    expect(hi).toBeGreaterThan(0.09);
    expect(hi).toBeLessThan(0.1);
  });

  test('a perfect judge still has a lower end, further off with fewer clusters', () => {
    const few = boundedInterval({ value: 1, se: 0, clusters: 20, largest: 0 }, [0, 1]);
    const many = boundedInterval({ value: 1, se: 0, clusters: 200, largest: 0 }, [0, 1]);
    expect(few.hi).toBe(1);
    expect(few.lo).toBeLessThan(many.lo);
    expect(many.lo).toBeCloseTo(1 - 1.972 ** 2 / (200 + 1.972 ** 2), 4);
  });

  test('a value beyond its range (scores below 1) gets the plain interval', () => {
    const spread = { value: 1.02, se: 0.01, clusters: 100, largest: 0.002 };
    expect(boundedInterval(spread, [0, 1])).toEqual(plainInterval(spread));
    expect(plainInterval(spread).hi - spread.value).toBeCloseTo(1.9842 * 0.01, 5);
  });
});
