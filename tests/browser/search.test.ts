import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from './page.ts';

const BOARD = '/multi-crit/table-3/';
const options = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option');

test.each(['keys', 'mouse', 'touch'] as const)(
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
