import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { funnels } from '../../src/metrics/pairs.ts';
import { favoursOf } from '../../src/metrics/perturbations.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { prepare } from '../../src/metrics/score.ts';
import type { JudgmentRow } from './generate.ts';
import { measure, type Small, withDatabase } from './small.ts';

type Answer = number | 'N/A' | 'failed' | null;

function row(instance: string, condition: string, answer: Answer, more: Partial<JudgmentRow> = {}) {
  const parse = answer === 'N/A' ? 'abstained' : answer === 'failed' ? 'failed' : 'ok';
  return { instance, condition, score: typeof answer === 'number' ? answer : null, parse, ...more };
}

const TYPES: Record<string, string> = {
  'text-dominance': 'integrity',
  'image-dominance': 'integrality',
  'response-dominance': 'integrity',
  'instruction-misalignment': 'congruity',
  'image-misalignment': 'congruity',
  'detail-description': 'robustness',
  'unnecessary-image': 'robustness',
  'visual-transformation': 'robustness',
  'texture-insertion': 'robustness',
};

const SIGNS: Readonly<Record<string, Answer>> = { 'N/A': 'N/A', failed: 'failed', '-': null };
const answerOf = (sign: string): Answer => (sign in SIGNS ? (SIGNS[sign] ?? null) : Number(sign));

/** Pairs per bias type, `5>1` being 5 before and 1 after; `-` = no row. */
function pairs(types: Record<string, string>): Small {
  const listed = Object.entries(types).map(([bias_type, text]) => [bias_type, text.split(' ')] as const);
  const all = listed.flatMap(([bias_type, list]) =>
    list
      .map((text) => text.split('>').map(answerOf))
      .map(([y = null, z = null], i) => ({
        instance: `${bias_type}-${i}`,
        bias_type,
        dimension: TYPES[bias_type] ?? '',
        y,
        z,
      })),
  );
  return {
    protocol: 'perturbation',
    instances: all.map(({ instance, bias_type, dimension }) => ({ instance, bias_type, dimension })),
    judgments: all.flatMap(({ instance, y, z }) => [
      ...(y === null ? [] : [row(instance, 'base', y)]),
      ...(z === null ? [] : [row(instance, 'perturbed', z)]),
    ]),
  };
}

const OFFICIAL_CASES = join(import.meta.dirname, '../fixtures/official/cases.json');
interface Pair {
  readonly base: number;
  readonly perturbed: number;
  readonly bd: number | null;
  readonly bc: number;
}

describe('BD and BC of the official code', () => {
  const cases: readonly Pair[] = JSON.parse(readFileSync(OFFICIAL_CASES, 'utf8')).mm_judgebias_pairs;
  it.each(cases.map((c) => [c.base, c.perturbed, c.bd, c.bc] as const))('%d → %d', async (base, perturbed, bd, bc) => {
    expect((await measure(pairs({ 'text-dominance': `${base}>${perturbed}` }), 'bd')).value).toBe(bd);
    expect((await measure(pairs({ 'detail-description': `${base}>${perturbed}` }), 'bc')).value).toBeCloseTo(bc, 14);
  });
});

