import { describe, expect, test } from 'vitest';
import { auditTables, type TableInput } from './fixture.ts';

const TABLE: TableInput = {
  kind: 'leaderboard',
  columns: {
    a: { metric: 'reliability', slice: { k: 'a' } },
    b: { metric: 'reliability', slice: { k: 'b' } },
    text: { unit: 'text' },
  },
  rows: [
    ['Alpha', '0.90', '0.10', '206 (68.9%)'],
    ['Alpha|think', '0.95', '0.20', ''],
    ['Beta', '0.90', '0.95', '1,000'],
    ['Gamma', '-', '0.40', ''],
    ['Avg', '0.92', '0.41', ''],
  ],
};

/** Outcome and evidence of one assertion over the table. */
function settle(assertion: unknown, table = TABLE): readonly [string, string] {
  const { findings } = auditTables(
    { 'table-1': table },
    { findings: [{ id: 'x', claim: 'c', section: '1', assertion }] },
  );
  return [findings[0]?.outcome ?? '', findings[0]?.detail ?? ''];
}

const at = (row: string, column: string, more: Record<string, unknown> = {}) => ({ table: 1, row, column, ...more });

describe('assertions over printed cells', () => {
  test.each([
    ['equals', { type: 'equals', left: at('Alpha', 'a'), right: 0.9 }, 'holds', 'Alpha a 0.90 = 0.9'],
    [
      'equals within a tolerance',
      { type: 'equals', left: at('Alpha', 'a'), right: 0.92, tolerance: 0.02 },
      'holds',
      'Alpha a 0.90 = 0.92',
    ],
    [
      'equals not',
      { type: 'equals', left: at('Alpha', 'a'), right: at('Beta', 'b') },
      'fails',
      'Alpha a 0.90 is not = Beta b 0.95',
    ],
    [
      'the count that a text begins with',
      { type: 'equals', left: at('Alpha', 'text'), right: 206 },
      'holds',
      'Alpha text 206 (68.9%) = 206',
    ],
    [
      'compare',
      { type: 'compare', left: at('Beta', 'b'), op: '>', right: at('Alpha', 'b', { variant: 'think' }) },
      'holds',
      'Beta b 0.95 > Alpha b 0.20',
    ],
    [
      'equal is not greater',
      { type: 'compare', left: at('Beta', 'a'), op: '>', right: at('Alpha', 'a') },
      'fails',
      'Beta a 0.90 is not > Alpha a 0.90',
    ],
    [
      'compare with a dash',
      { type: 'compare', left: at('Gamma', 'a'), op: '>', right: 0 },
      'untested',
      'Gamma a - > 0',
    ],
    [
      'difference',
      { type: 'difference', left: at('Beta', 'b'), right: at('Beta', 'a'), op: '=', value: 0.05 },
      'holds',
      'Beta b 0.95 − Beta a 0.90 = 0.05, claimed = 0.05',
    ],
    ['best', { type: 'best', table: 1, column: 'b', row: 'Beta' }, 'holds', 'Beta 0.95 takes place 1 of 4 in b'],
    [
      'best with a tie',
      { type: 'best', table: 1, column: 'a', row: 'Beta', rank: 2 },
      'holds',
      'Beta 0.90 takes place 2 of 3 in a, behind Alpha (think) 0.95',
    ],
    [
      'a tie fills the next place too',
      { type: 'best', table: 1, column: 'a', row: 'Beta', rank: 3 },
      'holds',
      'Beta 0.90 takes place 2 of 3 in a, behind Alpha (think) 0.95',
    ],
    [
      'best not',
      { type: 'best', table: 1, column: 'a', row: 'Beta' },
      'fails',
      'Beta 0.90 takes place 2 of 3 in a, behind Alpha (think) 0.95',
    ],
    [
      'lowest',
      { type: 'best', table: 1, column: 'b', row: 'Alpha', direction: 'lowest' },
      'holds',
      'Alpha 0.10 takes place 1 of 4 in b',
    ],
    [
      'best without a value',
      { type: 'best', table: 1, column: 'a', row: 'Gamma' },
      'untested',
      'Gamma has no usable value',
    ],
    [
      'mean over judges, not over the mean row',
      { type: 'mean', table: 1, column: 'b', op: '=', value: 0.4125 },
      'holds',
      'the mean of b over 4 rows is 0.4125, claimed = 0.4125',
    ],
    [
      'mean among thinking rows',
      { type: 'mean', table: 1, column: 'b', op: '<', value: 0.2, among: { think: true } },
      'fails',
      'the mean of b over 1 rows is 0.2, claimed < 0.2',
    ],
    [
      'mean-compare',
      { type: 'mean-compare', table: 1, columns: ['a'], op: '>', other_columns: ['b'] },
      'holds',
      'mean of a 0.9167, of b 0.4125',
    ],
    ['all', { type: 'all', table: 1, column: 'a', op: '>=', value: 0.9 }, 'holds', '3 of 3 rows have a >= 0.9'],
    [
      'all not',
      { type: 'all', table: 1, column: 'b', op: '>', value: at('Alpha', 'b') },
      'fails',
      '3 of 4 rows have b > Alpha b 0.10; not Alpha 0.10',
    ],
    [
      'all but some',
      { type: 'all', table: 1, column: 'b', op: '>', value: 0.1, among: { exclude_rows: ['Alpha'] } },
      'holds',
      '2 of 2 rows have b > 0.1',
    ],
    [
      'count',
      { type: 'count', table: 1, column: 'b', op: '>', value: 0.3, equals: 2 },
      'holds',
      '2 of 4 rows have b > 0.3, claimed 2',
    ],
    [
      'every-row-compare',
      { type: 'every-row-compare', table: 1, left_column: 'a', op: '>', right_column: 'b' },
      'fails',
      '2 of 3 rows have a > b; not Beta 0.90, 0.95',
    ],
    [
      'a total row only by name',
      { type: 'all', table: 1, column: 'b', op: '<=', value: 0.41, among: { rows: ['Avg'] } },
      'holds',
      '1 of 1 rows have b <= 0.41',
    ],
  ])('%s', (_name, assertion, outcome, detail) => {
    expect(settle(assertion)).toEqual([outcome, detail]);
  });

  test('all-of names the parts that fail', () => {
    const parts = [0.9, 0.5, 0.4].map((right) => ({ type: 'equals', left: at('Alpha', 'a'), right }));
    expect(settle({ type: 'all-of', of: parts })).toEqual([
      'fails',
      '1 of 3 parts hold; not: Alpha a 0.90 is not = 0.5; Alpha a 0.90 is not = 0.4',
    ]);
  });

  test('all-of with a part that cannot be tested', () => {
    const of = [
      { type: 'equals', left: at('Alpha', 'a'), right: 0.9 },
      { type: 'compare', left: at('Gamma', 'a'), op: '<', right: 1 },
    ];
    expect(settle({ type: 'all-of', of })[0]).toBe('untested');
  });
});

