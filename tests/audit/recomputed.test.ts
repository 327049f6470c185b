import { expect, test } from 'vitest';
import type { RunBoard } from '../../src/audit/recomputed.ts';
import type { BoardColumn, BoardRow } from '../../src/schema/board.ts';
import { cell, column, row } from '../board/boards.ts';
import { auditTables, flagsOf, type TableInput } from './fixture.ts';

const RATIO: Partial<BoardColumn> = { metric: 'critique_accuracy', unit: 'ratio' };

/** A board of runs of the benchmark with one column, whose slice is `slice`. */
const board = (rows: BoardRow[], slice: Record<string, string> = {}, more: Partial<RunBoard> = {}): RunBoard => ({
  ...{ benchmark: 'mini', table: 'critique', source: 'computed', references: [] },
  columns: [column('acc', { ...RATIO, slice })],
  rows,
  ...more,
});

const value = (v: number, n = 1000) => ({ acc: cell(String(v), { value: v, n, se: 0.01 }) });

const TABLE: TableInput = {
  columns: { acc: { metric: 'critique_accuracy', n: 1000 } },
  rows: [
    ['Alpha', '0.734'],
    ['Beta', '0.512'],
    ['Gamma', '0.250'],
    ['Alpha|think|alpha', '0.800'],
    ['Delta', '-'],
  ],
};

const statuses = (boards: RunBoard[], table: TableInput = TABLE) =>
  auditTables({ 'table-1': table }, { boards }).cells.map(({ status }) => status);

test('a printed value that the judgments give to its last digit is settled; one that they do not give keeps both', () => {
  const outcome = auditTables(
    { 'table-1': TABLE },
    { boards: [board([row('alpha', value(0.73351, 997)), row('beta', value(0.5126))])] },
  );
  expect(outcome.cells.map(({ status }) => status)).toEqual([
    'recomputed-equal',
    'recomputed-differs',
    'ok',
    'ok',
    'not-scored',
  ]);
  expect(outcome.cells[0]).toMatchObject({ printed: '0.734', value: 0.734, n: 997, recomputed: { value: 0.73351 } });
  // The printed value stays in use.
  expect(outcome.cells[1]).toMatchObject({ value: 0.512, recomputed: { value: 0.5126, equal: false } });
  expect(flagsOf(outcome, 'recomputed')).toMatchObject([
    { row: 'Beta', printed: '0.512', expected: '0.513', status: 'recomputed-differs' },
  ]);
  expect(outcome.report.statuses['mini']).toMatchObject({ 'recomputed-equal': 1, 'recomputed-differs': 1 });
  expect(outcome.report.checks.find(({ id }) => id === 'recomputed')?.examined).toBe(2);
});

test('the run must be of the same judge, setting, metric and slice, and of this benchmark', () => {
  const alpha = row('alpha', value(0.734));
  expect(statuses([board([alpha], { subset: 'core' })])[0]).toBe('ok');
  expect(statuses([board([alpha], {}, { benchmark: 'other' })])[0]).toBe('ok');
  expect(statuses([board([alpha], {}, { source: 'published' })])[0]).toBe('ok');
  expect(statuses([board([row('run-7', value(0.8), { judge: 'alpha', variant: 'think' })])])).toEqual([
    'ok',
    'ok',
    'ok',
    'recomputed-equal',
    'not-scored',
  ]);
});

test('percents are compared with ratios, a half digit rounds either way, and no value is no comparison', () => {
  const percents = {
    columns: { acc: { metric: 'critique_accuracy', unit: 'percent' } },
    rows: [['Alpha', '73.4']],
  } as const;
  expect(statuses([board([row('alpha', value(0.7345))])], percents)).toEqual(['recomputed-equal']);
  expect(statuses([board([row('alpha', value(0.73349))])], percents)).toEqual(['recomputed-differs']);
  expect(statuses([board([row('alpha', { acc: cell('', { value: null }) })])], percents)).toEqual(['ok']);
});

test('what the judgments bear out is in doubt no more: the doubt stays as a remark', () => {
  // No whole number of hits over 7 gives 0.734.
  const odd: TableInput = { columns: { acc: { metric: 'critique_accuracy', n: 7 } }, rows: [['Alpha', '0.734']] };
  expect(statuses([], odd)).toEqual(['suspect']);
  const outcome = auditTables({ 'table-1': odd }, { boards: [board([row('alpha', value(0.734))])] });
  expect(outcome.cells[0]?.status).toBe('recomputed-equal');
  expect(outcome.report.flags.map(({ check, status }) => [check, status])).toEqual([['whole-count', 'ok']]);
  expect(outcome.report.flags[0]?.reason).toMatch(/the judgments give the printed value$/);
});
