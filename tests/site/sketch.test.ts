import { describe, expect, test } from 'vitest';
import { METRICS } from '../../src/metrics/index.ts';
import { drawnSketch, type SketchLine } from '../../src/site/methods/sketch.ts';

const sketched = METRICS.map(({ id, sketch }) => [id, drawnSketch(sketch)] as const);
const linesOf = (id: string): readonly SketchLine[] => sketched.find(([own]) => own === id)?.[1].lines ?? [];
const pairsOf = (signs: readonly string[]): [number, number][] =>
  signs.flatMap((_, i) => signs.slice(i + 1).map((__, j): [number, number] => [i, i + 1 + j]));
const isConflict = ({ left }: SketchLine): boolean => new Set(left).size > 1;
const same = ({ left, right }: SketchLine): boolean => left.every((sign, i) => sign === right[i]);

/** What a line adds, written from the definitions; not from the sketches. */
const BY_DEFINITION: Readonly<Record<string, (line: SketchLine) => readonly [num: number, den: number]>> = {
  pacc: (line) => [Number(same(line)), 1],
  tos: (line) => (isConflict(line) ? [Number(new Set(line.right).size > 1), 1] : [0, 0]),
  cmr: (line) => {
    const conflicts = pairsOf(line.left).filter(([i, j]) => line.left[i] !== line.left[j]);
    return [conflicts.filter((pair) => pair.every((i) => line.left[i] === line.right[i])).length, conflicts.length];
  },
  leakage: ({ left, right }) => {
    const ordered = left.flatMap((_, i) => left.map((_other, j) => [i, j] as const));
    const opposed = ordered.filter(([i, j]) => left[i] !== left[j]);
    return [opposed.filter(([i, j]) => right[i] === left[j]).length, opposed.length];
  },
  overall_accuracy: ({ left, right }) => [left.filter((sign, i) => sign === right[i]).length, left.length],
  all_orders_accuracy: ({ left, right }) => [right.filter((sign) => sign === left[0]).length, right.length],
  both_orders_accuracy: ({ left, right }) => [Number(right.every((sign) => sign === left[0])), 1],
  position_consistency: ({ left, right }) => [Number(left[0] === right[0]), 1],
  four_way_accuracy: (line) => [Number(same(line)), 1],
  decided_accuracy: (line) => ([...line.left, ...line.right].includes('tie') ? [0, 0] : [Number(same(line)), 1]),
  bd: ({ left, right }) => {
    const [y, after] = [Number(left[0]), Number(right[0])];
    return y > 1 ? [Math.max(0, y - after) / (y - 1), 1] : [0, 0];
  },
  bc: ({ left, right }) => {
    const [y, after] = [Number(left[0]), Number(right[0])];
    return [1 - Math.abs(y - after) / Math.max(y - 1, 10 - y), 1];
  },
  score_error: ({ left, right }) => [Math.abs(Number(left[0]) - Number(right[0])), 1],
};

describe('invented examples', () => {
  test.each(Object.keys(BY_DEFINITION))('of %s add what the definition says', (id) => {
    const lines = linesOf(id);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      const [num, den] = BY_DEFINITION[id]?.(line) ?? [];
      expect(line.num, JSON.stringify(line)).toBeCloseTo(num ?? Number.NaN, 9);
      expect(line.den).toBe(den);
    }
  });

  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const scoreOf = ({ right }: SketchLine): number => Number(right[0]);

  test('of a writer’s favour: what is expected is the judge’s mean and the writer’s, less the mean of all', () => {
    const lines = linesOf('self_enhancement');
    const [judge, writer] = lines[0]?.left ?? [];
    expect(judge).toBe(writer);
    expect(lines).toHaveLength(4);
    for (const { left, num } of lines) {
      const of = (side: 0 | 1): number => mean(lines.filter((line) => line.left[side] === left[side]).map(scoreOf));
      expect(num).toBeCloseTo(of(0) + of(1) - mean(lines.map(scoreOf)), 9);
    }
  });

  test('of length: lines hold the logarithm of the characters', () => {
    const lines = linesOf('length_slope');
    expect(lines.length).toBeGreaterThan(1);
    for (const { left, num } of lines) expect(num).toBeCloseTo(Math.log(Number(left[0])), 2);
  });

  test('of κ: a line holds the squared distance of its two, and the mean one of its score to all ratings', () => {
    const lines = linesOf('rating_kappa');
    const ratings = lines.map(({ left }) => Number(left[0]));
    expect(lines.length).toBeGreaterThan(1);
    lines.forEach((line, i) => {
      expect(line.num).toBe(((ratings[i] ?? Number.NaN) - scoreOf(line)) ** 2);
      expect(line.den).toBe(mean(ratings.map((rating) => (rating - scoreOf(line)) ** 2)));
    });
  });

  test.each(sketched)('of %s end in a number inside the metric’s range', (id, { sum }) => {
    const value = Number(sum.split(' = ')[1]?.replace('−', '-'));
    const [least, most] = METRICS.find((metric) => metric.id === id)?.range ?? [-Infinity, Infinity];
    expect(value).toBeGreaterThanOrEqual(least);
    expect(value).toBeLessThanOrEqual(most);
  });

  test('write their sums out', () => {
    const sums = new Map(sketched.map(([id, { sum }]) => [id, sum]));
    expect(sums.get('pacc')).toBe('2 / 3 = 0.67');
    expect(sums.get('halo')).toBe('1 − 1 / 2 = 0.5');
    expect(sums.get('lean')).toBe('1 / 1 − 1 / 2 = 0.5');
    expect(sums.get('inter_sample_variance')).toBe('8 / (3 − 1) = 4');
    expect(sums.get('rank_correlation')).toBe('1 − 6 × 2 / (3 × 8) = 0.5');
    expect(sums.get('discernment')).toBe('0.7 + 0.9 − 1 = 0.6');
    expect(sums.get('self_enhancement')).toBe('8 − 7.5 = 0.5');
    expect(sums.get('length_slope')).toBe('(6 − 5) / (5.61 − 4.61) = 1');
    expect(sums.get('rating_kappa')).toBe('1 − 2 / 10 = 0.8');
  });
});
