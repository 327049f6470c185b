import { expect, test } from 'vitest';
import { scrollScale } from '../../src/explore/scaled-scroll.ts';

test('a short list is scrolled as it is', () => {
  const scale = scrollScale(1000, 37, 600);
  expect(scale.height).toBe(37_000);
  expect(scale.toList(1234)).toBe(1234);
});

test.each([1_000_000, 20_000_000])('the last of %d rows is reached within what browsers can scroll', (rows) => {
  const view = 600;
  const scale = scrollScale(rows, 37, view);
  expect(scale.height).toBeLessThan(17_800_000);
  expect(scale.toList(0)).toBe(0);
  expect(scale.toList(scale.height - view)).toBeCloseTo(rows * 37 - view, 3);
  expect(scale.toScroll(scale.toList(4_000_000))).toBeCloseTo(4_000_000, 3);
});
