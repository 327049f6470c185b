import { expect, test } from 'vitest';
import { qualityBandsSentence } from '../../src/figures/cases/QualityBands.tsx';
import { slicesSentence } from '../../src/figures/cases/Slices.tsx';
import type { FigureMark } from '../../src/figures/printed/figure.ts';
import { correlationWords, discernmentWords, farthestWords, highestWords } from '../../src/figures/printed/rows.ts';

const mark = (series: string, x: number): FigureMark => ({
  series,
  x,
  lo: null,
  hi: null,
  text: '',
  words: '',
  judge: null,
});
const series = ['A', 'B'].map((label) => ({ id: label.toLowerCase(), label, mark: 'square' as const }));

test('series are named by the rows in which they are highest, equal ones both; a row of one mark decides nothing', () => {
  const rows = [
    { label: 'one', marks: [mark('a', 1), mark('b', 2)] },
    { label: 'two', marks: [mark('a', 2), mark('b', 2)] },
    { label: 'three', marks: [mark('a', 5)] },
  ];
  expect(highestWords({ series, rows })).toBe('Highest in 2 of 2 rows: B; in 1: A.');
  expect(highestWords({ series, rows: rows.slice(2) })).toBe('');
});

const point = (label: string, x: number, y: number) => ({
  ...{ label, x, y, series: 'open', judge: label, values: '', front: false },
});

test('size and value are told by their rank correlation, none where all sizes are equal', () => {
  const points = [point('A', 7, 10), point('B', 70, 20), point('C', 700, 90)];
  expect(correlationWords('PAcc', points)).toBe('Rank correlation of PAcc and size: +1.00 over 3 judges.');
  expect(
    correlationWords(
      'PAcc',
      points.map((one) => ({ ...one, x: 7 })),
    ),
  ).toBe('');
});

test('the judge with the largest sum of both measures is named', () => {
  const axis = (label: string) => ({ label, domain: [0, 1] as const, log: false });
  const points = [point('A', 0.5, 0.5), point('B', 0.25, 0.875), point('C', 0.9, 0.1)];
  expect(discernmentWords({ x: axis('mean BC'), y: axis('mean BD'), points })).toBe(
    'B discerns best: mean BD 0.88, mean BC 0.25.',
  );
});

test('the cell farthest from zero is named with what its sign means', () => {
  const rows = [
    { label: 'A', judge: null, values: [0.25, null] },
    { label: 'B', judge: null, values: [0.1, -0.5] },
  ];
  const drawn = { columns: ['one', 'two'], rows, decimals: 2, negative: 'less', positive: 'more' };
  expect(farthestWords(drawn)).toBe('B stands out most: two −0.50, less.');
});

test('the judge that is best in most columns, and where most judges are worst unless splits would be mixed', () => {
  const cell = (value: number | null) => ({ value, lo: null, hi: null, n: 4, clusters: 4, reason: '' });
  const rows = [
    { run: 'a', label: 'A', cells: [cell(0.5), cell(0.25), null] },
    { run: 'b', label: 'B', cells: [cell(0.75), cell(0.5), cell(0.1)] },
  ];
  const columns = ['x', 'y', 'z'].map((value) => ({ split: '', critique_judge: '', value }));
  const metric = { id: 'pacc', label: 'PAcc', direction: 'higher' };
  const said = (more: object): string =>
    slicesSentence({ metric, columns, rows, cut: {}, opens: true, ...more } as never, ({ value }) =>
      value.toUpperCase(),
    );
  expect(said({})).toBe('B has the highest PAcc in 3 of 3 columns; 1 of 2 judges do worst on Y.');
  expect(said({ metric: { ...metric, direction: 'lower' } })).toMatch(/^A has the lowest PAcc in 2 of 3 columns; /);
  const apart = columns.map((column, i) => ({ ...column, split: String(i) }));
  expect(said({ columns: apart })).toBe('B has the highest PAcc in 3 of 3 columns.');
  expect(said({ rows: [] })).toBe('');
});

test('the judge whose critiques score most differently on bad and good responses is named per critique judge', () => {
  const bands = ['Low', 'High'].map((label) => ({ id: label.toLowerCase(), label }));
  const row = (label: string, low: number | null, high: number) => ({
    label,
    marks: [
      { band: 'low', value: low },
      { band: 'high', value: high },
    ],
  });
  const scorers = [{ id: 's', label: 'S', rows: [row('A', 1, 2), row('B', 8, 2.5), row('C', null, 9)] }];
  expect(qualityBandsSentence({ bands, scorers } as never)).toBe(
    'Scored by S: B differs most between low and high quality, 8.00 and 2.50.',
  );
  expect(qualityBandsSentence({ bands: bands.slice(0, 1), scorers } as never)).toBe('');
});
