import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { literal } from '../../src/client/literal.ts';

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

test.each(['a\0b', Number.NaN, Number.POSITIVE_INFINITY])('%j has no literal', (value) => {
  expect(() => literal(value)).toThrow(TypeError);
});
