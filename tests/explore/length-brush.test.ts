import { expect, test } from 'vitest';
import { binAt, binsInWords, brushedBins, lengthsOfBins } from '../../src/explore/length-brush.ts';

const BINS = { width: 200, bins: 5 };

test('every stretch of bins is a range that leads back to it, and the ends are no limits', () => {
  for (let from = 0; from < BINS.bins; from += 1)
    for (let to = from; to < BINS.bins; to += 1)
      expect(brushedBins(BINS, lengthsOfBins(BINS, { from, to }))).toEqual({ from, to });
  expect(lengthsOfBins(BINS, { from: 0, to: 4 })).toEqual({ from: null, to: null });
  expect(lengthsOfBins(BINS, { from: 1, to: 1 })).toEqual({ from: 200, to: 399 });
});

test('a range from elsewhere may begin within a bin, or beyond the last', () => {
  expect(brushedBins(BINS, { from: 250, to: 99_999 })).toEqual({ from: 1, to: 4 });
  expect(brushedBins(BINS, { from: 5000, to: null })).toEqual({ from: 4, to: 4 });
});

test('places beside the drawing are its ends', () => {
  expect([-0.2, 0, 0.5, 1, 1.4].map((share) => binAt(BINS, share))).toEqual([0, 0, 2, 4, 4]);
});

test('a range in words', () => {
  const said = (from: number | null, to: number | null) => binsInWords({ from, to }, String);
  expect([said(null, null), said(200, null), said(null, 399), said(200, 399)]).toEqual([
    'all lengths',
    'from 200',
    'up to 399',
    '200 to 399',
  ]);
});
