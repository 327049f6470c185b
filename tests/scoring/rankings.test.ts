import { expect, test } from 'vitest';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { generatorRankings } from '../../src/metrics/rankings.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { randomFrom } from '../metrics/generate.ts';
import { type Small, withDatabase } from '../metrics/small.ts';

/** A point that the judge and people gave somebody. */
interface Point {
  readonly split: string;
  readonly generator: string;
  readonly judge: number;
  readonly people: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Means of each generator of a split, from the points one by one. */
function meansOf(points: readonly Point[], split: string) {
  const own = Map.groupBy(
    points.filter((one) => one.split === split),
    ({ generator }) => generator,
  );
  return [...own]
    .map(([generator, all]) => ({
      generator,
      judge: expect.closeTo(mean(all.map(({ judge }) => judge)), 9),
      people: expect.closeTo(mean(all.map(({ people }) => people)), 9),
    }))
    .toSorted((a, b) => b.people.sample - a.people.sample);
}

const NAMES = ['One', 'Two; 2=2', 'Three %', 'Four'];
const nameOf = (i: number): string => NAMES[i] ?? '';

async function rankingsOf(small: Small, protocol: 'pointwise' | 'pairwise') {
  const all = await withDatabase(small, async ({ query }) => {
    await scoreRunsInto(query, OFFICIAL_SETTINGS);
    return generatorRankings(query, protocol, OFFICIAL_SETTINGS);
  });
  return new Map(all.map(({ split, ranking }) => [split, ranking]));
}

test('generators are ranked by the scores that were read of responses that people rated, split by split', async () => {
  const next = randomFrom(3);
  const [points, small] = [
    [] as Point[],
    {
      instances: [] as { instance: string; split: string; cluster: string }[],
      responses: [] as Small['responses'] & object,
      gold: [] as object[],
      judgments: [] as object[],
    },
  ];
  const responses: { instance: string; response: string; model: string }[] = [];
  for (const [split, cases, generators] of [
    ['wide', 30, 4],
    ['few', 5, 4],
    ['two', 60, 2],
  ] as const) {
    for (let k = 0; k < cases; k += 1) {
      const instance = `${split}-${k}`;
      small.instances.push({ instance, split, cluster: `${split} ${k >> 1}` });
      for (let g = 0; g < generators; g += 1) {
        const response = `r${g}`;
        responses.push({ instance, response, model: nameOf(g) });
        const [people, score] = [Math.floor(next() * 11), Math.floor(next() * 6 + g)];
        const [isRated, isRead] = [next() < 0.9, next() < 0.9];
        if (isRated) small.gold.push({ instance, response, kind: 'quality', value: '', number: people });
        small.judgments.push({ instance, response, score: isRead ? score : null, parse: isRead ? 'ok' : 'failed' });
        if (isRated && isRead) points.push({ split, generator: nameOf(g), judge: score, people });
      }
    }
  }
  const found = await rankingsOf({ ...small, responses, protocol: 'pointwise' } as unknown as Small, 'pointwise');
  expect(found.get('wide')?.value?.generators).toEqual(meansOf(points, 'wide'));
  expect(found.get('wide')?.value).toMatchObject({
    n: points.filter(({ split }) => split === 'wide').length,
    clusters: 15,
  });
  expect(found.get('few')?.reason).toBe('fewer than 50 labelled responses, or pairs');
  expect(found.get('two')?.reason).toBe('fewer than 3 generators');
});

test('of pairs they are ranked by shares won, half a win where a pair is level; one generator twice is no pair of two', async () => {
  const next = randomFrom(9);
  const points: Point[] = [];
  const responses: { instance: string; response: string; model: string }[] = [];
  const [gold, judgments, instances] = [[] as object[], [] as object[], [] as object[]];
  const POINTS: Readonly<Record<string, number>> = { a: 1, b: 0, tie: 0.5, both_bad: 0.5, equal: 0.5 };
  const one = (list: readonly string[]) => list[Math.floor(next() * list.length)] ?? '';
  for (let k = 0; k < 120; k += 1) {
    const instance = `i${k}`;
    const [a, b] = [one(NAMES), one(NAMES)];
    instances.push({ instance, split: 's', cluster: `c${k >> 1}` });
    responses.push({ instance, response: 'a', model: a }, { instance, response: 'b', model: b });
    const [said, verdict] = [one(['a', 'b', 'tie', 'both_bad']), one(['a', 'b', 'tie', 'equal', ''])];
    gold.push({ instance, value: said });
    judgments.push({ instance, verdict: verdict === '' ? null : verdict, parse: verdict === '' ? 'failed' : 'ok' });
    if (verdict === '' || a === b) continue;
    const [judge, people] = [POINTS[verdict] ?? 0, POINTS[said] ?? 0];
    points.push(
      { split: 's', generator: a, judge, people },
      { split: 's', generator: b, judge: 1 - judge, people: 1 - people },
    );
  }
  const found = await rankingsOf(
    { protocol: 'pairwise', instances, responses, gold, judgments } as unknown as Small,
    'pairwise',
  );
  expect(found.get('s')?.value?.generators).toEqual(meansOf(points, 's'));
  expect(found.get('s')?.value?.n).toBe(points.length / 2);
});
