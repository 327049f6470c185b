import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { domainOf, logDomainOf } from '../../src/charts/axis.ts';
import { widthOfText } from '../../src/charts/label-room.ts';
import { freeNames } from '../../src/charts/names.ts';
import { wrappedLines } from '../../src/charts/WrappedText.tsx';
import { axisScale } from '../../src/figures/kit/axis.tsx';
import { Change } from '../../src/figures/kit/Change.tsx';
import { Dots, type DotsProps } from '../../src/figures/kit/Dots.tsx';
import { HeatGrid } from '../../src/figures/kit/HeatGrid.tsx';
import { type HeatCell, STRONGEST } from '../../src/figures/kit/heat-look.ts';
import { inPanels } from '../../src/figures/kit/row-panels.ts';
import { contrastOf, distanceSeen, EYES, mixed } from './colours.ts';

const ticksOf = (values: readonly number[], log = false): number[] => {
  const domain = log ? logDomainOf(values) : domainOf(values, null);
  return axisScale({ label: '', domain, log }, { from: 0, to: 400 }).ticks.map(({ label }) =>
    Number(label.replace('−', '-').replaceAll('\u202f', '')),
  );
};

/** 1, 2 or 5 times a power of ten. */
const isRound = (value: number): boolean =>
  /^[125]0*(e[+-]\d+)?$/.test(String(Number(value.toPrecision(12))).replace(/^0?\.0*/, ''));

describe('axes', () => {
  test.each([[[3.1, 37.4]], [[0.012, 0.0498]], [[0.93, 0.99]], [[-0.4, 1.3]], [[117, 9403]], [[5, 5]], [[0, 0]]])(
    '%j: ticks are 1, 2 or 5 times a power of ten apart, and there are some',
    (values) => {
      const ticks = ticksOf(values);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      const steps = ticks.slice(1).map((tick, i) => tick - (ticks[i] ?? 0));
      for (const step of steps) expect(isRound(Math.abs(step)), `${ticks.join(' ')}`).toBe(true);
    },
  );

  test.each([[[7, 78]], [[0.5, 671]], [[2, 3]], [[1, 1]], [[3, 4e6]]])(
    '%j on a log axis: round numbers only',
    (values) => {
      const ticks = ticksOf(values, true);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(10);
      for (const tick of ticks) expect(isRound(tick), ticks.join(' ')).toBe(true);
    },
  );

  test('every value is on its axis, and the axis within what the metric can be', () => {
    for (let i = 0; i < 200; i += 1) {
      const values = Array.from({ length: 3 }, (_, k) => Math.abs(Math.sin(i * 7 + k * 3)));
      const [lo, hi] = domainOf(values, [0, 1]);
      expect(lo).toBeLessThanOrEqual(Math.min(...values));
      expect(hi).toBeGreaterThanOrEqual(Math.max(...values));
      expect([lo >= 0, hi <= 1]).toEqual([true, true]);
      const [least, most] = logDomainOf(values);
      expect(least).toBeLessThanOrEqual(Math.min(...values));
      expect(most).toBeGreaterThanOrEqual(Math.max(...values));
    }
  });
});

type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

const apart = (a: Box, b: Box): boolean =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

/** Names of marks in a drawing of 420 × 340 units, with the box of each. */
function namesIn(marks: readonly { text: string; x: number; y: number; first: boolean }[]) {
  return freeNames(marks, { left: 0, right: 420, top: 0, bottom: 340 }).flatMap((name, own) => {
    if (name === null) return [];
    const { x, y, textAnchor } = name.place;
    const width = widthOfText(marks[own]?.text ?? '');
    const left = textAnchor === 'start' ? x : textAnchor === 'end' ? x - width : x - width / 2;
    return [{ own, leader: name.leader, box: { left, right: left + width, top: y - 10, bottom: y } }];
  });
}

