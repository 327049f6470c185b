import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { alive, BOARD, column, descending, head, heldScripts, names, query } from './board-page.ts';
import { appears, openFaulty, openPage, recordShifts, shifted } from './page.ts';

describe('without a mouse, without scripts, on a slow line', () => {
  test('keyboard only: find, sort with Enter, add with Shift, open and close a panel', async () => {
    const { page } = await openPage(BOARD);
    await head(page, 'TOS').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=-tos/);
    await head(page, 'PAcc').focus();
    await page.keyboard.press('Shift+Enter');
    await page.waitForURL(/sort=-tos,-pacc/);
    await page.locator('th[abbr="PAcc"] .why').focus();
    await page.keyboard.press('Enter');
    await page.locator('#about-pacc:popover-open').waitFor();
    expect(await page.locator('#about-pacc').textContent()).toMatch(/higher is better/);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('#about-pacc:popover-open').count()).toBe(0);
    await page.getByRole('button', { name: 'Download' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Download' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const value = page.locator('td.ci').first();
    await value.hover();
    const card = page.getByRole('tooltip');
    await expect.poll(() => card.textContent()).toMatch(/95 % interval [\d.]+ to [\d.]+/);
    await page.mouse.move(0, 0);
    await expect.poll(() => card.count()).toBe(0);
    // By keys: from a judge's name to the last value of its row, and to the one before; Escape puts the card away.
    const judge = page.locator('.board tbody th a').first();
    await judge.focus();
    await page.keyboard.press('End');
    await expect.poll(() => card.textContent()).toContain((await judge.textContent()) ?? '-');
    const first = await card.textContent();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => card.textContent()).not.toBe(first);
    await page.keyboard.press('Escape');
    await expect.poll(() => card.count()).toBe(0);
  });

  test('the picture above a table of settings speaks at the pointer, a tap and the arrow keys, with no script before that', async () => {
    const { page } = await openPage('/mm-judgebias/table-3/', { fresh: true });
    const picture = page.locator('figure.table-picture').getByRole('region');
    const tip = page.getByRole('tooltip');
    expect(await page.evaluate(() => document.querySelectorAll('script[src]').length)).toBe(0);
    // The pointer rests where it is while the scripts come.
    await picture.locator('a .value').nth(1).hover();
    await expect.poll(() => tip.textContent()).toMatch(/: .*from [\d.]+ to [\d.]+/);
    const pointed = await tip.textContent();
    await page.mouse.move(0, 0);
    await expect.poll(() => tip.count()).toBe(0);
    await picture.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => tip.textContent()).not.toBe(pointed);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => tip.textContent()).toBe(pointed);
    await page.keyboard.press('Escape');
    await expect.poll(() => tip.count()).toBe(0);
  });

  test('a server that never answers for the scripts: after ten seconds the page says so, and waits no longer on request', async () => {
    const { page } = await openFaulty(BOARD, {
      fresh: true,
      prepare: async (page) => {
        await page.clock.install();
        await page.route(/_astro\/BoardIsland[^/]*\.js/, () => undefined);
      },
    });
    const busy = page.locator('astro-island[aria-busy]');
    await head(page, 'TOS').click();
    await expect.poll(() => busy.count()).toBe(1);
    const told = page.getByRole('status').filter({ hasText: 'Still waiting after ten seconds' });
    expect(await told.count()).toBe(0);
    await page.clock.fastForward(10_000);
    await told.getByRole('button', { name: 'Ask again' }).waitFor();
    await told.getByRole('button', { name: 'Stop waiting' }).click();
    expect([await told.count(), await busy.count()]).toEqual([0, 0]);
  });

  test('scripts off: values, ranks, intervals, explanations; no control that does nothing', async () => {
    const { page } = await openPage(BOARD, { javaScript: false });
    expect((await names(page)).length).toBe(25);
    expect(await page.locator('.board td.rank').first().textContent()).toMatch(/^1–\d+/);
    expect(await page.locator('.board td.ci').count()).toBeGreaterThan(100);
    expect(await page.locator('.bar').isVisible()).toBe(false);
    expect(await page.locator('.sort').first().isVisible()).toBe(false);
    await page.locator('th[abbr="PAcc"] .why').click();
    expect(await page.locator('#about-pacc').isVisible()).toBe(true);
  });

  test('clicks, Shift and what is typed while the script is slow are kept', async () => {
    const scripts = heldScripts();
    const { page } = await openPage(BOARD, { prepare: scripts.hold });
    await head(page, 'CMR').click();
    await head(page, 'TOS').click({ modifiers: ['Shift'] });
    const search = page.getByRole('searchbox', { name: 'Filter by judge' });
    await search.pressSequentially('gemini');
    expect(await query(page)).toBe('');
    scripts.letThrough();
    await page.waitForURL(/sort=-cmr,-tos.*q=gemini|q=gemini.*sort=-cmr,-tos/);
    expect(descending(await column(page, 'CMR'))).toBe(true);
    expect(await search.inputValue()).toBe('gemini');
    expect((await names(page)).every((name) => name.startsWith('Gemini'))).toBe(true);
  });

  test('values that are cut off leave the table as it is, and the page says so', async () => {
    const prepare = (page: Page) =>
      page.route('**/boards/*.json', (route) => route.fulfill({ body: '{"head":{"id":' }));
    const { page } = await openFaulty(BOARD, { prepare });
    await head(page, 'CMR').click();
    await page.getByRole('alert').filter({ hasText: 'Sorting, filters and downloads could not be loaded' }).waitFor();
    expect((await names(page)).length).toBe(25);
  });

  test.each(drawn([390, 1440], [390]))(
    'at %i px a download that is asked for without a network is spoken of in view, before and after the scripts came',
    async (width) => {
      const early = await openFaulty(BOARD, { width, fresh: true, offline: true });
      await early.page.getByRole('button', { name: 'CSV', exact: true }).click();
      const told = early.page
        .getByRole('alert')
        .filter({ hasText: /downloads could not be loaded.*Load the page again/s });
      await told.waitFor();
      const { y = -1, height = 0 } = (await told.boundingBox()) ?? {};
      expect([y > 0, y + height <= 900]).toEqual([true, true]);
      await early.close();
      const { page } = await openFaulty(BOARD, { width, fresh: true });
      await head(page, 'CMR').click();
      await page.waitForURL(/sort=-cmr/);
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'CSV', exact: true }).click();
      await appears(page.getByRole('status').filter({ hasText: /file could not be made.*Reload the page/ }));
      await page.context().setOffline(false);
      await page.reload();
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'CSV', exact: true }).click();
      expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
    },
  );
});

describe('weight and calm', () => {
  const gzipped = (bytes: Buffer): number => gzipSync(bytes, { level: 9 }).length;

  test('few requests and no script before interaction, at most 110 kB of scripts with it, and nothing moves', async () => {
    const { page } = await openPage(BOARD, { prepare: recordShifts });
    const before = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(before.filter((name) => !name.endsWith('favicon.svg')).length).toBeLessThanOrEqual(4);
    expect(before.some((name) => name.endsWith('.js'))).toBe(false);
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) sizes.push(response.body().then(gzipped));
    });
    const box = await page.locator('.board').boundingBox();
    await alive(page);
    expect(await page.locator('.board').boundingBox()).toEqual(box);
    expect(await shifted(page)).toBeLessThanOrEqual(0.02);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForLoadState('networkidle');
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(110_000);
  });

  test('an address with a query does not make the table jump', async () => {
    const { page } = await openPage(`${BOARD}?sort=-clarity&access=open`, { prepare: recordShifts });
    await expect.poll(async () => descending(await column(page, 'Clarity'))).toBe(true);
    expect(await shifted(page)).toBeLessThanOrEqual(0.02);
  });
});
