import { describe, expect, test } from 'vitest';
import { type GeneratorSums, generatorRanking, kendall, meanTau, Samples, sameBest } from '../../src/stats/ranks.ts';
import { drawn } from '../drawn.ts';
import { uniform } from './helpers.ts';

/** One score of a response: its cluster, generator, what the judge gave and what people gave. */
type Scored = readonly [cluster: number, generator: number, judge: number, people: number];

function sumsOf(scores: readonly Scored[], generators: number, clusters: number): GeneratorSums {
  const size = generators * clusters;
  const sums = { n: new Float64Array(size), judge: new Float64Array(size), people: new Float64Array(size) };
  for (const [k, g, judge, people] of scores) {
    const cell = k * generators + g;
    sums.n[cell] = (sums.n[cell] ?? 0) + 1;
    sums.judge[cell] = (sums.judge[cell] ?? 0) + judge;
    sums.people[cell] = (sums.people[cell] ?? 0) + people;
  }
  return { generators: Array.from({ length: generators }, (_, g) => `g${g}`), clusters, ...sums };
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** τ-b from its definition, pair by pair in words of signs. */
function plainTau(xs: readonly number[], ys: readonly number[]): number | null {
  const pairs = xs.flatMap((_, i) => xs.flatMap((_, j) => (j < i ? [[i, j] as const] : [])));
  const sign = (of: readonly number[], [i, j]: readonly [number, number]) => Math.sign((of[i] ?? 0) - (of[j] ?? 0));
  const untied = (of: readonly number[]) => pairs.filter((pair) => sign(of, pair) !== 0).length;
  const agreeing = pairs.filter((pair) => sign(xs, pair) * sign(ys, pair) > 0).length;
  const opposite = pairs.filter((pair) => sign(xs, pair) * sign(ys, pair) < 0).length;
  const product = untied(xs) * untied(ys);
  return product === 0 ? null : (agreeing - opposite) / Math.sqrt(product);
}

describe('the best, and the order', () => {
  test('τ-b is that of the definition, with ties; none where one side has no order', () => {
    const random = uniform(5);
    for (let i = 0; i < 200; i += 1) {
      const n = 2 + Math.floor(random() * 6);
      const values = () => Array.from({ length: n }, () => Math.floor(random() * 4));
      const [xs, ys] = [values(), values()];
      const [found, expected] = [kendall(xs, ys), plainTau(xs, ys)];
      if (expected === null) expect(found).toBeNull();
      else expect(found).toBeCloseTo(expected, 12);
    }
    expect(kendall([1, 1, 1], [1, 2, 3])).toBeNull();
    expect(kendall([], [])).toBeNull();
  });

  test.each([
    { judge: [3, 2, 1], people: [9, 1, 1], same: 1 },
    { judge: [2, 3, 1], people: [9, 1, 1], same: 0 },
    { judge: [3, 3, 1], people: [9, 1, 1], same: 1 / 2 },
    { judge: [3, 3, 3], people: [9, 1, 1], same: 1 / 3 },
    { judge: [3, 2, 1], people: [9, 9, 1], same: 1 },
    { judge: [3, 3, 3], people: [9, 9, 9], same: 1 },
    // Sums of the same numbers in another order are one value.
    { judge: [0.1 + 0.2, 0.3, 0], people: [1, 0, 0], same: 1 / 2 },
  ])('of $judge beside $people the winner is the same: $same', ({ judge, people, same }) => {
    expect(sameBest(judge, people)).toBeCloseTo(same, 12);
  });
});

/** Draws scores of generators by their quality, from which judge and people deviate; those of a cluster are hard together. */
function scoresOf(random: () => number, quality: readonly number[], clusters: number, noise: number): Scored[] {
  const about = (centre: number, width: number) => centre + width * (random() + random() - 1);
  return Array.from({ length: clusters }, (_, k) => {
    const hard = about(0, 2);
    return quality.map((one, g): Scored => [k, g, about(one + hard, noise), about(one + hard, noise)]);
  }).flat();
}

describe('a ranking', () => {
  test('has the means, the winner and τ of its scores', () => {
    const scores = scoresOf(uniform(1), [5, 4, 3, 2], 40, 3);
    const found = generatorRanking(sumsOf(scores, 4, 40), new Samples()).value;
    const means = (i: 2 | 3) =>
      [0, 1, 2, 3].map((g) => mean(scores.filter((one) => one[1] === g).map((one) => one[i])));
    const [judge, people] = [means(2), means(3)];
    expect(found?.tau).toBeCloseTo(plainTau(judge, people) ?? Number.NaN, 12);
    expect(found?.same).toBe(Number(judge.indexOf(Math.max(...judge)) === people.indexOf(Math.max(...people))));
    expect(found?.generators.map((one) => one.people)).toEqual(
      people.map((one) => expect.closeTo(one, 12)).toSorted((a, b) => b.sample - a.sample),
    );
    expect([found?.n, found?.clusters]).toEqual([160, 40]);
  });

  test.each([
    { generators: 2, clusters: 60, reason: 'fewer than 3 generators' },
    { generators: 3, clusters: 16, reason: 'fewer than 50 labelled responses, or pairs' },
    { generators: 60, clusters: 1, reason: 'all responses are one cluster' },
    { generators: 0, clusters: 0, reason: 'fewer than 3 generators' },
    { generators: 5, clusters: 9, reason: 'fewer than 50 labelled responses, or pairs' },
  ])('of $generators generators in $clusters clusters there is none: $reason', ({ generators, clusters, reason }) => {
    const quality = Array.from({ length: generators }, (_, g) => g);
    const sums = sumsOf(scoresOf(uniform(2), quality, clusters, 1), generators, clusters);
    expect(generatorRanking(sums, new Samples())).toEqual({ value: null, reason });
  });

  test('of one case a generator there is none: no sample holds all of them', () => {
    const scores = Array.from({ length: 60 }, (_, k): Scored => [k, k, k, k]);
    expect(generatorRanking(sumsOf(scores, 60, 60), new Samples())).toEqual({
      value: null,
      reason: 'most samples of the clusters lack a generator',
    });
  });

  test('of generators that people tie has no order, and whom the judge crowns is people’s best', () => {
    const scores = scoresOf(uniform(3), [9, 5, 1], 30, 1).map(([k, g, judge]): Scored => [k, g, judge, 5]);
    const found = generatorRanking(sumsOf(scores, 3, 30), new Samples()).value;
    expect(found).toMatchObject({ tau: null, same: 1, probability: 1 });
  });

  test('by a judge with one score has no order, and shares its winner among all', () => {
    const scores = scoresOf(uniform(3), [9, 5, 1], 30, 1).map(([k, g, , people]): Scored => [k, g, 5, people]);
    const found = generatorRanking(sumsOf(scores, 3, 30), new Samples()).value;
    expect(found).toMatchObject({ tau: null, needed: null });
    expect([found?.same, found?.probability]).toEqual([expect.closeTo(1 / 3, 12), expect.closeTo(1 / 3, 12)]);
    expect(meanTau(found === undefined || found === null ? [] : [found]).value).toBeNull();
  });

  test('needs few cases where judge and people tell the best apart at once, and more than there are where they hardly do', () => {
    const clear = generatorRanking(sumsOf(scoresOf(uniform(4), [9, 1, 0], 60, 1), 3, 60), new Samples()).value;
    expect(clear).toMatchObject({ same: 1, probability: 1 });
    expect(clear?.needed).toBeLessThan(3);
    const open = generatorRanking(sumsOf(scoresOf(uniform(4), [5.1, 5, 4.9], 60, 6), 3, 60), new Samples()).value;
    expect(open?.probability).toBeLessThan(0.95);
    expect(open?.needed).toBeNull();
  });

  test('is the same whatever was ranked before it', () => {
    const sums = sumsOf(scoresOf(uniform(6), [5, 4.5, 4], 50, 4), 3, 50);
    const samples = new Samples();
    generatorRanking(sumsOf(scoresOf(uniform(7), [5, 4, 3], 33, 4), 3, 33), samples);
    expect(generatorRanking(sums, samples)).toEqual(generatorRanking(sums, new Samples()));
  });
});

const REPEATED = drawn(400, 60);

/** Draws scores of judge and people about their own qualities of generators; those of a cluster are hard together. */
const scoresOfBoth = (random: () => number, judge: readonly number[], people: readonly number[]): Scored[] =>
  scoresOf(random, judge, 40, 5).map(
    ([k, g, own, others]): Scored => [k, g, own, others - (judge[g] ?? 0) + (people[g] ?? 0)],
  );

test.each([
  { judge: [6, 5, 4, 2], people: [6, 5, 4, 2], tau: 1 },
  { judge: [8, 5, 4, 2], people: [8, 5, 4, 2], tau: 1 },
  { judge: [5, 6, 4, 2], people: [6, 5, 4, 2], tau: 2 / 3 },
  { judge: [5.5, 5.5, 4, 2], people: [5.5, 5, 4, 2], tau: null },
  { judge: [2, 4, 5, 6], people: [6, 5, 4, 2], tau: -1 },
])(
  'where the judge’s truth is $judge and people’s $people, P(same winner) is in the mean near the share of new data sets with the same winner, and intervals hold a τ of $tau',
  ({ judge, people, tau }) => {
    const random = uniform(8);
    const samples = new Samples();
    const found = Array.from({ length: REPEATED }, () => {
      const sums = sumsOf(scoresOfBoth(random, judge, people), 4, 40);
      const { value } = generatorRanking(sums, samples);
      if (value === null) throw new Error('no ranking');
      return value;
    });
    // New data sets, more of them than were ranked, by the definition alone.
    const again = Array.from({ length: 1500 }, () => {
      const scores = scoresOfBoth(random, judge, people);
      const best = (i: 2 | 3) => {
        const means = [0, 1, 2, 3].map((g) => mean(scores.filter((one) => one[1] === g).map((one) => one[i])));
        return means.indexOf(Math.max(...means));
      };
      return Number(best(2) === best(3));
    });
    expect(Math.abs(mean(found.map(({ probability }) => probability)) - mean(again))).toBeLessThan(0.1);
    if (tau === null) return;
    const within = found.filter((one) => {
      const order = meanTau([one]).value;
      return order !== null && order.lo <= tau + 1e-9 && order.hi >= tau - 1e-9;
    });
    expect(within.length / found.length).toBeGreaterThan(0.93);
  },
);
