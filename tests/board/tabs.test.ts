import { expect, test } from 'vitest';
import { tabEntries } from '../../src/board/tables-of.ts';

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
