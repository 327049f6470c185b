import { expect, test } from 'vitest';
import { lengthBins } from '../../src/cases/length-bins.ts';

test('bins are round, reach the longest, and are at most twenty-five', () => {
  expect(lengthBins(0)).toBeUndefined();
  expect(lengthBins(1)).toEqual({ width: 1, bins: 2 });
  expect(lengthBins(24)).toEqual({ width: 1, bins: 25 });
  expect(lengthBins(25)).toEqual({ width: 2, bins: 13 });
  for (let longest = 1; longest < 2_000_000; longest = Math.ceil(longest * 1.07)) {
    const { width, bins } = lengthBins(longest) ?? { width: 0, bins: 0 };
    expect(String(width)).toMatch(/^[125]0*$/);
    expect(bins).toBeLessThanOrEqual(25);
    expect(width * bins).toBeGreaterThan(longest);
    expect(width * (bins - 1)).toBeLessThanOrEqual(longest);
  }
});
