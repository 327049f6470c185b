import type { SlimBoard, SlimColumn, SlimRow } from '../../src/board/slim.ts';
import type { BoardCell } from '../../src/schema/board.ts';

export function cell(printed: string, more: Partial<BoardCell> = {}): BoardCell {
  const value = /^-?\d+(\.\d+)?$/.test(printed) ? Number(printed) : null;
  return {
    printed,
    value,
    status: 'ok',
    note: '',
    n: null,
    interval: null,
    se: null,
    noInterval: '',
    rank: null,
    ...more,
  };
}

export function column(key: string, more: Partial<SlimColumn> = {}): SlimColumn {
  return {
    key,
    label: key,
    group: '',
    metric: 'pacc',
    unit: 'percent',
    direction: 'higher',
    decimals: 2,
    n: null,
    ...more,
  };
}

export function judge(id: string, cells: Record<string, BoardCell>, more: Partial<SlimRow> = {}): SlimRow {
  return {
    id,
    row: id,
    kind: 'judge',
    judge: id,
    name: id,
    organisation: '',
    access: 'open',
    thinking: null,
    variant: '',
    group: '',
    involvement: [],
    cells,
    ...more,
  };
}

export function board(
  columns: readonly SlimColumn[],
  rows: readonly SlimRow[],
  more: Partial<SlimBoard> = {},
): SlimBoard {
  return {
    benchmark: 'demo',
    benchmarkName: 'Demo',
    table: 'table-1',
    number: 1,
    title: 'Results',
    heading: 'Which judge?',
    kind: 'leaderboard',
    rowLabel: 'Judge',
    block: null,
    sort: { column: columns[0]?.key ?? '', direction: 'descending' },
    release: 'abc',
    columns,
    rows,
    references: [],
    ...more,
  };
}
