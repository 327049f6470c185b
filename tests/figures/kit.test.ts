import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { ChartData } from '../../src/charts/chart.ts';
import { Chart } from '../../src/charts/Live.tsx';
import { widthOfText } from '../../src/charts/names.ts';
import { type HeatCell, HeatTable, STRONGEST } from '../../src/figures/kit/Heat.tsx';
import { inPanels } from '../../src/figures/printed/figure.ts';
import { barsCharts, changeCharts, ordersCharts } from '../../src/figures/printed/PrintedFigure.tsx';
import { contrastOf, distanceSeen, EYES, mixed } from './colours.ts';

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

const LONG = 'w'.repeat(90);
const AXIS = { label: LONG, domain: [0, 1], log: false } as const;

/** What is written in a drawing, without the titles. */
const written = (markup: string): readonly string[] =>
  [...markup.replaceAll(/<title>.*?<\/title>/g, '').matchAll(/<(?:text|tspan)[^>]*>([^<]*)(?=<)/g)].map(
    ([, text = '']) => text,
  );

const RANGE = { mark: 'square', value: 0.5, lo: null, hi: null } as const;
const TOLD = { words: LONG, href: null } as const;
const CHARTS: readonly ChartData[] = [
  {
    kind: 'dots',
    title: 'Dots',
    axis: AXIS,
    rows: [{ label: LONG, marks: [{ ...RANGE, text: LONG, told: TOLD }] }],
    reference: null,
  },
  ...changeCharts({ panels: [{ label: LONG, axis: AXIS, decimals: 1, rows: [{ label: LONG, from: 0.2, to: 0.4 }] }] }),
  ...barsCharts({
    axis: AXIS,
    panels: [
      { label: LONG, mark: 'open', judge: null, rows: [{ label: LONG, group: 'Group', value: 0.5, text: '0.5' }] },
    ],
  }),
  ...ordersCharts({
    settings: ['Setting', 'Other'],
    panels: [{ label: 'Panel', rows: [{ label: LONG, mark: null, judge: null, at: [{ place: 1, text: '1' }, null] }] }],
  }),
];

test.each(CHARTS.map((chart) => [chart.kind, createElement(Chart, { chart })] as const))(
  'a name of 90 letters is cut in %s, and its whole is at hand',
  (_, figure) => {
    const markup = renderToStaticMarkup(figure);
    for (const text of written(markup)) expect(widthOfText(text)).toBeLessThanOrEqual(410);
    expect(written(markup).filter((text) => /^w+…$/.test(text)).length).toBeGreaterThan(0);
    expect(markup).toContain(`<title>${LONG}</title>`);
  },
);

test('a heat table of hundreds of cells is no hundreds of tab stops, prints each number, and names its rows and columns', () => {
  const heads = Array.from({ length: 20 }, (_, i) => ({ key: `j${i}`, label: `Judge ${i}` }));
  const cell = (row: number, column: number): HeatCell | null =>
    row === column ? null : { text: `${row}·${column}`, tone: 'up', weight: 0.5, words: 'words', href: '/x' };
  for (const numbered of [true, false]) {
    const markup = renderToStaticMarkup(
      createElement(HeatTable, { title: 'Judges', rows: heads, columns: heads, cell, numbered }),
    );
    expect(markup.match(/<a /g)?.length).toBe(380);
    expect(markup.match(/<a [^>]*tabindex="-1"/g)?.length).toBe(380);
    expect(markup).toContain('>3·17<');
    expect(markup).toContain('<caption class="hidden">Judges</caption>');
    const columns = [...markup.matchAll(/<th scope="col"(?: aria-label="([^"]*)")?[^>]*>([^<]*)</g)];
    expect(columns.map(([, named, text]) => named ?? text)).toEqual(heads.map(({ label }) => label));
    if (numbered) expect(columns.map(([, , text]) => text)).toEqual(heads.map((_, i) => String(i + 1)));
    const rows = [...markup.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, name = '']) =>
      name.replaceAll(/<[^>]*>/g, ''),
    );
    expect(rows).toEqual(heads.map(({ label }, i) => (numbered ? `${label} ${i + 1}` : label)));
    // On a phone twenty numbers have no room beside each other: every second is left out.
    expect(markup.match(/class="thin"/g)?.length ?? 0).toBe(numbered ? 10 : 0);
  }
});

describe('colours that tell parts apart do so for everybody', () => {
  const sheet = (file: string): string => readFileSync(`src/${file}`, 'utf8');
  const sheets = sheet('figures/kit/figure.css') + sheet('charts/drawing.css') + sheet('ui/tokens.css');
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
      // A place below a value, on the strongest tint of a board (table.css).
      ['ink-2', 'heat', 'surface', 0.32] as const,
      ...['ink-2', 'ink-3'].map((text) => [text, 'ink', 'surface', 0.06] as const),
      ...['ink-2', 'ink-3'].map((text) => [text, 'sunken', 'surface', 1] as const),
    ];
    for (const theme of [0, 1])
      for (const laid of LAID) expect(on(theme, laid), `${laid}, theme ${theme}`).toBeGreaterThanOrEqual(4.5);
  });
});
