import { expect, test } from 'vitest';
import {
  failedCasesOf,
  headlineAnswer,
  headlineOf,
  leadsAlone,
  settingWords,
  tableAnswer,
  tasksAnswer,
} from '../../src/board/headline.ts';
import type { BoardColumn } from '../../src/schema/board.ts';
import { boardName } from '../../src/schema/board.ts';
import { board, cell, column, row } from './boards.ts';

const names = (headline: ReturnType<typeof headlineOf>) => headline?.entries.map(({ row: r, place }) => [place, r.id]);

test('the first leaderboard of the benchmark stands for it, whatever the order of the list', () => {
  const late = board([column('x')], [row('a', { x: cell('1') })], { number: 12, table: 'table-12' });
  const early = board([column('x')], [row('a', { x: cell('2') })], { number: 3, table: 'table-3' });
  const data = board([column('x')], [], { number: 1, kind: 'statistics' });
  const other = board([column('x')], [], { number: 2, benchmark: 'other' });
  expect(headlineOf([late, data, other, early], 'demo')?.board.table).toBe('table-3');
});

test('judges with a sound value, best first; equal values share a place', () => {
  const rows = [
    row('low', { x: cell('10') }),
    row('tie-1', { x: cell('30') }),
    row('doubtful', { x: cell('99', { status: 'suspect' }) }),
    row('unread', { x: cell('6.4.2', { status: 'rejected' }) }),
    row('tie-2', { x: cell('30') }),
    row('mean', { x: cell('50') }, { kind: 'total', judge: null }),
  ];
  expect(names(headlineOf([board([column('x')], rows)], 'demo'))).toEqual([
    [1, 'tie-1'],
    [1, 'tie-2'],
    [3, 'low'],
  ]);
});

test('where lower is better the lowest comes first', () => {
  const rows = [row('much', { x: cell('9') }), row('little', { x: cell('1') })];
  expect(names(headlineOf([board([column('x', { direction: 'lower' })], rows)], 'demo'))).toEqual([
    [1, 'little'],
    [2, 'much'],
  ]);
});

test('without rank intervals the headline is an order only', () => {
  const rank = { best: 1, worst: 2, couldBeFirst: true, tier: 1 };
  const plain = board([column('x')], [row('a', { x: cell('1') })]);
  const tested = board([column('x')], [row('a', { x: cell('1', { rank }) })]);
  expect(headlineOf([plain], 'demo')?.tested).toBe(false);
  expect(headlineOf([tested], 'demo')?.tested).toBe(true);
});

test('no leaderboard, or none with an order: no headline', () => {
  expect(headlineOf([board([column('x')], [], { kind: 'comparison' })], 'demo')).toBeNull();
  expect(headlineOf([board([column('x')], [], { sort: null })], 'demo')).toBeNull();
  expect(headlineOf([], 'demo')).toBeNull();
});

test('a benchmark without printed tables has a headline too; its own tables come before boards of runs, what is printed elsewhere after', () => {
  const computed = board([column('x')], [row('a', { x: cell('1') })], {
    ...{ source: 'computed', table: 'pairwise', title: 'Easy' },
  });
  const elsewhere = board([column('x')], [row('a', { x: cell('2') })], { table: 'board-1', printedIn: 'its README' });
  const table = board([column('x')], [row('a', { x: cell('3') })], { number: 9, table: 'table-9' });
  expect(headlineOf([elsewhere, computed], 'demo')?.board.table).toBe('pairwise');
  expect(headlineOf([elsewhere, computed, table], 'demo')?.board.table).toBe('table-9');
  expect([table, computed, elsewhere].map(boardName)).toEqual(['Demo, table 9', 'Demo, Easy', 'Demo, Main']);
});

test('a program is no judge that may come first', () => {
  const rows = [row('run-1', { x: cell('40') }), row('chance', { x: cell('50') }, { access: 'program' })];
  expect(names(headlineOf([board([column('x')], rows, { source: 'computed' })], 'demo'))).toEqual([[1, 'run-1']]);
});

