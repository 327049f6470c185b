import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite, type Habits, host, visit } from './client/host.ts';
import { inNode } from './client/release.ts';

let site: Awaited<ReturnType<typeof buildSite>>;
beforeAll(async () => {
  site = await buildSite();
});
afterAll(() => site.remove());

const SUMS = 'SELECT run, slice, sum(num) AS num, sum(den) AS den FROM contributions GROUP BY ALL ORDER BY ALL';

const HOSTS: readonly (Habits & { readonly what: string; readonly printed?: readonly string[] })[] = [
  { what: 'knows no ranges', ranges: 'none' },
  { what: 'refuses HEAD', head: 405 },
  { what: 'answers data with Content-Encoding: gzip', encoding: 'accepted' },
  {
    what: 'compresses even what must come plain',
    encoding: 'always',
    // By the browser itself, once, before the file is asked for as a whole.
    printed: ['Failed to load resource: net::ERR_CONTENT_DECODING_FAILED'],
  },
];

test.each(HOSTS)('a host that $what gives the same answers', async ({ printed = [], ...habits }) => {
  const own = await host(site.folder, habits);
  const { page, faults, close } = await visit(own);
  const answers = await page.evaluate(async (sql) => {
    const { loadCase, openDatabase, searchRationales } = window.client;
    const [small, large] = await Promise.all([openDatabase('small'), openDatabase('large')]);
    return {
      small: await small.query(sql),
      large: await large.query(sql),
      prompt: (await loadCase('small', 'i17')).prompt,
      red: await searchRationales('small', 'red square'),
    };
  }, SUMS);
  expect(answers).toEqual({
    small: await inNode(join(own.data, 'small.duckdb'), [SUMS]),
    large: await inNode(join(own.data, 'large.duckdb'), [SUMS]),
    prompt: 'Prompt 17',
    red: [2, 4999],
  });
  expect(faults).toEqual(printed);
  await close();
  own.close();
});
