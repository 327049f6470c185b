import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Axis } from '../../src/charts/chart.ts';
import { Chart } from '../../src/charts/Live.tsx';
import { pointsLayout } from '../../src/charts/layouts.ts';
import { emptyWords, plotAnswer } from '../../src/plot/PlotIsland.tsx';
import { lineWithin, plotView } from '../../src/plot/plot-chart.ts';
import type { PlotIndex, PlotJudge } from '../../src/plot/plot-index.ts';
import { axesOf, type PlotAxis, type PlotPoint, plottedPoints } from '../../src/plot/points.ts';
import { type PlotState, plotFields } from '../../src/plot/state.ts';
import { readSearch } from '../../src/ui/field.ts';
import { board, cell, column as fixtureColumn, judge as fixtureRow } from '../board/fixture.ts';

const column = (key: string) => ({ key, label: key, direction: 'higher' as const, decimals: 1 });
const judge = (id: string, name = id): PlotJudge => ({ id, name, organisation: `Lab ${id}`, access: 'open' });
const INDEX: PlotIndex = {
  address: '/compare/tables.json',
  benchmarks: [
    {
      id: 'one',
      name: 'One',
      file: 'one.json',
      tables: [{ table: 'table-1', name: 'Table 1', columns: [column('up'), column('across')] }],
    },
  ],
  judges: Array.from({ length: 200 }, (_, i) => judge(`j${i}`)),
  first: 'one.table-1.up',
};
const AXES = axesOf(INDEX);
const axis = (address: string): PlotAxis => AXES.get(address) as PlotAxis;
const SIDES = { x: axis('one.table-1.across'), y: axis('one.table-1.up') };
const state = (search = ''): PlotState => readSearch(plotFields(INDEX, AXES.keys()), search);

interface Given {
  readonly x: number;
  readonly y: number;
  readonly name?: string;
  readonly interval?: readonly [number, number];
}

/** `1,2 3,4` are two judges: across, up. */
const at = (text: string): readonly Given[] =>
  text.split(' ').map((place) => {
    const [x = Number.NaN, y = Number.NaN] = place.split(',').map(Number);
    return { x, y };
  });

const pointsOf = (all: readonly Given[]): readonly PlotPoint[] =>
  all.map(({ x, y, name, interval = null }, i) => ({
    id: `row-${i}`,
    label: name ?? `Judge ${i}`,
    judge: judge(`j${i}`, name),
    x: { value: x, interval, text: String(x) },
    y: { value: y, interval: null, text: String(y) },
  }));

const told = (points: readonly PlotPoint[], search = '', sides = SIDES) => {
  const view = plotView(points, sides, state(search));
  return { ...sides, found: { points, withX: points.length, withY: points.length }, view };
};

/** What the page shows of the plot: the drawing, or the sentence in its place. */
function shownOf(points: readonly PlotPoint[], search = '', sides = SIDES): string {
  const all = told(points, search, sides);
  const empty = emptyWords(all);
  const drawing = (['wide', 'phone'] as const).map((size) =>
    renderToStaticMarkup(createElement(Chart, { chart: all.view.chart(size) })),
  );
  return `${plotAnswer(all)} ${empty ?? drawing.join('')}`;
}

const countOf = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;
/** Marks of both drawings, for a desk and a phone. */
const MARK = /<a [^>]*aria-label=/g;

test.each([
  ['no data', [], '', /No judge of this plot has a value for up/],
  ['a zoom into nothing', at('1,1'), '?zoom=5,6,7,8', /No judge lies in this part of the plot/],
  ['a log axis with no value above 0', at('0,1 -3,2'), '?xscale=log', /No value is above 0/],
  ['all hidden', at('1,1'), '?hide=open', /The legend hides all judges/],
])('%s has a sentence and no empty box', (_, given, search, words) => {
  const shown = shownOf(pointsOf(given), search);
  expect(shown).toMatch(words);
  expect(shown).not.toContain('<svg');
});

