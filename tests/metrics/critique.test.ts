import { describe, expect, it } from 'vitest';
import { judgedTexts } from '../../src/figures/length-score/data.ts';
import { EVERYWHERE } from '../../src/metrics/query.ts';
import { measuredTexts } from '../../src/metrics/texts.ts';
import { lengthTrend } from '../../src/stats/length.ts';
import { ATTRIBUTES } from './load.ts';
import { measure, type Small, withDatabase } from './small.ts';

const correct = (instance: string, value = 'correct') => ({ instance, value, kind: 'correct' as const });

describe('critique metrics', () => {
  const verdicts: Small = {
    protocol: 'critique',
    gold: ['x', 'y', 'z', 'u'].map((instance) => correct(instance)),
    judgments: [
      { instance: 'x', stage: 'critique', verdict: 'correct', score: 8, critique_judge: 'one' },
      { instance: 'x', stage: 'critique', verdict: 'correct', score: 6, critique_judge: 'two' },
      { instance: 'y', stage: 'critique', verdict: 'error', score: 11, critique_judge: 'one' },
      { instance: 'z', stage: 'critique', parse: 'failed', score: 2, critique_judge: 'one' },
    ],
  };

  it('accuracy counts a critique once, however many critique judges scored it', async () => {
    expect(await measure(verdicts, 'critique_accuracy')).toMatchObject({ num: 1, den: 2 });
  });

  it('an unread or absent verdict is missing: left out, or wrong under the switch', async () => {
    const settings = { missing: 'wrong' } as const;
    expect(await measure(verdicts, 'critique_accuracy', { settings })).toMatchObject({ num: 1, den: 4 });
    expect(await measure(verdicts, 'coverage')).toMatchObject({ num: 2, den: 4 });
  });

  it('a score outside 0 to 10 is not averaged', async () => {
    expect((await measure(verdicts, 'critique_score', { slice: { critique_judge: 'one' } })).value).toBe((8 + 2) / 2);
    expect((await measure(verdicts, 'critique_score', { slice: { critique_judge: 'two' } })).value).toBe(6);
  });

  it('corrections have scores of their own', async () => {
    const small: Small = {
      protocol: 'critique',
      judgments: [
        { instance: 'x', stage: 'correction', score: 7 },
        { instance: 'y', stage: 'correction', score: null, parse: 'failed' },
        { instance: 'x', stage: 'critique', score: 1, verdict: 'error' },
      ],
    };
    expect((await measure(small, 'correction_score')).value).toBe(7);
  });

  it('preference: by the label, or by the quality of the two; equal quality is no label; a tie is wrong', async () => {
    const quality = (instance: string, a: number, b: number) =>
      Object.entries({ a, b }).map(([response, number]) => ({
        instance,
        response,
        number,
        value: String(number),
        kind: 'quality' as const,
      }));
    const small: Small = {
      protocol: 'critique',
      gold: [
        ...quality('x', 3, 6),
        ...quality('y', 5, 5),
        ...quality('z', 8, 2),
        { instance: 'u', value: 'a' },
        ...quality('v', 1, 2),
      ],
      judgments: [
        { instance: 'x', stage: 'preference', verdict: 'b' },
        { instance: 'y', stage: 'preference', verdict: 'a' },
        { instance: 'z', stage: 'preference', verdict: 'tie' },
        { instance: 'u', stage: 'preference', verdict: 'a' },
        { instance: 'v', stage: 'preference', parse: 'failed' },
      ],
    };
    expect(await measure(small, 'preference_accuracy')).toMatchObject({ num: 2, den: 3 });
    expect(await measure(small, 'preference_accuracy', { settings: { missing: 'wrong' } })).toMatchObject({
      num: 2,
      den: 4,
    });
  });

  it('length slope rests on scored critiques with a text', async () => {
    const critique = (instance: string, length: number, score: number | null) => ({
      instance,
      stage: 'critique',
      length,
      score,
    });
    const small: Small = {
      protocol: 'critique',
      judgments: [
        critique('x', 100, 2),
        critique('y', 1000, 4),
        critique('z', 10_000, 6.5),
        critique('u', 0, 9),
        critique('v', 50, null),
      ],
    };
    const wanted = { of: 'critique', where: EVERYWHERE, runs: ['r'] } as const;
    const found = await withDatabase(small, ({ query }) => measuredTexts(query, new Set(ATTRIBUTES), wanted));
    const texts = found.series.flatMap((series) => judgedTexts(found, series));
    expect(texts.map((t) => [t.cluster, t.score])).toEqual([
      ['x', 2],
      ['y', 4],
      ['z', 6.5],
    ]);
    expect(lengthTrend(texts).value?.slope).toBeCloseTo(2.25 / Math.log(10), 10);
  });
});