test('names of marks, and the lines to them, meet no other name and no mark', () => {
  const marks = Array.from({ length: 60 }, (_, i) => ({
    text: `Judge number ${i}`,
    x: 200 + 190 * Math.sin(i * 12.9898),
    y: 170 + 150 * Math.sin(i * 78.233),
    first: i % 5 === 0,
  }));
  const names = namesIn(marks);
  expect(names.length).toBeGreaterThan(5);
  for (const [i, { own, leader, box }] of names.entries()) {
    for (const other of names.slice(i + 1)) expect(apart(box, other.box)).toBe(true);
    const path = leader === null ? [] : Array.from({ length: 21 }, (_, k) => k / 20);
    const points = path.map((at) => ({
      x: (leader?.from[0] ?? 0) * (1 - at) + (leader?.to[0] ?? 0) * at,
      y: (leader?.from[1] ?? 0) * (1 - at) + (leader?.to[1] ?? 0) * at,
    }));
    for (const [k, { x, y }] of marks.entries()) {
      if (k === own) continue;
      expect(x > box.left && x < box.right && y > box.top && y < box.bottom).toBe(false);
      for (const point of points) expect(Math.hypot(point.x - x, point.y - y)).toBeGreaterThan(3);
    }
    for (const { own: k, box: b } of names) {
      if (k === own) continue;
      for (const { x, y } of points) expect(x > b.left && x < b.right && y > b.top && y < b.bottom).toBe(false);
    }
  }
});

test('a mark in a cluster has its name at the end of a line', () => {
  const cross = [
    [0, 0],
    [15, 0],
    [-15, 0],
    [0, 15],
    [0, -15],
  ] as const;
  const cluster = cross.map(([x, y], i) => ({ text: `Judge number ${i}`, x: 200 + x, y: 150 + y, first: i > 0 }));
  const names = namesIn(cluster);
  expect(names.map(({ own }) => own)).toEqual([0, 1, 2, 3, 4]);
  expect(names.filter(({ leader }) => leader !== null).map(({ own }) => own)).toEqual([0]);
});

test.each([
  [1, [1]],
  [3, [2, 1]],
  [5, [3, 2]],
  [8, [2, 2, 2, 2]],
  [9, [3, 2, 2, 2]],
  [30, [8, 8, 7, 7]],
])('%i rows stand in panels that fill a line, in their order', (rows, sizes) => {
  const all = Array.from({ length: rows }, (_, i) => i);
  expect(inPanels(all).map((panel) => panel.length)).toEqual(sizes);
  expect(inPanels(all).flat()).toEqual(all);
});

test('a long name is broken into two lines, after a hyphen too, and loses nothing', () => {
  expect(wrappedLines('Instruction following', 13)).toEqual(['Instruction', 'following']);
  expect(wrappedLines('Text-dominance', 9)).toEqual(['Text-', 'dominance']);
  expect(wrappedLines('Unbreakable', 5)).toEqual(['Unbreakable']);
  expect(wrappedLines('Open-ended: a b', 6).join('').replaceAll(' ', '')).toBe('Open-ended:ab');
});

const LONG = 'w'.repeat(90);
const AXIS = { label: LONG, domain: [0, 1], log: false } as const;

/** What is written in a drawing, without the titles. */
const written = (markup: string): readonly string[] =>
  [...markup.replaceAll(/<title>.*?<\/title>/g, '').matchAll(/<(?:text|tspan)[^>]*>([^<]*)(?=<)/g)].map(
    ([, text = '']) => text,
  );