describe('what is odd is drawn soundly', () => {
  const FIRST = { x: 1, y: 2 };
  const ENDLESS = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
  const LONG = `${'Endless'.repeat(28)}Judge`.slice(0, 200);
  const ARABIC = 'القاضي المتعدد الوسائط';
  test.each<readonly [string, readonly Given[], string]>([
    ['one point', at('3,4'), ''],
    ['equal values', at('2,2 2,2 2,2'), ''],
    ['equal values on log axes', at('2,2 2,2'), '?xscale=log&yscale=log'],
    ['zeros', at('0,0 0,0'), ''],
    ['endless intervals', [{ ...FIRST, interval: ENDLESS }, ...at('3,1')], ''],
    ['endless intervals on a log axis', [{ ...FIRST, interval: ENDLESS }, ...at('30,1')], '?xscale=log'],
    ['200 judges', Array.from({ length: 200 }, (_, i) => ({ x: (i * 37) % 101, y: (i * 53) % 97 })), ''],
    ['200 judges in one place', Array.from({ length: 200 }, () => ({ x: 1, y: 1 })), ''],
    ['a name of 200 letters', [{ ...FIRST, name: LONG }, ...at('2,1')], ''],
    ['an Arabic name', [{ ...FIRST, name: ARABIC }, ...at('2,1')], ''],
    ['a hundred millionth', at('1e-8,2e8 3e-8,1e8'), '?xscale=log'],
  ])('%s', (_, given, search) => {
    const shown = shownOf(pointsOf(given), search);
    expect(countOf(shown, MARK)).toBe(2 * given.length);
    expect(shown).not.toMatch(/NaN|Infinity|undefined/);
    for (const { name } of given) if (name !== undefined) expect(shown).toContain(`aria-label="${name}: `);
    // Nothing is drawn beyond the drawing: no mark is, and no name that stands beside one.
    const { width, height } = pointsLayout({ size: 'wide' } as never);
    for (const [, x = '', y = ''] of shown.matchAll(/<text[^>]* x="([-\d.]+)" y="([-\d.]+)"/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(0);
      expect(Number(x)).toBeLessThanOrEqual(width);
      expect(Number(y)).toBeLessThanOrEqual(height);
    }
  });
});

test('values at or below 0 are left out of a logarithmic axis, and counted', () => {
  const shown = shownOf(pointsOf(at('0,1 -2,5 10,2 100,3')), '?xscale=log');
  expect(countOf(shown, MARK)).toBe(4);
  expect(shown).toContain('2 values of 0 or less have no place on a logarithmic axis.');
});

test('under zoom the frontier goes through the part that is shown, also between judges outside of it', () => {
  // Three on the frontier of "more is better" in both; the part that is shown holds none of them.
  const points = pointsOf(at('0,10 6,6 10,0 2.5,2.5'));
  const { view } = told(points, '?zoom=2,5,2,8');
  expect(view.inView.map(({ label }) => label)).toEqual(['Judge 3']);
  const [[from, to] = [[], []], ...others] = view.chart('wide').frontier ?? [];
  expect(others).toEqual([]);
  // From (0, 10) to (6, 6): at x = 3 it comes in at the top (y = 8), at x = 5 it leaves at the right (y = 20 / 3).
  expect(from).toEqual([expect.closeTo(3, 9), expect.closeTo(8, 9)]);
  expect(to).toEqual([expect.closeTo(5, 9), expect.closeTo(20 / 3, 9)]);
  expect(shownOf(points, '?zoom=2,5,2,8')).toContain('class="frontier"');
});

test('a judge with a gap in one column, and one in another board alone, are not drawn; both are counted', () => {
  const gap = cell('–');
  const [up, across] = ['up', 'across'].map((key) => fixtureColumn(key, { key }));
  if (up === undefined || across === undefined) throw new Error('no columns');
  const rows = [
    fixtureRow('j0', { up: cell('1'), across: cell('2') }),
    fixtureRow('j1', { up: cell('1'), across: gap }),
    fixtureRow('j2', { up: cell('3') }),
    fixtureRow('j3', { up: cell('4'), across: cell('5') }),
  ].map((row) => ({ ...row, judge: row.id }));
  const boards = [board([up, across], rows, { benchmark: 'one', table: 'table-1' })];
  const found = plottedPoints(SIDES, boards, new Map(INDEX.judges.map((own) => [own.id, own])));
  expect(found.points.map(({ id, x, y }) => [id, x.value, y.value])).toEqual([
    ['j0', 2, 1],
    ['j3', 5, 4],
  ]);
  expect([found.withX, found.withY]).toEqual([2, 4]);
});

const linear = (lo: number, hi: number): Axis => ({ label: '', domain: [lo, hi], log: false });

test('a line is cut where the axes end: of each stretch that lies within by sampling, exactly that is drawn', () => {
  const place = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }));
  fc.assert(
    fc.property(place, place, (from, to) => {
      const axes = { x: linear(-5, 6), y: linear(-7, 4) };
      const cut = lineWithin([from, to], axes);
      const isIn = ([x, y]: readonly [number, number]): boolean =>
        x >= -5 - 1e-9 && x <= 6 + 1e-9 && y >= -7 - 1e-9 && y <= 4 + 1e-9;
      const at = (share: number): [number, number] => [
        from[0] + share * (to[0] - from[0]),
        from[1] + share * (to[1] - from[1]),
      ];
      const inside = Array.from({ length: 401 }, (_, i) => at(i / 400)).filter(isIn);
      const [stretch] = cut;
      for (const end of stretch ?? []) expect(isIn(end)).toBe(true);
      if (inside.length < 2) return;
      // Its length is that of the samples within, as far as samples tell.
      const length = ([a, b]: readonly (readonly [number, number])[]): number =>
        a === undefined || b === undefined ? 0 : Math.hypot(b[0] - a[0], b[1] - a[1]);
      const whole = length([from, to]);
      const sampled = length([inside[0] ?? from, inside.at(-1) ?? to]);
      expect(Math.abs(length(stretch ?? []) - sampled)).toBeLessThanOrEqual((2 * whole) / 400 + 1e-9);
    }),
  );
});

test('on a logarithmic axis the line is cut where it is drawn straight', () => {
  const axes = { x: { label: '', domain: [10, 1000] as const, log: true }, y: linear(0, 10) };
  // In logs from 0 to 4: comes in at 1, leaves at 3; a quarter and three quarters of the way up.
  const [[from, to] = [[], []]] = lineWithin(
    [
      [1, 0],
      [10_000, 10],
    ],
    axes,
  );
  expect(from).toEqual([expect.closeTo(10, 6), expect.closeTo(2.5, 9)]);
  expect(to).toEqual([expect.closeTo(1000, 6), expect.closeTo(7.5, 9)]);
});
