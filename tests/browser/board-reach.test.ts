import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BOARD, head } from './board-page.ts';
import { openPage } from './page.ts';
import { counted } from './places.ts';

/** What is reached in a board by keys and pointer, and what that shows. */

const GENAI = '/genai-bench/';

/** Where the focus is: the part of a table, or anything else. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return {
      section: at?.closest('.board thead') ? 'head' : at?.closest('.board tbody') ? 'body' : 'other',
      words: at?.textContent?.trim() ?? '',
      isEnd: at === null || at === document.body,
    };
  });

/** Presses Tab from the page's top until the focus has left the page; gives the part of each stop. */
async function tabStops(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (let i = 0; i < 200; i += 1) {
    await page.keyboard.press('Tab');
    const { section, isEnd } = await focused(page);
    if (isEnd) break;
    stops.push(section);
  }
  return stops;
}

test('a judge under the pointer is marked in picture and table at once; head and body are a tab stop each, in which arrows walk; Enter sorts, explains, and opens the cases of a value, which its card counts', async () => {
  const { page } = await openPage(GENAI, { width: 1440 });
  const dot = page.locator('.interval-strip a').nth(2);
  const row = page.locator('.board tbody tr[data-row]', { hasText: 'Idefics2-8B' });
  // The pointer rests where it is while the scripts come.
  await dot.hover();
  await row.and(page.locator('[data-marked]')).waitFor();
  await page.locator('.board tbody tr[data-row]').first().hover();
  await expect
    .poll(() => page.locator('.interval-strip a[data-marked]').getAttribute('aria-label'))
    .toMatch(/^GPT-4o: /);
  expect(await page.locator('.board tr[data-marked]').count()).toBe(1);
  await page.mouse.move(0, 0);

  await page.locator('.board[role="grid"]').waitFor();
  const stops = await tabStops(page);
  expect(stops.filter((section) => section === 'head')).toHaveLength(1);
  expect(stops.filter((section) => section === 'body')).toHaveLength(1);
  expect(stops.length).toBeLessThanOrEqual(40);

  const name = page.locator('.board tbody tr:not(.reference) th a').first();
  await name.focus();
  await page.keyboard.press('ArrowRight');
  const card = page.getByRole('tooltip');
  await expect.poll(() => card.textContent()).toContain('GPT-4o · Four-way accuracy');
  const first = await focused(page);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => card.textContent()).toContain('Gemini 1.5 Pro · Four-way');
  // The tab stop is where one was last.
  await page.keyboard.press('Shift+Tab');
  expect((await focused(page)).section).toBe('head');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toEqual(first);
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toMatchObject({ section: 'head', words: 'Four-way accuracy' });
  await page.keyboard.press('Enter');
  await page.locator('#about-four_way_accuracy:popover-open, [popover]:popover-open').first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.waitForURL(/sort=-/);
  await page.keyboard.press('ArrowDown');
  expect((await focused(page)).section).toBe('body');
  const value = page.locator('.board tbody tr', { hasText: 'GPT-4o' }).locator('td a.cases').first();
  await value.hover();
  await expect.poll(() => card.textContent()).toMatch(/wrong on 944 → read them/);
  await value.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/genai-bench\/explore\/\?/);
  await expect.poll(() => counted(page).textContent()).toMatch(/^944 of /);
});

test('only the column that the rows follow is shaded, and another one while it is reached; its name explains it anywhere in a head cell but on the arrow; how to read a board opens beside its picture and table', async () => {
  const { page } = await openPage(BOARD, { width: 1440 });
  /** Places of the columns of which some value is shaded. */
  const shaded = () =>
    page
      .locator('.board tbody td')
      .evaluateAll((cells) => [
        ...new Set(
          cells
            .filter((cell) => Number(getComputedStyle(cell).getPropertyValue('--h')) > 0)
            .map((cell) => (cell as HTMLTableCellElement).cellIndex),
        ),
      ]);
  const at = (label: string) =>
    page.locator(`th[abbr="${label}"]`).evaluate((cell) => (cell as HTMLTableCellElement).cellIndex);
  const [pacc, clarity] = [await at('PAcc'), await at('Clarity')];
  expect(await shaded()).toEqual([pacc]);
  await page.locator('th[abbr="Clarity"] .why').hover();
  await expect.poll(shaded).toEqual([pacc, clarity]);
  await page.mouse.move(0, 0);
  await expect.poll(shaded).toEqual([pacc]);
  await head(page, 'Clarity').click();
  await page.mouse.move(0, 0);
  await expect.poll(shaded).toEqual([clarity]);
  const sorted = page.url();

  const cell = page.locator('th[abbr="Grounding"]');
  await cell.click({ position: { x: 4, y: 4 } });
  await page.locator('#about-grounding:popover-open').waitFor();
  expect(page.url()).toBe(sorted);
  await page.keyboard.press('Escape');
  const { width = 0, height = 0 } = (await head(page, 'Grounding').boundingBox()) ?? {};
  expect([width >= 24, height >= 24]).toEqual([true, true]);

  await page.getByText('How to read this').click();
  const words = page.locator('.board-side .how-to dl');
  await words.waitFor();
  const edges = await page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    return { side: box('.board-side'), table: box('.board-card .scroll'), picture: box('.intervals') };
  });
  expect(edges.side?.width).toBe(320);
  for (const part of [edges.table, edges.picture]) expect(part?.right).toBeLessThanOrEqual(edges.side?.left ?? 0);
  for (const sign of ['Mark', 'Bar', 'Band', 'Rank', 'Line', '%'])
    await words.locator('dt', { hasText: new RegExp(`^${sign}$`) }).waitFor();
});
