import { expect, test } from 'vitest';
import type { Board } from '../../../src/schema/board.ts';
import {
  drawnStandings,
  mainStandings,
  profileOf,
  standingsOf,
  standingWords,
} from '../../../src/site/judge/profile.ts';
import { board, cell, column, row } from '../../board/boards.ts';

const of = (judge: string, ...boards: Board[]) => standingsOf(profileOf(boards, 'demo', judge));
const columns = [column('x', { label: 'PAcc' }), column('y', { label: 'TOS' })];
const rows = [
  row('a', { x: cell('30'), y: cell('1') }),
  row('b', { x: cell('20'), y: cell('3') }),
  row('b-joint', { x: cell('15'), y: cell('2') }, { judge: 'b', variant: 'joint' }),
  row('c', { x: cell('10'), y: cell('9') }),
];

test('a judge stands among all others of each column, its own other setting is no neighbour', () => {
  const found = of('b', board(columns, rows));
  expect(
    found.map(({ line, table, above, below }) => [table.row.id, line.column.key, line.place.at, above?.id, below?.id]),
  ).toEqual([
    ['b', 'x', 2, 'a', 'c'],
    ['b', 'y', 2, 'c', 'a'],
    ['b-joint', 'x', 3, 'a', 'c'],
    ['b-joint', 'y', 3, 'c', 'a'],
  ]);
  expect(found[0]?.at).toBe(50);
  expect(found[0]?.others).toEqual([100, 25, 0]);
});

test('the first and the last have a neighbour on one side', () => {
  const [first] = of('a', board(columns, rows));
  expect([first?.above, first?.below?.id]).toEqual([null, 'b']);
  const [last] = of('c', board(columns, rows));
  expect([last?.above?.id, last?.below]).toEqual(['b-joint', null]);
});

test('its strongest and weakest measure in words; one sentence where all are alike, none where nothing ranks', () => {
  expect(standingWords(of('a', board(columns, rows)))).toEqual([
    'Best place: 1 of 4, in PAcc of Demo, Main (not tested).',
    'Worst place: 4 of 4, in TOS of Demo, Main (not tested).',
  ]);
  expect(standingWords(of('a', board([columns[0] ?? column('x')], rows)))).toHaveLength(1);
  expect(standingWords(of('a', board([column('x', { direction: 'none' })], rows)))).toEqual([]);
});

test('a place counts by the share of the others that are better', () => {
  const many = Array.from({ length: 20 }, (_, i) => row(`m${i}`, { x: cell(String(100 - i)) }));
  const few = [row('n', { x: cell('2') }), row('m2', { x: cell('1') })];
  const boards = [
    board(columns.slice(0, 1), many, { title: 'Many' }),
    board(columns.slice(0, 1), few, { title: 'Few', table: 'table-2' }),
  ];
  expect(standingWords(of('m2', ...boards))).toEqual([
    'Best place: 3 of 20, in PAcc of Demo, Many (not tested).',
    'Worst place: 2 of 2, in PAcc of Demo, Few (not tested).',
  ]);
});

test('the measure that ranks stands for a leaderboard, four printed leaderboards for a benchmark; tables of comparisons for none', () => {
  const boards = Array.from({ length: 6 }, (_, i) => board(columns, rows, { table: `table-${i + 1}`, number: i + 1 }));
  const main = mainStandings(of('a', ...boards));
  expect(main.map(({ table, line }) => `${table.board.table} ${line.column.key}`)).toEqual(
    [1, 2, 3, 4].map((n) => `table-${n} x`),
  );
  expect(of('a', board(columns, rows, { kind: 'comparison' }))).toEqual([]);
  // Those made from cases all stand there, each in the usual setting alone.
  const made = boards.map((own) => ({ ...own, source: 'computed' as const }));
  expect(mainStandings(of('b', ...made)).map(({ table }) => table.row.id)).toEqual(made.map(() => 'b'));
});

test('a part of what another table ranks by does not stand beside it', () => {
  const of = (number: number, slice: Record<string, string>) =>
    board([column('x', { slice })], rows, { table: `table-${number}`, number });
  const tables = profileOf([of(1, {}), of(2, { subset: 'core' })], 'demo', 'a');
  expect(mainStandings(standingsOf(tables)).map(({ table }) => table.board.number)).toEqual([1]);
});

test('tables draw whole measures in the usual setting; how a judge answers and parts of a measure are numbers alone', () => {
  const parts = [
    column('x', { label: 'PAcc' }),
    column('y', { label: 'Clarity', slice: { split: 's', criterion: 'clarity' } }),
    column('z', { label: 'Coverage', metric: 'coverage' }),
  ];
  const own = rows.map((one) => ({ ...one, cells: { ...one.cells, z: cell('90') } }));
  const drawn = drawnStandings(of('b', board(parts, own)));
  expect(drawn.map(({ table, line }) => [table.row.id, line.column.key])).toEqual([['b', 'x']]);
});
