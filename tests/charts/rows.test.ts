import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { ChartRow, RowsChart } from '../../src/charts/chart.ts';
import { Chart } from '../../src/charts/Live.tsx';
import { rowsLayout, rowsRoom } from '../../src/charts/layouts.ts';
import { widthOfText } from '../../src/charts/names.ts';

const row = (label: string, value: number, more: Partial<ChartRow> = {}): ChartRow => ({
  label,
  told: { words: `${label}: ${value}`, href: '/cases/' },
  text: String(value),
  marks: [{ mark: 'square', value, lo: value - 5, hi: value + 5 }],
  joined: false,
  arrow: null,
  ...more,
});

const chart = (rows: readonly ChartRow[], more: Partial<RowsChart> = {}): RowsChart => ({
  kind: 'rows',
  title: 'Accuracy of judges',
  size: 'phone',
  axis: { label: '', domain: [0, 100], log: false },
  ticks: 5,
  panel: 'Accuracy, %',
  sides: null,
  references: [],
  notes: 0,
  room: rowsRoom(rows.map(({ label }) => label)),
  rows,
  ...more,
});

const drawn = (of: RowsChart): string => renderToStaticMarkup(createElement(Chart, { chart: of }));

const numbersIn = (markup: string, pattern: RegExp): number[] =>
  [...markup.matchAll(pattern)].map(([, n]) => Number(n));

test('a chart is served complete and clean: every row, round ticks, no class of Recharts, no empty group, and leaves no document behind', () => {
  const markup = drawn(
    chart([row('Noisy', 40), row('Careful', 90)], { references: [{ at: 50, label: 'Coin flip' }], notes: 1 }),
  );
  expect(markup).toContain('aria-label="Accuracy of judges"');
  expect([...markup.matchAll(/<a [^>]*aria-label="([^"]*)"/g)].map(([, words]) => words)).toEqual([
    'Noisy: 40',
    'Careful: 90',
  ]);
  for (const text of ['Coin flip', 'Accuracy, %', '0', '20', '40', '60', '80', '100'])
    expect(markup).toContain(`>${text}</text>`);
  expect(markup).not.toMatch(/recharts|<g[^>]*><\/g>|<g>(?=<text x|<line)|style=|NaN|undefined|Infinity/);
  expect(markup).not.toMatch(/\d\.\d\d/);
  expect('document' in globalThis).toBe(false);
  expect('window' in globalThis).toBe(false);
});

test('marks and ends of intervals stand where their values lie on the axis, clipped at its ends', () => {
  const values = [0, 3, 40, 99, 100];
  const of = chart(values.map((value) => row(`Judge ${value}`, value)));
  const { left, right } = rowsLayout(of).plot;
  const at = (value: number): number => Math.round(left + ((right - left) * Math.min(100, Math.max(0, value))) / 100);
  const markup = drawn(of);
  expect(numbersIn(markup, /class="mark-square" d="M([\d.]+)/g)).toEqual(values.map((value) => at(value) - 4.5));
  expect(numbersIn(markup, /class="interval" d="M([\d.]+) 0H/g)).toEqual(values.map((value) => at(value - 5)));
  expect(numbersIn(markup, /class="interval" d="M[\d.]+ 0H([\d.]+)/g)).toEqual(values.map((value) => at(value + 5)));
});

test('the same chart is drawn the same, however many were drawn before', () => {
  const of = chart([row('One', 1), row('Two', 2)]);
  expect(drawn(of)).toBe(drawn(of));
});

describe('whatever comes has its look, none an empty box', () => {
  test('no data', () => expect(drawn(chart([]))).toBe('<p class="about">There are no values to draw.</p>'));

  test('a row without a value keeps its name', () => {
    expect(drawn(chart([row('Silent', 0, { marks: [], text: '–' })]))).toMatch(/>Silent<(?!.*<g[^>]*><\/g>).*>–</);
  });

  test('a range without end reaches to the end of the axis', () => {
    const marks = [{ mark: 'square' as const, value: 50, lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY }];
    const of = chart([row('Unsure', 50, { marks })]);
    const { left, right } = rowsLayout(of).plot;
    expect(drawn(of)).toContain(`d="M${left} 0H${right}"`);
  });

  test('equal values and 200 judges', () => {
    const markup = drawn(chart(Array.from({ length: 200 }, (_, i) => row(`Judge ${i}`, 50))));
    expect(markup.match(/class="chart-row"/g)?.length).toBe(200);
    expect(new Set(numbersIn(markup, /class="chart-row" transform="translate\(0 (\d+)\)/g)).size).toBe(200);
  });

  test.each(['w'.repeat(200), 'نموذج الحكم متعدد الوسائط '.repeat(8).trim()])('a name of 200 letters: %s', (name) => {
    const markup = drawn(chart([row(name, 50), row('Short', 60)]));
    expect(markup).toContain(`<title>${name}</title>`);
    const written = [...markup.matchAll(/<text class="label[^>]*>(?:<title>.*?<\/title>)?([^<]*)/g)].map(
      ([, text = '']) => text,
    );
    for (const text of written) expect(widthOfText(text)).toBeLessThanOrEqual(410);
  });

  test('two judges of one name are two rows', () => {
    expect(drawn(chart([row('Same', 10), row('Same', 90)])).match(/aria-label="Same: /g)?.length).toBe(2);
  });
});
