import { expect, test } from 'vitest';
import { openPage } from './page.ts';

test('the matrix of the start page is sorted by a benchmark, its headers explain themselves', async () => {
  const { page, expectClean, close } = await openPage('/');
  const table = page.locator('table.matrix');
  const names = () => table.locator('tbody th a').allTextContents();
  const served = await names();
  const heads = table.locator('th:has(button.sort)');
  const head = heads.first();
  await head.locator('button.sort').click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
  // The main board of the first benchmark has the same judge first.
  const best = await page.locator('.standing .answer').first().textContent();
  expect(best?.startsWith((await names())[0] ?? '-')).toBe(true);
  const last = await table.locator('tbody tr').last().locator('td').first().textContent();
  expect(last).toContain('not in this benchmark');
  await heads.nth(1).locator('button.sort').click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBeNull();
  for (const state of ['descending', null]) {
    await heads.nth(1).locator('button.sort').click();
    await expect.poll(() => heads.nth(1).getAttribute('aria-sort')).toBe(state);
  }
  expect(await names()).toEqual(served);
  // The order is in the address: it is shared, and Back undoes it.
  await head.locator('button.sort').click();
  await head.locator('button.sort').click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  const worst = await names();
  await page.goBack();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
  await page.goForward();
  await page.reload();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  expect(await names()).toEqual(worst);
  const about = head.getByRole('button', { name: /^About / });
  await about.click();
  const card = page.locator('.tip:popover-open');
  await card.getByRole('link', { name: 'Its rules in the methods' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => card.count()).toBe(0);
  expectClean();
  await close();
});
