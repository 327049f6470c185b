import type { Board, BoardCell, BoardColumn, BoardRow } from '../../src/schema/board.ts';

/** A printed cell; by default used, without interval, rank and n. */
export function cell(printed: string, more: Partial<BoardCell> = {}): BoardCell {
  const value = Number.isFinite(Number(printed)) ? Number(printed) : null;
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

export function column(key: string, more: Partial<BoardColumn> = {}): BoardColumn {
  return {
    key,
    label: key,
    printed: key,
    group: '',
    metric: 'pacc',
    unit: 'percent',
    direction: 'higher',
    range: [0, 100],
    decimals: 2,
    n: null,
    slice: {},
    formula: '',
    about: '',
    source: '',
    ...more,
  };
}

export function row(id: string, cells: Record<string, BoardCell>, more: Partial<BoardRow> = {}): BoardRow {
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

export function board(columns: BoardColumn[], rows: BoardRow[], more: Partial<Board> = {}): Board {
  return {
    benchmark: 'demo',
    benchmarkName: 'Demo',
    synthetic: false,
    table: 'table-1',
    number: 1,
    title: 'Main',
    heading: 'Which judge?',
    about: '',
    section: '1',
    kind: 'leaderboard',
    rowLabel: 'Judge',
    split: null,
    block: null,
    sort: { column: columns[0]?.key ?? '', direction: 'descending' },
    columns,
    rows,
    references: [],
    release: '0123456789ab',
    ...more,
  };
}
