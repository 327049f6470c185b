import { describe, expect, test } from 'vitest';
import { type Answers, differenceOf, ratioDifferences, uniform } from './helpers.ts';
import type { ClusterSum } from './tables.ts';

const PER_CLUSTER = 3;
const placeOf = (judgment: number): number => Math.floor(judgment / PER_CLUSTER);
const clusterOf = (judgment: number): string => `c${placeOf(judgment)}`;
const differences = (runs: readonly Answers[]) => ratioDifferences(runs, placeOf);

const answers = (random: () => number, level: number, from: number, to: number): Answers =>
  new Map(Array.from({ length: to - from }, (_, i) => [from + i, random() < level ? 1 : 0]));

describe('differences over the judgments that both runs have', () => {
  test('a run that repeats another on half of the cases is not told from it', () => {
    const random = uniform(1);
    const easy = answers(random, 0.95, 0, 600);
    const hard = answers(random, 0.3, 600, 1200);
    const whole: Answers = new Map([...easy, ...hard]);
    const found = differences([whole, easy])(0, 1);
    expect(found).toMatchObject({ value: 0, p: 1, shared: 600, of: 1200 });
    const rows = (run: Answers): ClusterSum[] =>
      [...run].map(([judgment, num]) => ({ cluster: clusterOf(judgment), slice: '', num, den: 1 }));
    expect(differenceOf({ other: rows(whole), base: rows(easy) }).p).toBeLessThan(1e-10);
  });

  test('are those of the shared rows alone, also inside a cluster that only one answered in full', () => {
    const random = uniform(2);
    const runs = [answers(random, 0.7, 0, 299), answers(random, 0.5, 40, 301), answers(random, 0.6, 10, 250)];
    const found = differences(runs);
    for (const [i, j] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const both = [...(runs[i]?.keys() ?? [])].filter((judgment) => runs[j]?.has(judgment));
      const rows = (run: Answers | undefined): ClusterSum[] =>
        both.map((judgment) => ({ cluster: clusterOf(judgment), slice: '', num: run?.get(judgment) ?? 0, den: 1 }));
      const expected = differenceOf({ other: rows(runs[i]), base: rows(runs[j]) });
      expect(found(i, j)).toEqual({
        ...expected,
        shared: both.length,
        of: Math.max(runs[i]?.size ?? 0, runs[j]?.size ?? 0),
      });
    }
  });

  test('less than half shared is no test, and the reason counts', () => {
    const random = uniform(3);
    const found = differences([answers(random, 0.9, 0, 300), answers(random, 0.1, 151, 400)])(0, 1);
    expect(found).toMatchObject({ value: null, p: null, reason: 'they share only 149 of 300 judgments' });
    expect(differences([answers(random, 0.9, 0, 30), new Map()])(0, 1)).toMatchObject({ value: null, p: null });
  });
});
