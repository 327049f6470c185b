import { expect, test } from 'vitest';
import { flagGroups, flaggedRow } from '../../src/site/audit/audit.ts';
import { board, cell, column, row } from '../board/boards.ts';
import { flag } from './flag.ts';

test('flags stand with their table, tables in the order given, none empty', () => {
  const tables = [3, 1, 2].map((number) => board([column('x')], [], { number, table: `table-${number}` }));
  const groups = flagGroups([flag({}), flag({ table: 'table-3' }), flag({ printed: '102' })], tables);
  expect(groups.map((g) => [g.board.table, g.flags.length])).toEqual([
    ['table-3', 1],
    ['table-1', 2],
  ]);
});

test('a flag finds its row by name, variant and judge', () => {
  const cells = { x: cell('1') };
  const rows = [row('a', cells), row('a-think', cells, { row: 'a', judge: 'a', variant: 'think' })];
  const table = board([column('x')], rows);
  expect(flaggedRow(table, flag({}))?.id).toBe('a');
  expect(flaggedRow(table, flag({ variant: 'think' }))?.id).toBe('a-think');
  expect(flaggedRow(table, flag({ judge: 'b' }))).toBeUndefined();
});
