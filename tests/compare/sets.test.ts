import { describe, expect, test } from 'vitest';
import { caseSets, runWords } from '../../src/compare/sets.ts';
import type { ComparedBenchmark, ComparedRun } from '../../src/schema/comparison.ts';
import { compareFields } from '../../src/url-state/compare.ts';

const run = (judge: string, protocol: ComparedRun['protocol'], variant = '', repeats = 1): ComparedRun => ({
  run: [judge, protocol, variant].filter(Boolean).join('-'),
  judge,
  protocol,
  variant,
  repeats,
});
const cases: readonly ComparedBenchmark[] = [
  {
    benchmark: 'small',
    name: 'Small',
    synthetic: true,
    labels: {},
    runs: [
      run('a', 'pairwise', 'joint'),
      run('a', 'pairwise', '', 5),
      run('b', 'pairwise'),
      run('b', 'critique'),
      run('c', 'critique'),
    ],
  },
];

describe('cases that judges can be compared by', () => {
  test('are those in which the first and another have runs; who has none is named', () => {
    const sets = caseSets(cases, ['b', 'a', 'c'], []);
    expect(sets.map(({ key, others, absent }) => [key, others.map(({ judge }) => judge), absent])).toEqual([
      ['small.pairwise', ['a'], ['c']],
      ['small.critique', ['c'], ['a']],
    ]);
    expect(caseSets(cases, ['a', 'c'], [])).toEqual([]);
    expect(caseSets(cases, ['nobody', 'b'], [])).toEqual([]);
  });

  test('of several runs the standard one is taken, unless another is chosen', () => {
    const [standard] = caseSets(cases, ['a', 'b'], []);
    expect(standard?.first.run.run).toBe('a-pairwise');
    const [chosen] = caseSets(cases, ['a', 'b'], ['a-pairwise-joint', 'b-critique']);
    expect(chosen?.first.run.run).toBe('a-pairwise-joint');
    expect(chosen?.first.runs.map(runWords)).toEqual(['joint', 'standard, 5 repeats']);
  });
});

describe('the address', () => {
  const known = compareFields({ judges: ['a', 'b'], sets: ['small.pairwise'], runs: ['a-pairwise'] });
  const early = compareFields({ judges: ['a', 'b'], sets: null, runs: null });

  test('before the runs are known any id will do, afterwards only theirs', () => {
    expect(early.in.read('small.pairwise').value).toBe('small.pairwise');
    expect(early.in.read('<b>').value).toBeNull();
    expect(early.runs.read('a-pairwise,nobody').value).toEqual(['a-pairwise', 'nobody']);
    expect(known.in.read('other.pairwise')).toEqual({ value: null, rejected: ['other.pairwise'] });
    expect(known.runs.read('a-pairwise,nobody')).toEqual({ value: ['a-pairwise'], rejected: ['nobody'] });
  });

  test('survives the trip', () => {
    for (const by of ['pacc', 'pacc;split=open_ended', 'critique_score;critique_judge=rubric-neutral'])
      expect(known.by.read(known.by.write(by)).value).toBe(by);
    expect(known.by.read('a b').rejected).toEqual(['a b']);
    expect(known.support.read('shared').value).toBe('shared');
    expect(known.support.read('both').value).toBeNull();
  });
});
