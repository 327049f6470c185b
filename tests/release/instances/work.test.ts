import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WorkDatabase } from '../../../src/release/duckdb.ts';
import { scratch } from '../../scratch.ts';

/** Holds all its values at once: it cannot spill. */
const listOf = (values: number): string => `SELECT len(list(i))::DOUBLE AS n FROM range(${values}) AS r(i)`;

async function database(): Promise<WorkDatabase> {
  const work = await WorkDatabase.open(path.join(await scratch(), 'work'), 32);
  onTestFinished(() => work.close());
  return work;
}

const limitOf = async (work: WorkDatabase): Promise<unknown> =>
  (await work.row(`SELECT current_setting('memory_limit') AS m`))['m'];

test('a step that needs more memory than it has gets more, and gives it back', async () => {
  const work = await database();
  const before = await limitOf(work);
  expect(await work.row(listOf(8_000_000))).toEqual({ n: 8_000_000 });
  await work.run(`CREATE TABLE made AS ${listOf(8_000_000)}`);
  expect(await work.heavy('SELECT n FROM made')).toEqual([{ n: 8_000_000 }]);
  expect(await limitOf(work)).toBe(before);
});

test('a result that is read bit by bit does, too', async () => {
  const work = await database();
  const before = await limitOf(work);
  let rows = 0;
  const grouped = 'SELECT i // 1000000 AS million, list(i) AS all FROM range(8000000) AS r(i) GROUP BY million';
  for await (const [millions = []] of work.stream(`SELECT million, len("all") AS n FROM (${grouped})`))
    rows += millions.length;
  expect(rows).toBe(8);
  expect(await limitOf(work)).toBe(before);
});

test('lists of numbers come as they are, long ones and those in which something is missing', async () => {
  const work = await database();
  const row = await work.row(
    "SELECT list(i::DOUBLE) AS long, list(i::INTEGER) AS whole, [1, NULL, 3] AS holes, ['a', NULL] AS texts FROM range(5000) AS r(i)",
  );
  const numbers = Array.from({ length: 5000 }, (_, i) => i);
  expect(Array.from(row['long'] as ArrayLike<number>)).toEqual(numbers);
  expect(Array.from(row['whole'] as ArrayLike<number>)).toEqual(numbers);
  expect(row).toMatchObject({ holes: [1, null, 3], texts: ['a', null] });
  expect(await work.row('SELECT NULL::INTEGER[] AS none')).toEqual({ none: null });
});

test('another error comes at once and as it is', async () => {
  const work = await database();
  await expect(work.run('SELECT nothing FROM nowhere')).rejects.toThrow(/nowhere/);
  await expect(work.query('SELECT 1 +')).rejects.toThrow(/syntax/);
});
