import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  comparedProfiles,
  judgeProfiles,
  Profiles,
  profileChart,
  profileHref,
  profileWords,
} from '../../src/compare/profile.tsx';
import { board, cell, column, judge } from '../board/fixture.ts';

const CRITERIA = ['clarity', 'logic', 'grounding'] as const;
const COLUMNS = [
  column('pacc', { key: 'pacc', slice: {} }),
  ...CRITERIA.map((key) => column(key, { key, label: key, slice: { split: 'all', criterion: key } })),
];

const row = (id: string, pacc: string, values: readonly string[]) =>
  judge(
    id,
    Object.fromEntries([
      ['pacc', cell(pacc)],
      ...CRITERIA.flatMap((key, i) => (values[i] === undefined ? [] : [[key, cell(values[i])]])),
    ]) as never,
    { judge: id, name: `Judge ${id}` },
  );

const ROWS = [
  row('a', '10', ['50', '40', '30']),
  row('b', '30', ['60', '20', '35']),
  row('c', '20', ['40', '30', '10']),
  row('d', '5', ['10', '35', '20']),
  row('gap', '1', ['70']),
];
const BOARD = board(COLUMNS, ROWS, { kind: 'leaderboard', benchmarkName: 'One', title: 'Main' });
const side = (id: string) => ({ judge: id, run: null, name: `Judge ${id}` });

test('two to four judges stand on one line per criterion, as they are in the table', () => {
  const [profile, ...others] = comparedProfiles([BOARD], ['a', 'b', 'c', 'd'].map(side));
  expect(others).toEqual([]);
  if (profile === undefined) throw new Error('no profile');
  const chart = profileChart(profile, '/board/');
  expect(chart.rows.map(({ label, marks }) => [label, ...marks.map(({ value }) => value)])).toEqual([
    ['clarity', 50, 60, 40, 10],
    ['logic', 40, 20, 30, 35],
    ['grounding', 30, 35, 10, 20],
  ]);
  // Each has a mark of its own, the same on all lines.
  for (const { marks } of chart.rows)
    expect(marks.map(({ mark }) => mark)).toEqual(['square', 'hollow', 'triangle', 'bar']);
  expect(chart.rows[0]?.told?.words).toContain('Judge a 50.00, Judge b 60.00, Judge c 40.00, Judge d 10.00');
  expect(chart.rows[0]?.told?.href).toBe('/board/');
  expect(profileHref(profile)).toMatch(/\?pin=a%2Cb%2Cc%2Cd$/);
  // Best on clarity is b, on logic a, on grounding b.
  expect(profileWords(profile)).toBe('Judge b has the best value on 2 of 3 criteria, Judge a on 1.');
});

test('a judge without a value on a criterion has no mark there', () => {
  const [profile] = comparedProfiles([BOARD], ['a', 'gap'].map(side));
  if (profile === undefined) throw new Error('no profile');
  expect(profileChart(profile, '/board/').rows.map(({ marks }) => marks.length)).toEqual([2, 1, 1]);
  expect(profileWords(profile)).toBe('Judge a has a better value than Judge gap on 0 of 1 criteria.');
});

test('nothing is drawn of a table without criteria, or without one of the judges', () => {
  expect(comparedProfiles([board(COLUMNS.slice(0, 1), ROWS, { kind: 'leaderboard' })], ['a', 'b'].map(side))).toEqual(
    [],
  );
  expect(comparedProfiles([BOARD], ['a', 'nobody'].map(side))).toEqual([]);
  expect(judgeProfiles([BOARD], { id: 'nobody', name: 'Nobody' })).toEqual([]);
});

test('a judge stands beside the best of the others and the median of the others', () => {
  const values = (id: string) =>
    judgeProfiles([BOARD], { id, name: `Judge ${id}` }).flatMap(({ series }) =>
      series.map(({ label, values }) => [label, ...values]),
    );
  // Of clarity the others have 60, 40, 10 and 70, of logic 20, 30 and 35, of grounding 35, 10 and 20.
  expect(values('a')).toEqual([
    ['Judge a', 50, 40, 30],
    ['Judge b, the best of the others', 60, 20, 35],
    ['Median of the others', 50, 30, 20],
  ]);
  // The best judge itself stands beside the next.
  expect(values('b')[1]?.[0]).toBe('Judge c, the best of the others');
  const [profile] = judgeProfiles([BOARD], { id: 'a', name: 'Judge a' });
  if (profile === undefined) throw new Error('no profile');
  expect(profileWords(profile)).toBe(
    'Better than the median of the others on 2 of 3 criteria: most on logic (+10.00), least on clarity (0.00).',
  );
});

test('the drawing is served complete, with a legend of its marks', () => {
  const html = renderToStaticMarkup(
    createElement(Profiles, { profiles: judgeProfiles([BOARD], { id: 'a', name: 'Judge a' }), still: true }),
  );
  expect(html.match(/<a [^>]*role="img"/g)).toHaveLength(3);
  expect(html).toContain('Median of the others');
  expect(html).toContain('Table of One: Main');
  expect(html).not.toMatch(/NaN|undefined|recharts-/);
});
