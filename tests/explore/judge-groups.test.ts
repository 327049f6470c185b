import { expect, test } from 'vitest';
import { judgeGroups } from '../../src/explore/Facets.tsx';

const RUNS = [
  { run: 'a1', judge: 'Ada', label: 'Ada, pairwise' },
  { run: 'b', judge: 'Bo', label: 'Bo, joint' },
  { run: 'a2', judge: 'Ada', label: 'Ada, pairwise, joint' },
];
const shown = (words: string, kept: readonly string[] = [], offered = ['a1', 'a2', 'b']) =>
  judgeGroups(RUNS, { words, kept, offered: ({ run }) => offered.includes(run) }).map(({ judge, runs }) => [
    judge,
    ...runs.map(({ own }) => own),
  ]);

test('several runs of a judge stand below its name; one alone has its whole name', () => {
  expect(shown('')).toEqual([
    ['Ada', 'pairwise', 'pairwise, joint'],
    ['', 'Bo, joint'],
  ]);
});

test('all words are looked for, and what is asked for stays', () => {
  expect(shown('JOINT ada')).toEqual([['Ada', 'pairwise, joint']]);
  expect(shown('joint', ['a1'])).toEqual(shown(''));
  expect(shown('nobody')).toEqual([]);
});

test('runs that are not offered are left out; one that stays keeps its judge above it', () => {
  expect(shown('', [], ['a2'])).toEqual([['Ada', 'pairwise, joint']]);
  expect(shown('', ['a1'], ['b'])).toEqual([
    ['Ada', 'pairwise'],
    ['', 'Bo, joint'],
  ]);
});
