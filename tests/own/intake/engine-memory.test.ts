import { expect, test } from 'vitest';
import { number } from '../../../src/sql/query.ts';
import { attachInMemory } from '../../../src/sql/quote.ts';
import { openWasmWork } from './wasm-work.ts';

const ROWS = 1_000_000;

test('the page’s engine holds large tables compressed, in the order in which their rows came', async () => {
  const work = await openWasmWork();
  const held = async (): Promise<number> =>
    number(await work.row('SELECT sum(memory_usage_bytes)::DOUBLE AS bytes FROM duckdb_memory()'), 'bytes');
  const before = await held();
  await work.run(attachInMemory('work'));
  await work.run('USE work');
  await work.run('CREATE TABLE judgments (instance INTEGER, text VARCHAR, num DOUBLE)');
  for (let i = 0; i < 10; i++)
    await work.run(
      `INSERT INTO judgments SELECT range // 10, '', range % 2 FROM range(${(i * ROWS) / 10}, ${((i + 1) * ROWS) / 10})`,
    );
  // As they come they take 28 bytes each; the last ones still do.
  expect((await held()) - before).toBeLessThan(ROWS * 14);
  // Reasons are found by the row of their judgment, and brought into it.
  await work.run("UPDATE judgments SET text = 'a reason' WHERE rowid = 777777");
  await work.run('CHECKPOINT work');
  const found = await work.row(`SELECT count(*) FILTER (instance <> rowid // 10 OR num <> rowid % 2)::DOUBLE AS moved,
  list(rowid::DOUBLE) FILTER (text <> '') AS brought FROM judgments`);
  expect(number(found, 'moved')).toBe(0);
  expect([...(found['brought'] as readonly number[])]).toEqual([777_777]);
});
