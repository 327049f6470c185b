import { gzipSync } from 'node:zlib';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { BoardIsland } from '../../src/board/BoardIsland.tsx';
import { deltasTo } from '../../src/board/delta.ts';
import { unpaired } from '../../src/board/difference-tests.ts';
import { valueLook } from '../../src/board/look.ts';
import { boardOfPage, pageBoard } from '../../src/board/page-board.ts';
import {
  barPercent,
  columnScales,
  columnStandings,
  heatOf,
  rankingColumn,
  rowGroups,
} from '../../src/board/standings.ts';
import { boardFields } from '../../src/board/state.ts';
import { arrange, matchesFilters, sortValue } from '../../src/board/use-view.ts';
import type { BoardCell } from '../../src/schema/board.ts';
import { publishedInterval } from '../../src/stats/published.ts';
import { ranks } from '../../src/stats/ranks.ts';
import { readSearch } from '../../src/ui/field.ts';
import { signed } from '../../src/ui/number-words.ts';
import { board, cell, column, judge } from './fixture.ts';

const N = 299;

/** A printed percentage of N with interval and standard error as the release computes them. */
function measured(printed: string): { readonly cell: BoardCell; readonly se: number; readonly value: number } {
  const found = publishedInterval(
    printed,
    { unit: 'percent', full: N, scored: null, units: null, unitsNote: '', partErrors: [] },
    { rule: 'wilson' },
  );
  if (found.interval === null) throw new Error(`no interval for ${printed}`);
  return {
    cell: cell(printed, { interval: found.interval, se: found.se, n: found.n }),
    se: found.se,
    value: Number(printed),
  };
}

function scalesOf(direction: 'higher' | 'lower' | 'none', printed: readonly string[]) {
  const columns = [column('x', { direction })];
  const rows = printed.map((text, i) => judge(`j${i}`, { x: cell(text) }));
  return columnScales(board(columns, rows)).x ?? { heat: null, bar: null, best: null, second: null };
}

describe('heat', () => {
  test('runs from the worst value to the best, whichever end is better', () => {
    const higher = scalesOf('higher', ['10', '20', '30']);
    expect([10, 20, 30].map((x) => heatOf(higher, 'higher', x))).toEqual([0, 0.5, 1]);
    const lower = scalesOf('lower', ['10', '20', '30']);
    expect([10, 20, 30].map((x) => heatOf(lower, 'lower', x))).toEqual([1, 0.5, 0]);
  });

  test('is absent where no end is better, and where all values are equal', () => {
    expect(heatOf(scalesOf('none', ['1', '2']), 'none', 1)).toBeNull();
    expect(heatOf(scalesOf('higher', ['5', '5']), 'higher', 5)).toBeNull();
  });
});

describe('best and second', () => {
  test('come from the values, ties share, and the next value is second', () => {
    expect(scalesOf('higher', ['74.55', '74.55', '71.68', '60'])).toMatchObject({ best: 74.55, second: 71.68 });
    expect(scalesOf('lower', ['3', '1', '2'])).toMatchObject({ best: 1, second: 2 });
  });

  test('leave out values in doubt, totals and statistics', () => {
    const rows = [
      judge('a', { x: cell('80.84', { status: 'suspect' }) }),
      judge('b', { x: cell('8.1') }),
      judge('c', { x: cell('7.9', { status: 'coverage' }) }),
      judge('avg', { x: cell('99') }, { kind: 'total' }),
    ];
    expect(columnScales(board([column('x')], rows)).x).toMatchObject({
      best: 8.1,
      second: 7.9,
      heat: { worst: 7.9, best: 8.1 },
    });
  });
});

test('interval bars use the range of the column’s intervals', () => {
  const rows = ['10', '50'].map((text, i) =>
    judge(`j${i}`, { x: cell(text, { interval: { lo: Number(text) - 10, hi: Number(text) + 10, kind: 'wilson' } }) }),
  );
  const { x } = columnScales(board([column('x')], rows));
  expect(x === undefined ? [] : [0, 30, 60].map((value) => barPercent(x, value))).toEqual([0, 50, 100]);
});

test('bars of one group and unit share a range, so that they can be compared; others have their own', () => {
  const at = (lo: number, hi: number) => cell(String((lo + hi) / 2), { interval: { lo, hi, kind: 'wilson' } });
  const rows = [judge('a', { x: at(10, 20), y: at(40, 60), z: at(0, 5), n: at(1, 2) })];
  const columns = [
    ...[column('x', { group: 'G' }), column('y', { group: 'G' })],
    ...[column('z', { group: '' }), column('n', { group: 'G', unit: 'count' })],
  ];
  const { x, y, z, n } = columnScales(board(columns, rows));
  expect([x?.bar, y?.bar, z?.bar, n?.bar]).toEqual([
    [10, 60],
    [10, 60],
    [0, 5],
    [1, 2],
  ]);
});

