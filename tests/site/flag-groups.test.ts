import { expect, test } from 'vitest';
import type { AuditFlag } from '../../src/schema/audit.ts';
import { flagGroups, rowOf } from '../../src/site/audit/flag-groups.ts';
import { board, cell, column, row } from '../board/boards.ts';

const flag = (more: Partial<AuditFlag>): AuditFlag => ({
  benchmark: 'demo',
  table: 'table-1',
  row: 'a',
  rowIndex: 0,
  judge: 'a',
  variant: '',
  column: 'x',
  check: 'out-of-range',
  printed: '101',
  expected: '0 to 100',
  status: 'rejected',
  reason: 'too much',
  ...more,
});

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
  expect(rowOf(table, flag({}))?.id).toBe('a');
  expect(rowOf(table, flag({ variant: 'think' }))?.id).toBe('a-think');
  expect(rowOf(table, flag({ judge: 'b' }))).toBeUndefined();
});
