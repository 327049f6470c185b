import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from './page.ts';
import { answers, caseLinks, counted } from './places.ts';

const BENCHMARK = 'genai-bench';
const PHONE = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } } as const;

/** Waits until the list stands for what is asked for. */
async function answered(page: Page, words: RegExp): Promise<void> {
  await expect.poll(() => counted(page).textContent()).toMatch(words);
  await expect.poll(() => page.locator('.case-scroll').getAttribute('aria-busy')).toBe('false');
}

/** A finger's way down the page. */
async function scrollDown(page: Page, px: number): Promise<void> {
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, px);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + px / 2);
}

test('by touch on a phone: home, leaderboard, a value’s card, its cases, filters, a case, its neighbour and back', async () => {
  const { page } = await openPage('/', PHONE);
  await page.locator(`main a[href="/${BENCHMARK}/"]`).first().tap();
  await page.waitForURL(`**/${BENCHMARK}/`);

  // The first tap tells of a value, also before the scripts have come, and the second opens its cases.
  const value = page.locator('.board td a.cases').first();
  const judge = (await page.locator('.board tbody tr:has(td a.cases) th a').first().textContent()) ?? '';
  await value.tap();
  await expect.poll(() => page.locator('.cell-card').textContent()).toContain(judge);
  await value.tap();
  await page.waitForURL('**/explore/**');
  await answered(page, /^[\d\u202f]+ of /);

  // One scroller, the page; the line with the filters goes along.
  const list = page.locator('.case-scroll');
  const rowsBefore = await page.locator('.case-table tbody tr[aria-rowindex]').last().getAttribute('aria-rowindex');
  await scrollDown(page, 4000);
  await expect
    .poll(async () =>
      Number(await page.locator('.case-table tbody tr[aria-rowindex]').last().getAttribute('aria-rowindex')),
    )
    .toBeGreaterThan(Number(rowsBefore) + 40);
  expect(await list.evaluate((box) => [box.scrollTop, box.scrollHeight - box.clientHeight])).toEqual([0, 0]);
  const filters = page.getByRole('button', { name: /^Filters/ });
  const { y = -1 } = (await filters.boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y).toBeLessThan(100);

  // Filters are a sheet; what is chosen brings the list back to its beginning.
  await filters.tap();
  const sheet = page.locator('#filters');
  await sheet.waitFor();
  const all = await counted(page).textContent();
  await sheet.getByRole('button', { name: /^Gemini 1\.5 Pro right/ }).tap();
  await expect.poll(() => counted(page).textContent()).not.toBe(all);
  await sheet
    .getByRole('button', { name: /Close|Show/ })
    .first()
    .tap();
  await expect.poll(() => sheet.isVisible()).toBe(false);
  await answered(page, /^[\d\u202f]+ of /);
  const rows = caseLinks(page);
  await expect
    .poll(async () => (await page.locator('tr[aria-rowindex="2"] th a').boundingBox())?.y ?? -1)
    .toBeGreaterThan(0);

  await rows.nth(1).tap();
  await answers(page).waitFor();
  await expect.poll(() => page.locator('.crumbs .num').textContent()).toMatch(/^2 of /);
  await page.getByRole('button', { name: 'Next', exact: true }).tap();
  await expect.poll(() => page.locator('.crumbs .num').textContent()).toMatch(/^3 of /);
  const id = await page.locator('.case-id').textContent();
  await page.getByRole('link', { name: /^Cases: / }).tap();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(id);
  const at = await page.locator(':focus').boundingBox();
  expect(at?.y ?? -1).toBeGreaterThan(80);
  expect(at?.y ?? 900).toBeLessThan(844);
});