describe('ranks, places and groups', () => {
  const rank = (best: number, worst: number, tier: number) => ({ best, worst, couldBeFirst: best === 1, tier });
  const rows = [
    judge('a', { x: cell('30', { rank: rank(1, 2, 1) }), y: cell('1') }),
    judge('b', { x: cell('29', { rank: rank(1, 2, 1) }), y: cell('1') }),
    judge('c', { x: cell('10', { rank: rank(3, 3, 2) }), y: cell('2') }),
  ];
  const own = board(
    [column('x'), column('y', { direction: 'lower' }), column('t', { unit: 'text', direction: 'none' })],
    rows,
  );
  const [x, y] = own.columns;

  test('a new group begins at the first judge of the next tier, only when sorted by that column', () => {
    const tested = x === undefined ? null : columnStandings(own, x);
    expect([...rowGroups(own, tested, [{ column: 'x', descending: true }]).values()]).toEqual([1, 1, 2]);
    expect(rowGroups(own, tested, [{ column: 'judge', descending: false }]).size).toBe(0);
  });

  test('a comparison is grouped by its blocks, only in printed order', () => {
    const pairs = { ...own, block: 2 };
    expect([...rowGroups(pairs, null, []).values()]).toEqual([0, 0, 1]);
    expect(rowGroups(pairs, null, [{ column: 'x', descending: true }]).size).toBe(0);
  });

  test('without tests there are places: equal values share one', () => {
    const places = y === undefined ? null : columnStandings(own, y);
    expect(places?.tested).toBe(false);
    expect([...(places?.of.values() ?? [])].map((standing) => standing.place)).toEqual([1, 1, 3]);
  });

  test('the first sorted column with a better end ranks, else the table’s own', () => {
    expect(rankingColumn(own, [{ column: 'y', descending: false }])?.key).toBe('y');
    expect(rankingColumn(own, [{ column: 't', descending: false }])?.key).toBe('x');
    expect(rankingColumn(own, [{ column: 'judge', descending: false }])?.key).toBe('x');
  });
});

describe('arrangement', () => {
  const rows = [
    judge(
      'a',
      { x: cell('60') },
      { access: 'open', name: 'Alpha 7B', thinking: true, facts: ['open-licence', 'small'] },
    ),
    judge('b', { x: cell('40') }, { access: 'proprietary', name: 'Beta', organisation: 'Org Two' }),
    judge(
      'c',
      { x: cell('–', { status: 'not-scored' }) },
      { access: 'open', name: 'Gamma', thinking: false, facts: ['small'] },
    ),
    judge('avg', { x: cell('50') }, { kind: 'total', row: 'Avg.' }),
  ];
  const references = [
    { id: 'coin', label: 'Coin', values: { x: { lo: 50, hi: 50 } } },
    { id: 'oracle', label: 'Oracle', values: {} },
  ];
  const own = board([column('x')], rows, { references });
  const state = readSearch(boardFields(own), '');
  const ids = (change: Partial<typeof state>, sorted = rows.slice(0, 3)) =>
    arrange(own, sorted, { ...state, ...change }).lines.map((line) =>
      line.kind === 'reference' ? line.reference.id : line.row.id,
    );

  test('puts reference lines where their value belongs in either direction, before missing values; totals last', () => {
    expect(ids({})).toEqual(['a', 'coin', 'b', 'c', 'oracle', 'avg']);
    const [a, b, c] = rows;
    const ascending = [b, a, c].filter((row) => row !== undefined);
    expect(ids({ sort: [{ column: 'x', descending: false }] }, ascending)).toEqual([
      'b',
      'coin',
      'a',
      'c',
      'oracle',
      'avg',
    ]);
    expect(ids({ sort: [] })).toEqual(['a', 'b', 'c', 'coin', 'oracle', 'avg']);
    expect(ids({ lines: 'off' })).toEqual(['a', 'b', 'c', 'avg']);
  });

  test('keeps pinned rows at the top whatever the filters say, and counts judges only', () => {
    expect(ids({ pin: ['c'], access: ['proprietary'] })).toEqual(['c', 'coin', 'b', 'oracle', 'avg']);
    expect(arrange(own, rows.slice(0, 3), { ...state, q: 'nobody' })).toMatchObject({ shown: 0, all: 3 });
  });

  test('filters by words anywhere in the names, access, mode, and what is known, which must hold all', () => {
    const hits = (change: Partial<typeof state>) =>
      rows
        .slice(0, 3)
        .filter((row) => matchesFilters(row, { ...state, ...change }))
        .map((row) => row.id);
    expect(hits({ q: '7b ALPHA' })).toEqual(['a']);
    expect(hits({ q: 'org' })).toEqual(['b']);
    expect(hits({ thinking: 'no' })).toEqual(['c']);
    expect(hits({ access: ['open'], thinking: 'yes' })).toEqual(['a']);
    expect(hits({ fact: ['small'] })).toEqual(['a', 'c']);
    expect(hits({ fact: ['small', 'open-licence'] })).toEqual(['a']);
  });

  test('what is known of a judge travels with its row, beside the mark of a constant answer or without it', () => {
    const constant = { answer: 'A', given: 9, of: 10 };
    const [a, b, c] = boardOfPage(
      pageBoard({ ...own, rows: rows.map((row, i) => (i === 2 ? { ...row, constant } : row)) }),
    ).rows;
    expect([a, b, c].map((row) => [row?.facts, row?.constant])).toEqual([
      [['open-licence', 'small'], undefined],
      [undefined, undefined],
      [['small'], constant],
    ]);
  });

  test('a missing value is undefined to the sort, in numbers and in texts', () => {
    const [, , c] = rows;
    expect(c === undefined ? 0 : sortValue(c, { key: 'x', unit: 'percent', direction: 'higher' })).toBeUndefined();
    expect(sortValue(judge('t', { x: cell('') }), { key: 'x', unit: 'text', direction: 'none' })).toBeUndefined();
  });
});

