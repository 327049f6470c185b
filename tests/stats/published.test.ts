import { describe, expect, test } from 'vitest';
import type { PublishedRule } from '../../src/schema/metric.ts';
import { wilson } from '../../src/stats/intervals.ts';
import { type KnownDenominators, publishedInterval } from '../../src/stats/published.ts';

const BLANK = { unit: 'percent', full: null, scored: null, units: null, unitsNote: '', partErrors: [] } as const;
type Value = Partial<KnownDenominators> & { readonly printed: string };
const of = ({ printed, ...known }: Value, rule: Exclude<PublishedRule['rule'], 'none'>) =>
  publishedInterval(printed, { ...BLANK, ...known }, { rule });

describe('shares of the full set (PAcc, TOS, accuracy)', () => {
  test('Wilson at the count behind the value, in the printed unit', () => {
    const found = of({ printed: '32.78', full: 299 }, 'wilson');
    expect(found.n).toBe(299);
    expect(found.interval).toMatchObject({
      kind: 'wilson',
      basis: 'from the printed value: Wilson, k = 98 of n = 299',
    });
    expect(found.interval?.lo).toBeCloseTo(100 * wilson(98 / 299, 299).lo, 10);
    expect(found.interval?.hi).toBeCloseTo(100 * wilson(98 / 299, 299).hi, 10);
    expect(found.se).toBeCloseTo(100 * Math.sqrt((0.33 * 0.67) / 299), 1);
  });

  test('none below 95 % of the full set, with the count', () => {
    expect(of({ printed: '56.12', full: 226 }, 'wilson')).toEqual({
      interval: null,
      se: null,
      n: 196,
      reason: 'a share of at most 196 of the 226 items',
    });
    expect(of({ printed: '9.41', full: 299 }, 'wilson').n).toBe(287);
    expect(of({ printed: '9.41', full: 299 }, 'wilson').reason).toBe('');
  });

  test('a denominator known from other cells wins', () => {
    expect(of({ printed: '50', full: 300, scored: 290 }, 'wilson').n).toBe(290);
    expect(of({ printed: '50', full: 300, scored: 200 }, 'wilson').interval).toBeNull();
  });

  test('0 % and 100 % are not certain', () => {
    const [zero, all] = [of({ printed: '0.00', full: 109 }, 'wilson'), of({ printed: '100.00', full: 109 }, 'wilson')];
    expect(zero.interval?.lo).toBe(0);
    expect(zero.interval?.hi).toBeCloseTo(3.404, 3);
    expect(all.interval?.hi).toBe(100);
    expect(zero.se).toBeGreaterThan(0.5);
    expect(all.se).toBeCloseTo(zero.se ?? 0, 10);
  });
});

describe('the other rules', () => {
  test('CMR counts prompts, never pairs', () => {
    const found = of({ printed: '53.17', full: 501, units: 206 }, 'wilson-conflict-prompts');
    expect(found.interval?.lo).toBeCloseTo(100 * wilson(0.5317, 206).lo, 10);
    expect(found.n).toBeGreaterThan(480);
    expect(found.interval?.basis).toBe('from the printed value: Wilson, n = 206 prompts with a conflict');
  });

  test('criterion average: SE at most the mean of the criteria’s', () => {
    const found = of({ printed: '60.00', partErrors: [3, 4, 5] }, 'macro-at-most');
    expect(found.se).toBeCloseTo(4, 1);
    expect(found.interval?.kind).toBe('at most');
    expect(found.interval?.lo).toBeCloseTo(100 * wilson(0.6, 0.24 / 0.0016).lo, 10);
    const gap = of({ printed: '60.00', partErrors: [3, null, 5] }, 'macro-at-most');
    expect(gap.reason).toBe('a criterion in the average has no standard error');
    expect(of({ printed: '60.00' }, 'macro-at-most').interval).toBeNull();
  });

  test('BC: SE at most that of 0/1 scores', () => {
    const found = of({ printed: '0.936', unit: 'ratio', full: 200 }, 'bounded-at-most');
    expect(found.interval?.kind).toBe('at most');
    expect(found.interval).toMatchObject(wilson(0.936, 200));
    expect(of({ printed: '0.936', unit: 'ratio', full: 200, scored: 100 }, 'bounded-at-most').n).toBe(100);
  });

  test('critique accuracy: questions, at nine tenths coverage', () => {
    const value = { printed: '0.896', unit: 'ratio', full: 2282, units: 880 } as const;
    expect(of(value, 'wilson-questions').interval).toMatchObject(wilson(0.896, 880));
    expect(of(value, 'wilson-questions').n).toBe(2282);
    expect(of({ ...value, scored: 2000 }, 'wilson-questions')).toMatchObject({
      interval: null,
      n: 2000,
      reason: 'only 2\u{202f}000 of 2\u{202f}282 samples were scored',
    });
  });

  test('critique score: no 0–10 score varies more than 0 and 10', () => {
    const found = of({ printed: '7.924', unit: 'score', units: 880 }, 'score-at-most');
    expect(found.se).toBeCloseTo(Math.sqrt((7.924 * 2.076) / 880), 2);
    expect(found.interval?.lo).toBeCloseTo(10 * wilson(0.7924, 880).lo, 10);
    expect(found.interval?.kind).toBe('at most');
  });

  test('preference: the largest n that fits, however small', () => {
    const found = of({ printed: '0.653', unit: 'ratio', full: 76 }, 'wilson-largest-n');
    expect(found.n).toBe(75);
    expect(found.interval?.basis).toBe('from the printed value: Wilson, k = 49 of n = 75');
  });

  test('no rule, no number, no denominator: each with its reason', () => {
    expect(publishedInterval('0.9', BLANK, { rule: 'none', reason: 'BD denominators vary' }).reason).toBe(
      'BD denominators vary',
    );
    expect(of({ printed: '64.2.0', full: 81 }, 'wilson').reason).toBe('not printed as a plain number');
    expect(of({ printed: '80.84', unit: 'score', units: 100 }, 'score-at-most').reason).toBe('out of range');
    for (const rule of [
      'wilson',
      'wilson-conflict-prompts',
      'macro-at-most',
      'bounded-at-most',
      'wilson-questions',
      'score-at-most',
      'wilson-largest-n',
    ] as const) {
      const found = of({ printed: '50.0' }, rule);
      expect(found.interval).toBeNull();
      expect(found.reason).not.toBe('');
    }
  });

  test('every basis says where it comes from', () => {
    const value = { printed: '50.0', full: 100, units: 50, partErrors: [2] };
    for (const rule of [
      'wilson',
      'wilson-conflict-prompts',
      'macro-at-most',
      'bounded-at-most',
      'wilson-questions',
    ] as const) {
      expect(of(value, rule).interval?.basis).toMatch(/^from the printed value: /);
    }
  });
});
