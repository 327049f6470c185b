import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { BarsChart, ChartData, DotsChart, PointsChart, SlopesChart } from '../../src/charts/chart.ts';
import { Chart } from '../../src/charts/Live.tsx';
import { barsLayout, barsRoom, dotsLayout, pointsLayout, slopeNames, slopesLayout } from '../../src/charts/layouts.ts';

const drawn = (chart: ChartData): string => renderToStaticMarkup(createElement(Chart, { chart }));
const told = (words: string) => ({ words, href: '/judge/one/' });
const numbersIn = (markup: string, pattern: RegExp): number[] =>
  [...markup.matchAll(pattern)].map(([, n]) => Number(n));
/** Where a value stands between two coordinates, worked out anew. */
const between = (from: number, to: number, share: number): number => Number((from + (to - from) * share).toFixed(1));

const AXIS = { label: 'PAcc, %', domain: [0, 100], log: false } as const;

const dots = (values: readonly number[], axis: DotsChart['axis'] = AXIS): DotsChart => ({
  kind: 'dots',
  title: 'Dots',
  axis,
  rows: values.map((value, i) => ({
    label: `Row ${i}`,
    marks: [{ mark: 'triangle', value, lo: value - 1, hi: value + 1, text: `J ${value}`, told: told(`J: ${value}`) }],
  })),
  reference: values.length === 0 ? null : { at: 50, label: 'Chance' },
});

const points = (values: readonly (readonly [number, number])[], more: Partial<PointsChart> = {}): PointsChart => ({
  kind: 'points',
  title: 'Points',
  size: 'wide',
  x: { label: 'Size, B', domain: [1, 100], log: true },
  y: AXIS,
  points: values.map(([x, y], i) => ({
    x,
    y,
    label: `Judge ${i}`,
    mark: 'square',
    first: i === 0,
    told: told(`J${i}: ${x}, ${y}`),
  })),
  ...more,
});

const bars = (values: readonly number[], more: Partial<BarsChart> = {}): BarsChart => ({
  kind: 'bars',
  title: 'Bars',
  axis: AXIS,
  bare: false,
  panel: 'Judge',
  mark: 'open',
  room: barsRoom(['Part']),
  rows: values.map((value, i) => ({
    label: `Part ${i}`,
    group: i < 2 ? 'First' : 'Second',
    text: String(value),
    parts: [{ look: 'bar of-open', from: 0, to: value, told: null }],
    told: told(`Part ${i}: ${value}`),
  })),
  ...more,
});

const slopes = (places: readonly (readonly (number | null)[])[]): SlopesChart => ({
  kind: 'slopes',
  title: 'Orders',
  settings: ['Plain', 'With a rubric'],
  names: slopeNames(['Judge 0']),
  rows: places.map((own, i) => ({
    label: `Judge ${i}`,
    mark: null,
    told: told(`Judge ${i}`),
    at: own.map((place) => (place === null ? null : { place, text: `v${place}` })),
  })),
});

