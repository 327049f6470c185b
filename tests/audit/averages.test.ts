import { describe, expect, test } from 'vitest';
import { auditTables, flagged, flagsOf, published, type TableInput } from './fixture.ts';

const accuracy = { metric: 'critique_accuracy' };
const reliability = { metric: 'reliability' };

describe('averages', () => {
  const three = { a: reliability, b: reliability, c: reliability };
  const mean = (weights: unknown) => ({ ...reliability, parts: { columns: ['a', 'b', 'c'], weights } });

  test('a plain mean may be off by rounding, not by more', () => {
    const rows = [
      ['Alpha', '0.10', '0.20', '0.40', '0.23'],
      ['Beta', '0.10', '0.20', '0.40', '0.24'],
      ['Gamma', '0.10', '0.20', '0.40', '0.25'],
    ] as const;
    const outcome = auditTables({ 'table-1': { columns: { ...three, mean: mean('equal') }, rows } });
    expect(flagged(outcome, 'average-of-parts')).toEqual(['table-1 Gamma/mean: suspect']);
  });

  test('given weights', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { ...three, mean: mean([3, 2, 4]) },
        rows: [
          ['Alpha', '0.100', '0.200', '0.400', '0.256'],
          ['Beta', '0.100', '0.200', '0.400', '0.233'],
        ],
      },
    });
    expect(flagged(outcome, 'average-of-parts')).toEqual(['table-1 Beta/mean: suspect']);
  });

  test('samples as weights', () => {
    const columns = {
      a: { ...reliability, n: 10 },
      b: { ...reliability, n: 30 },
      all: { ...reliability, parts: { columns: ['a', 'b'], weights: 'samples' } },
    };
    const outcome = auditTables({
      'table-1': {
        columns,
        rows: [
          ['Alpha', '0.100', '0.500', '0.400'],
          ['Beta', '0.100', '0.500', '0.300'],
        ],
      },
    });
    expect(flagged(outcome, 'average-of-parts')).toEqual(['table-1 Beta/all: suspect']);
  });

  const scored: TableInput['columns'] = {
    a: { ...accuracy, slice: { subset: 'a' }, n: 1000 },
    b: { ...accuracy, slice: { subset: 'b' }, n: 1000 },
    all: { ...accuracy, n: 2000, parts: { columns: ['a', 'b'], weights: 'scored' } },
  };

  test('unscored samples explain a small gap: coverage, with the most samples that can have been scored', () => {
    const outcome = auditTables({
      'table-1': {
        columns: scored,
        rows: [
          ['Alpha', '0.800', '0.600', '0.700'],
          ['Beta', '0.800', '0.600', '0.705'],
        ],
      },
    });
    expect(flagged(outcome, 'average-of-parts')).toEqual([]);
    const [full, partial] = published(outcome, 'all');
    expect(full).toEqual([0.7, 'ok', 2000]);
    expect(partial?.[1]).toBe('coverage');
    // 0.8 a + 0.6 b = 0.7045 (a + b) with a = 1000, the parts at their upper halves: b ≈ 923
    expect(partial?.[2]).toBeGreaterThan(1910);
    expect(partial?.[2]).toBeLessThan(1930);
  });

  test('no weights explain an average outside its parts, nor one that would need most samples gone', () => {
    const outcome = auditTables({
      'table-1': {
        columns: scored,
        rows: [
          ['Alpha', '0.800', '0.600', '0.850'],
          ['Beta', '0.800', '0.600', '0.780'],
        ],
      },
    });
    expect(flagsOf(outcome, 'average-of-parts').map((f) => [f.row, f.status, f.reason.split(' if ')[0]])).toEqual([
      ['Alpha', 'suspect', 'the average lies outside its parts'],
      ['Beta', 'suspect', 'its parts give this only'],
    ]);
  });

  test('a judge whose small cells show few scored samples gets more room', () => {
    const columns = { ...scored, small: { ...accuracy, slice: { subset: 'c' }, n: 10 } };
    const strict = auditTables({ 'table-1': { columns, rows: [['Alpha', '0.800', '0.600', '0.720', '0.500']] } });
    const lenient = auditTables({ 'table-1': { columns, rows: [['Alpha', '0.800', '0.600', '0.720', '0.667']] } });
    expect(flagged(strict, 'average-of-parts')).toEqual(['table-1 Alpha/all: suspect']);
    expect(flagged(lenient, 'average-of-parts')).toEqual([]);
  });

  test('with unknown weights only the span of the parts counts', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { ...three, mean: mean('unknown') },
        rows: [
          ['Alpha', '0.1', '0.2', '0.3', '0.3'],
          ['Beta', '0.1', '0.2', '0.3', '0.5'],
        ],
      },
    });
    expect(flagged(outcome, 'average-of-parts')).toEqual(['table-1 Beta/mean: suspect']);
  });

  test('sums along rows, totals and means down columns', () => {
    const count = { unit: 'count' };
    const outcome = auditTables({
      'table-1': {
        kind: 'statistics',
        columns: {
          a: count,
          b: count,
          all: { ...count, parts: { columns: ['a', 'b'], weights: 'sum' } },
          share: { unit: 'text' },
        },
        rows: [
          ['One', '1', '2', '3', '4 (40%)'],
          ['Two', '-', '2', '3', '6 (60%)'],
          ['Total', '1', '5', '6', '10 (100%)'],
        ],
      },
      'table-2': {
        columns: { r: reliability },
        rows: [
          ['Alpha', '0.10'],
          ['Beta', '0.30'],
          ['Avg', '0.25'],
        ],
      },
    });
    expect(flagged(outcome, 'average-of-parts')).toEqual(['table-1 Two/all: suspect']);
    expect(flagged(outcome, 'totals')).toEqual(['table-1 Total/b: suspect', 'table-2 Avg/r: suspect']);
  });

  test('printed differences', () => {
    const outcome = auditTables(
      {
        'table-1': {
          kind: 'comparison',
          columns: { a: reliability, b: reliability },
          rows: [
            ['Alpha', '0.30', '0.50'],
            ['+ Joint|joint|alpha', '0.40', '0.45'],
          ],
        },
      },
      {
        differences: [
          ['table-1', 'alpha', 'joint', 'a', '+0.10'],
          ['table-1', 'alpha', 'joint', 'b', '+0.05'],
        ],
      },
    );
    expect(flagsOf(outcome, 'printed-difference').map((f) => [f.row, f.column, f.expected])).toEqual([
      ['+ Joint', 'b', '+0.05'],
      ['Alpha', 'b', '+0.05'],
    ]);
  });
});
