import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite, type Host, host, visit } from './client/host.ts';
import { inNode } from './client/release.ts';

let site: Awaited<ReturnType<typeof buildSite>>;
let plain: Host;

beforeAll(async () => {
  site = await buildSite();
  plain = await host(site.folder);
});
afterAll(() => {
  plain.close();
  site.remove();
});

const SUMS = `SELECT run, metric, slice, sum(num) AS num, sum(den) AS den, count(*)::INTEGER AS n
FROM contributions GROUP BY ALL ORDER BY ALL`;

test.each(['small', 'large'])('sums over %s have the same bits as in Node', async (benchmark) => {
  const { page, faults, close } = await visit(plain);
  const rows = await page.evaluate(async ([id, sql]) => (await window.client.openDatabase(id)).query(sql), [
    benchmark,
    SUMS,
  ] as const);
  expect(rows).toEqual(await inNode(join(plain.data, `${benchmark}.duckdb`), [SUMS]));
  expect(rows).toHaveLength(63);
  expect(faults).toEqual([]);
  await close();
});
