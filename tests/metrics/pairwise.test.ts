import { describe, expect, it } from 'vitest';
import { measure, type Small } from './small.ts';

const CRITERIA = ['clarity', 'grounding', 'logic'];
/** One prompt x: labels and verdicts per criterion, `-` for no label or no row. */
function sheet(labels: string, verdicts: string, parse: Record<number, string> = {}): Small {
  const at = (text: string, i: number) => text[i] ?? '-';
  return {
    protocol: 'pairwise',
    gold: CRITERIA.flatMap((criterion, i) =>
      at(labels, i) === '-' ? [] : [{ instance: 'x', criterion, value: at(labels, i) }],
    ),
    judgments: CRITERIA.flatMap((criterion, i) => {
      const verdict = at(verdicts, i);
      if (verdict === '-') return [];
      const given = verdict === 'a' || verdict === 'b' ? verdict : verdict === 't' ? 'tie' : null;
      return [{ instance: 'x', criterion, verdict: given, parse: parse[i] ?? 'ok' }];
    }),
  };
}

describe('pairwise metrics', () => {
  it.each(['failed', 'refused', 'error', 'abstained'])('a verdict that is %s is wrong everywhere', async (parse) => {
    const small = sheet('aba', 'ab?', { 2: parse });
    expect(await measure(small, 'overall_accuracy')).toMatchObject({ num: 2, den: 3 });
    expect(await measure(small, 'pacc')).toMatchObject({ value: 0, den: 1 });
    expect(await measure(small, 'cmr')).toMatchObject({ num: 1, den: 2 });
    expect(await measure(sheet('ab', 'a?', { 1: parse }), 'tos')).toMatchObject({ num: 0, den: 1 });
    expect(await measure(small, 'coverage')).toMatchObject({ num: 2, den: 3 });
  });

  it('a tie is read, but wrong, and no valid answer', async () => {
    const small = sheet('ab', 'at');
    expect((await measure(small, 'pacc')).value).toBe(0);
    expect((await measure(small, 'tos')).value).toBe(0);
    expect((await measure(small, 'coverage')).value).toBe(1);
  });

  it.each([
    ['no row', sheet('ab-', 'a--')],
    ['a row that says missing', sheet('ab-', 'a?-', { 1: 'missing' })],
  ])('a missing judgment (%s) is left out, or wrong under the switch, and lowers coverage', async (_, small) => {
    expect(await measure(small, 'pacc')).toMatchObject({ value: 1, den: 1 });
    expect((await measure(small, 'tos')).value).toBeNull();
    expect(await measure(small, 'overall_accuracy')).toMatchObject({ num: 1, den: 1 });
    const settings = { missing: 'wrong' } as const;
    expect(await measure(small, 'pacc', { settings })).toMatchObject({ value: 0, den: 1 });
    expect(await measure(small, 'tos', { settings })).toMatchObject({ value: 0, den: 1 });
    expect(await measure(small, 'overall_accuracy', { settings })).toMatchObject({ num: 1, den: 2 });
    expect(await measure(small, 'coverage')).toMatchObject({ num: 1, den: 2 });
  });

  it('TOS takes a pair judged the wrong way round; CMR does not', async () => {
    expect((await measure(sheet('ab', 'ba'), 'tos')).value).toBe(1);
    expect((await measure(sheet('ab', 'ba'), 'cmr')).value).toBe(0);
  });

  it('TOS needs the two answers on a truly conflicting pair', async () => {
    // grounding and clarity agree, only they are told apart: no conflicting pair has two different valid answers.
    expect((await measure(sheet('aab', 'ab?', { 2: 'failed' }), 'tos')).value).toBe(0);
    expect((await measure(sheet('aab', 'abb'), 'tos')).value).toBe(1);
  });

  it('conflict discrimination takes off false alarms', async () => {
    // labels a a b: one agreeing pair, two conflicting; verdicts a b b tell one agreeing and one conflicting pair apart.
    expect((await measure(sheet('aab', 'abb'), 'conflict_discrimination')).value).toBe(1 / 2 - 1);
    expect((await measure(sheet('aab', 'aab'), 'conflict_discrimination')).value).toBe(1);
    expect((await measure(sheet('ab-', 'ab-'), 'conflict_discrimination')).value).toBeNull();
  });

  it('halo is 1 without any different verdicts, 0 for the right ones, and ignores unread answers', async () => {
    expect((await measure(sheet('aab', 'aaa'), 'halo')).value).toBe(1);
    expect((await measure(sheet('aab', 'aab'), 'halo')).value).toBe(0);
    expect((await measure(sheet('aab', 'a?b', { 1: 'failed' }), 'halo')).value).toBe(0);
  });

  describe('values over both orders', () => {
    const RIGHT = 'a';
    /** One question per pair of answers, first order and second: `-` no row, `?` unreadable, `t` tie; people preferred a. */
    const orders = (...answers: readonly string[]): Small => ({
      protocol: 'pairwise',
      gold: answers.map((_, i) => ({ instance: `x${i}`, criterion: 'c', value: RIGHT })),
      judgments: answers.flatMap((pair, i) =>
        (['ab', 'ba'] as const).flatMap((order, at) => {
          const said = pair[at] ?? '-';
          if (said === '-') return [];
          const verdict = said === '?' ? null : said === 't' ? 'tie' : said;
          return [{ instance: `x${i}`, criterion: 'c', order, verdict, parse: said === '?' ? 'failed' : 'ok' }];
        }),
      ),
    });
    const wrong = { settings: { missing: 'wrong' } } as const;

    it('all orders: every judgment counts; both: right in each; majority: opposite verdicts are tied and wrong', async () => {
      const small = orders('aa', 'ab', 'ba', 'bb', 'a?', 'tb', '??', 'at');
      expect(await measure(small, 'overall_accuracy')).toMatchObject({ num: 4, den: 8 });
      expect(await measure(small, 'all_orders_accuracy')).toMatchObject({ num: 6, den: 16 });
      expect(await measure(small, 'both_orders_accuracy')).toMatchObject({ num: 1, den: 8 });
      expect(await measure(small, 'order_majority_accuracy')).toMatchObject({ num: 3, den: 8 });
    });

    it('a question in one order only is no pair of orders, unless missing counts as wrong', async () => {
      const small = orders('aa', 'a-', '-a');
      expect(await measure(small, 'all_orders_accuracy')).toMatchObject({ num: 4, den: 4 });
      expect(await measure(small, 'both_orders_accuracy')).toMatchObject({ num: 1, den: 1 });
      expect(await measure(small, 'order_majority_accuracy')).toMatchObject({ num: 1, den: 1 });
      expect(await measure(small, 'all_orders_accuracy', wrong)).toMatchObject({ num: 4, den: 6 });
      expect(await measure(small, 'both_orders_accuracy', wrong)).toMatchObject({ num: 1, den: 3 });
      expect(await measure(small, 'order_majority_accuracy', wrong)).toMatchObject({ num: 3, den: 3 });
    });
  });
});
