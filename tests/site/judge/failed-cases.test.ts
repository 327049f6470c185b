import { expect, test } from 'vitest';
import { failedCases } from '../../../src/site/judge/profile.ts';
import { board, cell, column, row } from '../../board/boards.ts';

const made = board(
  [column('x', { slice: {} })],
  [row('a-joint', { x: cell('1') }, { judge: 'a', variant: 'joint' }), row('a', { x: cell('2') })],
  { source: 'computed', title: 'Pairs', sort: { column: 'x', direction: 'descending' } },
);
const printed = board([column('x')], [row('a', { x: cell('3') })], {
  source: 'published',
  sort: { column: 'x', direction: 'descending' },
});
const tablesOf = (...boards: readonly (typeof made)[]) =>
  boards.flatMap((own) => own.rows.map((line) => ({ board: own, row: line, lines: [] })));

test('cases that a judge got wrong are listed for boards of runs, once a board: for the run without a variant', () => {
  const found = failedCases(tablesOf(printed, made));
  expect(found.map(({ words }) => words)).toEqual(['Pairs']);
  expect(found[0]?.href).toMatch(/\?metric=pacc&run=a$/);
});

test('nothing is listed for a judge whose tables are all printed', () => {
  expect(failedCases(tablesOf(printed))).toEqual([]);
});
