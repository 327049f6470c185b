import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { domainOf } from '../../src/charts/axis.ts';
import { clusterOrder } from '../../src/figures/kit/cluster-order.ts';
import { figuresOf } from '../../src/figures/printed/index.ts';
import { inLines, PrintedFigure } from '../../src/figures/printed/PrintedFigure.tsx';
import type { Benchmark } from '../../src/schema/benchmark.ts';
import type { Board, BoardCell, BoardColumn, BoardRow } from '../../src/schema/board.ts';
import { signed } from '../../src/ui/number-words.ts';
import { cell as boardCell, column as boardColumn, board as boardOf, row as boardRow } from '../board/boards.ts';

const cell = (value: number | null, status: BoardCell['status'] = 'ok'): BoardCell =>
  boardCell(value === null ? '-' : String(value), { status });

const column = (key: string, metric: string, slice: Record<string, string>): BoardColumn =>
  boardColumn(key, { metric, unit: 'ratio', range: [0, 1], decimals: 3, n: 10, slice });

const row = (id: string, access: BoardRow['access'], values: readonly BoardCell[], keys: readonly string[]): BoardRow =>
  boardRow(id, Object.fromEntries(keys.map((k, i) => [k, values[i] ?? cell(null)])), { access, group: 'all' });

const columns = [
  ...['b1', 'b2', 'b3'].map((b) => column(b, 'bd', { bias_type: b })),
  ...['c1', 'c2', 'c3'].map((b) => column(b, 'bc', { bias_type: b })),
];
const keys = columns.map((c) => c.key);
/** Enough judges for the best of each group to be drawn instead of all. */
const fillers = Array.from({ length: 12 }, (_, i) =>
  row(
    `filler-${i}`,
    'open',
    keys.map(() => cell(0.1)),
    keys,
  ),
);

const board = (rows: readonly BoardRow[]): Board => boardOf(columns, [...rows], { benchmark: 'b' });

const benchmark = { id: 'b', dimensions: [], bias_types: [], splits: [] } as unknown as Benchmark;
const figures = (rows: readonly BoardRow[]) => figuresOf(benchmark, [board([...rows, ...fillers])], new Map());

const steady = row(
  'steady',
  'proprietary',
  [0.9, 0.8, 0.7, 0.9, 0.9, 0.9].map((v) => cell(v)),
  keys,
);
const doubtful = row('doubtful', 'proprietary', [cell(1, 'suspect'), ...[0.1, 0.1, 1, 1, 1].map((v) => cell(v))], keys);

test('the best of a group is its highest value that is not in doubt', () => {
  const best = figures([steady, doubtful]).find((f) => f.id === 'best-table-1');
  expect(best?.kind === 'dots' && best.rows[0]?.marks.find((m) => m.series === 'proprietary')).toMatchObject({
    judge: 'steady',
    x: 0.9,
  });
});

test('discernment leaves out rows with a doubtful cell and marks the Pareto front', () => {
  const plot = figures([steady, doubtful]).find((f) => f.kind === 'scatter');
  expect(plot?.kind === 'scatter' && plot.points.map((p) => p.label)).not.toContain('doubtful');
  const point = plot?.kind === 'scatter' ? plot.points.find((p) => p.judge === 'steady') : undefined;
  expect(point).toMatchObject({ front: true });
  expect(point?.x).toBeCloseTo(0.9, 12);
  expect(point?.y).toBeCloseTo(0.8, 12);
});

test('the fingerprint is doubly centred: rows and columns sum to zero', () => {
  const matrix = figures([steady]).find((f) => f.kind === 'matrix');
  const values = matrix?.kind === 'matrix' ? matrix.rows.map((r) => r.values.map((v) => v ?? Number.NaN)) : [];
  expect(values.length).toBe(13);
  for (const r of values) expect(r.reduce((s, v) => s + v, 0)).toBeCloseTo(0, 9);
  for (const j of keys.keys()) expect(values.reduce((s, r) => s + (r[j] ?? Number.NaN), 0)).toBeCloseTo(0, 9);
});

