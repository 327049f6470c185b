import { describe, expect, test } from 'vitest';
import { auditTables, flagged, flagsOf, published } from './fixture.ts';

const score = { metric: 'critique_score' };
const accuracy = { metric: 'critique_accuracy' };
const reliability = { metric: 'reliability' };

describe('single cells', () => {
  test('two decimal points are rejected without a value, and the average says what was meant', () => {
    const outcome = auditTables({
      'table-1': {
        columns: {
          a: reliability,
          b: reliability,
          mean: { ...reliability, parts: { columns: ['a', 'b'], weights: 'equal' } },
        },
        rows: [['Alpha', '0.4.1', '0.21', '0.31']],
      },
    });
    expect(flagged(outcome, 'not-a-number')).toEqual(['table-1 Alpha/a: rejected']);
    expect(flagsOf(outcome, 'average-of-parts').map((f) => [f.column, f.status, f.expected])).toEqual([
      ['a', 'ok', 'about 0.4'],
    ]);
    expect(published(outcome, 'a')).toEqual([[null, 'rejected', null]]);
  });

  test('a score above 10 and a negative share are rejected, their bounds are not', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { s: score, a: accuracy },
        rows: [
          ['Alpha', '80.84', '-0.429'],
          ['Beta', '10', '1.0'],
          ['Gamma', '0', '0.0'],
        ],
      },
    });
    expect(flagsOf(outcome, 'out-of-range').map((f) => [f.row, f.column, f.expected, f.reason])).toEqual([
      ['Alpha', 's', '0 to 10', 'a score cannot be above 10'],
      ['Alpha', 'a', '0 to 1', 'a ratio cannot be negative'],
    ]);
  });

  test('a share that no whole number gives is suspect; one of fewer samples names them; a cut one is remarked', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { a: { ...accuracy, n: 12 } },
        rows: [
          ['Alpha', '0.500'],
          ['Beta', '0.429'],
          ['Gamma', '0.416'],
          ['Delta', '0.999'],
        ],
      },
    });
    expect(published(outcome, 'a')).toEqual([
      [0.5, 'ok', 12],
      [0.429, 'coverage', 7],
      [0.416, 'ok', 12],
      [0.999, 'suspect', null],
    ]);
    expect(flagsOf(outcome, 'whole-count').find((f) => f.row === 'Gamma')?.reason).toContain(
      'cut off after the last digit',
    );
  });

  test('a mean score is whole points over samples', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { s: { ...score, n: 7 } },
        rows: [
          ['Alpha', '8.857'],
          ['Beta', '7.418'],
          ['Gamma', '8.667'],
        ],
      },
    });
    expect(published(outcome, 's')).toEqual([
      [8.857, 'ok', 7],
      [7.418, 'suspect', null],
      [8.667, 'coverage', 6],
    ]);
  });

  test('a dash means "none such" where the whole column has none, else "not scored"', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { math: accuracy, coding: { ...accuracy, n: 12 } },
        rows: [
          ['Alpha', '-', '0.500'],
          ['Beta', '-', '–'],
        ],
      },
      'table-2': {
        kind: 'statistics',
        columns: { n: { unit: 'count' } },
        rows: [
          ['Maths', '-'],
          ['Coding', '1,204'],
        ],
      },
    });
    expect(outcome.cells.map((c) => [c.column, c.value, c.status])).toEqual([
      ['math', null, 'not-applicable'],
      ['coding', 0.5, 'ok'],
      ['math', null, 'not-applicable'],
      ['coding', null, 'not-scored'],
      ['n', null, 'not-applicable'],
      ['n', 1204, 'ok'],
    ]);
  });

  test('bold on a value that is not the best of its column, group or judge; underlining beyond the second', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { a: reliability },
        rows: [
          ['Alpha', '**0.900**'],
          ['Beta', '**0.500**'],
          ['Gamma', '__0.700__'],
          ['Delta', '__0.600__'],
        ],
      },
    });
    expect(flagged(outcome, 'emphasis')).toEqual(['table-1 Beta/a: ok', 'table-1 Delta/a: ok']);
  });
});
