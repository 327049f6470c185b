import { expect, test } from 'vitest';
import { metricById } from '../../src/metrics/index.ts';
import type { Metric } from '../../src/metrics/metric.ts';
import { exampleOf } from '../../src/site/methods/example.ts';
import { board, cell, column, row } from '../board/boards.ts';

function metric(id: string): Metric {
  const found = metricById(id);
  if (found === undefined) throw new Error(`no metric ${id}`);
  return found;
}

test('a share is taken apart into a whole count over n', () => {
  const boards = [board([column('pacc')], [row('a', { pacc: cell('32.78', { n: 299 }) })])];
  expect(exampleOf(metric('pacc'), boards)?.steps).toEqual(['100 × 98 / 299 = 32.7759']);
});

test('a share that no whole count gives stays whole', () => {
  const boards = [board([column('pacc')], [row('a', { pacc: cell('32.80', { n: 299 }) })])];
  expect(exampleOf(metric('pacc'), boards)?.steps).toEqual([]);
});

test('a mean of slices is the sum of its parts over their number', () => {
  const part = (key: string) => column(key, { metric: 'criterion_accuracy', slice: { criterion: key } });
  const columns = [part('one'), part('two'), column('average', { metric: 'criterion_average' })];
  const cells = { one: cell('70.00'), two: cell('60.01'), average: cell('65.01') };
  expect(exampleOf(metric('criterion_average'), [board(columns, [row('a', cells)])])?.steps).toEqual([
    '(70.00 + 60.01) / 2 = 65.005',
  ]);
});

test('parts of another split, or with a part in doubt, give no sum', () => {
  const part = (key: string, split: string) =>
    column(key, { metric: 'criterion_accuracy', slice: { criterion: key, split } });
  const average = column('average', { metric: 'criterion_average', slice: { split: 's' } });
  const cells = { one: cell('70'), two: cell('60', { status: 'suspect' }), average: cell('65') };
  const elsewhere = [part('one', 't'), part('two', 't'), average];
  const doubtful = [part('one', 's'), part('two', 's'), average];
  for (const columns of [elsewhere, doubtful]) {
    expect(exampleOf(metric('criterion_average'), [board(columns, [row('a', cells)])])?.steps).toEqual([]);
  }
});

test('a leaderboard is preferred to a comparison, the best judge to the others', () => {
  const of = (id: string, printed: string) => row(id, { pacc: cell(printed, { n: 299 }) });
  const comparison = board([column('pacc')], [of('c', '99.00')], { kind: 'comparison', number: 1 });
  const leaderboard = board([column('pacc')], [of('a', '31.77'), of('b', '32.78')], { number: 5 });
  expect(exampleOf(metric('pacc'), [comparison, leaderboard])?.row.id).toBe('b');
});

test('a metric that no table prints has no example', () => {
  expect(exampleOf(metric('halo'), [board([column('pacc')], [row('a', { pacc: cell('1') })])])).toBeNull();
});