test('the cases that the first judge lost, whichever board is printed; none without cases', () => {
  const rows = [row('few', { x: cell('40') }), row('most', { x: cell('50') })];
  const computed = board([column('x', { slice: { split: 'film' } })], rows, { source: 'computed', number: 4 });
  const printed = board([column('x')], [row('a', { x: cell('1') })], { number: 2 });
  const failed = failedCasesOf([printed, computed], 'demo');
  expect(failed?.first.row.id).toBe('most');
  const { pathname, searchParams } = new URL(failed?.href ?? '', 'http://x');
  expect([pathname, searchParams.get('metric'), searchParams.get('run'), searchParams.get('slice')]).toEqual([
    '/demo/explore/',
    'pacc',
    'most',
    'split=film',
  ]);
  expect(failedCasesOf([printed], 'demo')).toBeNull();
});

test('the answer in a sentence: who is first, and how many cannot be told apart from the best', () => {
  const rank = (couldBeFirst: boolean) => ({ best: 1, worst: 2, couldBeFirst, tier: 1 });
  const of = (...first: boolean[]) =>
    headlineOf(
      [
        board(
          [column('x')],
          first.map((could, i) => row(`judge ${i}`, { x: cell(String(9 - i), { rank: rank(could) }) })),
        ),
      ],
      'demo',
    );
  const said = (headline: ReturnType<typeof headlineOf>) => headline && headlineAnswer(headline);
  expect(said(of(true, true, false))).toBe(
    'judge 0 has the highest x; 1 of 2 others cannot be told apart from the best.',
  );
  expect(said(of(true, false))).toBe('judge 0 has the highest x; none of 1 other could be first.');
  const plain = board([column('x', { direction: 'lower' })], [row('a', { x: cell('1') })]);
  expect(said(headlineOf([plain], 'demo'))).toBe('a has the lowest x (not tested).');
});

test('who is not tested is counted apart, an only judge has no others, and the table is named where a benchmark is spoken of', () => {
  const rank = { best: 1, worst: 2, couldBeFirst: true, tier: 1 };
  const of = (...ranks: ('first' | 'behind' | 'none')[]) =>
    headlineOf(
      [
        board(
          [column('x')],
          ranks.map((kind, i) =>
            row(`J${i}`, {
              x: cell(String(9 - i), {
                rank: kind === 'none' ? null : { ...rank, couldBeFirst: kind === 'first' },
              }),
            }),
          ),
        ),
      ],
      'demo',
    );
  const said = (...ranks: Parameters<typeof of>) => {
    const headline = of(...ranks);
    return headline && headlineAnswer(headline);
  };
  expect(said('first', 'first', 'none', 'behind')).toBe(
    'J0 has the highest x; 1 of 2 others cannot be told apart from the best, 1 not tested.',
  );
  expect(said('none', 'first', 'behind')).toBe(
    'J0 has the highest x (not tested); 1 of 2 others cannot be told apart from the best.',
  );
  expect(said('first', 'none')).toBe('J0 has the highest x; no other judge is tested.');
  expect(said('first')).toBe('J0 has the highest x; no other judge has a value.');
  const leads = (...ranks: Parameters<typeof of>) => {
    const headline = of(...ranks);
    return headline !== null && leadsAlone(headline);
  };
  expect(leads('first', 'behind', 'behind')).toBe(true);
  expect([leads('first', 'first'), leads('first', 'none'), leads('none', 'behind'), leads('first')]).toEqual([
    ...[false, false, false, false],
  ]);
  const named = of('first', 'behind');
  expect(named && tableAnswer(named)).toBe('Main: J0 has the highest x; none of 1 other could be first.');
});

test('judges that share the best value are all named, or counted', () => {
  const rank = (couldBeFirst: boolean) => ({ best: 1, worst: 2, couldBeFirst, tier: 1 });
  const said = (values: readonly string[], isTested: boolean) => {
    const rows = values.map((value, i) => row(`J${i}`, { x: cell(value, isTested ? { rank: rank(i < 3) } : {}) }));
    const headline = headlineOf([board([column('x')], rows)], 'demo');
    return headline && headlineAnswer(headline);
  };
  expect(said(['9', '9', '8'], false)).toBe('J0 and J1 have the highest x (not tested).');
  expect(said(['9', '9', '8', '7'], true)).toBe(
    'J0 and J1 have the highest x; 1 of 2 others cannot be told apart from the best.',
  );
  expect(said(['9', '9', '9', '8'], true)).toBe('3 judges have the highest x; none of 1 other could be first.');
});

