import { describe, expect, test } from 'vitest';
import { comparesSettings, settingsChange, settingsWords } from '../../src/figures/printed/change.ts';
import type { BoardColumn, BoardRow } from '../../src/schema/board.ts';
import { board, cell, column, row } from '../board/boards.ts';

const value = (printed: number) => cell(String(printed));

test('where each setting has a column, a judge’s panel compares it with the column of the same measure without one; a cell in doubt is left out', () => {
  const of = (key: string, split: string, setting?: string) =>
    column(key, {
      metric: 'reliability',
      slice: { split },
      label: key,
      group: split,
      ...(setting === undefined ? {} : { setting }),
    });
  const columns = [
    of('plain', 'x'),
    of('guide', 'x', 'guide'),
    of('steps', 'x', 'steps'),
    of('other', 'y'),
    of('other-guide', 'y', 'guide'),
  ];
  const cells = { plain: value(1), guide: value(2), steps: cell('9', { status: 'suspect' }), other: value(3) };
  const rows = [row('one', { ...cells, 'other-guide': value(2.5) }, { name: 'One' })];
  const given = board(columns, rows, { kind: 'comparison' });
  expect(comparesSettings(given)).toBe(true);
  expect(settingsChange(given).panels.map(({ label, rows: drawn }) => [label, drawn])).toEqual([
    ['One: plain', [{ label: 'guide', from: 1, to: 2 }]],
    ['One: other', [{ label: 'other-guide', from: 3, to: 2.5 }]],
  ]);
  const changes = settingsChange(given).table.rows.map((cells) => cells.slice(-3).map(Number.parseFloat));
  expect(changes).toEqual([
    [1, 2, 1],
    [3, 2.5, Number.NaN],
  ]);
  expect(settingsChange(given).table.rows.map((cells) => cells.at(-1)?.slice(0, 1))).toEqual(['+', '−']);
});

test('a table whose rows are no blocks and whose columns are no settings compares none', () => {
  const plain = [column('a')];
  expect(comparesSettings(board(plain, [], { kind: 'comparison' }))).toBe(false);
  expect(comparesSettings(board(plain, [], { kind: 'comparison', block: 2 }))).toBe(true);
  expect(comparesSettings(board(plain, [], { block: 2 }))).toBe(false);
});

describe('rows in blocks', () => {
  const at = (judge: string, variant: string, value: number, more: Partial<BoardRow> = {}) =>
    row(`${judge}-${variant}`, { a: cell(String(value)), b: cell('1') }, { judge, name: judge, variant, ...more });
  const settings = { wide: 'Wide' };
  const two = [column('a'), column('b')];
  const drawn = (rows: BoardRow[], columns = two) => {
    const { panels, says } = settingsChange(board(columns, rows, { kind: 'comparison', block: 2, settings }));
    return { says, labels: panels.map(({ label, rows }) => [label, rows.map((one) => one.label)]) };
  };

  test('one other setting is said once, in the sentence, and rows have the names of their judges', () => {
    const rows = [at('One', '', 1), at('One', 'wide', 2), at('Two', '', 3), at('Two', 'wide', 2)];
    expect(drawn(rows)).toEqual({
      says: 'With “Wide”, 1 of 4 values rises, 1 falls and 2 stay the same.',
      labels: [
        ['a', ['One', 'Two']],
        ['b', ['One', 'Two']],
      ],
    });
  });

  test('a mode of thinking is a setting, of another judge, too', () => {
    const rows = [
      at('One', 'no-think', 1, { thinking: false }),
      at('One', 'think', 2, { thinking: true }),
      at('Plain', '', 3, { thinking: false }),
      at('Thinker', '', 2, { thinking: true }),
    ];
    expect(drawn(rows).labels[0]).toEqual(['a', ['One', 'Thinker']]);
    expect(drawn(rows).says).toMatch(/^With “thinking”, .*\.$/);
  });

  test('several other settings stand beside their judges; of a single measure each judge has a panel', () => {
    const rows = [at('One', '', 1), at('One', 'wide', 2), at('One', 'far', 3)];
    const of = (columns: BoardColumn[]) =>
      settingsChange(
        board(columns, rows, { kind: 'comparison', block: 3, settings: { ...settings, far: 'Far' } }),
      ).panels.map(({ label, rows }) => [label, rows.map((one) => one.label)]);
    expect(of(two)).toEqual([
      ['a', ['One: Wide', 'One: Far']],
      ['b', ['One: Wide', 'One: Far']],
    ]);
    expect(of([column('a')])).toEqual([['One', ['Wide', 'Far']]]);
  });
});

const panel = (rows: readonly (readonly [from: number, to: number])[]) => ({
  label: 'PAcc',
  decimals: 2,
  axis: { label: '', domain: [0, 1] as const, log: false },
  rows: rows.map(([from, to], i) => ({ label: `judge ${i}`, from, to })),
});

test('what a change of setting does is counted over all measures', () => {
  expect(
    settingsWords([
      panel([
        [1, 2],
        [3, 2],
      ]),
      panel([
        [1, 1],
        [4, 5],
      ]),
    ]),
  ).toBe('From the first setting, 2 of 4 values rise, 1 falls and 1 stays the same.');
  const both = [
    [1, 2],
    [1, 3],
  ] as const;
  expect(settingsWords([panel(both)], 'May abstain')).toBe('With “May abstain”, both values rise.');
  expect(settingsWords([])).toBe('');
  expect(settingsWords([panel([[1, 2]])])).toBe('From the first setting, the only value rises.');
});
