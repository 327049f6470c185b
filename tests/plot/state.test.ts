import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plotHref } from '../../src/board/state.ts';
import type { PlotIndex } from '../../src/plot/plot-index.ts';
import { plotFields } from '../../src/plot/state.ts';
import { ignoredParameters, readSearch } from '../../src/ui/field.ts';
import { someOf, testFields } from '../url.ts';

const judge = (id: string) => ({ id, name: id, organisation: `Lab of ${id}`, access: 'open' as const });
const INDEX: PlotIndex = {
  address: '/compare/tables.json',
  benchmarks: [],
  judges: [judge('a'), judge('b'), judge('c')],
  first: 'one.table-1.pacc',
};
const AXES = ['size', 'released', 'one.table-1.pacc', 'one.table-1.cmr'];
const FIELDS = plotFields(INDEX, AXES);

const range = fc
  .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 1, max: 999 }))
  .map(([from, width]) => [from / 8, (from + width) / 8] as const);

testFields('a plot', FIELDS, {
  x: fc.constantFrom(...AXES),
  y: fc.constantFrom(...AXES),
  xscale: fc.constantFrom('', 'linear', 'log'),
  yscale: fc.constantFrom('', 'linear', 'log'),
  by: fc.constantFrom('access', 'organisation', 'licence'),
  hide: someOf(['open', 'lab-of-a', 'others']),
  pin: someOf(['a', 'b', 'c']),
  names: fc.constantFrom('fit', 'few'),
  zoom: fc.option(fc.record({ x: range, y: range })),
});

test('columns that are not there, and parts of a plot that are none, are told', () => {
  const search = '?x=one.table-9.pacc&y=constructor&pin=a,zz&zoom=1,0,0,1&hide=open,nobody';
  expect(ignoredParameters(search, FIELDS).map(({ name, pieces }) => [name, ...pieces])).toEqual([
    ['x', 'one.table-9.pacc'],
    ['y', 'constructor'],
    ['pin', 'zz'],
    ['zoom', '1,0,0,1'],
    ['hide', 'nobody'],
  ]);
  expect(readSearch(FIELDS, search)).toMatchObject({ x: 'size', y: 'one.table-1.pacc', pin: ['a'], zoom: null });
  for (const zoom of ['0,1,1,0', '0,1,2,2', '0,1,2', '0,1,2,x'])
    expect(readSearch(FIELDS, `?zoom=${zoom}`).zoom).toBeNull();
});

test('a board’s plot is of the column that orders it and the next of another metric, else of the size of its judges', () => {
  const column = (key: string, metric: string, direction: 'higher' | 'none' = 'higher') => ({
    ...{ key, metric, direction, label: key, group: '', unit: 'ratio' as const, decimals: 1, n: null, slice: {} },
  });
  const board = { benchmark: 'one', table: 'table-1', sort: { column: 'pacc', direction: 'descending' as const } };
  const search = (columns: ReturnType<typeof column>[]): string => plotHref({ ...board, columns })?.split('?')[1] ?? '';
  const both = search([column('lean', 'lean', 'none'), column('cmr', 'cmr'), column('pacc', 'pacc')]);
  expect(readSearch(FIELDS, both)).toMatchObject({ x: 'one.table-1.cmr', y: 'one.table-1.pacc' });
  const parts = search([column('pacc', 'pacc'), column('pacc-yes', 'pacc')]);
  expect(readSearch(FIELDS, parts)).toMatchObject({ x: 'size', y: 'one.table-1.pacc' });
  expect(plotHref({ ...board, columns: [column('lean', 'lean', 'none')] })).toBeNull();
});
