import { expect, test } from 'vitest';
import { Benchmark } from '../../src/schema/benchmark.ts';
import { finishBoard, type UnrankedBoard, type UnrankedRow } from '../../src/scoring/finish-board.ts';
import { column } from '../board/boards.ts';

const benchmark = Benchmark.parse({
  ...{ id: 'demo', order: 1, name: 'Demo', tagline: 'x', summary: ['x'], protocol: 'pairwise', data_licence: 'none' },
});

const row = (id: string, value: number, kind: UnrankedRow['kind'] = 'judge'): UnrankedRow => ({
  ...{ id, row: id, kind, judge: id, name: id, organisation: '', access: null, thinking: null, variant: '', group: '' },
  involvement: [],
  cells: new Map([
    [
      'x',
      {
        ...{ printed: String(value), value, status: 'ok' as const, note: '', n: 400, interval: null },
        ...{ se: 1, noInterval: '', rank: null },
      },
    ],
  ]),
});

const draft = (rows: readonly UnrankedRow[], more: Partial<UnrankedBoard> = {}): UnrankedBoard => ({
  ...{
    benchmark: 'demo',
    benchmarkName: 'Demo',
    synthetic: false,
    table: 'table-1',
    number: 1,
    title: 'T',
    heading: 'T',
  },
  ...{ about: '', section: '1', kind: 'leaderboard', rowLabel: 'Judge', split: null, block: null, sort: null },
  ...{ columns: [column('x')], rows, labels: null },
  ...more,
});

const OPEN = { clusters: 9, se: 1, lo: -1, hi: 1, shared: 9, of: 9, reason: '' };

test('what is scored like a judge and is none becomes a reference line: no row, no rank, counted in nobody’s', () => {
  const rows = [row('good', 90), row('chance', 50, 'reference'), row('bad', 10)];
  const board = finishBoard(benchmark, draft(rows));
  expect(board.rows.map(({ id, cells }) => [id, cells['x']?.rank?.best, cells['x']?.rank?.worst])).toEqual([
    ['good', 1, 1],
    ['bad', 2, 2],
  ]);
  expect(board.references[0]).toMatchObject({ id: 'chance', label: 'chance', values: { x: { lo: 50, hi: 50 } } });
});

test('what a trivial judge scores stands in the unit of its column', () => {
  const columns = [column('x', { metric: 'cmr', unit: 'percent' }), column('y', { metric: 'cmr', unit: 'ratio' })];
  const [coin] = finishBoard(benchmark, draft([row('good', 90)], { columns })).references;
  expect(coin).toMatchObject({ id: 'coin-flip', values: { x: { lo: 25, hi: 25 }, y: { lo: 0.25, hi: 0.25 } } });
});

test('paired tests decide ranks where a board has them, and its pairs count the rows that are left', () => {
  const rows = [row('chance', 50, 'reference'), row('good', 90), row('bad', 10)];
  const asked: string[][] = [];
  const tests = new Map([
    [
      'x',
      (other: string, base: string) => {
        asked.push([other, base]);
        return { ...OPEN, value: 0, p: 1 };
      },
    ],
  ]);
  const board = finishBoard(benchmark, draft(rows, { tests }));
  expect(asked).toEqual([['good', 'bad']]);
  expect(board.pairs?.['x']?.map(([i, j, value]) => [i, j, value])).toEqual([[0, 1, 0]]);
  // By their errors alone the two would be told apart; by the judgments that both have they are not.
  expect(board.rows.map(({ cells }) => cells['x']?.rank?.best)).toEqual([1, 1]);
});

test('no ranks where rows are no judges under one setting', () => {
  const board = finishBoard(benchmark, draft([row('good', 90), row('bad', 10)], { kind: 'comparison' }));
  expect(board.rows.map(({ cells }) => cells['x']?.rank)).toEqual([null, null]);
});

test('a printed mean over fewer of its columns than others’ takes no rank; a part in doubt is a part all the same', () => {
  const columns = [column('x', { parts: ['p', 'q'] }), column('p'), column('q')];
  const withParts = (
    id: string,
    value: number,
    statuses: readonly ('ok' | 'not-scored' | 'rejected')[],
  ): UnrankedRow => {
    const own = row(id, value);
    const [whole] = own.cells.values();
    if (whole === undefined) throw new Error('no cell');
    const parts = statuses.map((status, i) => {
      const part = { ...whole, status, value: status === 'ok' ? value : null };
      return [i === 0 ? 'p' : 'q', part] as const;
    });
    return { ...own, cells: new Map([...own.cells, ...parts]) };
  };
  const rows = [
    withParts('half', 99, ['ok', 'not-scored']),
    withParts('whole', 50, ['ok', 'ok']),
    withParts('doubt', 10, ['ok', 'rejected']),
  ];
  const board = finishBoard(benchmark, draft(rows, { columns }));
  expect(board.rows.map(({ id, cells }) => [id, cells['x']?.apart, cells['x']?.rank?.best])).toEqual([
    ['half', '1 of 2', undefined],
    ['whole', undefined, 1],
    ['doubt', undefined, 2],
  ]);
});
