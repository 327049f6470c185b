import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsShown, scrollScale } from '../../src/explore/VirtualRows.tsx';

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

test('wherever a list is scrolled to, rows fill the window, and rows and gaps are as high as the list', () => {
  const list = fc.record({ rows: fc.integer({ min: 1, max: 20_000_000 }), view: fc.integer({ min: 37, max: 2000 }) });
  fc.assert(
    fc.property(list, fc.double({ min: 0, max: 1, noNaN: true }), ({ rows, view }, part) => {
      const rowHeight = 37;
      const scale = scrollScale(rows, rowHeight, view);
      const scrolled = part * Math.max(0, scale.height - view);
      const { first, last, before, after, seen } = rowsShown(scale, { scrolled, view, rows, rowHeight });
      expect(before + (last - first + 1) * rowHeight + after).toBeCloseTo(scale.height, 3);
      expect(before).toBeLessThanOrEqual(scrolled + 0.001);
      expect(scale.height - after).toBeGreaterThanOrEqual(Math.min(scale.height, scrolled + view) - 0.001);
      // The row that the place in the whole list asks for stands where that place is.
      const at = Math.min(rows - 1, Math.floor(scale.toList(scrolled) / rowHeight));
      expect(first).toBeLessThanOrEqual(at);
      expect(last).toBeGreaterThanOrEqual(at);
      expect(before + (at - first) * rowHeight - scrolled).toBeCloseTo(at * rowHeight - scale.toList(scrolled), 3);
      expect([seen.from, first <= seen.from, last >= seen.to]).toEqual([at, true, true]);
      expect(seen.to).toBeLessThanOrEqual(Math.ceil((scale.toList(scrolled) + view) / rowHeight));
      expect(last - first).toBeLessThan(view / rowHeight + 19);
    }),
  );
});

test('the first and the last row are reached, and a list without rows draws none', () => {
  const scale = scrollScale(20_000_000, 37, 600);
  const at = (scrolled: number) => rowsShown(scale, { scrolled, view: 600, rows: 20_000_000, rowHeight: 37 });
  expect(at(0).first).toBe(0);
  expect(at(scale.height - 600).last).toBe(19_999_999);
  expect(rowsShown(scrollScale(0, 37, 600), { scrolled: 0, view: 600, rows: 0, rowHeight: 37 })).toEqual({
    first: 0,
    last: -1,
    before: 0,
    after: 0,
    seen: { from: 0, to: -1 },
  });
});
