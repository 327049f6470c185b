import { describe, expect, it } from 'vitest';
import { measure, type Small } from './small.ts';

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
});
