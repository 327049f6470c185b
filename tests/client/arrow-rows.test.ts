import { expect, test } from 'vitest';
import { sharedWasmWork } from '../own/intake/wasm-work.ts';

/** The page's engine and its reading of answers, in Node. */
const { query } = await sharedWasmWork();

test('rows hold plain values only', async () => {
  const [row] =
    await query(`SELECT 1::BIGINT AS big, sum(i) AS huge, -1.25::DECIMAL(9, 2) AS decimal, count(*) AS n, 'nan'::DOUBLE AS nan,
      0.1::DOUBLE AS double, 'é' AS text, true AS flag, NULL AS nothing, [1.5::DECIMAL(3, 1), NULL] AS list, [['a']] AS nested,
      -3::HUGEINT AS negative FROM range(5) r(i)`);
  const numbers = { big: 1, huge: 10, decimal: -1.25, n: 5, nan: Number.NaN, double: 0.1, negative: -3 };
  expect({ ...row }).toEqual({ ...numbers, text: 'é', flag: true, nothing: null, list: [1.5, null], nested: [['a']] });
});

test.each([
  ['SELECT 9007199254740993 AS big', '9007199254740993'],
  ["SELECT DATE '2024-01-01' AS day", 'column "day" holds no plain values'],
  ['SELEC 1', 'Parser Error: syntax error'],
])('what has no plain value is told: %s', async (sql, why) => {
  await expect(query(sql)).rejects.toThrow(why);
});
