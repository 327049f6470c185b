import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
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

interface Claimed {
  readonly holds: readonly unknown[];
  readonly outcome: string;
  readonly detail: string;
}
const FILE = path.join(import.meta.dirname, '../fixtures/audit/claims.yaml');

test.each(Object.entries(parse(readFileSync(FILE, 'utf8')) as Record<string, Claimed>))(
  '%s',
  async (_, { holds, ...expected }) => {
    expect(await claim(holds)).toMatchObject({ ...expected, problems: [] });
  },
);

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
  const { outcome, problems } = await claim([{ cells: "column_id = 'b'", holds: 'averag(value) > 0' }]);
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
