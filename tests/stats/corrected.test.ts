import { describe, expect, test } from 'vitest';
import { correctedWords } from '../../src/board/corrected.ts';
import type { JudgeRates } from '../../src/schema/board.ts';
import { correctedRate } from '../../src/stats/intervals.ts';
import { drawn } from '../drawn.ts';
import { clusteredRates } from './clustered-rates.ts';
import { uniform } from './helpers.ts';

/** The rates of a judge whose labelled pairs are independent: it says A in so many of the pairs labelled A, and in so many of those labelled B. */
function ratesOf([hits, a]: readonly [number, number], [slips, b]: readonly [number, number]): JudgeRates {
  const [tpr, fpr] = [hits / a, slips / b];
  const total = a + b;
  const factor = (n: number) => 1 / (n - 1);
  return {
    tpr,
    tnr: 1 - fpr,
    n: [a, b],
    errors: [tpr * (1 - tpr) * factor(a), fpr * (1 - fpr) * factor(b), 0],
    clusters: total,
  };
}

/** GPT-4o on GenAI-Bench, pairs that it and people decided, counted by hand from the answers. */
const IMAGES = ratesOf([397, 500], [144, 471]);
const VIDEOS = ratesOf([190, 277], [56, 348]);

describe('what a share means', () => {
  test('GPT-4o preferring A in 75 % of pictures means that people would in 91 %', () => {
    expect([IMAGES.tpr.toFixed(3), IMAGES.tnr.toFixed(3)]).toEqual(['0.794', '0.694']);
    const found = correctedRate(IMAGES, { share: 0.75, n: 400 });
    expect(found.value?.toFixed(2)).toBe('0.91');
    expect(correctedWords(IMAGES, { share: 0.75, n: 400 })[0]).toMatch(/^People would say A in 91 % of them \(95 %/);
  });

  test('of videos it would be 112 %, which is refused and not cut off', () => {
    const found = correctedRate(VIDEOS, { share: 0.75, n: 400 });
    expect(found.refused).toBe('outside');
    expect(found.value?.toFixed(2)).toBe('1.12');
    expect(correctedWords(VIDEOS, { share: 0.75, n: 400 })[0]).toMatch(
      /^No share is given: it would be 112 %.* between 16 % and 69 %/,
    );
  });

  test('a share of 0 % or 100 % is corrected where the judge never errs, and else is outside', () => {
    const sure = ratesOf([50, 50], [0, 50]);
    expect([0, 1].map((share) => correctedRate(sure, { share, n: 9 }).value)).toEqual([0, 1]);
    expect([0, 1].map((share) => correctedRate(IMAGES, { share, n: 9 }).refused)).toEqual(['outside', 'outside']);
  });

  test('a judge that hardly tells A from B is refused, and so is one that names the wrong one', () => {
    for (const blind of [ratesOf([50, 100], [48, 100]), ratesOf([100, 100], [100, 100]), ratesOf([5, 50], [45, 50])]) {
      expect(correctedRate(blind, { share: 0.5, n: 100 }).refused).toBe('blind');
      expect(correctedWords(blind, { share: 0.5, n: 100 })[0]).toContain('hardly better than chance');
    }
  });

  test.each([
    { share: 0.5, n: 0 },
    { share: 0.5, n: 1.5 },
    { share: 0.5, n: Number.NaN },
    { share: Number.NaN, n: 10 },
    { share: 1.2, n: 10 },
    { share: -0.1, n: 10 },
  ])('$share of $n is asked for again', (observed) => {
    expect(correctedRate(IMAGES, observed)).toEqual({ refused: 'observed', value: null });
    expect(correctedWords(IMAGES, observed)).toEqual([expect.stringContaining('Give a share from 0 to 100 %')]);
  });

  test('labels of one cluster give no share, since nobody knows their error', () => {
    expect(correctedRate({ ...IMAGES, errors: null }, { share: 0.5, n: 9 }).refused).toBe('no-error');
    expect(correctedRate({ ...IMAGES, clusters: 1 }, { share: 0.5, n: 9 }).refused).toBe('no-error');
  });

  test('so many more labels halve the interval, and none do where the observed pairs are too few', () => {
    const observed = { share: 0.6, n: 100_000 };
    const found = correctedRate(IMAGES, observed);
    if (found.refused !== null || found.more === null) throw new Error('no number of labels');
    const times = (971 + found.more) / 971;
    const more = correctedRate(ratesOf([397 * times, 500 * times], [144 * times, 471 * times]), observed);
    if (more.refused !== null) throw new Error(more.refused);
    const width = ({ lo, hi }: { readonly lo: number; readonly hi: number }) => hi - lo;
    expect(width(more.interval) / width(found.interval)).toBeCloseTo(0.5, 2);
    expect(correctedRate(IMAGES, { share: 0.6, n: 50 })).toMatchObject({ more: null });
  });
});

const REPETITIONS = drawn(8000, 1500);

test.each([
  { name: 'many labels', tpr: 0.85, fpr: 0.2, clusters: 150, size: 4, n: 400, people: 0.6 },
  { name: 'few labels', tpr: 0.8, fpr: 0.15, clusters: 80, size: 2, n: 300, people: 0.5 },
  { name: 'a share near 1', tpr: 0.9, fpr: 0.3, clusters: 150, size: 3, n: 500, people: 0.8 },
])('95 % intervals of corrected shares cover: $name', ({ tpr, fpr, clusters, size, n, people }) => {
  const random = uniform(31);
  let [given, covered] = [0, 0];
  for (let i = 0; i < REPETITIONS; i += 1) {
    // Cases of a cluster are hard together: both rates move with it.
    const drawnClusters = Array.from({ length: clusters }, () => {
      const shift = 0.1 * (random() - 0.5);
      const own: [number, number, number, number] = [0, 0, 0, 0];
      for (let j = 0; j < size; j += 1) {
        const isA = random() < 0.5;
        const says = random() < (isA ? tpr + shift : fpr - shift);
        own[isA ? 1 : 3] += 1;
        if (says) own[isA ? 0 : 2] += 1;
      }
      return own;
    });
    let said = 0;
    for (let j = 0; j < n; j += 1) said += Number(random() < (random() < people ? tpr : fpr));
    const found = correctedRate(clusteredRates(drawnClusters), { share: said / n, n });
    if (found.refused !== null) continue;
    given += 1;
    covered += Number(found.interval.lo <= people && people <= found.interval.hi);
  }
  expect(given / REPETITIONS).toBeGreaterThan(0.98);
  const coverage = (100 * covered) / given;
  expect(coverage).toBeGreaterThan(93);
  expect(coverage).toBeLessThan(97);
});
