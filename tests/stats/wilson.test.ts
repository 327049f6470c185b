import { describe, expect, test } from 'vitest';
import { boundedInterval, deviating, effectiveN, plainInterval, wilson, Z95 } from '../../src/stats/intervals.ts';

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
    expect(effectiveN(0.2, Math.sqrt(0.16 / 50), 50)).toBeCloseTo(50, 9);
  });

  test('correlated trials count less, and no variation counts the clusters', () => {
    expect(effectiveN(0.5, 0.1, 60)).toBeCloseTo(25, 9);
    expect(effectiveN(1, 0, 60)).toBe(60);
    expect(effectiveN(0.5, 1e-17, 60)).toBe(60);
  });

  test('clusters that deviate: those that fail where failures are rare, a quarter of all where they differ evenly', () => {
    const of = (terms: readonly number[]) =>
      deviating(
        terms.reduce((sum, u) => sum + Math.abs(u), 0),
        terms.reduce((sum, u) => sum + u * u, 0),
      );
    expect(of([...new Array(5).fill(-0.995), ...new Array(995).fill(0.005)])).toBeCloseTo(5, 1);
    expect(of([...new Array(40).fill(-1), ...new Array(40).fill(1)])).toBe(20);
    expect(of([0, 0])).toBe(0);
  });

  test('one mild failure is not taken for certainty: only the end away from the bound gives way', () => {
    const mild = { value: 0.998, se: 0.0017, clusters: 60, deviating: 1 };
    const [own, binary] = [effectiveN(0.998, 0.0017, 60), 60].map((n) => wilson(0.998, n, 2.0009954));
    const { lo, hi } = boundedInterval(mild, [0, 1]);
    expect(hi).toBeCloseTo(own?.hi ?? 0, 6);
    expect(lo).toBeLessThan((own?.lo ?? 0) - 0.01);
    expect(lo).toBeGreaterThan(binary?.lo ?? 1);
    const mirrored = boundedInterval({ ...mild, value: 0.002 }, [0, 1]);
    expect(mirrored.lo).toBeCloseTo(1 - hi, 12);
    expect(mirrored.hi).toBeCloseTo(1 - lo, 12);
  });
});

describe('intervals', () => {
  test('a 0–10 score has ten times the interval of its tenth', () => {
    const tenth = boundedInterval({ value: 0.79, se: 0.02, clusters: 130, deviating: 30 }, [0, 1]);
    const score = boundedInterval({ value: 7.9, se: 0.2, clusters: 130, deviating: 30 }, [0, 10]);
    expect(score.lo).toBeCloseTo(10 * tenth.lo, 12);
    expect(score.hi).toBeCloseTo(10 * tenth.hi, 12);
  });

  test('a range through zero: discernment of a constant scorer is centred on 0', () => {
    const { lo, hi } = boundedInterval({ value: 0, se: 0.05, clusters: 400, deviating: 100 }, [-1, 1]);
    expect(lo).toBeCloseTo(-hi, 12);
    expect(hi).toBeGreaterThan(0.09);
    expect(hi).toBeLessThan(0.1);
  });

  test('a perfect judge still has a lower end, further off with fewer clusters', () => {
    const few = boundedInterval({ value: 1, se: 0, clusters: 20, deviating: 0 }, [0, 1]);
    const many = boundedInterval({ value: 1, se: 0, clusters: 200, deviating: 0 }, [0, 1]);
    expect(few.hi).toBe(1);
    expect(few.lo).toBeLessThan(many.lo);
    expect(many.lo).toBeCloseTo(1 - 1.972 ** 2 / (200 + 1.972 ** 2), 4);
  });

  test('a value beyond its range (scores below 1) gets the plain interval', () => {
    const spread = { value: 1.02, se: 0.01, clusters: 100, deviating: 20 };
    expect(boundedInterval(spread, [0, 1])).toEqual(plainInterval(spread));
    expect(plainInterval(spread).hi - spread.value).toBeCloseTo(1.9842 * 0.01, 5);
  });
});
