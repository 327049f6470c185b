import { expect, test } from 'vitest';
import type { BoardCell, ReferenceLine } from '../../../src/schema/board.ts';
import { profileOf } from '../../../src/site/judge/profile.ts';
import { board, cell, column, row } from '../../board/boards.ts';

const measured = (printed: string, lo: number, hi: number): BoardCell =>
  cell(printed, { interval: { lo, hi, kind: 'wilson', basis: '' } });

const coin: ReferenceLine = { id: 'coin', label: 'Coin flip', about: '', values: { x: { lo: 40, hi: 50, basis: '' } } };

function linesFor(printed: string, lo: number, hi: number, direction: 'higher' | 'lower' = 'higher') {
  const rows = [row('a', { x: measured(printed, lo, hi) }), row('b', { x: measured('10', 0, 20) })];
  const [table] = profileOf([board([column('x', { direction })], rows, { references: [coin] })], 'demo', 'a');
  return table?.lines[0];
}

test.each([
  ['better', '70', 60, 80, 'higher'],
  ['worse', '20', 10, 30, 'higher'],
  ['unclear', '48', 38, 58, 'higher'],
  ['unclear', '55', 49, 61, 'higher'],
  ['worse', '70', 60, 80, 'lower'],
  ['better', '20', 10, 30, 'lower'],
] as const)('%s than a coin that scores 40 to 50: %s [%d, %d], %s is better', (verdict, printed, lo, hi, direction) => {
  expect(linesFor(printed, lo, hi, direction)?.against).toEqual([{ label: 'Coin flip', verdict }]);
});

test('a trivial judge at the best end of the scale tells nobody apart', () => {
  const constant: ReferenceLine = { ...coin, values: { x: { lo: 100, hi: 100, basis: '' } } };
  const boards = [board([column('x')], [row('a', { x: measured('90', 85, 95) })], { references: [constant] })];
  expect(profileOf(boards, 'demo', 'a')[0]?.lines[0]?.against).toEqual([]);
});

test('a value in doubt has neither place nor verdict', () => {
  const doubtful = { ...measured('70', 60, 80), status: 'suspect' as const };
  const boards = [board([column('x')], [row('a', { x: doubtful })], { references: [coin] })];
  expect(profileOf(boards, 'demo', 'a')[0]?.lines[0]).toMatchObject({ against: [], place: null });
});

test('place counts strictly better judges among sound values', () => {
  const rows = [
    row('a', { x: cell('5') }),
    row('b', { x: cell('7') }),
    row('c', { x: cell('7') }),
    row('d', { x: cell('9', { status: 'suspect' }) }),
  ];
  expect(profileOf([board([column('x')], rows)], 'demo', 'a')[0]?.lines[0]?.place).toEqual({ at: 3, of: 3, ranked: 4 });
});

test('every row of the judge, tables in order, without text columns and empty cells', () => {
  const columns = [column('x'), column('mark', { unit: 'text' }), column('gone')];
  const cells = { x: cell('1'), mark: cell('yes'), gone: cell('') };
  const two = [row('a', cells, { variant: 'think' }), row('a-2', cells, { judge: 'a', variant: '' })];
  const boards = [board(columns, two, { number: 9, table: 'table-9' }), board(columns, [row('a', cells)])];
  const found = profileOf(boards, 'demo', 'a');
  expect(found.map((t) => [t.board.table, t.row.variant])).toEqual([
    ['table-1', ''],
    ['table-9', 'think'],
    ['table-9', ''],
  ]);
  expect(found[0]?.lines.map((line) => line.column.key)).toEqual(['x']);
});