test.each([
  [
    'a strip of dots',
    createElement(Dots, {
      title: 'Dots',
      axis: AXIS,
      series: [{ id: 's', label: LONG, mark: 'square' }],
      rows: [{ label: LONG, marks: [{ series: 's', x: 0.5, lo: null, hi: null, text: LONG, judge: null }] }],
      reference: null,
    } satisfies DotsProps),
  ],
  [
    'a change',
    createElement(Change, {
      panels: [{ label: LONG, axis: AXIS, decimals: 1, rows: [{ label: LONG, from: 0.2, to: 0.4 }] }],
    }),
  ],
  ...(['large', 'counts', 'pairs'] as const).map((look) => {
    const heads = [{ key: 'k', label: LONG }];
    return [
      look,
      createElement(HeatGrid, { title: 'Grid', look, rows: heads, columns: heads, cell: () => null }),
    ] as const;
  }),
] as const)('a name of 90 letters is cut in %s, and its whole is at hand', (_, figure) => {
  const markup = renderToStaticMarkup(figure);
  for (const text of written(markup)) expect(widthOfText(text)).toBeLessThanOrEqual(410);
  expect(written(markup).filter((text) => /^w+…$/.test(text)).length).toBeGreaterThan(0);
  expect(markup).toContain(`<title>${LONG}</title>`);
});

test('a grid of hundreds of cells is no hundreds of tab stops, and prints each number', () => {
  const heads = Array.from({ length: 20 }, (_, i) => ({ key: `j${i}`, label: `Judge ${i}` }));
  const cell = (row: number, column: number): HeatCell | null =>
    row === column ? null : { text: `${row}·${column}`, tone: 'up', weight: 0.5, words: 'words', href: '/x' };
  for (const look of ['pairs', 'large'] as const) {
    const markup = renderToStaticMarkup(
      createElement(HeatGrid, { title: 'Grid', look, rows: heads, columns: heads, cell }),
    );
    expect(markup.match(/<a /g)?.length).toBe(380);
    expect(markup.match(/<a [^>]*tabindex="-1"/g)?.length).toBe(380);
    expect(markup).toContain('>3·17<');
  }
});

describe('colours that tell parts apart do so for everybody', () => {
  const sheet = (file: string): string => readFileSync(`src/${file}`, 'utf8');
  const sheets = sheet('figures/kit/figure.css') + sheet('ui/tokens.css');
  const pair = (name: string): readonly string[] =>
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(sheets)?.slice(1) ?? [];
  const SETS = {
    series: ['series-1', 'series-2', 'series-3', 'series-4'],
    funnel: ['heat', 'lost-1', 'lost-2', 'lost-3'],
    heat: ['up', 'down'],
    // Disc, ring and diamond, and the fourth tone of a figure of many judges.
    marks: ['proprietary', 'open', 'finetuned', 'ink'],
  };
  test.each(Object.entries(SETS))('%s', (_, names) => {
    for (const theme of [0, 1])
      for (const eye of EYES)
        for (const [i, one] of names.entries())
          for (const other of names.slice(i + 1)) {
            const [a, b] = [pair(one)[theme] ?? '', pair(other)[theme] ?? ''];
            expect(distanceSeen(a, b, eye), `${one} ${a}, ${other} ${b}, ${eye}`).toBeGreaterThan(20);
          }
  });

  test('every mark stands out from whatever it lies on (WCAG 1.4.11)', () => {
    for (const theme of [0, 1])
      for (const mark of SETS.marks)
        for (const ground of ['ground', 'surface', 'sunken'])
          expect(contrastOf(pair(mark)[theme] ?? '', pair(ground)[theme] ?? ''), `${mark}, ${ground}`).toBeGreaterThan(
            3,
          );
  });

  test('numbers and names are read on the strongest tint, and faint words in a row under the pointer (WCAG 1.4.3)', () => {
    const on = (theme: number, [text, tint, ground, share]: readonly [string, string, string, number]) => {
      const colour = (name: string) => pair(name)[theme] ?? '';
      return contrastOf(colour(text), mixed(colour(tint), colour(ground), share));
    };
    const LAID = [
      ...['heat', 'up', 'down'].map((tint) => ['ink', tint, 'surface', STRONGEST] as const),
      ...['ink-2', 'ink-3'].map((text) => [text, 'ink', 'surface', 0.06] as const),
      ...['ink-2', 'ink-3'].map((text) => [text, 'sunken', 'surface', 1] as const),
    ];
    for (const theme of [0, 1])
      for (const laid of LAID) expect(on(theme, laid), `${laid}, theme ${theme}`).toBeGreaterThanOrEqual(4.5);
  });
});
