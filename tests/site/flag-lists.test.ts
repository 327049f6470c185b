import { expect, test } from 'vitest';
import { Status } from '../../src/schema/published.ts';
import { FLAG_KINDS, flagAddress, flaggedWords, flagLists, flagPlace } from '../../src/site/audit/audit.ts';
import { board, column } from '../board/boards.ts';
import { flag } from './flag.ts';

const tables = [3, 1].map((number) =>
  board([column('x')], [], { number, benchmark: 'demo', table: `table-${number}` }),
);

test('every flag stands in one list, whatever its status', () => {
  expect(FLAG_KINDS.flatMap(({ statuses }) => statuses).toSorted()).toEqual([...Status.options].toSorted());
  const flags = Status.options.flatMap((status) => [flag({ status }), flag({ status, table: 'table-3' })]);
  const lists = flagLists(flags, tables);
  expect(lists.flatMap(({ groups }) => groups.flatMap((group) => group.flags)).length).toBe(flags.length);
  expect(lists.reduce((sum, { flags: own }) => sum + own.length, 0)).toBe(flags.length);
});

test('a list without flags is left out, and a group’s address is its place on the page of its benchmark', () => {
  const [list, ...others] = flagLists([flag({ status: 'coverage', table: 'table-3' })], tables);
  expect(others).toEqual([]);
  expect(list?.groups.map((group) => [flagAddress(group), flagPlace(list.kind, group)])).toEqual([
    ['/demo/audit/#coverage-table-3', 'coverage-table-3'],
  ]);
});

test('cells are counted, and flags where a cell has several', () => {
  expect(flaggedWords([flag(), flag({ column: 'y' })])).toBe('2 cells');
  expect(flaggedWords([flag(), flag({ check: 'row-copied' }), flag({ rowIndex: 1 })])).toBe('2 cells, 3 flags');
  expect(flaggedWords([flag()])).toBe('1 cell');
});
