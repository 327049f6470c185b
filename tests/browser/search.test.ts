import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPage } from './page.ts';

const BOARD = '/multi-crit/table-3/';
const options = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option');

/** The board that opened answers for open-ended answers, captions among them. */
async function expectBoard(page: Page): Promise<void> {
  await page.waitForURL(`**${BOARD}`);
  expect(await page.locator('.board tbody tr').count()).toBeGreaterThan(20);
}

describe('choose a judge for captions: home, search, board', () => {
  test('by keys: the board is the first that is found, and says why', async () => {
    const { page } = await openPage('/', { width: 1440 });
    await page.keyboard.press('/');
    await page.keyboard.type('caption');
    await options(page).first().waitFor();
    expect(await options(page).first().textContent()).toMatch(/^Open-ended answers.*Multi-Crit.*captions/);
    await page.keyboard.press('Enter');
    await expectBoard(page);
  });

  test('by mouse', async () => {
    const { page } = await openPage('/', { width: 1440 });
    await page.locator('form.find input').click();
    await page.keyboard.type('caption');
    await options(page).filter({ hasText: 'Open-ended answers' }).click();
    await expectBoard(page);
  });

  test('by touch at 390 px', async () => {
    const { page } = await openPage('/', { width: 390, height: 844, context: { hasTouch: true, isMobile: true } });
    await page.locator('form.find input').tap();
    await page.keyboard.type('caption');
    await options(page).filter({ hasText: 'Open-ended answers' }).tap();
    await expectBoard(page);
  });
});

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