describe('pointwise metrics', () => {
  it.each(['N/A>3', '8>N/A', 'failed>3', '8>-', '->3'])('drops the pair %s', async (pair) => {
    expect(await measure(pairs({ 'text-dominance': `${pair} 6>1` }), 'bd')).toMatchObject({ value: 1, den: 1 });
    expect(await measure(pairs({ 'detail-description': `${pair} 6>6` }), 'bc')).toMatchObject({ value: 1, den: 1 });
  });

  it('takes no number beside an N/A', async () => {
    const small = pairs({ 'text-dominance': '6>1' });
    const judgments = small.judgments.map((j) => (j.condition === 'base' ? j : { ...j, parse: 'abstained' }));
    expect((await measure({ ...small, judgments }, 'bd')).value).toBeNull();
  });

  it('never clamps: a score below 1 pushes BD above 1', async () => {
    expect((await measure(pairs({ 'text-dominance': '5>0' }), 'bd')).value).toBe(5 / 4);
  });

  it('takes no variance below 0 from rounding', async () => {
    // 10 · 7.1² − (10 · 7.1)² / 10 is −1.1e-13.
    const small = pairs({ 'text-dominance': Array(10).fill('7.1>7.1').join(' ') });
    expect((await measure(small, 'inter_sample_variance')).value).toBe(0);
  });

  it('a constant scorer gets reliability 4/9, discernment 0 and no variance between samples', async () => {
    const small = pairs(Object.fromEntries(Object.keys(TYPES).map((type) => [type, '7>7 7>7'])));
    expect((await measure(small, 'reliability')).value).toBeCloseTo(4 / 9, 14);
    expect((await measure(small, 'discernment')).value).toBe(0);
    expect((await measure(small, 'inter_sample_variance')).value).toBe(0);
    expect((await measure(small, 'reliability', { slice: { dimension: 'integrity' } })).value).toBe(0);
  });

  it('reliability weighs types equally; a type without an eligible pair is left out, or 0 under official zeros', async () => {
    const small = pairs({
      'text-dominance': '1>1 1>4',
      'image-misalignment': '5>1 5>5',
      'detail-description': '4>4',
    });
    expect((await measure(small, 'bd', { slice: { bias_type: 'text-dominance' } })).value).toBeNull();
    expect((await measure(small, 'reliability')).value).toBe((1 / 2 + 1) / 2);
    const settings = { zeros: 'official' } as const;
    expect(await measure(small, 'bd', { settings, slice: { bias_type: 'text-dominance' } })).toMatchObject({
      value: 0,
    });
    expect((await measure(small, 'reliability', { settings })).value).toBe((1 / 2 + 1 + 0) / 3);
    expect((await measure(small, 'discernment', { settings })).value).toBe((1 / 2 + 0) / 2 + 1 - 1);
  });

  it('counts the funnel: pairs, parsed, eligible, scored', async () => {
    const small = pairs({
      'text-dominance': '1>1 5>1 5>N/A failed>2 5>-',
      'detail-description': '1>1 N/A>3',
    });
    const numbers = small.judgments.map((j) => (j.parse === 'abstained' ? { ...j, score: 3 } : j));
    const funnel = await withDatabase({ ...small, judgments: numbers }, async ({ query }) => {
      await prepare(query, OFFICIAL_SETTINGS);
      return funnels(query, { sql: 'bias_type <> ?', params: ['no such type'] });
    });
    expect(funnel).toEqual(
      [
        {
          run: 'r',
          slice: 'dimension=integrity;bias_type=text-dominance',
          dimension: 'integrity',
          pairs: 5,
          parsed: 3,
          abstained: 0,
          eligible: 2,
          scored: 1,
        },
        {
          run: 'r',
          slice: 'dimension=robustness;bias_type=detail-description',
          dimension: 'robustness',
          pairs: 2,
          parsed: 2,
          abstained: 0,
          eligible: 2,
          scored: 1,
        },
      ].sort((a, b) => (a.slice < b.slice ? -1 : 1)),
    );
  });

  it('takes the condition as bias type where the instance names none', async () => {
    const small: Small = {
      protocol: 'perturbation',
      instances: [{ instance: 'x', dimension: 'robustness' }],
      judgments: [row('x', 'base', 5), row('x', 'noise', 5), row('x', 'blur', 10)],
    };
    const { value, sums } = await measure(small, 'bc');
    expect(sums.map((s) => s.slice)).toEqual([
      'dimension=robustness;bias_type=blur',
      'dimension=robustness;bias_type=noise',
    ]);
    expect(value).toBe(1 / 2);
    expect((await measure(small, 'inter_sample_variance')).sums).toMatchObject([{ n: 1 }]);
  });

  it('self-enhancement is centred over judges and generators', async () => {
    const score = (run: string, instance: string, value: number) =>
      row(instance, 'base', value, { run, response: 'a' });
    const small: Small = {
      protocol: 'pointwise',
      responses: [
        { instance: 'x', response: 'a', model: 'm1' },
        { instance: 'y', response: 'a', model: 'm2' },
      ],
      // Judge j1 is one point milder than j2, m1 one point better than m2, and j1 adds two points for m1.
      judgments: [score('j1', 'x', 9), score('j1', 'y', 6), score('j2', 'x', 6), score('j2', 'y', 5)],
    };
    const { sums } = await measure(small, 'self_enhancement');
    const { value } = favoursOf(sums);
    expect(value?.map((c) => [c.run, c.generator, c.favour])).toEqual([
      ['j1', 'm1', 0.5],
      ['j1', 'm2', -0.5],
      ['j2', 'm1', -0.5],
      ['j2', 'm2', 0.5],
    ]);
    expect(favoursOf(sums.slice(1))).toMatchObject({ value: null });
  });
});
