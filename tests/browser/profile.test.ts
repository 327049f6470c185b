import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from './page.ts';

const WAIT = { timeout: 30_000 };

/** The words of the lines of profiles, by the criterion that they begin with. */
const linesOf = (page: Page) =>
  page.locator('.profiles .chart a').evaluateAll((marks) => marks.map((mark) => mark.getAttribute('aria-label') ?? ''));

test('a judge’s page shows its values by criterion beside the best and the median, without a script', async () => {
  const { page } = await openPage('/judge/gpt-4o/', { javaScript: false });
  const lines = await linesOf(page);
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines)
    expect(line).toMatch(/: GPT-4o [\d.]+, .+, the best of the others [\d.]+, Median of the others [\d.]+$/);
  // The judge's own values are those of its table.
  await page.goto(page.url().replace('/judge/gpt-4o/', '/multi-crit/table-3/'));
  const heads = await page
    .locator('.board thead tr:last-child th')
    .evaluateAll((all) => all.map((th) => th.getAttribute('abbr') ?? ''));
  const cells = await page
    .locator('.board tbody tr')
    .filter({ has: page.locator('a[href="/judge/gpt-4o/"]') })
    .first()
    .locator('th, td')
    .allTextContents();
  const clarity = lines.find((line) => /Clarity: /.test(line)) ?? '';
  const at = heads.findIndex((head) => /^Clarity/.test(head));
  expect(Number.parseFloat(cells[at] ?? '')).toBe(Number.parseFloat(/GPT-4o ([\d.]+)/.exec(clarity)?.[1] ?? ''));
});

test('a comparison begins with who is ahead, and where: a line per criterion that the arrow keys reach', async () => {
  const { page } = await openPage('/compare/?judges=gpt-4o,o3');
  await page.getByRole('heading', { name: 'By criterion' }).waitFor(WAIT);
  await expect.poll(async () => (await linesOf(page)).length, WAIT).toBe(10);
  for (const line of await linesOf(page)) expect(line).toMatch(/: GPT-4o [\d.]+, o3 [\d.]+$/);
  await page
    .getByText(/GPT-4o has a better value than o3 on \d of 5 criteria: most on/)
    .first()
    .waitFor(WAIT);
  await page.locator('.profiles [data-marks]').first().focus();
  await page.keyboard.press('ArrowDown');
  const first = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  await page.keyboard.press('ArrowDown');
  const second = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  expect(first).toMatch(/GPT-4o/);
  expect(second).not.toBe(first);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/multi-crit\/table-3\/\?pin=gpt-4o(?:,|%2C)o3/);
});

test('of four judges it is said who has the best values', async () => {
  const { page } = await openPage('/compare/?judges=gpt-4o,o3,o4-mini,claude-3-7-sonnet');
  await page
    .getByText(/ has the best value on \d of 5 criteria/)
    .first()
    .waitFor(WAIT);
  const marks = page.locator('.profiles .chart').first().locator('.chart-row').first().locator('[class^=mark-]');
  await expect.poll(() => marks.count(), WAIT).toBe(4);
});

test('the first page of a benchmark says where criteria conflict, with the numbers of the figure that it leads to', async () => {
  const { page } = await openPage('/shapes/', { javaScript: false });
  const numbers = await page
    .locator('.conflicts-small td[style]')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent.trim()));
  const conflicts = numbers.filter((text) => !text.includes('%')).map((text) => Number(text.replaceAll('\u202f', '')));
  expect(conflicts.length).toBeGreaterThan(5);
  await page.getByRole('link', { name: 'Where criteria conflict' }).click();
  await page.waitForURL(/\/shapes\/figures\/.*#conflicts/);
  // A cell of labels has their φ below its number.
  const drawn = await page.locator('#conflicts .heat-table td:has(small)').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const small = cell.querySelector('small')?.textContent ?? '';
      return small.startsWith('φ') ? [Number(cell.textContent.replace(small, '').replaceAll('\u202f', '').trim())] : [];
    }),
  );
  expect(conflicts.toSorted((a, b) => a - b)).toEqual(drawn.toSorted((a, b) => a - b));
});