describe('doubtful cells', () => {
  const rows = [
    ['Alpha', '8.1'],
    ['Beta', '80.84'],
  ] as const;
  const table: TableInput = { columns: { s: { metric: 'critique_score' } }, rows };

  test('a claim that hangs on a rejected cell cannot be tested', () => {
    expect(settle({ type: 'all', table: 1, column: 's', op: '<=', value: 10 }, table)).toEqual([
      'untested',
      'it depends on a rejected cell: with what is printed there, 1 of 2 rows have s <= 10; not Beta 80.84; without, 1 of 1 rows have s <= 10',
    ]);
  });

  test('a claim that a rejected cell does not touch is tested', () => {
    expect(settle({ type: 'all', table: 1, column: 's', op: '>', value: 8 }, table)[0]).toBe('holds');
  });

  test('suspect cells are used and counted', () => {
    const { findings } = auditTables(
      {
        'table-1': { columns: { s: { metric: 'critique_score' } }, rows: [['Alpha', '8.1']] },
        'table-2': { columns: { s: { metric: 'critique_score' } }, rows: [['Alpha', '7.1']] },
      },
      {
        findings: [
          { id: 'x', claim: 'c', section: '1', assertion: { type: 'equals', left: at('Alpha', 's'), right: 8.1 } },
        ],
      },
    );
    expect(findings[0]).toMatchObject({
      outcome: 'holds',
      detail: 'Alpha s 8.1 = 8.1 (1 of the cells used is suspect)',
      cells: [{ table: 'table-1', row: 'Alpha', column: 's', judge: 'alpha' }],
    });
  });

  test('a claim without an assertion says why it cannot be tested', () => {
    const { findings } = auditTables(
      { 'table-1': TABLE },
      {
        findings: [
          { id: 'x', claim: 'c', section: '1', why: 'no table has it', values: [{ label: 'κ', printed: '0.718' }] },
        ],
      },
    );
    expect(findings[0]).toMatchObject({
      outcome: 'untested',
      detail: 'no table has it',
      values: [{ label: 'κ', printed: '0.718' }],
    });
  });
});
