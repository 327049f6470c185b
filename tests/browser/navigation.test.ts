import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { addressOf, openPage, painted } from './page.ts';

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
  // Where a dated release has this build's values, it is the one that is named and cited.
  const { today } = await (await page.request.get(addressOf('/changes/releases.json'))).json();
  expect(await foot.textContent()).toContain(`Release ${today.id ?? release}`);
  expect(await foot.textContent()).toMatch(/built \d{1,2} [A-Z][a-z]+ 20\d\d/);
  expect(await foot.textContent()).toContain('data/multi-crit/');
  await foot.getByRole('link', { name: /^this site/ }).click();
  await page.waitForURL('**/data/#cite');
  const entry = await page.locator('#bibtex').textContent();
  expect(entry).toContain(`note = {Release ${today.id ?? release}}`);
  const file = await page.getByRole('link', { name: 'Download BibTeX' }).getAttribute('href');
  expect(await (await page.request.get(new URL(file ?? '', page.url()).href)).text()).toBe(entry);
  await foot.getByRole('link', { name: 'What changed' }).click();
  await page.waitForURL('**/changes/');
  const changes = await page.getByRole('link', { name: 'Changes of this site’s code' }).getAttribute('href');
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

const BOARD = '/multi-crit/table-3/';
const options = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option');

test.each(drawn(['keys', 'mouse', 'touch'] as const, ['touch'] as const))(
  'choose a judge for captions by %s: home, search, the board that is found first, and why',
  async (way) => {
    const phone = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } };
    const { page } = await openPage('/', way === 'touch' ? phone : {});
    const input = page.locator('form.find input');
    if (way === 'keys') await page.keyboard.press('/');
    if (way === 'mouse') await input.click();
    if (way === 'touch') await input.tap();
    await page.keyboard.type('caption');
    const first = options(page).first();
    await first.filter({ hasText: /^Open-ended answers.*Multi-Crit.*captions/ }).waitFor();
    if (way === 'keys') await page.keyboard.press('Enter');
    if (way === 'mouse') await first.click();
    if (way === 'touch') await first.tap();
    await page.waitForURL(`**${BOARD}`);
    expect(await page.locator('.board tbody tr').count()).toBeGreaterThan(20);
  },
);

test('tasks and words of descriptions are found, prices too, and what is not found says where it was looked for', async () => {
  const { page } = await openPage('/methods/', { width: 1440 });
  const found = async (word: string): Promise<string[]> => {
    await page.locator('form.find input').fill(word);
    await options(page).first().waitFor();
    return options(page).allTextContents();
  };
  expect((await found('edit')).slice(0, 3).join()).toContain('Image editing');
  expect((await found('video')).join()).toContain('Video generation');
  expect((await found('mathematics')).join()).toContain('MM-Critic');
  expect((await found('cheap'))[0]).toContain('price of judges');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/plot/?x=price-input');
  await expect.poll(() => page.locator('main').textContent()).toContain('Price of input');
  expect(await page.getByText(/ignored/).count()).toBe(0);
  await page.locator('form.find input').fill('zzz qqq');
  await page.getByText(/^No match in names of judges, benchmarks, tables, metrics/).waitFor();
  expect(await page.locator('output.hits').textContent()).toContain('tasks and descriptions');
});
