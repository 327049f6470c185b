import { createServer, request as forward } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { ICON, type OpenedPage, openPage, watch } from './page.ts';
import { answers, caseLinks, counted, placeOfCase, rationales } from './places.ts';
import { archiveSavedBy } from './saved.ts';

const { origin: server } = inject('site');

/** The site behind a line that can be cut: then only pages themselves come, as from a browser that kept them. */
const line = { cut: false, refused: [] as string[] };
const proxy = createServer((request, response) => {
  if (line.cut && request.headers['sec-fetch-dest'] !== 'document') {
    line.refused.push(request.url ?? '');
    response.destroy();
    return;
  }
  const { method, headers } = request;
  const passed = forward(server + request.url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  passed.end();
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterEach(() => {
  line.cut = false;
});
afterAll(() => {
  proxy.close();
  proxy.closeAllConnections();
});

const caseId = (page: Page) => new URL(page.url()).searchParams.get('id');

async function answered(page: Page, words: RegExp): Promise<string> {
  await expect.poll(() => counted(page).textContent()).toMatch(words);
  await expect.poll(() => page.locator('.case-scroll').getAttribute('aria-busy')).toBe('false');
  // The rows in view are read, too: else they are left to the other visit.
  await page.waitForTimeout(400);
  return (await counted(page).textContent()) ?? '';
}

/** Waits until every row in view has its picture, and counts them. */
async function pictured(page: Page): Promise<number> {
  const missing = (): Promise<number> =>
    page.locator('.case-scroll').evaluate((box) => {
      const { top, bottom } = box.getBoundingClientRect();
      return [...box.querySelectorAll('tbody tr[aria-rowindex]')].filter((row) => {
        const { top: from, bottom: to } = row.getBoundingClientRect();
        const isSeen = to > top && from < Math.min(bottom, innerHeight);
        return isSeen && !row.querySelector('img')?.naturalWidth;
      }).length;
    });
  await expect.poll(missing).toBe(0);
  return page.locator('.case-scroll tbody img').count();
}

/** The data that a click on a format saves. */
async function saved(page: Page, format: string): Promise<string> {
  await page.getByRole('button', { name: 'Download' }).click();
  const panel = page.getByRole('dialog', { name: 'Download' });
  const { data } = await archiveSavedBy(panel.getByRole('button', { name: format, exact: true }));
  await panel.getByRole('button', { name: 'Close' }).click();
  return String(data);
}

/** Home → leaderboard → cell → explorer → filter → words → download → case → formatted → zoom → step → back to the list. */
async function tour(page: Page): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  await page.locator('header summary', { hasText: 'Benchmarks' }).click();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Shapes/ })
    .click();
  // A sorted table is one whose scripts have come.
  await page.locator('th[abbr="Clarity"] .sort').first().click();
  await expect.poll(() => page.url()).toContain('sort=');
  await page.locator('a[href*="metric=cmr"][href*="run=noisy-checker-pairwise&"]').first().click();
  await page.waitForURL(/explore/);
  seen.push(await answered(page, /^\d+ of /));
  await page
    .locator('.judges')
    .getByRole('button', { name: /^Longest, pairwise wrong/ })
    .click();
  await expect.poll(() => page.url()).toContain('wrong=');
  // Each visit reads the rows of this list, too: one that went on at once would leave them to the other, which may have no network.
  seen.push(await answered(page, /^\d+ of /));
  await page.getByRole('searchbox', { name: 'Words in a reason' }).fill('leaves');
  await expect.poll(() => page.url()).toContain('words=leaves');
  seen.push(await answered(page, /^\d+ of /));
  seen.push(await saved(page, 'Zipped CSV'), await saved(page, 'Arrow'));
  // The case finds by itself whose reason has the words: the same as its row, which has no words without a network.
  const row = page.locator('.case-table tbody tr[aria-rowindex="3"] .found-in b:not(.outcome)');
  const isOnline = await page.evaluate(() => navigator.onLine);
  const teller = isOnline ? await row.textContent() : null;
  await caseLinks(page).nth(1).click();
  await answers(page).waitFor();
  await expect.poll(() => placeOfCase(page).textContent()).toMatch(/2 of \d/);
  await page.locator('.formatted').first().waitFor();
  expect(await rationales(page).count()).toBe(2);
  if (teller !== null) expect(teller).toContain(await rationales(page).first().getByRole('heading').textContent());
  seen.push(caseId(page), await rationales(page).allTextContents());
  await page.getByRole('button', { name: 'Zoom Picture' }).click();
  const zoom = page.getByRole('dialog', { name: 'Picture' });
  await expect.poll(() => zoom.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => zoom.count()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => placeOfCase(page).textContent()).toMatch(/3 of \d/);
  await expect.poll(() => page.locator('.case-body').getAttribute('aria-busy')).toBe('false');
  seen.push(caseId(page), await answers(page).textContent());
  await page
    .getByRole('link', {
      name: /^Cases: where Noisy checker.* was wrong: .*; where Longest, pairwise was wrong \(\d+\); a reason has “leaves”$/,
    })
    .click();
  seen.push(await answered(page, /^\d+ of /));
  return seen;
}

test('the whole tour, and once more with the network cut: the same, without an error or a foreign request', async () => {
  const { page, expectClean }: OpenedPage = await openPage('/', { origin, fresh: true });
  const first = await tour(page);
  expectClean();
  // The engine is kept for the next visit a moment after it works.
  await page.waitForFunction(async () => (await (await caches.open('judgeboard-engine')).keys()).length === 1);
  const home = `${origin}${new URL(inject('site').address).pathname}`;
  await page.close();

  line.cut = true;
  const second = await page.context().newPage();
  await second.addInitScript(`Object.defineProperty(navigator, 'onLine', { get: () => false })`);
  const { faults } = watch(second, 200, origin);
  await second.goto(home);
  expect(await tour(second)).toEqual(first);
  expect(faults).toEqual([]);
  expect(line.refused.filter((path) => !ICON.test(path))).toEqual([]);
});

test('a page that is open goes on without any network: filters, order, words, rows, downloads', async () => {
  const { page, expectClean } = await openPage('/shapes/explore/?words=leaves', {
    origin,
    fresh: true,
  });
  await answered(page, /^\d+ of /);
  await saved(page, 'JSON Lines');
  const came = await pictured(page);
  expect(came).toBeGreaterThan(5);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await answered(page, /^1\u202f434 cases$/);
  await page.goBack();
  await answered(page, /^\d+ of /);
  expect(await pictured(page), 'pictures that came stay').toBe(came);
  await page.goForward();
  await answered(page, /^1\u202f434 cases$/);
  await page.getByRole('button', { name: 'Judges right' }).click();
  await page
    .locator('.judges')
    .getByRole('button', { name: /^Longest, pairwise wrong/ })
    .click();
  const all = await answered(page, /^\d+ of /);
  const lines = (await saved(page, 'JSON Lines')).trim().split('\n');
  expect(all).toMatch(new RegExp(`^${lines.length} of `));
  await page.getByRole('region', { name: 'Cases' }).focus();
  await page.keyboard.press('End');
  const last = JSON.parse(lines.at(-1) ?? '{}') as { instance?: string };
  await page.getByRole('link', { name: String(last.instance), exact: true }).waitFor();
  await page.getByRole('searchbox', { name: 'Words in a reason' }).fill('leaves');
  await expect.poll(() => page.url()).toContain('words=leaves');
  await answered(page, /^\d+ of /);
  expectClean();
  await page.context().setOffline(false);
  await pictured(page);
});
