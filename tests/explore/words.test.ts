import { expect, test } from 'vitest';
import type { Choices } from '../../src/cases/choices.ts';
import { benchmarkLabels, wordsOfId } from '../../src/cases/labels.ts';
import { nextSort } from '../../src/explore/SelectionBar.tsx';
import { exploreFields } from '../../src/explore/state.ts';
import { chipsOf, facetValueWords, orderWords, selectionWords } from '../../src/explore/words.ts';
import { Benchmark } from '../../src/schema/benchmark.ts';
import { readSearch } from '../../src/ui/field.ts';
import { BARE_CHOICES } from '../choices.ts';

const benchmark = Benchmark.parse({
  id: 'b',
  name: 'B',
  order: 1,
  tagline: 'One.',
  summary: ['One.'],
  protocol: 'pairwise',
  data_licence: 'none',
  splits: [{ id: 'open_ended', label: 'Open-ended' }],
  criteria: [{ id: 'no_hallucination', split: 'open_ended', label: 'Free of invention', about: 'x' }],
  task_types: [{ id: 'ocr', label: 'Reading' }],
  metrics: [{ id: 'pacc', unit: 'percent', source: 'ours' }],
});

const choices: Choices = {
  ...BARE_CHOICES,
  facets: [
    { name: 'split', label: 'Split', values: ['open_ended', ''] },
    { name: 'task', label: 'Task', values: ['ocr'] },
  ],
  runs: [{ run: 'r1', judge: 'R1', label: 'R1' }],
  criteria: [{ id: 'no_hallucination', label: 'Free of invention' }],
  labels: benchmarkLabels(benchmark),
  losses: [
    { id: 'cmr', label: 'CMR', rows: ['cmr'] },
    { id: 'coverage', label: 'Coverage', rows: ['coverage'] },
    { id: 'mae', label: 'Mean error' },
  ],
  words: true,
};

const asked = (search: string) => {
  const { fixed, facets } = exploreFields(choices);
  return { state: readSearch(fixed, search), facets: readSearch(facets, search) };
};

const said = (search: string): string => {
  const { state, facets } = asked(search);
  return selectionWords(choices, state, facets);
};

test.each([
  ['', 'all cases; order: as released, cases with a right or wrong answer first'],
  [
    '?split=open_ended%2C~&task=ocr',
    'Split: Open-ended, none; Task: Reading; order: as released, cases with a right or wrong answer first',
  ],
  [
    '?criterion=no_hallucination',
    'criterion Free of invention; order: as released, cases with a right or wrong answer first',
  ],
  [
    '?parse=abstained%2Cfailed',
    'an answer is N/A or unparsed; order: as released, cases with a right or wrong answer first',
  ],
  [
    '?sort=-task%2Cright',
    'all cases; order: Task descending, then Judges right, then as released, cases with a right or wrong answer first',
  ],
  [
    '?metric=cmr&run=r1&slice=split%3Dopen_ended%3Bother%3Dno_hallucination%3Btask_type%3Docr',
    'where R1 was wrong: CMR, Open-ended, Free of invention, Reading; order: as released, cases with a right or wrong answer first',
  ],
  [
    '?metric=coverage&run=r1',
    'where R1 gave no readable answer: Coverage; order: as released, cases with a right or wrong answer first',
  ],
  ['?words=.*%5B', '“.*[” holds no word to search for; order: as released, cases with a right or wrong answer first'],
  ['?metric=mae&run=r1', 'R1 lost points: Mean error; order: as released, cases with a right or wrong answer first'],
])('%s is told in the benchmark’s own words', (search, words) => {
  expect(said(search)).toBe(words);
});

test('without a label an id is read as words, a name stays a name, no value is none', () => {
  expect(['two-writers', 'not_rated', 'gpt-4o', 'Pix2Pix-Zero'].map(wordsOfId)).toEqual([
    'two writers',
    'not rated',
    'gpt-4o',
    'Pix2Pix-Zero',
  ]);
  expect(facetValueWords(choices, 'task', '')).toBe('none');
});

test('a name that somebody wrote stays as it was written', () => {
  const names = ['a--b', '__init__', 'snake__case', '-x', 'y_', 'a-_b', 'no. 1', 'c++'];
  expect(names.map(wordsOfId)).toEqual(names);
});

test('judges that were right or wrong are named with the number of their cases where it is known', () => {
  const { state, facets } = asked('?wrong=r1');
  const counts = { total: 3, says: () => true, of: (verdict: string) => (verdict === 'wrong' ? 1944 : 0) };
  expect(chipsOf({ choices, state, facets }, counts).map(({ words }) => words)).toEqual([
    'where R1 was wrong (1\u202f944)',
  ]);
  expect(chipsOf({ choices, state, facets }).map(({ words }) => words)).toEqual(['where R1 was wrong']);
  expect(said('?right=r1')).toMatch(/^where R1 was right; order/);
});

test('each part of a selection can be taken away by itself', () => {
  const { state, facets } = asked('?split=open_ended&parse=failed');
  expect(
    chipsOf({ choices, state, facets }).map(({ state: own, facets: ofFacets }) => ({ ...own, ...ofFacets })),
  ).toEqual([{ split: [] }, { parse: [] }]);
});

test('a click on a heading: ascending, descending, none; one of several columns keeps the others', () => {
  const [a, b] = [
    { column: 'task', descending: false },
    { column: 'case', descending: false },
  ];
  expect(nextSort([], 'task', false)).toEqual([a]);
  expect(nextSort([a], 'task', false)).toEqual([{ ...a, descending: true }]);
  expect(nextSort([{ ...a, descending: true }], 'task', false)).toEqual([]);
  expect(nextSort([a], 'case', false)).toEqual([b]);
  expect(nextSort([a], 'case', true)).toEqual([a, b]);
  expect(nextSort([a, b], 'task', false)).toEqual([{ ...a, descending: true }, b]);
  expect(orderWords(choices, [a, { ...b, descending: true }])).toBe('Task, then Case descending');
});
