import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  askedEntry,
  caseSets,
  chosenOf,
  compareFields,
  contestantName,
  filesWith,
  likeliestSet,
} from '../../src/compare/choice.ts';
import type { ComparedBenchmark, ComparedRun } from '../../src/schema/release-paths.ts';
import { sliceText } from '../../src/schema/slice.ts';
import { cleanSearch, ignoredParameters, readSearch } from '../../src/ui/field.ts';
import { someOf, testFields, typed } from '../url.ts';

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

const sets = (...texts: readonly string[]) => caseSets(cases, texts.map(askedEntry));

describe('cases that judges can be compared by', () => {
  test('are those in which the first and another have runs; who has none is named', () => {
    const found = sets('b', 'a', 'c');
    expect(
      found.map(({ key, others, absent }) => [key, others.map(({ run }) => run.judge), absent.map(({ text }) => text)]),
    ).toEqual([
      ['small.pairwise', ['a'], ['c']],
      ['small.critique', ['c'], ['a']],
    ]);
    expect(sets('a', 'c')).toEqual([]);
    expect(sets('nobody', 'b')).toEqual([]);
  });

  test('of several runs the standard one is taken, unless another is named', () => {
    const [standard] = sets('a', 'b');
    expect(standard?.base.run.run).toBe('a-pairwise');
    const [chosen] = sets('a:a-pairwise-joint', 'b:b-critique');
    expect(chosen?.base.run.run).toBe('a-pairwise-joint');
    expect(chosen?.others.map(({ run }) => run.run)).toEqual(['b-pairwise']);
  });

  test('two runs of one judge are two sides; one run is no two', () => {
    const [pair, ...more] = sets('a', 'a:a-pairwise-joint');
    expect(more).toEqual([]);
    expect([pair?.base, ...(pair?.others ?? [])].map((one) => one?.run.run)).toEqual([
      'a-pairwise',
      'a-pairwise-joint',
    ]);
    expect(sets('a', 'a:a-pairwise')).toEqual([]);
    const [, critique] = sets('b', 'c', 'b:b-critique', 'a').map(({ absent }) => absent.map(({ text }) => text));
    expect(critique).toEqual(['b:b-critique', 'a']);
  });

  test('the runs that are named decide which cases are looked at first', () => {
    const [first, ...others] = sets('b:b-critique', 'a', 'c');
    if (first === undefined) throw new Error('no set');
    expect([first, ...others].map(({ key }) => key)).toEqual(['small.pairwise', 'small.critique']);
    expect(likeliestSet([first, ...others]).key).toBe('small.critique');
  });
});

test('a run is named by what tells it from the others of its judge', () => {
  const of = (...runs: readonly ComparedRun[]) => runs.map((one) => contestantName('A', { run: one, runs }));
  expect(of(run('a', 'pairwise', 'joint'), run('a', 'pairwise', '', 5))).toEqual(['A · joint', 'A · standard']);
  expect(of(run('a', 'pairwise'), run('a', 'pairwise', '', 5))).toEqual([
    'A · standard, 1 repeat',
    'A · standard, 5 repeats',
  ]);
  expect(of({ ...run('a', 'pairwise'), run: 'monday' }, { ...run('a', 'pairwise'), run: 'tuesday' })).toEqual([
    'A · monday',
    'A · tuesday',
  ]);
  expect(of(run('a', 'pairwise', 'joint'))).toEqual(['A']);
});

