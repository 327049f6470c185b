import { describe, expect, test } from 'vitest';
import { type PublishedCell, type Status, Status as Statuses } from '../../src/schema/published.ts';
import { doubtWords, STATUS_PARTS, statusBars } from '../../src/site/audit/audit.ts';
import { board } from '../board/boards.ts';

const cellsOf = (table: string, statuses: readonly Status[]): PublishedCell[] =>
  statuses.map((status, line) => ({
    benchmark: 'demo',
    table,
    row: 'a',
    rowIndex: 0,
    group: '',
    rowKind: 'judge',
    judge: 'a',
    variant: '',
    file: 'a.csv',
    line,
    column: 'x',
    printed: '1',
    emphasis: { bold: false, underline: false },
    value: 1,
    status,
    n: null,
    note: '',
  }));
const tables = ['table-1', 'table-2', 'table-3'].map((table, i) =>
  board([], [], { table, number: i + 1, benchmarkName: 'Demo' }),
);

describe('what became of printed cells', () => {
  test('is a bar a table, its parts in one order and without empty ones; a table without printed cells has none', () => {
    const cells = [
      ...cellsOf('table-2', ['rejected', 'ok', 'coverage', 'suspect', 'ok', 'recomputed-equal']),
      ...cellsOf('table-1', ['not-scored', 'not-applicable']),
    ];
    const bars = statusBars(cells, tables);
    expect(bars.map(({ n, parts, doubt }) => [n, parts.map(({ id, n: own }) => `${id} ${own}`).join(), doubt])).toEqual(
      [
        [2, 'none 2', 0],
        [6, 'used 3,partly 1,suspect 1,rejected 1', 2],
      ],
    );
    expect(bars[1]?.words).toBe(
      '6 cells: 3 used as printed, 1 rests on fewer answers than stated, 1 suspect, 1 rejected',
    );
    expect(doubtWords(bars)).toBe('2 of 8 printed cells are in doubt; Demo, table 2 has the most, 2.');
  });

  test('every status is in one part', () => {
    expect(STATUS_PARTS.flatMap(({ statuses }) => statuses).toSorted()).toEqual([...Statuses.options].toSorted());
  });

  test('says so where nothing is in doubt', () => {
    expect(doubtWords(statusBars(cellsOf('table-1', ['ok']), tables))).toBe('None of 1 printed cell is in doubt.');
  });
});
