import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { filterWords, longCsv, shownTable, wideCsv } from '../../src/board/download-board.ts';
import type { BoardFrame } from '../../src/board/look.ts';
import { columnScales, columnStandings } from '../../src/board/standings.ts';
import { boardFields } from '../../src/board/state.ts';
import { arrange } from '../../src/board/use-view.ts';
import { boardLines } from '../../src/schema/board.ts';
import { readSearch } from '../../src/ui/field.ts';
import { fileName } from '../../src/ui/file-name.ts';
import { board, cell, column, judge } from './fixture.ts';

const RANK = { best: 1, worst: 2, couldBeFirst: true, tier: 1 };
const COLUMNS = [column('x', { label: 'Value', group: 'All' }), column('words', { unit: 'text', direction: 'none' })];
const ROWS = [
  judge(
    '=cmd',
    { x: cell('50.0', { interval: { lo: 40, hi: 60, kind: 'wilson' }, n: 96, rank: RANK }) },
    { name: '=cmd()' },
  ),
  judge('other', { x: cell('45.0', { n: 96, note: 'a note', rank: { ...RANK, best: 2 } }), words: cell('@home') }),
  judge('unscored', { x: cell('–', { value: null, status: 'not-scored' }) }),
];
const line = (id: string, lo: number, hi: number) => ({
  id,
  label: id,
  about: '',
  values: { x: { lo, hi, basis: '' } },
});
const BOARD = board(COLUMNS, ROWS, { references: [line('coin', 20, 30), line('oracle', 48, 48)] });

function shown(search = '') {
  const state = readSearch(boardFields(BOARD), new URLSearchParams(search));
  const first = COLUMNS[0];
  if (first === undefined) throw new Error('no column');
  const frame: BoardFrame = {
    board: BOARD,
    columns: COLUMNS,
    left: 0,
    scales: columnScales(BOARD),
    deltas: null,
    warm: new Set<string>(),
    heat: true,
    pin: () => {},
    showCard: () => {},
  };
  const { lines } = arrange(BOARD, BOARD.rows, state);
  return { frame, state, table: shownTable(frame, columnStandings(BOARD, first), lines) };
}

const parsed = (csv: string) => Papa.parse<Record<string, string>>(csv.trimEnd(), { header: true }).data;

describe('a board as CSV', () => {
  test('has the interval, n and ranks of each value, and no column without a value', () => {
    const rows = parsed(wideCsv(shown().table));
    expect(rows.map(({ kind }) => kind)).toEqual(['judge', 'reference', 'judge', 'reference', 'judge']);
    expect(rows[0]).toMatchObject({
      'All: Value': '50.0',
      'All: Value, low': '40',
      'All: Value, high': '60',
      'All: Value, n': '96',
      rank_best: '1',
      rank_worst: '2',
    });
    expect(rows[2]).toMatchObject({ 'All: Value, low': '', rank_best: '2' });
    expect(Object.keys(rows[0] ?? {}).filter((name) => name.startsWith('words'))).toEqual(['words']);
  });

  test('has numbers or nothing where a program reads a value: no dash, and a range by its ends', () => {
    const wide = parsed(wideCsv(shown().table));
    const wideRow = (name: string) => wide.find((row) => row['name'] === name);
    expect(wideRow('unscored')).toMatchObject({ 'All: Value': '', notes: expect.stringContaining('Value') });
    expect(wideRow('coin')).toMatchObject({
      'All: Value': '',
      'All: Value, low': '20.00',
      'All: Value, high': '30.00',
    });
    expect(wideRow('oracle')).toMatchObject({ 'All: Value': '48.00', 'All: Value, low': '' });
    const long = parsed(longCsv(shown().table));
    const longRow = (name: string) => long.find((row) => row['name'] === name);
    expect(longRow('coin')).toMatchObject({ printed: '20.00–30.00', value: '', low: '20', high: '30' });
    expect(longRow('oracle')).toMatchObject({ printed: '48.00', value: '48', low: '' });
  });

  test('is safe for spreadsheets in both forms', () => {
    for (const csv of [wideCsv(shown().table), longCsv(shown().table)]) {
      expect(csv).toContain("'=cmd()");
      expect(csv).toContain("'@home");
      expect(csv).not.toMatch(/(?:^|,)[=@]/m);
    }
  });

  test('one row a value says the same as the file of the release', () => {
    const long = parsed(longCsv(shown().table)).filter(({ kind }) => kind !== 'reference');
    expect(long).toHaveLength(4);
    const released = boardLines(BOARD as never);
    for (const line of long) {
      const same = released.find(
        ({ column: key, id }) => key === line['column'] && `${id}` === line['id']?.replace(/^'/, ''),
      );
      for (const name of ['value', 'low', 'high', 'n', 'rank_best', 'rank_worst', 'status'] as const)
        expect(line[name]).toBe(String(same?.[name] ?? ''));
    }
  });

  test('is called by its filter', () => {
    const { frame, state } = shown('?q=Other One&access=open&sort=x');
    expect(fileName('shapes-table-1', filterWords(frame, state))).toBe('shapes-table-1_only-open_rows-with-other-one');
    const { frame: all, state: none } = shown('?sort=-x');
    expect(fileName('shapes-table-1', filterWords(all, none))).toBe('shapes-table-1');
  });
});

describe('names of files', () => {
  test('count what does not fit, and hold no sign that a system refuses', () => {
    const many = Array.from({ length: 40 }, (_, i) => `Judge/${i}: "wrong"?`);
    const name = fileName('x', many);
    expect(name).toMatch(/^x_judge-0-wrong_.*_and-\d+-more$/);
    expect(name.length).toBeLessThanOrEqual(120);
    expect(fileName('x', ['日本語 / ..', '***'])).toBe('x_日本語');
  });
});
