import { expect, test } from 'vitest';
import { openWasmWork } from './wasm-work.ts';

type Row = readonly [number | null, number | null, string | null];

/** More than travel at once, with gaps, empty texts, characters of one to four bytes, and texts that are long. */
const ROWS = Array.from({ length: 45_001 }, (_, i): Row => {
  const text = ['', 'a', 'é', '語', '🜁 and more', 'x'.repeat(i % 997)][i % 6] ?? '';
  return [i % 7 === 0 ? null : i - 20_000, i % 5 === 0 ? null : i / 3, i % 11 === 0 ? null : text];
});

test('rows arrive in the engine as they were given, in their order, gaps and all', { timeout: 60_000 }, async () => {
  const work = await openWasmWork();
  const table = await work.appenderTo('given', 'whole INTEGER, fraction DOUBLE, said VARCHAR');
  for (const row of ROWS) table.add(row);
  await table.close();
  const found = await work.query('SELECT whole, fraction, said FROM given ORDER BY rowid');
  expect(found.map(({ whole, fraction, said }) => [whole, fraction, said])).toEqual(ROWS);
  // A table without rows is there, too; a few huge texts do not wait for more rows.
  await (await work.appenderTo('empty', 'whole INTEGER, flag BOOLEAN')).close();
  expect(await work.query('SELECT * FROM empty')).toEqual([]);
  const large = await work.appenderTo('large', 'said VARCHAR');
  const texts = Array.from({ length: 5 }, (_, i) => String(i).repeat(5_000_000));
  for (const text of texts) large.add([text]);
  await large.close();
  expect((await work.query('SELECT said FROM large ORDER BY rowid')).map(({ said }) => said)).toEqual(texts);
});
