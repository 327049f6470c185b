import { expect, test } from 'vitest';
import type { PageBoard } from '../../src/board/page-board.ts';
import { boardFields } from '../../src/board/state.ts';
import { type ArrangedLine, arrange } from '../../src/board/use-view.ts';
import { readSearch } from '../../src/ui/field.ts';
import { board, cell, column, row } from './boards.ts';

const one = (id: string, judge: string, value: number) => row(id, { x: cell(String(value)) }, { judge });
const ROWS = [one('a', 'a', 90), one('b', 'b', 80), one('c', 'c', 60), one('a-1', 'a', 50), one('b-1', 'b', 70)];
const BOARD = {
  ...board([column('x')], ROWS),
  references: [{ id: 'line', label: 'Line', about: '', values: { x: { lo: 65, hi: 65, basis: '' } } }],
} as unknown as PageBoard;

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