test('every figure has its numbers in a table of equal width', () => {
  for (const f of figures([steady, doubtful])) {
    // A matrix is a table itself.
    if (f.kind === 'matrix') continue;
    expect(f.table.rows.length, f.id).toBeGreaterThan(0);
    for (const r of f.table.rows) expect(r.length, f.id).toBe(f.table.columns.length);
  }
});

test('halves of a line stand in pairs, and nothing else changes its place', () => {
  const [half] = figures([steady]).filter((f) => f.kind === 'scatter');
  if (half === undefined) throw new Error('no scatter');
  const dots = figures([steady]).find((f) => f.kind === 'dots');
  if (dots?.kind !== 'dots') throw new Error('no dots');
  const rows = Array.from({ length: 9 }, (_, i) => ({ label: String(i), marks: [] }));
  const named = ['h1', 'B1', 'B2', 'h2', 'h3', 'B3', 'h4', 'h5'];
  const lines = inLines(named.map((id) => (id.startsWith('h') ? { ...half, id } : { ...dots, id, rows })));
  expect(lines.map(({ id }) => id)).toEqual(['h1', 'h2', 'B1', 'B2', 'h3', 'h4', 'B3', 'h5']);
});

describe('tables of which the audit believes little', () => {
  /** The same board with cells that are not drawn wherever `doubted` says so. */
  const doubted = (
    status: BoardCell['status'],
    isDoubted: (access: BoardRow['access'], key: string) => boolean,
  ): Board => {
    const whole = board([steady, ...fillers]);
    const cellOf = (row: BoardRow, key: string, own: BoardCell): BoardCell =>
      isDoubted(row.access, key) ? { ...own, value: status === 'rejected' ? null : own.value, status } : own;
    const rows = whole.rows.map((row) => ({
      ...row,
      group: row.access ?? '',
      cells: Object.fromEntries(Object.entries(row.cells).map(([key, own]) => [key, cellOf(row, key, own)])),
    }));
    return { ...whole, block: 2, rows };
  };
  const drawn = (boards: Board): readonly string[] =>
    figuresOf(benchmark, [boards], new Map()).map((figure) =>
      renderToStaticMarkup(createElement(PrintedFigure, { figure, benchmark: 'b' })),
    );

  test.each(['rejected', 'suspect'] as const)('nothing is drawn of a board of %s cells', (status) => {
    expect(drawn(doubted(status, () => true))).toEqual([]);
  });

  test.each([
    ['a whole group', (access: BoardRow['access']) => access === 'open'],
    ['a whole column', (_: BoardRow['access'], key: string) => key === 'b1'],
    ['all but one column', (_: BoardRow['access'], key: string) => key !== 'b1'],
  ])('without %s no figure holds what is no number', (_, isDoubted) => {
    const figures = drawn(doubted('rejected', isDoubted));
    expect(figures.length).toBeGreaterThan(0);
    for (const figure of figures) expect(figure).not.toMatch(/NaN|Infinity|undefined|null \(0\)/);
  });
});

test('clustering puts equal rows side by side', () => {
  const order = clusterOrder([[0], [9], [0.1], [9.1]]).map((i) => (i % 2 === 0 ? 'low' : 'high'));
  expect(order.join(' ')).toMatch(/^(low low high high|high high low low)$/);
});

test('differences carry a true minus sign, and zero none', () => {
  expect([signed(-0.25, 2), signed(0.25, 2), signed(-0.001, 2)]).toEqual(['−0.25', '+0.25', '0.00']);
});

test('an axis holds its values and stays within what the metric can be', () => {
  const [lo, hi] = domainOf([0.93, 0.99], [0, 1]);
  expect(lo).toBeLessThanOrEqual(0.93);
  expect(hi).toBeGreaterThanOrEqual(0.99);
  expect(hi).toBeLessThanOrEqual(1);
});

