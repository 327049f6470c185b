import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type FigureChoices,
  figureFacet,
  figuresFields,
  scopeOf,
  UNTOUCHED,
} from '../../src/figures/kit/case-figure.ts';
import { EVERYWHERE } from '../../src/metrics/query.ts';
import { cleanSearch, ignoredParameters } from '../../src/ui/field.ts';
import { BARE_CHOICES, BARE_FIGURE_CHOICES } from '../choices.ts';
import { someOf, testFields } from '../url.ts';

const choices: FigureChoices = {
  ...BARE_FIGURE_CHOICES,
  ...BARE_CHOICES,
  facets: [
    { name: 'task', label: 'Task', values: ['a', 'b, c', ''] },
    { name: 'by-pairwise', label: 'By', values: ['x', 'y'] },
  ],
  runs: [
    { run: 'p1', label: 'P1', protocol: 'pairwise', judge: 'j' },
    { run: 'p2', label: 'P2', protocol: 'pairwise', judge: 'k' },
    { run: 'c1', label: 'C1', protocol: 'critique', judge: 'j' },
  ],
  cuts: { pairwise: { metrics: ['pacc', 'tos'], facets: ['task'] } },
};
const fields = figuresFields(choices);
const readers = { ...fields.chosen, ...fields.beside, ...fields.facets };

const opening = { pairwise: 'p1', critique: 'c1' };

testFields('figures of cases', readers, {
  'judge-pairwise': fc.constantFrom('', 'p1', 'p2'),
  'metric-pairwise': fc.constantFrom('', 'pacc', 'tos'),
  'by-pairwise': fc.constantFrom('', 'task'),
  'judge-critique': fc.constantFrom('', 'c1'),
  'metric-critique': fc.constant(''),
  'by-critique': fc.constant(''),
  'beside-pairwise': someOf(['p1', 'p2']),
  'beside-critique': someOf(['c1']),
  task: someOf(['a', 'b, c', '']),
  'attribute-by-pairwise': someOf(['x', 'y']),
});

test('nothing chosen: the runs that the page opens with, and every case', () => {
  const scope = scopeOf(choices, opening, UNTOUCHED);
  expect(scope.where).toEqual(EVERYWHERE);
  expect(scope.runs).toEqual(opening);
});

test('a judge, a cut and values of facets become the scope', () => {
  const scope = scopeOf(choices, opening, {
    chosen: { 'judge-pairwise': 'p2', 'metric-pairwise': 'tos', 'by-pairwise': 'task' },
    beside: {},
    facets: { task: ['b, c', ''], [figureFacet('by-pairwise')]: ['y'] },
  });
  expect(scope.runs).toEqual({ pairwise: 'p2', critique: 'c1' });
  expect(scope.cuts?.pairwise).toEqual({ metric: 'tos', facet: 'task' });
  expect(scope.where).toEqual({
    sql: '"attributes.task" IN (?, ?) AND "attributes.by-pairwise" IN (?)',
    params: ['b, c', '', 'y'],
  });
  expect(scope.facets).toMatchObject({ task: ['b, c', ''], 'by-pairwise': ['y'] });
});

test.each([
  ['?judge-pairwise=p2&task=a&metric-pairwise=tos', []],
  ['?judge-pairwise=c1', ['judge-pairwise']],
  [
    '?judge-perturbation=p1&task=zzz,a&metric-pairwise=bd&colour=red',
    ['judge-perturbation', 'task', 'metric-pairwise', 'colour'],
  ],
])('%s: what cannot be used is named and cleaned away', (search, bad) => {
  expect(ignoredParameters(search, readers).map(({ name }) => name)).toEqual(bad);
  expect(ignoredParameters(cleanSearch(search, readers), readers)).toEqual([]);
});
