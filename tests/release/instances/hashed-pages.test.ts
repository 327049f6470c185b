import { expect, test } from 'vitest';
import { partsOf } from '../../../src/release/instances/hashed-pages.ts';

const PART = 128 * 1024;

test('a part is about as large at any size of the data, and never larger than it may be', () => {
  for (let total = 100 * PART; total < 1e6 * PART; total = Math.ceil(total * 1.013)) {
    const part = total / partsOf(total, PART);
    expect(part).toBeLessThanOrEqual(PART);
    expect(part).toBeGreaterThan(0.94 * PART);
  }
});

test('little data is one part, and a little more of it stays in as many parts', () => {
  expect([0, 1, PART].map((total) => partsOf(total, PART))).toEqual([1, 1, 1]);
  expect(partsOf(PART + 1, PART)).toBe(2);
  expect(partsOf(1001 * PART, PART)).toBe(partsOf(1010 * PART, PART));
});
