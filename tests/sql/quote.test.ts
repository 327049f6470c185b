import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { identifier, listedTable, literal, literalRows, literals } from '../../src/sql/quote.ts';

test('DuckDB reads every literal back as the value that it stands for', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const texts = ['', "'", "''; DROP TABLE x; --", '\\', '"', '$$', '?', '\n\t', '🙂', '‮abc', '/* */'];
  const numbers = [0, -1, 42, 0.1, -0.1, 1 / 3, 1e21, 5e-324, 1.7976931348623157e308, 2 ** 53 - 1, 1e-7];
  for (const value of [...texts, ...numbers, true, false, null]) {
    const reader = await connection.runAndReadAll(`SELECT ${literal(value)} AS value`);
    const found = reader.getRowObjectsJS()[0]?.['value'] ?? null;
    expect(typeof found === 'bigint' ? Number(found) : found).toBe(value);
  }
  connection.closeSync();
  instance.closeSync();
});

test('a number with a fraction is a DOUBLE, whole ones are whole', async () => {
  const types = [0.1, -2.5, 1e-7, 3].map((value) => `typeof(${literal(value)})`);
  expect(await run(`SELECT ${types.join(', ')}`)).toEqual([['DOUBLE', 'DOUBLE', 'DOUBLE', 'INTEGER']]);
});

test.each(['a\0b', Number.NaN, Number.POSITIVE_INFINITY])('%j has no literal', (value) => {
  expect(() => literal(value)).toThrow(TypeError);
});

const run = async (sql: string): Promise<readonly unknown[][]> => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJS();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
};

test('a name with quotes and spaces names one column', async () => {
  for (const name of ['a b', '"', 'x"; DROP TABLE y; --', 'select', "it's"]) {
    expect(await run(`SELECT ${identifier(name)} FROM (SELECT 1 AS ${identifier(name)})`)).toEqual([[1]]);
  }
});

test('a listed table holds its rows, with types that do not depend on the other rows', async () => {
  const columns = { run: 'VARCHAR', place: 'INTEGER' };
  const rows = [
    ["o'neil", 0],
    [null, 1],
    ['', null],
  ];
  expect(await run(`SELECT * FROM ${listedTable('listed', columns, rows)}`)).toEqual(rows);
  expect(await run(`SELECT run, place FROM ${listedTable('listed', columns, [])}`)).toEqual([]);
  expect(await run(`SELECT typeof(place) FROM ${listedTable('listed', columns, [[null, null]])}`)).toEqual([
    ['INTEGER'],
  ]);
});

test('rows and lists of literals are read back as they are', async () => {
  expect(await run(`SELECT * FROM (VALUES ${literalRows([[1, "a'b", true, null]])})`)).toEqual([
    [1, "a'b", true, null],
  ]);
  expect(await run(`SELECT 'b' IN (${literals(['a', 'b'])}), 'c' IN (${literals(['a', 'b'])})`)).toEqual([
    [true, false],
  ]);
});
