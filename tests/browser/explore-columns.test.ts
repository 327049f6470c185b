import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from './page.ts';
import { caseLinks, counted, placeOfCase } from './places.ts';
import { savedBy } from './saved.ts';
import { siteDatabase } from './site-database.ts';

const EXPLORE = '/shapes/explore/';
const COLUMNS = '**/data/shapes/columns.*';
const WRONG = 'longest-pairwise';
/** What a page has that came over plain HTTP. */
const AS_OVER_HTTP = `Object.defineProperty(self, 'isSecureContext', { value: false });
Object.defineProperty(crypto, 'subtle', { value: undefined });`;
const query = siteDatabase();

const shownCases = (page: Page) => caseLinks(page).allTextContents();
const askWrong = (page: Page) =>
  page
    .locator('.judges')
    .getByRole('button', { name: /^Longest, pairwise wrong/ })
    .click();
const alert = (page: Page) => page.locator('.explore-state.bad');

/** Cases on which the judge was wrong, from its contributions. */
async function lostCases(): Promise<string[]> {
  const rows = await query(
    `SELECT instance FROM instances WHERE instance IN (SELECT instance FROM contributions WHERE run = '${WRONG}'
AND num < den AND metric IN ('criterion_accuracy', 'position_robustness', 'verbosity_robustness')) ORDER BY rowid`,
  );
  return rows.map(({ instance }) => String(instance));
}

test('with WebAssembly switched off: filters, rows, order, stepping, cases and the list as CSV', async () => {
  const lost = await lostCases();
  const { page } = await openPage(EXPLORE, {
    prepare: (page) => page.addInitScript('delete globalThis.WebAssembly'),
  });
  const engine: string[] = [];
  page.on('request', (request) => {
    if (/engine\/|duckdb/.test(request.url())) engine.push(request.url());
  });
  await askWrong(page);
  await expect.poll(() => counted(page).textContent()).toMatch(new RegExp(`^${lost.length} of `));
  expect((await shownCases(page)).slice(0, 10)).toEqual(lost.slice(0, 10));
  await page.getByRole('button', { name: 'Download' }).click();
  const { name, bytes } = await savedBy(
    page.getByRole('dialog', { name: 'Download' }).getByRole('button', { name: 'CSV', exact: true }),
  );
  expect(name).toMatch(/^[\w-]+-cases_.*wrong\.csv$/);
  const csv = String(bytes);
  expect(
    csv
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(',')[0]),
  ).toEqual(lost);
  expect(csv.split(/\r?\n/)[0]).toMatch(new RegExp(`^instance,cluster,label,verdict:${WRONG},`));
  await page.keyboard.press('Escape');
  await caseLinks(page).first().click();
  await expect.poll(() => placeOfCase(page).textContent()).toContain(`1 of ${lost.length}`);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe(lost[1]);
  expect(engine).toEqual([]);
});

test('the columns are asked for beside the scripts, once', async () => {
  const asked: string[] = [];
  const held: (() => void)[] = [];
  let isHeld = true;
  const { page } = await openPage(EXPLORE, {
    fresh: true,
    prepare: async (page) => {
      page.on('request', (request) => {
        const name = /manifest\.json|\/columns\./.exec(request.url())?.[0];
        if (name !== undefined) asked.push(name);
      });
      await page.route(/_astro\/ExploreIsland[^/]*\.js/, (route) => {
        const pass = (): void => void route.continue();
        if (isHeld) held.push(pass);
        else pass();
      });
    },
  });
  expect(asked).toEqual([]);
  await askWrong(page);
  await expect.poll(() => asked.toSorted()).toEqual(['/columns.', 'manifest.json']);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  isHeld = false;
  for (const pass of held) pass();
  await expect.poll(() => counted(page).textContent()).toMatch(/^\d+ of /);
  expect(asked).toHaveLength(2);
});

test('columns that are none, where the browser gives no hashes: the page says so, and another try works', async () => {
  const lost = await lostCases();
  const { page } = await openPage(EXPLORE, {
    prepare: async (page) => {
      await page.addInitScript(AS_OVER_HTTP);
      await page.route(COLUMNS, (route) =>
        route.fulfill({ contentType: 'application/gzip', body: gzipSync('JCOL and nothing more') }),
      );
    },
  });
  await askWrong(page);
  await alert(page).waitFor();
  expect(await alert(page).textContent()).toContain('cannot be read');
  expect(await caseLinks(page).count()).toBeGreaterThan(10);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await alert(page).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => counted(page).textContent()).toMatch(new RegExp(`^${lost.length} of `));
  expect((await shownCases(page)).slice(0, 10)).toEqual(lost.slice(0, 10));
  expect(await alert(page).count()).toBe(0);
});

test('a server that takes the request and never answers: after ten seconds the page says what it waits for, and asks again', async () => {
  const lost = await lostCases();
  let isSilent = true;
  let asked = 0;
  const { page } = await openPage(EXPLORE, {
    fresh: true,
    prepare: async (page) => {
      await page.clock.install();
      await page.route(COLUMNS, (route) => {
        asked += 1;
        return isSilent ? undefined : route.continue();
      });
    },
  });
  await askWrong(page);
  await expect.poll(() => asked).toBe(1);
  const silence = page.getByRole('status').filter({ hasText: 'The server has sent nothing for ten seconds' });
  expect(await silence.count()).toBe(0);
  // The file is asked for before the scripts are there, which count the seconds.
  const afterTen = async (): Promise<number> => {
    await page.clock.fastForward(10_000);
    return silence.count();
  };
  await expect.poll(afterTen, { interval: 200 }).toBe(1);
  expect(await silence.textContent()).toMatch(/waiting for .*\/shapes\/columns\./);
  isSilent = false;
  await silence.getByRole('button', { name: 'Ask again' }).click();
  await expect.poll(() => counted(page).textContent()).toMatch(new RegExp(`^${lost.length} of `));
  expect(await silence.count()).toBe(0);
  expect(await alert(page).count()).toBe(0);
});
