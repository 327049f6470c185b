import { describe, expect, it } from 'vitest';
import { ceilingIn, raterSums } from '../../src/metrics/judge-check.ts';
import { type Chance, criterionPairs, type TrivialJudge, trivialChances } from '../../src/metrics/labels.ts';
import { EVERYWHERE } from '../../src/metrics/query.ts';
import type { Slice } from '../../src/schema/slice.ts';
import { phi } from '../../src/stats/agreement.ts';
import { known, type Small, withDatabase } from './small.ts';

/** Labels per prompt, one character per criterion c, d, e; `-` = none. */
function labelled(prompts: readonly string[], annotator = '', split = 'one') {
  return prompts.flatMap((text, i) =>
    [...text].flatMap((value, k) =>
      value === '-'
        ? []
        : [{ instance: `${split}${i}`, criterion: 'cde'[k] ?? '', value: value === 't' ? 'tie' : value, annotator }],
    ),
  );
}

function small(gold: ReturnType<typeof labelled>): Small {
  const instances = [...new Set(gold.map((g) => g.instance))].map((instance) => ({
    instance,
    split: instance.replace(/\d+$/, ''),
  }));
  return { protocol: 'pairwise', gold, instances, judgments: [] };
}

/** What a trivial judge scores by the labels of a split. */
function trivial(labels: Chance | undefined, id: string, judge: TrivialJudge): number | null {
  if (labels === undefined) return null;
  return known(id).trivial?.[judge]?.({ slice: {}, counts: {}, labels, critics: null })?.lo ?? null;
}

describe('figures of the labels alone', () => {
  const prompts = ['aab', 'ab-', 'bb-', 'aa-', '-ba', 'a--'];

  it('conflicts and phi per pair of criteria and split', async () => {
    const data = small([...labelled(prompts), ...labelled(['ab'], '', 'two'), ...labelled(['ba'], 'ann')]);
    const pairs = await withDatabase(data, ({ query }) => criterionPairs(query, EVERYWHERE));
    expect(pairs).toEqual([
      { split: 'one', criterion: 'c', other: 'd', aa: 2, ab: 1, ba: 0, bb: 1 },
      { split: 'one', criterion: 'c', other: 'e', aa: 0, ab: 1, ba: 0, bb: 0 },
      { split: 'one', criterion: 'd', other: 'e', aa: 0, ab: 1, ba: 1, bb: 0 },
      { split: 'two', criterion: 'c', other: 'd', aa: 0, ab: 1, ba: 0, bb: 0 },
    ]);
    const [{ aa, ab, ba, bb } = { aa: 0, ab: 0, ba: 0, bb: 0 }] = pairs;
    expect(phi({ both: aa, first: ab, second: ba, neither: bb }).value).toBeCloseTo(2 / Math.sqrt(3 * 1 * 2 * 2), 12);
  });

  it('agrees with flipping every possible coin', async () => {
    const [chance] = await withDatabase(small(labelled(prompts)), ({ query }) => trivialChances(query, EVERYWHERE));
    let [pacc, tos, conflicts] = [0, 0, 0];
    for (const text of prompts) {
      const labels = [...text.replaceAll('-', '')];
      const conflict = new Set(labels).size > 1;
      if (conflict) conflicts += 1;
      for (let flips = 0; flips < 2 ** labels.length; flips += 1) {
        const verdicts = labels.map((_, k) => ((flips >> k) & 1 ? 'a' : 'b'));
        if (verdicts.join('') === labels.join('')) pacc += 2 ** -labels.length;
        const seen = labels.some((x, i) => labels.some((y, j) => x !== y && verdicts[i] !== verdicts[j]));
        if (conflict && seen) tos += 2 ** -labels.length;
      }
    }
    expect(chance).toMatchObject({ split: 'one', prompts: 6, conflictPrompts: 3, conflictPairs: 4 });
    expect(trivial(chance, 'pacc', 'coin-flip')).toBeCloseTo(pacc / prompts.length, 12);
    expect(trivial(chance, 'tos', 'coin-flip')).toBeCloseTo(tos / conflicts, 12);
    expect(trivial(chance, 'cmr', 'coin-flip')).toBe(1 / 4);
    expect(trivial(chance, 'pacc', 'one-verdict-oracle')).toBe(1 / 2);
    expect(trivial(chance, 'tos', 'one-verdict-oracle')).toBe(0);
    expect(trivial(chance, 'overall_accuracy', 'one-verdict-oracle')).toBeCloseTo((2 + 1 + 2 + 2 + 1 + 1) / 12, 12);
  });

  it('has no conflict lines for a split without conflicts', async () => {
    const [chance] = await withDatabase(small(labelled(['aa', 'b'])), ({ query }) => trivialChances(query, EVERYWHERE));
    for (const judge of ['coin-flip', 'one-verdict-oracle'] as const)
      for (const id of ['tos', 'cmr']) expect([id, judge, trivial(chance, id, judge)]).toEqual([id, judge, null]);
    expect(trivial(chance, 'pacc', 'coin-flip')).toBe((1 / 4 + 1 / 2) / 2);
  });

  it('human ceiling: each annotator against the majority of the others', async () => {
    const data = small([
      ...labelled(['ab', 'aa'], 'x'),
      ...labelled(['ab', 'ab'], 'y'),
      ...labelled(['ab', 'tb'], 'z'),
    ]);
    // Prompt 1: all agree. Prompt 2, c: labels a a t, d: a b b.
    // x: c others a t → a right; d others b b → b wrong. y: c a right; d others a b → no label. z: c others a a, tie wrong; d others a b → none.
    const raters = await withDatabase(data, ({ query }) => raterSums(query));
    const ceiling = (id: string, slice: Slice) =>
      raters && ceilingIn(raters.single, known(id), { split: 'one', ...slice });
    expect(ceiling('pacc', {})).toEqual({ mean: (1 / 2 + 1 + 1 / 2) / 3, n: 3 });
    expect(ceiling('overall_accuracy', {})).toEqual({ mean: (3 / 4 + 1 + 2 / 3) / 3, n: 3 });
    expect(ceiling('tos', {})).toEqual({ mean: (1 / 2 + 1 + 1) / 3, n: 3 });
    // On c: x is right on both prompts, y on the first and the second (others a and t), z on the first alone.
    expect(ceiling('criterion_accuracy', { criterion: 'c' })?.mean).toBeCloseTo((1 + 1 + 1 / 2) / 3, 12);
    expect(ceiling('coverage', {})).toBeNull();
  });

  it('two raters have no majority: there is no ceiling', async () => {
    const data = small([...labelled(['ab'], 'x'), ...labelled(['ab'], 'y')]);
    expect(await withDatabase(data, ({ query }) => raterSums(query))).toBeNull();
  });
});