const drawnOf = (figure: ReturnType<typeof figuresOf>[number]): string =>
  renderToStaticMarkup(createElement(PrintedFigure, { figure, benchmark: 'b' }));

test('disc, ring and diamond stand for kinds of judges and for nothing else', () => {
  const few = figuresOf(benchmark, [board([steady, doubtful])], new Map());
  const slices = few.filter((figure) => figure.kind === 'dots' && figure.id.startsWith('slices'));
  expect(slices.length).toBeGreaterThan(0);
  for (const figure of slices) expect(drawnOf(figure)).not.toMatch(/mark-(proprietary|open|fine-tuned)/);
  const best = figures([steady]).find(({ id }) => id.startsWith('best'));
  expect(best === undefined ? '' : drawnOf(best)).toMatch(/mark-proprietary/);
});

test('a printed group of judges of one kind has the mark of that kind', () => {
  const own = board([
    { ...steady, group: 'Closed-source' },
    ...fillers.map((one) => ({ ...one, group: 'Open-source' })),
  ]);
  const means = figuresOf(benchmark, [own], new Map()).find(({ id }) => id.startsWith('groups'));
  expect(means?.kind === 'dots' && means.series).toMatchObject([{ mark: 'proprietary' }, { mark: 'open' }]);
});

test('no two groups of a figure have one mark, also where both are of one kind', () => {
  const own = board([
    { ...steady, group: 'Closed-source' },
    ...fillers.map((one, i) => ({ ...one, group: i < 6 ? 'Open, large' : 'Open, small' })),
  ]);
  const means = figuresOf(benchmark, [own], new Map()).find(({ id }) => id.startsWith('groups'));
  const marks = means?.kind === 'dots' ? means.series.map(({ mark }) => mark) : [];
  expect(marks[0]).toBe('proprietary');
  expect(new Set(marks).size).toBe(3);
  expect(marks).not.toContain('open');
});

test('a column name that a board prints several times carries its group', () => {
  const twice = ['First', 'Second', 'Third'].map((group, i) => ({
    ...column(`k${i}`, 'pacc', { criterion: `c${i}` }),
    label: 'Accuracy',
    group,
  }));
  const judges = Array.from({ length: 14 }, (_, i) =>
    row(`j${i}`, 'open', [cell(0.5), cell(0.6), cell(0.7)], ['k0', 'k1', 'k2']),
  );
  const best = figuresOf(benchmark, [{ ...board(judges), columns: twice }], new Map()).find(({ id }) =>
    id.startsWith('best'),
  );
  expect(best?.kind === 'dots' && best.rows.map(({ label }) => label)).toEqual([
    'First: Accuracy',
    'Second: Accuracy',
    'Third: Accuracy',
  ]);
});

test('every panel of a change has the same scale, so that lengths can be compared', () => {
  const settings = {
    ...board([steady, doubtful, ...fillers]),
    kind: 'comparison' as const,
    block: 2,
    columns: [column('b1', 'pacc', {}), column('b2', 'pacc', {})],
  };
  const change = figuresOf(benchmark, [settings], new Map()).find(({ kind }) => kind === 'change');
  const domains = change?.kind === 'change' ? change.panels.map(({ axis }) => axis.domain.join()) : [];
  expect(domains.length).toBe(2);
  expect(new Set(domains).size).toBe(1);
});

test('a figure names where its numbers are printed: a table of the paper, or a board of another place by its title', () => {
  const namesOf = (one: Board): readonly string[] =>
    figuresOf(benchmark, [one], new Map()).flatMap(({ sources }) => sources.map(({ label }) => label));
  const printed = board([steady, doubtful, ...fillers]);
  expect(new Set(namesOf(printed))).toEqual(new Set(['table 1']));
  expect(new Set(namesOf({ ...printed, printedIn: 'the README' }))).toEqual(new Set(['Main']));
});
