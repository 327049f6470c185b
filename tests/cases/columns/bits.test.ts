import { describe, expect, test } from 'vitest';
import {
  countBits,
  countSharedBits,
  eachBit,
  emptyBits,
  fullBits,
  hasBit,
  setBit,
} from '../../../src/cases/columns/bits.ts';
import { uniform } from '../../stats/random.ts';

/** A set in which each case is with this probability. */
function drawn(cases: number, share: number, random: () => number) {
  const set = emptyBits(cases);
  for (let i = 0; i < cases; i += 1) if (random() < share) setBit(set, i);
  return set;
}

describe('sets of cases', () => {
  test('of any size share as many cases as are in both, counted one by one', () => {
    const random = uniform(5);
    for (let cases = 0; cases < 700; cases += 13) {
      for (const [one, other] of [
        [0.5, 0.5],
        [0.97, 0.9],
        [0.02, 1],
      ] as const) {
        const [a, b] = [drawn(cases, one, random), drawn(cases, other, random)];
        const both = Array.from({ length: cases }, (_, i) => i).filter((i) => hasBit(a, i) && hasBit(b, i));
        expect(countSharedBits(a, b)).toBe(both.length);
        expect(countSharedBits(b, a)).toBe(both.length);
      }
      expect(countBits(fullBits(cases))).toBe(cases);
    }
  });

  test('give their cases in order', () => {
    const set = drawn(300, 0.3, uniform(2));
    const found: number[] = [];
    eachBit(set, (at) => found.push(at));
    expect(found).toEqual(Array.from({ length: 300 }, (_, i) => i).filter((i) => hasBit(set, i)));
  });
});