describe('differences to a baseline', () => {
  const printed = ['32.78', '31.77', '20.40', '11.04', '0.00'];
  const cells = printed.map(measured);
  const own = board(
    [column('x')],
    cells.map((one, i) => judge(`j${i}`, { x: one.cell })),
  );

  test('agree with the tests of the ranks: the number of significantly better and worse judges is the same', () => {
    const found = ranks(
      cells.map(({ value, se }) => ({ value, se })),
      'higher',
    );
    own.rows.forEach((base, i) => {
      const deltas = deltasTo(own, base, { state: 'ready', ...unpaired });
      const signs = own.rows.flatMap((row) => {
        const delta = deltas.of(row, own.columns[0] ?? column('x'));
        return delta?.significant === true ? [delta.better] : [];
      });
      expect(1 + signs.filter((sign) => sign > 0).length).toBe(found[i]?.best);
      expect(printed.length - signs.filter((sign) => sign < 0).length).toBe(found[i]?.worst);
    });
  });

  test('have the sign of better and worse by the column’s direction, and none for values in doubt', () => {
    const rows = [
      judge('a', { x: cell('2') }),
      judge('b', { x: cell('3') }),
      judge('c', { x: cell('9', { status: 'suspect' }) }),
    ];
    const [base] = rows;
    const columns = [column('x', { direction: 'lower' })];
    const deltas = base === undefined ? null : deltasTo(board(columns, rows), base, { state: 'ready', ...unpaired });
    const of = (i: number) =>
      rows[i] === undefined || columns[0] === undefined ? null : deltas?.of(rows[i], columns[0]);
    expect(of(0)).toBeNull();
    expect(of(1)).toMatchObject({ value: 1, better: -1, significant: null, interval: null, share: 1 });
    expect(of(2)).toBeNull();
  });

  test('are printed with a sign and the column’s digits; nothing is ±0', () => {
    expect([signed(1.005, 1), signed(-0.5, 2), signed(0, 2), signed(-0.001, 2)]).toEqual([
      '+1.0',
      '\u22120.50',
      '0.00',
      '0.00',
    ]);
  });
});