test('settings of one judge are told apart by thinking where they differ in it, else by their names', () => {
  const entry = (id: string, given: Parameters<typeof row>[2]) => ({ row: row(id, {}, given) });
  const modes = [entry('a', { thinking: true }), entry('b', { thinking: false })];
  expect(modes.map((_, i) => settingWords(modes, i))).toEqual(['thinking', 'not thinking']);
  const shots = [
    entry('a', { thinking: false, variant: '' }),
    entry('b', { thinking: false, variant: '1-shot', row: 'One example' }),
  ];
  expect(shots.map((_, i) => settingWords(shots, i))).toEqual(['', 'One example']);
  expect(settingWords(shots.slice(1), 0)).toBe('');
});

test('a label that several columns share carries its group in the sentence', () => {
  const columns = [
    column('x', { label: 'Clarity', group: 'Rank correlation' }),
    column('y', { label: 'Clarity', group: 'Mean' }),
  ];
  const rows = [row('a', { x: cell('2'), y: cell('1') }), row('b', { x: cell('1'), y: cell('1') })];
  const headline = headlineOf([board(columns, rows)], 'demo');
  expect(headline === null ? '' : headlineAnswer(headline)).toBe(
    'a has the highest Clarity (Rank correlation) (not tested).',
  );
});

test('a board of runs names the metric before the criterion that its column is about', () => {
  const columns = [column('x', { label: 'Semantic consistency', group: 'Rank correlation' })];
  const rows = [row('a', { x: cell('2') }), row('b', { x: cell('1') })];
  const headline = headlineOf([board(columns, rows, { source: 'computed' })], 'demo');
  expect(headline && headlineAnswer(headline)).toBe(
    'a has the highest Rank correlation (Semantic consistency) (not tested).',
  );
});

test('a measure is spelled out where its label does not say what it is', () => {
  const said = (columns: BoardColumn[]) => {
    const headline = headlineOf([board(columns, [row('a', { x: cell('2') }), row('b', { x: cell('1') })])], 'demo');
    return headline && headlineAnswer(headline);
  };
  expect(said([column('x', { label: 'PAcc', metric: 'pacc' })])).toBe(
    'a has the highest PAcc (pluralistic accuracy: every criterion right) (not tested).',
  );
  expect(said([column('x', { label: 'Four-way accuracy', metric: 'four_way_accuracy' })])).toBe(
    'a has the highest Four-way accuracy (the same of four answers as people gave) (not tested).',
  );
  expect(said([column('x', { label: 'Clarity', metric: 'criterion_accuracy' })])).toBe(
    'a has the highest Clarity (not tested).',
  );
});

test('of several tasks it is said in how many the first judge leads alone; of one table, or of two first judges, nothing', () => {
  const rank = (couldBeFirst: boolean, best: number) => ({
    best,
    worst: couldBeFirst ? 2 : best,
    couldBeFirst,
    tier: best,
  });
  const task = (split: string, other: boolean, first = 'a') =>
    board(
      [column('x', { slice: { split } })],
      [
        row(first, { x: cell('9', { rank: rank(true, 1) }) }),
        row(first === 'a' ? 'b' : 'a', { x: cell('5', { rank: rank(other, 2) }) }),
      ],
      { table: split, source: 'computed' },
    );
  const said = (boards: ReturnType<typeof task>[]) => {
    const headline = headlineOf(boards, 'demo');
    return headline === null ? null : tasksAnswer(boards, headline);
  };
  expect(said([task('one', false), task('two', true), task('three', false)])).toBe('a leads alone in 2 of 3 tasks.');
  // Somebody else leads the second.
  expect(said([task('one', false), task('two', false, 'b')])).toBe('a leads alone in 1 of 2 tasks.');
  expect(said([task('one', true), task('two', true)])).toBe('a leads alone in none of 2 tasks.');
  expect(said([task('one', false)])).toBe('');
  const both = board(
    [column('x', { slice: { split: 'one' } })],
    [row('a', { x: cell('9') }), row('b', { x: cell('9') })],
    { table: 'one', source: 'computed' },
  );
  expect(said([both, task('two', false)])).toBe('');
});
