import { describe, expect, test } from 'vitest';
import { auditWithClaims } from '../../src/release/claims.ts';
import { formatProblem } from '../../src/schema/problem.ts';
import type { FindingResult } from '../../src/schema/published.ts';
import { dataOf, type TableInput } from '../audit/fixture.ts';

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

/** What becomes of one claim over the table. */
async function claim(holds: readonly unknown[], tables: Readonly<Record<string, TableInput>> = { 'table-1': TABLE }) {
  const data = dataOf(tables, { findings: [{ id: 'x', claim: 'c', section: '1', holds }] });
  const { findings, problems } = await auditWithClaims({ judges: [], benchmarks: [data] });
  return { ...(findings[0] as FindingResult), problems: problems.map(formatProblem) };
}

const A = "cell('table-1', 'Alpha', 'a')";
const JUDGES = "row_kind = 'judge'";
const columnB = { cells: `column_id = 'b' AND ${JUDGES}` };

describe('a condition over cells by name', () => {
  test.each([
    ['equal', `${A} = 0.9`, 'holds', 'Alpha a 0.90 = 0.9'],
    ['not equal', `${A} = cell('table-1', 'Beta', 'b')`, 'fails', 'not: Alpha a 0.90 = Beta b 0.95'],
    ['a count that a text begins with', "cell('table-1', 'Beta', 'text') = 1000", 'holds', 'Beta text 1,000 = 1000'],
    ['a row by its variant', `cell('table-1', 'Alpha', 'a', 'think') > ${A}`, 'holds', 'Alpha a 0.95 > Alpha a 0.90'],
    ['equal is not greater', `cell('table-1', 'Beta', 'a') > ${A}`, 'fails', 'not: Beta a 0.90 > Alpha a 0.90'],
    ['a dash', "cell('table-1', 'Gamma', 'a') > 0", 'untested', 'Gamma a - > 0'],
    [
      'a difference, in decimals: 0.95 − 0.90 in binary fractions is less than 0.05',
      `cell('table-1', 'Beta', 'b') - cell('table-1', 'Beta', 'a') = 0.05`,
      'holds',
      'Beta b 0.95 - Beta a 0.90 = 0.05',
    ],
  ])('%s', async (_name, condition, outcome, detail) => {
    expect(await claim([condition])).toMatchObject({ outcome, detail, tables: ['table-1'], problems: [] });
  });
});

describe('a condition over selected cells', () => {
  const B = 'Beta 0.95, Gamma 0.40, Alpha (think) 0.20, Alpha 0.10';
  const beta = "cell('table-1', 'Beta', 'b')";
  test.each([
    ['the highest', { ...columnB, holds: `max(value) = ${beta}` }, 'holds', `max(value) = Beta b 0.95 (${B})`],
    [
      'a place',
      { ...columnB, holds: `place(cell('table-1', 'Gamma', 'b')) = 2` },
      'holds',
      `place(Gamma b 0.40) = 2 (${B})`,
    ],
    [
      'the place of no value',
      { ...columnB, holds: `place(cell('table-1', 'Gamma', 'a')) = 1` },
      'untested',
      `place(Gamma a -) = 1 (${B})`,
    ],
    ['a mean over judges', { ...columnB, holds: 'avg(value) = 0.4125' }, 'holds', `avg(value) = 0.4125 (${B})`],
    [
      'a mean of one variant',
      { cells: "column_id = 'b' AND variant = 'think'", holds: 'avg(value) < 0.2' },
      'fails',
      'not: avg(value) < 0.2 (Alpha (think) 0.20)',
    ],
    [
      'a count',
      { cells: `column_id = 'b' AND ${JUDGES} AND value > 0.3`, holds: 'count(value) = 2' },
      'holds',
      'count(value) = 2 (Beta 0.95, Gamma 0.40)',
    ],
    [
      'each row, two columns of it; rows without one are passed over',
      { cells: `column_id IN ('a', 'b') AND ${JUDGES}`, holds: "bool_and(line['a'] > line['b'])" },
      'fails',
      "not: bool_and(line['a'] > line['b']) (7 cells, mean 0.6286: Alpha (think) a 0.95, Beta b 0.95, Alpha a 0.90 … Alpha b 0.10)",
    ],
    ['no cells', { cells: "column_id = 'b' AND value > 1", holds: 'avg(value) > 0' }, 'untested', 'avg(value) > 0'],
  ])('%s', async (_name, condition, outcome, detail) => {
    expect(await claim([condition])).toMatchObject({ outcome, detail, problems: [] });
  });
});

describe('several conditions', () => {
  test('those that fail are named', async () => {
    expect(await claim([`${A} = 0.9`, `${A} = 0.5`, `${A} = 0.4`])).toMatchObject({
      outcome: 'fails',
      detail: '1 of 3 parts hold; not: Alpha a 0.90 = 0.5; Alpha a 0.90 = 0.4',
    });
  });

  test('one that cannot be tested leaves the claim open, unless another fails', async () => {
    const open = "cell('table-1', 'Gamma', 'a') < 1";
    expect((await claim([`${A} = 0.9`, open])).outcome).toBe('untested');
    expect((await claim([`${A} = 0.5`, open])).outcome).toBe('fails');
  });
});

describe('doubtful cells', () => {
  const scores: TableInput = {
    columns: { s: { metric: 'critique_score' } },
    rows: [
      ['Alpha', '8.1'],
      ['Beta', '80.84'],
    ],
  };

  test('a claim that hangs on a rejected cell cannot be tested', async () => {
    const found = await claim([{ cells: "column_id = 's'", holds: 'max(value) <= 10' }], { 'table-1': scores });
    expect(found).toMatchObject({
      outcome: 'untested',
      detail:
        'it depends on a rejected cell: with what is printed there, not: max(value) <= 10 (Beta 80.84, Alpha 8.1); without, max(value) <= 10 (Alpha 8.1)',
    });
  });

  test('a claim that a rejected cell does not touch is tested', async () => {
    const found = await claim([{ cells: "column_id = 's'", holds: 'min(value) > 8' }], { 'table-1': scores });
    expect(found.outcome).toBe('holds');
  });

  test('suspect cells are used and counted', async () => {
    const once = (value: string): TableInput => ({ columns: scores.columns, rows: [['Alpha', value]] });
    const found = await claim(["cell('table-1', 'Alpha', 's') = 8.1"], {
      'table-1': once('8.1'),
      'table-2': once('7.1'),
    });
    expect(found).toMatchObject({
      outcome: 'holds',
      detail: 'Alpha s 8.1 = 8.1 (1 of the cells used is suspect)',
      tables: ['table-1'],
    });
  });
});

test('a condition that is no SQL is a problem with its place; the claim is open', async () => {
  const { outcome, problems } = await claim([{ ...columnB, holds: 'averag(value) > 0' }]);
  expect(outcome).toBe('untested');
  expect(problems).toEqual([
    expect.stringMatching(
      /^data\/mini\/findings\.yaml {2}findings\.0\.holds: a condition that the database refuses; found "averag\(value\) > 0"; .*averag/,
    ),
  ]);
});

test('a claim without conditions says why it cannot be tested', async () => {
  const data = dataOf(
    { 'table-1': TABLE },
    {
      findings: [
        { id: 'x', claim: 'c', section: '1', why: 'no table has it', values: [{ label: 'κ', printed: '0.718' }] },
      ],
    },
  );
  const { findings } = await auditWithClaims({ judges: [], benchmarks: [data] });
  expect(findings[0]).toMatchObject({
    outcome: 'untested',
    detail: 'no table has it',
    values: [{ label: 'κ', printed: '0.718' }],
  });
});
