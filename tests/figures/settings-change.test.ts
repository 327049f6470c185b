import { expect, test } from 'vitest';
import { comparesSettings, settingsChange } from '../../src/figures/printed/change.ts';
import { board, cell, column, row } from '../board/boards.ts';

const value = (printed: number) => cell(String(printed));

test('where each setting has a column, a judge’s panel compares it with the column of the same measure without one; a cell in doubt is left out', () => {
  const of = (key: string, slice: Record<string, string>) =>
    column(key, { metric: 'reliability', slice, label: key, group: slice['split'] ?? '' });
  const columns = [
    of('plain', { split: 'x' }),
    of('guide', { split: 'x', setting: 'guide' }),
    of('steps', { split: 'x', setting: 'steps' }),
    of('other', { split: 'y' }),
    of('other-guide', { split: 'y', setting: 'guide' }),
  ];
  const cells = { plain: value(1), guide: value(2), steps: cell('9', { status: 'suspect' }), other: value(3) };
  const rows = [row('one', { ...cells, 'other-guide': value(2.5) }, { name: 'One' })];
  const given = board(columns, rows, { kind: 'comparison' });
  expect(comparesSettings(given)).toBe(true);
  expect(settingsChange(given).panels.map(({ label, rows: drawn }) => [label, drawn])).toEqual([
    ['One: plain', [{ label: 'guide', from: 1, to: 2 }]],
    ['One: other', [{ label: 'other-guide', from: 3, to: 2.5 }]],
  ]);
});

test('a table whose rows are no blocks and whose columns are no settings compares none', () => {
  const plain = [column('a')];
  expect(comparesSettings(board(plain, [], { kind: 'comparison' }))).toBe(false);
  expect(comparesSettings(board(plain, [], { kind: 'comparison', block: 2 }))).toBe(true);
  expect(comparesSettings(board(plain, [], { block: 2 }))).toBe(false);
});