test('dots stand at their values, with intervals, names of rows, a tick below every line of the grid and the line to compare with', () => {
  const of = dots([10, 55, 90]);
  const { left, right } = dotsLayout(of).plot;
  const markup = drawn(of);
  expect(numbersIn(markup, /class="mark-triangle" d="M([\d.]+)/g)).toEqual(
    [10, 55, 90].map((v) => between(left, right, v / 100)),
  );
  expect(numbersIn(markup, /class="interval" d="M([\d.]+)/g)).toEqual(
    [9, 54, 89].map((v) => between(left, right, v / 100)),
  );
  expect(numbersIn(markup, /class="reference"><path d="M([\d.]+)/g)).toEqual([between(left, right, 0.5)]);
  expect(/class="gridlines"><path d="([^"]*)"/.exec(markup)?.[1]?.match(/M/g)?.length).toBe(
    markup.match(/text-anchor="middle">\d+<\/text>/g)?.length,
  );
  for (const text of ['Row 0', 'J 55', 'Chance', 'PAcc, %']) expect(markup).toContain(`>${text}<`);
});

test('points stand at both values, on a logarithm too, and their names meet no other', () => {
  const values = [
    [1, 0],
    [10, 50],
    [100, 100],
  ] as const;
  const of = points(values);
  const { left, right, top, bottom } = pointsLayout(of).plot;
  const markup = drawn(of);
  const marks = [...markup.matchAll(/class="mark-square" d="M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [
    Number(x) + 4.5,
    Number(y) + 4.5,
  ]);
  expect(marks).toEqual(
    values.map(([x, y]) => [between(left, right, Math.log10(x) / 2), between(bottom, top, y / 100)]),
  );
  expect(numbersIn(markup, /text-anchor="middle">(\d+)<\/text>/g)).toEqual([1, 2, 5, 10, 20, 50, 100]);
});

test('bars begin at zero and are as long as their values; groups are named once', () => {
  const of = bars([20, 40, 100]);
  const { left, right } = barsLayout(of).plot;
  const markup = drawn(of);
  const widths = numbersIn(markup, /class="bar of-open" x="[\d.]+" y="[\d.]+" width="([\d.]+)"/g);
  for (const [i, share] of [0.2, 0.4, 1].entries()) expect(widths[i]).toBeCloseTo((right - left) * share, 0);
  expect(numbersIn(markup, /class="bar of-open" x="([\d.]+)"/g)).toEqual([left, left, left]);
  for (const group of ['First', 'Second']) expect(markup.split(`>${group}<`)).toHaveLength(2);
});

test('parts of a bar follow each other, each a link of its own', () => {
  const parts = [
    { look: 'funnel-scored', from: 0, to: 60, told: told('60 scored') },
    { look: 'funnel-abstained', from: 60, to: 100, told: told('40 abstained') },
  ];
  const of = bars([], { bare: true, rows: [{ label: 'Type', group: '', text: '60 of 100', parts, told: null }] });
  const markup = drawn(of);
  expect([...markup.matchAll(/<a [^>]*aria-label="([^"]*)"/g)].map(([, words]) => words)).toEqual([
    '60 scored',
    '40 abstained',
  ]);
  const [first = 0, second = 0] = numbersIn(markup, /class="funnel-\w+" x="([\d.]+)"/g);
  const { left, right } = barsLayout(of).plot;
  expect([first, second]).toEqual([left, between(left, right, 0.6)]);
  expect(markup).not.toContain('gridlines');
});

test('ways lead from place to place, up or down, and none where a value is missing', () => {
  const markup = drawn(
    slopes([
      [1, 2],
      [2, 1],
      [3, 3],
      [4, null],
    ]),
  );
  expect([...markup.matchAll(/class="(way[^"]*)"/g)].map(([, look]) => look)).toEqual(['way down', 'way up', 'way']);
  const { plot } = slopesLayout(slopes([[1, 2]]));
  const wide = (plot.right - plot.left) / 2;
  expect(numbersIn(markup, /class="value over-lines" x="([\d.]+)" y="4"/g)).toEqual([
    between(plot.left, plot.right, 0.25),
    between(plot.left + wide, plot.right, 0.5),
  ]);
});

describe('whatever comes has its look, none an empty box', () => {
  const EMPTY: readonly ChartData[] = [dots([]), points([]), bars([], { rows: [] }), slopes([])];
  test.each(EMPTY.map((chart) => [chart.kind, chart] as const))('no %s', (_, chart) => {
    expect(drawn(chart)).toContain('There are no values to draw.');
  });

  const MANY = Array.from({ length: 200 }, (_, i) => i / 2);
  const FULL: readonly (readonly [string, ChartData, number])[] = [
    ['one point', points([[10, 50]]), 1],
    ['equal points', points(MANY.map(() => [10, 50])), 200],
    [
      '200 points on a phone',
      points(
        MANY.map((v) => [1 + v / 2, v]),
        { size: 'phone' },
      ),
      200,
    ],
    ['200 rows of dots', dots(MANY), 200],
    ['200 bars', bars(MANY), 200],
    ['200 judges in two orders', slopes(MANY.map((_, i) => [i + 1, 200 - i])), 200],
  ];
  test.each(FULL)('%s', (_, chart, marks) => {
    const markup = drawn(chart);
    expect(markup.match(/<a /g)?.length).toBe(marks);
    // The box around a drawing says how wide it is drawn; the drawing itself is also saved, where a style would be refused.
    expect(markup.replace(/^<div [^>]*>/, '')).not.toMatch(/NaN|undefined|Infinity|recharts|style=|<g[^>]*><\/g>/);
  });
});
