import { describe, expect, it } from 'vitest';
import { BIAS_NAMES, type ShapesBias } from '../../scripts/shapes/perturbation.ts';
import { BIAS_TYPES } from '../../src/importers/mm-judgebias.ts';
import { attributesOf, errorOf, makeWorld, mean } from './world.ts';

const world = makeWorld(450, 12);
const attributes = attributesOf(world);
const BD = BIAS_NAMES.filter((b) => BIAS_TYPES[b] !== 'robustness');
const BC = BIAS_NAMES.filter((b) => BIAS_TYPES[b] === 'robustness');

interface Sides {
  readonly bias: string;
  readonly y: number | null;
  readonly z: number | null;
  readonly abstained: boolean;
}

function sides(run: string): Sides[] {
  const rows = world.rows(run);
  const base = new Map(rows.filter((r) => r.condition === 'base').map((r) => [`${r.instance} ${r.repeat}`, r]));
  return rows
    .filter((r) => r.condition !== 'base')
    .map((r) => ({
      bias: attributes.get(r.instance)?.bias_type ?? '',
      y: base.get(`${r.instance} ${r.repeat}`)?.score ?? null,
      z: r.score ?? null,
      abstained: r.parse === 'abstained',
    }));
}

/** BD and BC of MM-JudgeBias section 3.2; null when no pair is eligible. */
function measure(run: string, bias: ShapesBias): number | null {
  const terms = sides(run).flatMap(({ bias: own, y, z }) => {
    if (own !== bias || y === null || z === null) return [];
    if (BC.includes(bias)) return [1 - Math.abs(y - z) / Math.max(y - 1, 10 - y)];
    return y > 1 ? [Math.max(0, y - z) / (y - 1)] : [];
  });
  return terms.length === 0 ? null : mean(terms);
}

const all = (run: string, biases: readonly ShapesBias[]) => biases.map((b) => measure(run, b));
const bases = (run: string) =>
  world
    .rows(run)
    .filter((r) => r.condition === 'base')
    .flatMap((r) => (r.score == null ? [] : [r.score]));

describe('pointwise judges', () => {
  it('who does not look at the picture is moved by no change to it', () => {
    const run = 'image-blind-perturbation';
    expect(all(run, ['text-dominance', 'image-misalignment'])).toEqual([0, 0]);
    expect(all(run, ['visual-transformation', 'texture-insertion', 'unnecessary-image'])).toEqual([1, 1, 1]);
    expect(measure(run, 'image-dominance')).toBeGreaterThan(0.9);
  });

  it('who does not read the question is moved by no change to it', () => {
    const run = 'query-blind-perturbation';
    expect(all(run, ['image-dominance', 'instruction-misalignment'])).toEqual([0, 0]);
    expect(measure(run, 'detail-description')).toBe(1);
    expect(measure(run, 'text-dominance')).toBeGreaterThan(0.9);
  });

  it('a constant has BD 0, BC 1, reliability 4/9 and no variance', () => {
    const run = 'constant-perturbation';
    expect(all(run, BD)).toEqual([0, 0, 0, 0, 0]);
    expect(all(run, BC)).toEqual([1, 1, 1, 1]);
    expect(mean(all(run, BIAS_NAMES).map(Number))).toBeCloseTo(4 / 9, 12);
    expect(new Set(bases(run)).size).toBe(1);
  });

  it('the lowest score throughout leaves BD without a value', () => {
    expect(all('always-lowest-perturbation', BD)).toEqual([null, null, null, null, null]);
    expect(all('always-lowest-perturbation', BC)).toEqual([1, 1, 1, 1]);
  });

  it('the volatile judge drops at any change: BD 1, BC low, hardly any discernment', () => {
    const run = 'volatile-perturbation';
    expect(all(run, BD)).toEqual([1, 1, 1, 1, 1]);
    const bc = mean(all(run, BC).map(Number));
    expect(bc).toBeLessThan(0.25);
    expect(mean(all(run, BD).map(Number)) + bc - 1).toBeLessThan(0.25);
  });

  it('the full checker drops when it must and stays when it may', () => {
    for (const value of all('full-checker-perturbation', BIAS_NAMES)) expect(value).toBeGreaterThan(0.97);
    expect(new Set(bases('full-checker-perturbation')).size).toBeGreaterThan(6);
  });

  it('the abstainer says N/A on just those samples that lack question or picture', () => {
    const found = sides('abstainer-perturbation-na-allowed');
    for (const bias of BIAS_NAMES) {
      const own = found.filter((s) => s.bias === bias);
      expect(mean(own.map((s) => Number(s.abstained)))).toBe(BIAS_TYPES[bias] === 'integrity' ? 1 : 0);
    }
  });

  it('runs of the run-noisy judge vary by the injected 2/3', () => {
    const byInstance = new Map<string, number[]>();
    for (const r of world.rows('run-noisy-perturbation')) {
      if (r.condition !== 'base' || r.score == null) continue;
      byInstance.set(r.instance, [...(byInstance.get(r.instance) ?? []), r.score]);
    }
    const variances = [...byInstance.values()].map((scores) => {
      expect(scores).toHaveLength(3);
      const m = mean(scores);
      return scores.reduce((s, x) => s + (x - m) ** 2, 0) / 2;
    });
    expect(Math.abs(mean(variances) - 2 / 3)).toBeLessThan(4 * errorOf(variances));
  });

  it('every score lies on the scale, but for last numbers taken from cut-off outputs', () => {
    for (const run of ['full-checker', 'noisy-checker', 'run-noisy', 'longest', 'keyword-overlap'].map(
      (j) => `${j}-perturbation`,
    ))
      for (const r of world.rows(run)) {
        if (r.parse !== 'ok') continue;
        expect(Number.isInteger(r.score)).toBe(true);
        expect(r.score).toBeGreaterThanOrEqual(1);
        expect(r.score).toBeLessThanOrEqual(10);
      }
    expect(world.rows('noisy-checker-perturbation').some((r) => r.parse === 'failed' || r.parse === 'fallback')).toBe(
      true,
    );
  });
});
