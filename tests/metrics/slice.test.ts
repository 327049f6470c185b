import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSliceText, parseSlice, sliceText } from '../../src/schema/slice.ts';

const slices = fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), fc.string({ unit: 'grapheme' }));

test('a slice reads back as it was written, whatever its values hold', () => {
  fc.assert(
    fc.property(slices, (slice) => {
      expect(Object.fromEntries(parseSlice(sliceText(slice)))).toEqual({ ...slice });
      expect(isSliceText(sliceText(slice))).toBe(Object.keys(slice).length > 0);
    }),
  );
});

test('what separates is encoded inside values, as the statements do it', () => {
  expect(sliceText({ split: 'a;b=c%', other: '' })).toBe('split=a%3Bb%3Dc%25;other=');
});
