import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  binAt,
  brushedBins,
  LengthHistogram,
  lengthsInWords,
  lengthsOfBins,
  withEnd,
} from '../../src/explore/LengthHistogram.tsx';

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

test('one end is moved to a bin, and the other keeps the number that was typed', () => {
  const typed = { from: 250, to: 777 };
  const moved = (side: 'from' | 'to', bin: number) => withEnd(BINS, typed, { side, bin });
  expect([0, 2, 3].map((bin) => moved('from', bin))).toEqual([
    { from: null, to: 777 },
    { from: 400, to: 777 },
    { from: 600, to: 777 },
  ]);
  expect([1, 2, 4].map((bin) => moved('to', bin))).toEqual([
    { from: 250, to: 399 },
    { from: 250, to: 599 },
    { from: 250, to: null },
  ]);
  // An end stops at the other one.
  expect(moved('from', 4)).toEqual({ from: 600, to: 777 });
  expect(moved('to', 0)).toEqual({ from: 250, to: 399 });
});

test('a typed range is told by its own numbers, with the cases that it has', () => {
  const shown = (range: { from: number | null; to: number | null }): string =>
    renderToStaticMarkup(
      createElement(LengthHistogram, { lengths: BINS, count: () => 10, total: 7, range, choose: () => undefined }),
    );
  expect(shown({ from: 250, to: 777 })).toContain('<p>250 to 777: 7 cases</p>');
  expect(shown({ from: 250, to: null })).toContain('aria-valuetext="from 250"');
});

test('places beside the drawing are its ends', () => {
  expect([-0.2, 0, 0.5, 1, 1.4].map((share) => binAt(BINS, share))).toEqual([0, 0, 2, 4, 4]);
});

test('a range in words', () => {
  const said = (from: number | null, to: number | null) => lengthsInWords({ from, to }, String);
  expect([said(null, null), said(200, null), said(null, 399), said(200, 399)]).toEqual([
    'all lengths',
    'from 200',
    'up to 399',
    '200 to 399',
  ]);
});
