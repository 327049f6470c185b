import { describe, expect, it } from 'vitest';
import { contributionsOf, prepare } from '../../src/metrics/score.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/settings.ts';
import { summarise } from '../stats/helpers.ts';
import { clusterSums } from './cluster-sums.ts';
import { known, measure, type Small, withDatabase } from './small.ts';

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

  it.each(['verifier', 'fallback'])('a verdict read by a %s counts', async (parse) => {
    expect((await measure(sheet('ab', 'ab', { 0: parse, 1: parse }), 'pacc')).value).toBe(1);
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

  it('counts a prompt without any row as missing, but only in a split that the run touched', async () => {
    const small: Small = {
      protocol: 'pairwise',
      instances: ['x', 'y', 'z'].map((instance) => ({ instance, split: instance === 'z' ? 'other' : 'one' })),
      gold: ['x', 'y', 'z'].map((instance) => ({ instance, criterion: 'c', value: 'a' })),
      judgments: [{ instance: 'x', criterion: 'c', verdict: 'a' }],
    };
    expect(await measure(small, 'pacc')).toMatchObject({ num: 1, den: 1 });
    expect(await measure(small, 'pacc', { settings: { missing: 'wrong' } })).toMatchObject({ num: 1, den: 2 });
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

  it('TOS has no value without a conflict; PAcc says which prompts have one', async () => {
    expect((await measure(sheet('aa', 'ab'), 'tos')).value).toBeNull();
    expect((await measure(sheet('aa', 'aa'), 'pacc', { slice: { conflict: 'no' } })).value).toBe(1);
    expect((await measure(sheet('aa', 'aa'), 'pacc', { slice: { conflict: 'yes' } })).value).toBeNull();
  });

  it('CMR names the pair of criteria', async () => {
    const { sums } = await measure(sheet('aab', 'aab'), 'cmr');
    expect(sums.map((row) => row.slice)).toEqual(['criterion=clarity;other=logic', 'criterion=grounding;other=logic']);
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

  it('halo counts verdicts that differ where the labels agree, whatever the clusters', async () => {
    const prompts = { x: ['a', 'b'], y: ['a', 'a'], z: ['b', 'b'] };
    const rows = Object.entries(prompts).flatMap(([instance, labels]) =>
      labels.map((value, i) => ({ instance, criterion: CRITERIA[i] ?? '', value, verdict: i === 0 ? 'a' : 'b' })),
    );
    for (const shared of [false, true]) {
      const small: Small = {
        protocol: 'pairwise',
        instances: Object.keys(prompts).map((instance) => ({
          instance,
          cluster: shared && instance !== 'x' ? 'yz' : instance,
        })),
        gold: rows.map(({ instance, criterion, value }) => ({ instance, criterion, value })),
        judgments: rows.map(({ instance, criterion, verdict }) => ({ instance, criterion, verdict })),
      };
      await withDatabase(small, async ({ query }) => {
        await prepare(query, OFFICIAL_SETTINGS);
        const sums = await clusterSums(query, contributionsOf([known('halo')]).sql);
        // One pair of labels differs and three pairs of verdicts do: 1 − 3/1.
        expect(summarise(sums, 'ratio', { range: null })).toMatchObject({
          value: -2,
          num: -2,
          den: 1,
          clusters: shared ? 2 : 3,
        });
      });
    }
  });

  it('leakage follows the other label only where the two labels differ', async () => {
    const { sums } = await measure(sheet('aab', 'bab'), 'leakage');
    const share = Object.fromEntries(sums.map((row) => [row.slice, row.num / row.den]));
    expect(share).toEqual({
      'criterion=clarity;other=logic': 1,
      'criterion=grounding;other=logic': 0,
      'criterion=logic;other=clarity': 0,
      'criterion=logic;other=grounding': 0,
    });
  });

  it('repeats: the mean of the values of each', async () => {
    const rows = (repeat: number, verdicts: string) =>
      [...verdicts].map((verdict, i) => ({ instance: `x${i}`, criterion: 'c', repeat, verdict }));
    const small: Small = {
      protocol: 'pairwise',
      gold: [0, 1, 2, 3].map((i) => ({ instance: `x${i}`, criterion: 'c', value: 'a' })),
      judgments: [...rows(0, 'aaab'), ...rows(1, 'b')],
    };
    expect((await measure(small, 'pacc')).value).toBe((3 / 4 + 0) / 2);
  });

  it('criterion average weighs criteria equally, overall accuracy judgments', async () => {
    const small: Small = {
      protocol: 'pairwise',
      gold: ['x', 'y', 'z']
        .flatMap((instance) => [{ instance, criterion: 'c', value: 'a' }])
        .concat([{ instance: 'x', criterion: 'd', value: 'a' }]),
      judgments: [
        ...['x', 'y', 'z'].map((instance) => ({ instance, criterion: 'c', verdict: 'a' })),
        { instance: 'x', criterion: 'd', verdict: 'b' },
      ],
    };
    expect((await measure(small, 'criterion_average')).value).toBe(1 / 2);
    expect((await measure(small, 'overall_accuracy')).value).toBe(3 / 4);
  });

  it('an empty answer is an answer: two conflict prompts with an empty second one have a PAcc of 0', async () => {
    const prompt = (instance: string) => [
      { instance, criterion: 'c', verdict: 'a' },
      { instance, criterion: 'd', verdict: null, parse: 'failed', length: 0 },
    ];
    const small: Small = {
      protocol: 'pairwise',
      gold: ['x', 'y'].flatMap((instance) => [
        { instance, criterion: 'c', value: 'a' },
        { instance, criterion: 'd', value: 'b' },
      ]),
      judgments: ['x', 'y'].flatMap(prompt),
    };
    expect(await measure(small, 'pacc')).toMatchObject({ value: 0, den: 2 });
    expect(await measure(small, 'coverage')).toMatchObject({ num: 2, den: 4 });
  });

  it('takes the answer in the first order, and compares both orders', async () => {
    const answer = (criterion: string, order: 'ab' | 'ba', verdict: string | null, parse = 'ok') => ({
      instance: 'x',
      criterion,
      order,
      verdict,
      parse,
    });
    const small: Small = {
      protocol: 'pairwise',
      gold: ['c', 'd', 'e', 'f'].map((criterion) => ({ instance: 'x', criterion, value: 'a' })),
      judgments: [
        ...[answer('c', 'ab', 'a'), answer('c', 'ba', 'b'), answer('d', 'ab', 'b'), answer('d', 'ba', 'b')],
        ...[
          answer('e', 'ab', 'tie'),
          answer('e', 'ba', 'tie'),
          answer('f', 'ab', null, 'missing'),
          answer('f', 'ba', 'a'),
        ],
      ],
    };
    const right = Object.fromEntries((await measure(small, 'criterion_accuracy')).sums.map((s) => [s.slice, s.num]));
    // What the run lists as missing in the first order is not replaced by the second.
    expect(right).toEqual({ 'criterion=c': 1, 'criterion=d': 0, 'criterion=e': 0 });
    const same = Object.fromEntries((await measure(small, 'position_consistency')).sums.map((s) => [s.slice, s.num]));
    expect(same).toEqual({ 'criterion=c': 0, 'criterion=d': 1, 'criterion=e': 0 });
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

    it.each(['a-', '-b'])('a run in one order (%s) has its accuracy and none of these', async (pair) => {
      const small = orders(pair, pair);
      expect((await measure(small, 'overall_accuracy')).value).toBe(pair === 'a-' ? 1 : 0);
      for (const id of ['all_orders_accuracy', 'both_orders_accuracy', 'order_majority_accuracy']) {
        expect((await measure(small, id)).value).toBeNull();
        expect((await measure(small, id, wrong)).value).toBeNull();
      }
    });
  });

  it('refuses more criteria than it can keep apart', async () => {
    const many = Array.from({ length: 63 }, (_, i) => ({ instance: 'x', criterion: `c${i}`, value: 'a' }));
    const small: Small = {
      protocol: 'pairwise',
      gold: many,
      judgments: [{ instance: 'x', criterion: 'c1', verdict: 'a' }],
    };
    await expect(measure(small, 'pacc')).rejects.toThrow('more than 62 criteria');
    expect(
      (await measure({ ...small, gold: many.slice(0, 62) }, 'pacc', { settings: { missing: 'wrong' } })).value,
    ).toBe(0);
  });

  it('verbosity: every verdict on a padded pair, in both orders, against the original', async () => {
    const small: Small = {
      protocol: 'pairwise',
      instances: [{ instance: 'x', pair_kind: 'verbosity' }, { instance: 'y' }],
      gold: ['x', 'y'].map((instance) => ({ instance, value: 'a' })),
      judgments: [
        { instance: 'x', order: 'ab', verdict: 'a' },
        { instance: 'x', order: 'ba', verdict: 'b' },
        { instance: 'y', order: 'ab', verdict: 'a' },
      ],
    };
    expect(await measure(small, 'verbosity_robustness')).toMatchObject({ num: 1, den: 2 });
  });
});
