import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { buildSite, faulty, type Habits, host, POLICY, visit } from './client/host.ts';
import { inNode } from './client/release.ts';
import { openFaulty } from './page.ts';

let site: Awaited<ReturnType<typeof buildSite>>;
beforeAll(async () => {
  site = await buildSite();
});

const SUMS = 'SELECT run, slice, sum(num) AS num, sum(den) AS den FROM contributions GROUP BY ALL ORDER BY ALL';

type NamedHost = Habits & { readonly what: string };

const HOSTS = drawn<readonly NamedHost[]>(
  [
    { what: 'answers data with Content-Encoding: gzip', encoding: 'accepted' },
    { what: 'gives no ranges', ranges: false },
  ],
  [{ what: 'gives no ranges', ranges: false }],
);

/** The page's own policy without one of its words, as a header: the stricter of the two holds. */
const policy = (from: string, to: string): Habits => ({
  headers: { 'content-security-policy': POLICY.replace(from, to) },
});

const MISSING: readonly (Habits & { readonly what: string; readonly says: string })[] = [
  {
    what: 'allows no WebAssembly',
    ...policy(" 'wasm-unsafe-eval'", ''),
    says: "The query engine could not be started. A policy of this server (Content-Security-Policy) forbids WebAssembly: its script-src lacks 'wasm-unsafe-eval'.",
  },
  {
    what: 'allows no workers from blobs',
    ...policy('worker-src blob:', "worker-src 'self'"),
    says: 'The query engine could not be started. A policy of this server (Content-Security-Policy) forbids its worker: its worker-src lacks blob:.',
  },
  {
    what: 'answers with its first page for a file that it does not have',
    ...faulty(/\.duckdb/, (_, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html>');
    }),
    says: '/sub/data/small.duckdb.gz is no file but a page of the server (text/html).',
  },
];

test.each(MISSING)('a host that $what is told so in a sentence', async ({ says, headers = {}, fault }) => {
  const own = await host(site.folder, { headers, ...(fault && { fault }) });
  const { page, close } = await visit(own);
  const told = await page.evaluate(async (sql) => {
    try {
      await (await window.client.openDatabase('small')).query(sql);
      return 'nothing failed';
    } catch (error) {
      return (error as Error).message;
    }
  }, SUMS);
  expect(told).toContain(says);
  await close();
  own.close();
});

test('a host that labels packs as packed is told so in a sentence', async () => {
  const own = await host(site.folder, { encoding: 'always' });
  const { page, close } = await visit(own);
  const failure = await page.evaluate(() => window.client.failureOf(window.client.loadCase('small', 'i17')));
  expect(failure.message).toMatch(
    /labels it as packed \(Content-Encoding: gzip\)|the server sends parts of files in a way that browsers refuse/,
  );
  await close();
  own.close();
});

test.each(HOSTS)('a host that $what gives the same answers', async ({ what: _, ...habits }) => {
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
  expect(faults).toEqual([]);
  await close();
  own.close();
});

/**
 * Sends scripts as plain text. They are not to be kept, as the server says of its own: the pages after this one, in the same process, would take
 * them from its memory.
 */
const asText = (page: Page): Promise<unknown> =>
  page.route(/\/_astro\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-type': 'text/plain', 'cache-control': 'no-store' };
    await route.fulfill({ response, headers });
  });

test('a host that sends scripts as another type is told so on the page, which stays as it is', async () => {
  const { page } = await openFaulty('/multi-crit/', { prepare: asText });
  await page.locator('th .sort').first().click();
  const told = page.locator('p.failed');
  await expect
    .poll(() => told.textContent(), { timeout: 30_000 })
    .toMatch(
      /the table itself is complete\. The server sends text\/plain \(200\) in place of scripts\. Load the page again/,
    );
  expect(await told.isVisible()).toBe(true);
  expect(await page.locator('table.board tbody tr').count()).toBeGreaterThan(5);
});

test('so it is on the page for one’s own results, which is nothing without its scripts', async () => {
  const { page } = await openFaulty('/your-results/', { fresh: true, prepare: asText });
  const told = page.locator('p.failed');
  await told.waitFor({ timeout: 30_000 });
  await expect
    .poll(() => told.textContent())
    .toMatch(/could not be loaded\. The server sends text\/plain \(200\) in place of scripts\./);
});
