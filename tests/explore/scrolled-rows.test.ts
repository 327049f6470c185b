import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsShown } from '../../src/explore/VirtualRows.tsx';

const rowHeight = 37;

test('wherever a list is scrolled to, rows fill the window, and rows and gaps are as high as the list', () => {
  const list = fc.record({ rows: fc.integer({ min: 1, max: 100_000 }), view: fc.integer({ min: 37, max: 2000 }) });
  fc.assert(
    fc.property(list, fc.double({ min: 0, max: 1, noNaN: true }), ({ rows, view }, part) => {
      const height = rows * rowHeight;
      const scrolled = part * Math.max(0, height - view);
      const { first, last, before, after, seen } = rowsShown({ scrolled, view, rows, rowHeight });
      expect(before + (last - first + 1) * rowHeight + after).toBeCloseTo(height, 3);
      expect(before).toBeLessThanOrEqual(scrolled + 0.001);
      expect(height - after).toBeGreaterThanOrEqual(Math.min(height, scrolled + view) - 0.001);
      const at = Math.min(rows - 1, Math.floor(scrolled / rowHeight));
      expect([seen.from, first <= seen.from, last >= seen.to]).toEqual([at, true, true]);
      expect(seen.to).toBeLessThanOrEqual(Math.min(rows - 1, Math.ceil((scrolled + view) / rowHeight)));
      expect(last - first).toBeLessThan(view / rowHeight + 19);
    }),
  );
});

test('the first and the last row are reached, and a list without rows draws none', () => {
  const rows = 20_000;
  const at = (scrolled: number) => rowsShown({ scrolled, view: 600, rows, rowHeight });
  expect(at(0).first).toBe(0);
  expect(at(rows * rowHeight - 600).last).toBe(rows - 1);
  expect(rowsShown({ scrolled: 0, view: 600, rows: 0, rowHeight })).toEqual({
    ...{ first: 0, last: -1, before: 0, after: 0 },
    seen: { from: 0, to: -1 },
  });
});