test('on a phone the site’s menu, a board’s tables and its filters are sheets, by touch and by keys', async () => {
  const { page } = await openPage(`/${BENCHMARK}/`, PHONE);
  const rows = page.locator('.board tbody tr:has(.pin)');
  const all = await rows.count();
  await page.getByRole('button', { name: 'Filters' }).tap();
  const filters = page.locator('#board-filters');
  await filters.getByRole('button', { name: 'open weights', exact: true }).tap();
  await expect.poll(() => page.locator('.bar .to-sheet').textContent()).toBe('Filters (1)');
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await page.keyboard.press('Escape');
  await filters.waitFor({ state: 'hidden' });
  // The page says where it is on the button; Enter opens, Esc closes and the focus is back.
  const tables = page.getByRole('navigation', { name: 'Tables' }).getByRole('button');
  expect(await tables.textContent()).toBe(await page.locator('#tables [aria-current]').textContent());
  await tables.focus();
  await page.keyboard.press('Enter');
  const other = page.locator('#tables a:not([aria-current])').first();
  await other.waitFor();
  await page.keyboard.press('Escape');
  await other.waitFor({ state: 'hidden' });
  expect(await tables.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await other.tap();
  await page.waitForURL((url) => url.pathname !== `/${BENCHMARK}/`);
  await page.getByRole('button', { name: 'Menu' }).tap();
  // A fold is open, and what lies below it is where the finger finds it.
  await page.locator('#menu summary', { hasText: 'Benchmarks' }).tap();
  const targets = page.locator('#menu :is(a, summary):visible');
  await expect.poll(() => targets.count()).toBeGreaterThan(10);
  for (const target of await targets.all()) {
    const { x = -1, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    expect([height >= 36, x >= 0, x + width <= 390]).toEqual([true, true, true]);
  }
  await page.locator('#menu').getByRole('link', { name: 'Judges' }).tap();
  await page.waitForURL('**/judges/');
  // A judge's rank and neighbours stand there, too.
  await page.locator('main a[href^="/judge/"]').first().tap();
  const standings = page.locator('.standings-table');
  await standings.locator('thead th', { hasText: 'Rank' }).waitFor();
  await standings.locator('a[href^="/compare/"]').first().waitFor();
});

test('on a phone an open sheet holds the keyboard and gives it back to its button; the first tap on a printed value tells of it', async () => {
  const { page } = await openPage('/mm-critic/table-2/', PHONE);
  const inside = (selector: string) =>
    page.evaluate((css) => document.querySelector(css)?.contains(document.activeElement) === true, selector);
  for (const [button, sheet] of [
    ['.to-menu', '#menu'],
    ['.tables > .to-sheet', '#tables'],
    ['.bar .to-sheet', '#board-filters'],
  ] as const) {
    await page.locator(button).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => inside(sheet)).toBe(true);
    const stops = await page.locator(`${sheet} :is(a, button, select):visible`).count();
    expect(stops, sheet).toBeGreaterThan(2);
    // Once round and on, both ways.
    for (const key of ['Tab', 'Shift+Tab'])
      for (let i = 0; i <= stops; i += 1) {
        await page.keyboard.press(key);
        expect(await inside(sheet), `${sheet}, ${key} ${i}`).toBe(true);
      }
    await page.keyboard.press('Escape');
    await page.locator(sheet).waitFor({ state: 'hidden' });
    expect(await page.evaluate((css) => document.activeElement?.matches(css), button)).toBe(true);
  }

  // The first tap on a printed value in a scrolled leaderboard tells of it.
  const box = page.locator('.scroll.leaderboard');
  await box.evaluate((element) => {
    element.scrollIntoView();
    element.scrollTo(200, 150);
  });
  const row = page.locator('.board tbody tr:has(th a)').nth(6);
  const judge = (await row.locator('th a').first().textContent()) ?? '';
  // A finger rests longer than it takes to show it, and gives the focus to the box only when it leaves.
  const { x = 0, y = 0, width = 0, height = 0 } = (await row.locator('td:not(.rank)').nth(4).boundingBox()) ?? {};
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect.poll(() => page.locator('.cell-card').textContent()).toContain(judge);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.locator('.cell-card').textContent()).toContain(judge);
});