describe('a cell', () => {
  const scale = { heat: { worst: 10, best: 30 }, bar: [5, 35], best: 30, second: 20 } as const;

  test('says what is wrong with it, and two kinds of dash differ', () => {
    const scored = valueLook(cell('-', { status: 'not-scored' }), column('x'), { scale, heat: true });
    const applicable = valueLook(cell('-', { status: 'not-applicable' }), column('x'), { scale, heat: true });
    expect([scored.text, applicable.text]).toEqual(['–', '–']);
    expect(scored.aside).not.toBe(applicable.aside);
    const suspect = valueLook(cell('80.84', { status: 'suspect', note: 'out of range' }), column('x'), {
      scale,
      heat: true,
    });
    expect(suspect).toMatchObject({ className: 'suspect', style: undefined });
  });

  test('a page of 200 judges and 12 columns stays small: each value stands in it once', () => {
    const columns = Array.from({ length: 12 }, (_, c) => column(`c${c}`));
    const value = (r: number, c: number): number => 20 + ((r * 7919 + c * 104_729 + r * c * 31) % 6000) / 100;
    const rows = Array.from({ length: 200 }, (_, r) => {
      const cells = columns.map(({ key }, c) => {
        const x = value(r, c);
        const half = 1 + ((r * 37 + c * 101) % 300) / 100;
        return [key, cell(x.toFixed(2), { interval: { lo: x - half, hi: x + 0.9 * half, kind: 'wilson' } })] as const;
      });
      return judge(`j${r}`, Object.fromEntries(cells), { name: `Judge ${r}` });
    });
    const json = JSON.stringify(pageBoard(board(columns, rows)));
    const markup = renderToString(createElement(BoardIsland, { json: () => json, cite: null, licence: '' }));
    expect(markup).toContain('Judge 199');
    // What stands around the table on a page takes about 5 kB of the 30.
    expect(gzipSync(markup).length).toBeLessThan(25_000);
  });

  test('aligns numbers with fewer digits on the point', () => {
    expect(valueLook(cell('30'), column('x'), { scale, heat: false }).style).toEqual({ '--d': 2.5 });
    expect(valueLook(cell('30.1'), column('x'), { scale, heat: false }).style).toEqual({ '--d': 1 });
    expect(valueLook(cell('30.12'), column('x'), { scale, heat: false }).style).toBeUndefined();
  });
});

test('a board comes back from the JSON of its page; only ends of intervals and computed values are rounded', () => {
  const rows = [
    judge(
      'a',
      {
        x: cell('32.78', {
          n: 299,
          interval: { lo: 27.683, hi: 38.288, kind: 'wilson' },
          rank: { best: 1, worst: 15, couldBeFirst: true, tier: 1 },
        }),
        y: cell('64.2.0', { value: null, status: 'rejected', note: 'two points', noInterval: 'no value is used' }),
      },
      { involvement: [{ label: 'filtered the pairs' }], group: 'Open', thinking: true },
    ),
    judge('b', { x: cell('1,804', { value: 1804, n: 5 }) }, { kind: 'statistic', judge: null, access: null }),
  ];
  const own = board([column('x', { n: 299 }), column('y')], rows, {
    references: [{ id: 'coin', label: 'Coin', values: { x: { lo: 1, hi: 2 } } }],
  });
  expect(boardOfPage(pageBoard(own))).toEqual(own);
});

test('cells of every shape come back: no answers, minus zero, texts, grouped digits, ends beyond the value, long fractions', () => {
  const interval = { lo: -3.25, hi: 4.75, kind: 'at most' } as const;
  const rows = [
    judge('a', { x: cell('-0.0', { value: -0.04, n: 0, status: 'coverage', interval, se: 1.2345 }), t: cell('yes') }),
    judge('b', { x: cell('1,804.0', { value: 1804, n: null }), t: cell('', { value: null, n: 0 }) }),
    judge('c', { x: cell('–', { value: null, status: 'not-applicable', noInterval: 'no such task' }) }),
    judge('d', { x: cell('7.30', { value: 7.3, interval: { lo: 7.5, hi: 7.25, kind: 'wilson' } }) }),
    judge('e', {
      x: cell('0.1', { value: 0.05, rank: { best: 2, worst: 2, couldBeFirst: false, tier: 1 }, interval }),
      t: cell('12', { value: 12, note: 'a count', status: 'suspect' }),
    }),
    judge('f', { x: cell('0.0', { value: 0, interval: { lo: 0, hi: 0, kind: 'wilson' } }) }),
  ];
  const columns = [
    column('x', { n: 12, decimals: 1 }),
    column('t', { unit: 'text', direction: 'none', n: null, decimals: 0 }),
  ];
  const references = [
    { id: 'coin', label: 'Coin', values: { x: { lo: 50, hi: 50 } } },
    { id: 'chance', label: 'Chance', values: { x: { lo: -0.5, hi: 12.25 }, t: { lo: 0, hi: 0 } } },
  ];
  const own = board(columns, rows, { references });
  expect(boardOfPage(pageBoard(own))).toEqual(own);
  const exact = (x: number, printed: string) => board(columns, [judge('a', { x: cell(printed, { value: x }) })]);
  const back = (x: number, printed: string) => boardOfPage(pageBoard(exact(x, printed))).rows[0]?.cells['x'];
  expect(back(21.714797403178867, '21.7')).toMatchObject({ printed: '21.7', value: 21.7148 });
  expect(back(0.049999999, '0.0')).toMatchObject({ printed: '0.0', value: 0.05 });
});
