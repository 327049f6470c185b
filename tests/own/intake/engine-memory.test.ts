import { expect, test } from 'vitest';
import { number } from '../../../src/sql/query.ts';
import { attachInMemory } from '../../../src/sql/quote.ts';
import { sharedWasmWork } from './wasm-work.ts';

const work = await sharedWasmWork();

const COUNT = 1_000_000;

test('the page’s engine holds large tables compressed, in the order in which their rows came', async () => {
  const held = async (): Promise<number> =>
    number(await work.row('SELECT sum(memory_usage_bytes)::DOUBLE AS bytes FROM duckdb_memory()'), 'bytes');
  const before = await held();
  await work.run(attachInMemory('big'));
  await work.run('USE big');
  await work.run('CREATE TABLE judgments (instance INTEGER, text VARCHAR, num DOUBLE)');
  for (let i = 0; i < 10; i++)
    await work.run(
      `INSERT INTO judgments SELECT range // 10, '', range % 2 FROM range(${(i * COUNT) / 10}, ${((i + 1) * COUNT) / 10})`,
    );
  // As they come they take 28 bytes each; the last ones still do.
  expect((await held()) - before).toBeLessThan(COUNT * 14);
  // Reasons are found by the row of their judgment, and brought into it.
  await work.run("UPDATE judgments SET text = 'a reason' WHERE rowid = 777777");
  await work.run('CHECKPOINT big');
  const found = await work.row(`SELECT count(*) FILTER (instance <> rowid // 10 OR num <> rowid % 2)::DOUBLE AS moved,
  list(rowid::DOUBLE) FILTER (text <> '') AS brought FROM judgments`);
  expect(number(found, 'moved')).toBe(0);
  expect([...(found['brought'] as readonly number[])]).toEqual([777_777]);
});

type Row = readonly [number | null, number | null, string | null];

/** More than travel at once, with gaps, empty texts, characters of one to four bytes, and texts that are long. */
const ROWS = Array.from({ length: 45_001 }, (_, i): Row => {
  const text = ['', 'a', 'é', '語', '🜁 and more', 'x'.repeat(i % 997)][i % 6] ?? '';
  return [i % 7 === 0 ? null : i - 20_000, i % 5 === 0 ? null : i / 3, i % 11 === 0 ? null : text];
});

test('rows arrive in the engine as they were given, in their order, gaps and all', async () => {
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
