import { expect, test } from 'vitest';
import { EVERYWHERE } from '../../src/metrics/query.ts';
import { measuredTexts } from '../../src/metrics/texts.ts';
import type { LengthMeasure } from '../../src/schema/words.ts';
import { uniform } from '../stats/helpers.ts';
import { ATTRIBUTES } from './load.ts';
import { type Small, withDatabase } from './small.ts';

const draw = uniform(27);
const among = <T>(all: readonly [T, ...T[]]): T => all[Math.floor(draw() * all.length)] ?? all[0];
const INSTANCES = Array.from({ length: 30 }, (_, i) => `i${i}`);
const RUNS = ['one', 'two', 'three'] as const;
const CRITERIA = ['sc', 'pq'] as const;

const each = <T>(
  make: (at: { readonly run: string; readonly instance: string; readonly criterion: string }) => T,
): T[] =>
  RUNS.flatMap((run) =>
    INSTANCES.flatMap((instance) => CRITERIA.map((criterion) => make({ run, instance, criterion }))),
  );

/** What a run, an instance and a criterion have is found in the texts as one line. */
async function linesOf(small: Small, of: LengthMeasure, more: { readonly part?: string } = {}): Promise<string[]> {
  const wanted = { of, where: EVERYWHERE, runs: RUNS, ...more };
  const { cases, series } = await withDatabase(small, ({ query }) => measuredTexts(query, new Set(ATTRIBUTES), wanted));
  return series
    .flatMap(({ run, part, at, length, value }) =>
      at.map((place, i) => [run, cases[place]?.instance, part, length[i], value[i]?.toFixed(9)].join(' ')),
    )
    .toSorted();
}

const SCORES: Small = {
  protocol: 'pointwise',
  gold: INSTANCES.flatMap((instance) =>
    CRITERIA.flatMap((criterion) => [
      // One is rated by nobody, and single ratings are no mean.
      ...(draw() < 0.8
        ? [
            {
              instance,
              criterion,
              response: 'a',
              value: '',
              kind: 'quality' as const,
              number: (10 * Math.floor(draw() * 7)) / 6,
            },
          ]
        : []),
      { instance, criterion, response: 'a', value: '', kind: 'quality' as const, number: 5, annotator: 'rater-1' },
    ]),
  ),
  judgments: each((at) => ({
    ...{ ...at, response: 'a', parse: among(['ok', 'fallback', 'failed', 'missing', 'abstained']) },
    ...{ score: draw() < 0.1 ? null : Math.floor(draw() * 11), length: draw() < 0.15 ? 0 : Math.ceil(draw() * 900) },
  })),
};

const read = SCORES.judgments.filter(
  ({ parse, score, length }) => (parse === 'ok' || parse === 'fallback') && score !== null && (length ?? 0) > 0,
);

test('a score is given with a reason where it was read and the reason has a length', async () => {
  const hand = read.map((j) => [j.run, j.instance, j.criterion, j.length, j.score?.toFixed(9)].join(' '));
  expect(hand.length).toBeGreaterThan(40);
  expect(await linesOf(SCORES, 'given')).toEqual(hand.toSorted());
  expect(await linesOf(SCORES, 'given', { part: 'pq' })).toEqual(
    hand.filter((line) => line.includes(' pq ')).toSorted(),
  );
});

test('its distance is that from people’s mean, where they rated', async () => {
  const hand = read.flatMap((j) => {
    const rated = SCORES.gold?.find(
      (g) => g.annotator === undefined && g.instance === j.instance && g.criterion === j.criterion,
    );
    if (rated?.number == null) return [];
    return [[j.run, j.instance, j.criterion, j.length, Math.abs((j.score ?? 0) - rated.number).toFixed(9)].join(' ')];
  });
  expect(hand.length).toBeLessThan(read.length);
  expect(await linesOf(SCORES, 'distance')).toEqual(hand.toSorted());
});

test('an answer is right by its label, wrong where it cannot be read, and counts where it was given', async () => {
  const gold = INSTANCES.flatMap((instance) =>
    CRITERIA.filter(() => draw() < 0.8).map((criterion) => ({
      instance,
      criterion,
      value: among(['a', 'b', 'tie', 'both_bad']),
    })),
  );
  const judgments = each((at) => ({
    ...{
      ...at,
      verdict: among(['a', 'b', 'tie', 'both_bad', 'equal']),
      length: draw() < 0.15 ? 0 : Math.ceil(draw() * 900),
    },
    parse: among(['ok', 'ok', 'failed', 'missing']),
  }));
  const hand = judgments.flatMap(({ run, instance, criterion, verdict, parse, length }) => {
    const label = gold.find((one) => one.instance === instance && one.criterion === criterion)?.value;
    if (label === undefined || parse === 'missing' || length === 0) return [];
    const isEqual = verdict === 'equal' && (label === 'tie' || label === 'both_bad');
    return [
      [run, instance, criterion, length, Number(parse === 'ok' && (verdict === label || isEqual)).toFixed(9)].join(' '),
    ];
  });
  expect(await linesOf({ protocol: 'pairwise', gold, judgments }, 'right')).toEqual(hand.toSorted());
});
