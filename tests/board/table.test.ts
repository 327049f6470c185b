import { expect, test } from 'vitest';
import { cardWords } from '../../src/board/CellCard.tsx';
import type { BoardFrame } from '../../src/board/look.ts';
import type { PageBoard } from '../../src/board/page-board.ts';
import { columnScales, placesAmong } from '../../src/board/standings.ts';
import { boardFields } from '../../src/board/state.ts';
import { tabEntries } from '../../src/board/tables-of.ts';
import { type ArrangedLine, arrange } from '../../src/board/use-view.ts';
import { coverageWords } from '../../src/board/words.ts';
import { readSearch } from '../../src/ui/field.ts';
import { board, cell, column, judge } from './fixture.ts';

const one = (id: string, of: string, value: number) => judge(id, { x: cell(String(value)) }, { judge: of });
const ROWS = [one('a', 'a', 90), one('b', 'b', 80), one('c', 'c', 60), one('a-1', 'a', 50), one('b-1', 'b', 70)];
const BOARD = board([column('x')], ROWS, {
  references: [{ id: 'line', label: 'Line', values: { x: { lo: 65, hi: 65 } } }],
});

const readState = (of: PageBoard) => readSearch(boardFields(of), '');

const names = (lines: readonly ArrangedLine[]) =>
  lines.map((line) =>
    line.kind === 'reference' ? 'line' : `${line.kind === 'judge' && line.under === true ? '– ' : ''}${line.row.id}`,
  );
const sorted = ROWS.toSorted((p, q) => (q.cells['x']?.value ?? 0) - (p.cells['x']?.value ?? 0));

test('runs of one judge stand at the place of its best one, and a line stands where judges of its value begin', () => {
  const together = { ...BOARD, together: true } as const;
  expect(names(arrange(together, sorted, readState(BOARD)).lines)).toEqual(['a', '– a-1', 'b', '– b-1', 'line', 'c']);
});

test('without settings that the benchmark names every run has its own place', () => {
  expect(names(arrange(BOARD, sorted, readState(BOARD)).lines)).toEqual(['a', 'b', 'b-1', 'line', 'c', 'a-1']);
});

test('a judge whose best run is filtered away keeps its other runs', () => {
  const together = { ...BOARD, together: true } as const;
  expect(names(arrange(together, sorted, { ...readState(BOARD), q: 'a-1', lines: 'off' }).lines)).toEqual(['a-1']);
});

const TABLES = [
  { table: 't1', title: 'Critique', kind: 'leaderboard' },
  { table: 't2', title: 'Score: Core', kind: 'leaderboard' },
  { table: 't3', title: 'Score: Open', kind: 'leaderboard' },
  { table: 't4', title: 'Accuracy: Core', kind: 'leaderboard' },
  { table: 't5', title: 'Accuracy: Open', kind: 'leaderboard' },
  { table: 't6', title: 'Thinking on or off', kind: 'comparison' },
  { table: 't7', title: 'Size of the data', kind: 'statistics' },
  { table: 't8', title: 'Sources', kind: 'statistics' },
] as const;

const words = (current: string) =>
  tabEntries(TABLES, current).map(({ label, table, parts }) =>
    parts.length === 0 ? `${label} → ${table}` : `${label} [${parts.map((part) => part.label).join(', ')}]`,
  );

test('a measure is one entry, its parts stand behind the one that is open', () => {
  expect(words('t1')).toEqual(['Critique → t1', 'Score → t2', 'Accuracy → t4', 'Thinking on or off → t6']);
  expect(words('t2')).toEqual(['Critique → t1', 'Score [Core, Open]', 'Accuracy → t4', 'Thinking on or off → t6']);
});

test('another measure is opened at the same part', () => {
  expect(words('t3')[2]).toBe('Accuracy → t5');
  expect(words('t4')[1]).toBe('Score → t2');
});

test('what counts the data is there only while it is open', () => {
  expect(words('t8')).toEqual([
    ...['Critique → t1', 'Score → t2', 'Accuracy → t4', 'Thinking on or off → t6'],
    'Data [Size of the data, Sources]',
  ]);
});

test('of the entry that is open exactly one link is the page itself', () => {
  for (const { table } of TABLES) {
    const open = tabEntries(TABLES, table).filter(({ current }) => current);
    expect(open).toHaveLength(1);
    const own = open.flatMap(({ parts }) => parts).filter(({ current }) => current);
    expect(open[0]?.parts.length === 0 ? open[0].table : own.map((part) => part.table).join()).toBe(table);
  }
});

const X = column('x', { label: 'Accuracy', group: 'Core', n: 200, decimals: 1 });
const Y = column('y', { n: null });

function frameOf(row: ReturnType<typeof judge>): BoardFrame {
  const own = board([X, Y], [row]);
  return {
    board: own,
    columns: [X, Y],
    left: 0,
    scales: columnScales(own),
    deltas: null,
    warm: new Set<string>(),
    heat: true,
    pin: () => {},
    showCard: () => {},
  };
}

test('the card of a value says whose it is, its interval, n, rank and what is unusual', () => {
  const row = judge('one', {
    x: cell('50.0', {
      interval: { lo: 40, hi: 60, kind: 'wilson' },
      n: 150,
      status: 'coverage',
      note: 'two files are empty',
      rank: { best: 2, worst: 9, couldBeFirst: false, tier: 1 },
    }),
  });
  expect(cardWords(frameOf(row), row, X)).toEqual({
    title: `${row.name} · Core, Accuracy`,
    value: '50.0',
    sentences: [
      '95 % interval 40.0 to 60.0',
      'n ≤ 150 of 200',
      'rank 2–9',
      'fewer samples scored',
      'two files are empty',
    ],
  });
  expect(cardWords(frameOf(row), row, Y)).toBeNull();
});

test('coverage is said once a row: that of its least covered value, as a bound where only that is known', () => {
  const row = judge('one', {
    x: cell('50.0', { n: 150, status: 'coverage' }),
    y: cell('1.0', { n: 3, status: 'coverage' }),
    z: cell('2.0', { n: 199, status: 'coverage' }),
  });
  const Z = column('z', { n: 200 });
  expect(coverageWords(row, [X, Y, Z], true)).toBe('75\u202f% scored');
  expect(coverageWords(row, [X, Y, Z], false)).toBe('≤\u202f75\u202f% scored');
  expect(coverageWords(row, [Z], true)).toBe('99.5\u202f% scored');
  expect(coverageWords(row, [Y], true)).toBe('');
  expect(coverageWords(judge('whole', { x: cell('50.0', { n: 200 }) }), [X], true)).toBe('');
});

test('places among the rows that filters leave: ties share one, rows without a value have none', () => {
  const rows = ['30.0', '50.0', '50.0', '10.0'].map((text, i) => judge(`j${i}`, { x: cell(text) }));
  const none = judge('none', { x: cell('–', { value: null, status: 'not-scored' }) });
  expect([...placesAmong([...rows.slice(0, 3), none], X)]).toEqual([
    ['j0', 3],
    ['j1', 1],
    ['j2', 1],
  ]);
  const lower = { ...X, direction: 'lower' as const };
  expect(placesAmong(rows, lower).get('j3')).toBe(1);
});
