import { describe, expect, test } from 'vitest';
import { crossTable, FIRST_LABEL, groupsOf, scratchOf } from '../../src/stats/cross-table.ts';
import { fitsBits, labelBits, tableOfBits } from '../../src/stats/label-bits.ts';
import { uniform } from './random.ts';

/** Raters' codes over items in clusters of drawn sizes, some of them larger than a word and than a byte of words. */
function drawn(seed: number, size: number, items: number, most: number) {
  const random = uniform(seed);
  const clusters = new Int32Array(items);
  for (let i = 0, cluster = 0; i < items; cluster += 1) {
    for (let left = 1 + Math.floor(random() * most); left > 0 && i < items; left -= 1, i += 1) clusters[i] = cluster;
  }
  const codes = Array.from({ length: 5 }, (_, rater) =>
    // The last rater was asked nothing.
    Uint16Array.from({ length: items }, () => (rater === 4 ? 0 : Math.floor(random() * size))),
  );
  return { codes, groups: groupsOf(clusters) };
}

describe('tables of two raters by bits', () => {
  test.each([
    { size: 3, items: 1, most: 1 },
    { size: 4, items: 31, most: 2 },
    { size: 4, items: 700, most: 90 },
    { size: 5, items: 5000, most: 3 },
    { size: 4, items: 9000, most: 4000 },
    { size: 4, items: 0, most: 1 },
  ])('are those counted item by item: $items items of $size codes', ({ size, items, most }) => {
    expect(fitsBits(size)).toBe(true);
    const { codes, groups } = drawn(items + size, size, items, most);
    const bits = labelBits(codes, size, groups);
    const [ours, plain] = [scratchOf(size, groups), scratchOf(size, groups)];
    for (const [a, first] of codes.entries()) {
      for (const [b, second] of codes.entries()) {
        const found = tableOfBits(bits, [a, b], ours);
        const wanted = crossTable(first, second, { size, groups, grouped: plain });
        expect({ n: found.n, left: found.left, neither: found.counts[0] }).toEqual({
          n: wanted.n,
          left: wanted.left,
          neither: wanted.counts[0],
        });
        for (const [cell, count] of wanted.grouped.entries()) {
          const [row, column] = [Math.floor((cell % (size * size)) / size), cell % size];
          if (row >= FIRST_LABEL && column >= FIRST_LABEL) expect(found.grouped[cell]).toBe(count);
        }
      }
    }
  });

  test('scales of many steps are counted item by item', () => expect(fitsBits(12)).toBe(false));
});