describe('the address', () => {
  const judges = ['a', 'a:a-pairwise', 'a:a-pairwise-joint', 'b'];
  const known = compareFields({ judges, sets: ['small.pairwise'] });
  const early = compareFields({ judges, sets: null });

  test('before the cases are known any id will do, afterwards only theirs', () => {
    expect(early.in.read('small.pairwise').value).toBe('small.pairwise');
    expect(early.in.read('<b>').value).toBeNull();
    expect(known.in.read('other.pairwise')).toEqual({ value: null, rejected: ['other.pairwise'] });
  });

  test('names judges and runs; an unknown run is rejected, and cleaning leaves the rest readable', () => {
    const { judges: field } = known;
    expect(field.read('a,a:a-pairwise-joint')).toEqual({ value: ['a', 'a:a-pairwise-joint'], rejected: [] });
    expect(field.read('a:nope,b')).toEqual({ value: ['b'], rejected: ['a:nope'] });
    expect(cleanSearch('?judges=a:a-pairwise-joint,a:nope,b', known)).toBe('?judges=a:a-pairwise-joint,b');
  });

  test.each([
    'constructor,undefined,null,nan',
    '__proto__,toString:valueOf,NaN,hasOwnProperty',
    'a:constructor,:,a:,%00',
  ])('judges called as properties of every object are unknown, and nothing throws: %s', (asked) => {
    const pieces = asked.split(',');
    for (const fields of [known, early]) {
      expect(readSearch(fields, `?judges=${asked}`).judges).toEqual([]);
      const search = new URLSearchParams({ judges: asked });
      expect(ignoredParameters(search, fields)).toEqual([{ name: 'judges', kind: 'broken', pieces }]);
      expect(cleanSearch(search, fields)).toBe('');
    }
    const chosen = pieces.map((piece) => chosenOf([{ id: 'b', name: 'B', access: 'open', runs: [] }], piece));
    expect(chosen.every((one) => one === null)).toBe(true);
    expect(sets(...pieces)).toEqual([]);
  });

  test('a judge may be called as a property of every object', () => {
    const named = ['constructor', 'undefined', 'null', 'nan'];
    const fields = compareFields({ judges: named, sets: null });
    expect(fields.judges.read(named.join())).toEqual({ value: named, rejected: [] });
    const [benchmark] = cases;
    if (benchmark === undefined) throw new Error('no cases');
    const [set] = caseSets([{ ...benchmark, runs: named.map((id) => run(id, 'pairwise')) }], named.map(askedEntry));
    expect([set?.base, ...(set?.others ?? [])].map((one) => one?.run.judge)).toEqual(named);
  });

  test('survives the trip', () => {
    for (const by of ['pacc', 'pacc;split=open_ended', 'critique_score;critique_judge=rubric-neutral'])
      expect(known.by.read(known.by.serialize(by)).value).toBe(by);
    expect(known.by.read('a b').rejected).toEqual(['a b']);
    expect(known.support.read('shared').value).toBe('shared');
    expect(known.support.read('both').value).toBeNull();
  });
});

const JUDGES = ['a', 'a:a-pairwise', 'b', 'c', 'd:d-1'];
const part = typed(12).filter((text) => text !== '');
const by = fc.tuple(fc.constantFrom('pacc', 'critique_score'), fc.dictionary(fc.constantFrom('split', 'other'), part));

testFields('a comparison', compareFields({ judges: JUDGES, sets: ['small.pairwise', 'b.critique'] }), {
  judges: someOf(JUDGES, 4),
  in: fc.constantFrom('', 'small.pairwise', 'b.critique'),
  support: fc.constantFrom('union', 'shared'),
  by: fc.oneof(
    fc.constant(''),
    by.map(([metric, slice]) => [metric, ...(Object.keys(slice).length > 0 ? [sliceText(slice)] : [])].join(';')),
  ),
});

const TABLES = [
  { judges: ['a', 'b', 'c'], file: 'one.json' },
  { judges: ['a', 'd'], file: 'two.json' },
  { judges: ['e'], file: 'three.json' },
];

test('a comparison fetches the tables of benchmarks in which two of its judges meet, and no others', () => {
  expect(filesWith(TABLES, ['a', 'b'])).toEqual(['one.json']);
  expect(filesWith(TABLES, ['a', 'c', 'd'])).toEqual(['one.json', 'two.json']);
  expect(filesWith(TABLES, ['a', 'e'])).toEqual([]);
});

test('several runs of one judge: the tables of that judge', () => {
  expect(filesWith(TABLES, ['a'])).toEqual(['one.json', 'two.json']);
});
