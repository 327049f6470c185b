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
import { someHaveValue } from '../../../src/cases/columns/select.ts';
import { uniform } from '../../stats/helpers.ts';

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

test('a facet says something of cases only where one of them has a value', () => {
  const facets = [{ name: 'task', label: 'Task', values: ['count', '', 'say'] }];
  const codes = [Uint8Array.from({ length: 70 }, (_, i) => (i === 3 ? 0 : i === 66 ? 2 : 1))];
  const says = (...places: readonly number[]): boolean => {
    const cases = emptyBits(70);
    for (const at of places) setBit(cases, at);
    return someHaveValue({ facets, codes }, 0, cases);
  };
  expect([says(), says(0, 2, 4, 65, 67), says(3), says(0, 66)]).toEqual([false, false, true, true]);
});
