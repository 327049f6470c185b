import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, painted } from './page.ts';

const top = (page: Page) => page.locator('header.top');
const fold = (page: Page, name: string) => top(page).locator('summary', { hasText: name });
const SECTIONS = ['Benchmarks', 'Judges', 'Compare', 'Cases', 'Try your judge', 'Docs'];

test('six sections and the search stand in one line of 52 px at a desk, also in a wide typeface, and stay in sight', async () => {
  const { page } = await openPage('/methods/', { width: 1440, height: 900 });
  const entries = top(page).locator('nav .menu > a, nav summary');
  expect(await entries.allTextContents()).toEqual(SECTIONS);
  for (const font of ['', 'monospace']) {
    await top(page).evaluate((header, family) => {
      for (const element of header.querySelectorAll<HTMLElement>('*')) element.style.fontFamily = family;
    }, font);
    for (const width of [1440, 1024, 940]) {
      await page.setViewportSize({ width, height: 900 });
      const tops = await entries.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
      if (width === 1440 || font === '') {
        expect(new Set(tops).size, `${width} px`).toBe(1);
        expect((await top(page).boundingBox())?.height, `${width} px`).toBeLessThanOrEqual(54);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
    }
  }
  await page.mouse.wheel(0, 3000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  expect((await top(page).boundingBox())?.y).toBe(0);
  // Where a link leads is not below the header.
  await page.goto(new URL('/methods/#ranks', page.url()).href);
  await painted(page);
  expect((await page.locator('#ranks').boundingBox())?.y).toBeGreaterThanOrEqual(52);
  // A low window keeps its room: there the header goes along.
  await page.setViewportSize({ width: 320, height: 300 });
  await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  expect((await top(page).boundingBox())?.y).toBeLessThan(-100);
});

test('by mouse and keys: benchmarks have a line each, Shapes last; another press, another menu, Escape, and the keyboard that goes on close', async () => {
  const { page } = await openPage('/data/', { width: 1440 });
  await fold(page, 'Benchmarks').click();
  const links = top(page).locator('details[open] a');
  const names = await links.evaluateAll((all) => all.map((one) => one.firstChild?.textContent));
  expect(names).toEqual(['Multi-Crit', 'MM-JudgeBias', 'MM-Critic', 'GenAI-Bench', 'VIEScore', 'Shapes']);
  for (const line of await links.locator('small').allTextContents()) expect(line.length).toBeGreaterThan(8);
  expect(await links.last().textContent()).toContain('synthetic');
  await fold(page, 'Docs').click();
  await expect.poll(() => top(page).locator('details[open]').count()).toBe(1);
  expect(await links.evaluateAll((all) => all.map((one) => one.firstChild?.textContent))).toEqual([
    'Methods',
    'Data',
    'Audit',
  ]);
  await page.locator('footer').click();
  await expect.poll(() => top(page).locator('details[open]').count()).toBe(0);
  await fold(page, 'Docs').click();
  await page.keyboard.press('Escape');
  await expect.poll(() => top(page).locator('details[open]').count()).toBe(0);
  expect(await fold(page, 'Docs').evaluate((one) => one === document.activeElement)).toBe(true);

  await fold(page, 'Benchmarks').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.firstChild?.textContent)).toBe('Multi-Crit');
  for (let i = 0; i < 6; i += 1) await page.keyboard.press('Tab');
  await expect.poll(() => top(page).locator('details[open]').count()).toBe(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/multi-crit/');
});

test('without scripts the menus open, and lead on', async () => {
  const { page } = await openPage('/data/', { width: 1440, javaScript: false });
  await fold(page, 'Docs').click();
  await top(page)
    .getByRole('link', { name: /^Audit/ })
    .click();
  await page.waitForURL('**/audit/');
});

test('the footer names the release with its day and what changed, the citation with the release, and the file of a mistake', async () => {
  const { page } = await openPage('/multi-crit/');
  const foot = page.locator('footer');
  const release = (await page.locator('meta[name=release]').first().getAttribute('content')) ?? '-';
  expect(await foot.textContent()).toContain(release);
  expect(await foot.textContent()).toMatch(/built \d{1,2} [A-Z][a-z]+ 20\d\d/);
  expect(await foot.textContent()).toContain('data/multi-crit/');
  await foot.getByRole('link', { name: /^this site/ }).click();
  await page.waitForURL('**/data/#cite');
  const entry = await page.locator('#bibtex').textContent();
  expect(entry).toContain(`note = {Release ${release}}`);
  const file = await page.getByRole('link', { name: 'Download BibTeX' }).getAttribute('href');
  expect(await (await page.request.get(new URL(file ?? '', page.url()).href)).text()).toBe(entry);
  const changes = await foot.getByRole('link', { name: 'What changed' }).getAttribute('href');
  const text = await page.request.get(new URL(changes ?? '', page.url()).href);
  expect([text.headers()['content-type'], await text.text()]).toEqual([
    'text/plain; charset=utf-8',
    readFileSync('CHANGELOG.md', 'utf8'),
  ]);
});

test('an address without a page answers 404, says so, and leads on', async () => {
  const { page, expectClean } = await openPage('/no/such/page/', { width: 1440, status: 404 });
  expect(await page.locator('h1').allTextContents()).toEqual(['Page not found']);
  expectClean();
  const cards = page.locator('main .card');
  expect(await cards.count()).toBeGreaterThanOrEqual(9);
  await cards.getByRole('link', { name: 'VIEScore' }).click();
  await page.waitForURL('**/viescore/');
});
