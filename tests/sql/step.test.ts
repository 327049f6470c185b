import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Query, Statement } from '../../src/sql/query.ts';
import { composed, dropSteps, runSteps, type Step, sqlStep, stepStatements } from '../../src/sql/step.ts';

let query: Query;
let close: () => void;
beforeAll(async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  query = async (sql, params = []) => (await connection.runAndReadAll(sql, [...params])).getRowObjectsJS();
  close = () => {
    connection.closeSync();
    instance.closeSync();
  };
});
afterAll(() => close());

const values = async ({ sql, params }: Statement): Promise<unknown[]> =>
  (await query(sql, params)).map(({ n }) => Number(n));

const STEPS: readonly Step[] = [
  sqlStep('table', 'base', 'SELECT unnest([1, 2, 3]) AS n'),
  { name: 'base', kind: 'rows', sql: 'SELECT n + ? AS n FROM base WHERE n > ?', params: [10, 1] },
  { name: 'base', kind: 'rows', sql: 'SELECT max(n) + ? AS n FROM base', params: [100] },
  sqlStep('view', 'big', 'SELECT n FROM base WHERE n > 2'),
];
const ASKED = { sql: 'SELECT n FROM big WHERE n <> ? ORDER BY n', params: [12] };

test('added rows see the table as it was before them, and values stand in the order of the steps', async () => {
  await runSteps(query, STEPS);
  expect(await values(ASKED)).toEqual([3, 13, 113]);
  await dropSteps(query, STEPS);
  await expect(query('SELECT * FROM base')).rejects.toThrow('base');
  expect(await values(composed(STEPS, ASKED))).toEqual([3, 13, 113]);
});

test('nothing is skipped: rows without their table and values that cannot be bound are errors', () => {
  const rows: Step = { name: 'base', kind: 'rows', sql: 'SELECT 1', params: [] };
  expect(() => composed([rows], ASKED)).toThrow('no table base');
  expect(() => stepStatements([{ name: 'a', kind: 'view', sql: 'SELECT ?', params: [1] }])).toThrow('view a');
});

test('a statement takes along only the steps that it needs, by whatever way', async () => {
  const unneeded = sqlStep('table', 'other', 'SELECT n FROM big JOIN nowhere USING (n)');
  const bound: Step = { name: 'base', kind: 'rows', sql: 'SELECT ? AS n', params: [7] };
  const { sql, params } = composed([...STEPS, unneeded], ASKED);
  expect(await values({ sql, params })).toEqual([3, 13, 113]);
  const alone = composed(
    [sqlStep('table', 'base', 'SELECT 1 AS n'), bound, sqlStep('view', 'big', 'SELECT 5 AS n')],
    ASKED,
  );
  expect(await values(alone)).toEqual([5]);
  expect(alone.params).toEqual(ASKED.params);
  expect(composed([unneeded], { sql: 'SELECT 1 AS n', params: [] }).sql).toBe('SELECT 1 AS n');
});
