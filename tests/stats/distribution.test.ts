import { describe, expect, test } from 'vitest';
import { normalTwoSided, studentCritical, studentTwoSided, Z95 } from '../../src/stats/intervals.ts';

/** Values of mpmath with 30 digits. */
const NORMAL = [
  [0.1, 0.920344325445942],
  [1, 0.3173105078629141],
  [2.9, 0.003731626600768077],
  [3, 0.002699796063260189],
  [10, 1.523970604832105e-23],
  [30, 9.813427854296374e-198],
] as const;

const STUDENT = [
  [1, 1, 0.5],
  [0.01, 59, 0.9920550245817672],
  [2, 59, 0.05011041298824437],
  [3.3, 7, 0.013120714938438123],
  [2, 1999, 0.045635340866158204],
  [1.96, 100_000, 0.04999856319430164],
  [12, 3, 0.0012450158007893367],
  [40, 59, 1.892086191846397e-44],
  [2.5, 2.5, 0.10456996307815539],
] as const;

const CRITICAL = [
  [1, 12.706204736174705],
  [2, 4.302652729749464],
  [3, 3.1824463052837095],
  [59, 2.000995378088268],
  [1999, 1.961151420170562],
] as const;

describe('the normal distribution', () => {
  test.each(NORMAL)('P(|Z| ≥ %d)', (z, p) => {
    expect(normalTwoSided(z) / p).toBeCloseTo(1, 11);
    expect(normalTwoSided(-z)).toBe(normalTwoSided(z));
  });

  test('1.96 leaves 5 %, 0 leaves everything', () => {
    expect(normalTwoSided(Z95)).toBeCloseTo(0.05, 14);
    expect(normalTwoSided(0)).toBe(1);
  });
});

describe("Student's t", () => {
  test.each(STUDENT)('P(|T| ≥ %d), %d degrees of freedom', (t, df, p) => {
    expect(studentTwoSided(t, df) / p).toBeCloseTo(1, 11);
  });

  test('runs from 1 at 0 to 0 at infinity', () => {
    expect(studentTwoSided(0, 4)).toBe(1);
    expect(studentTwoSided(Number.NEGATIVE_INFINITY, 4)).toBe(0);
  });

  test.each(CRITICAL)('critical value, %d degrees of freedom', (df, t) => {
    expect(studentCritical(df)).toBeCloseTo(t, 10);
  });
});

test('quantiles have no digit that depends on how an engine rounds its logarithms', () => {
  for (const df of [1, 2, 3, 7, 30, 199, 12_345]) {
    const t = studentCritical(df);
    expect(Number(t.toPrecision(13)), `df ${df}`).toBe(t);
  }
});
