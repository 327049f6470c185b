import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf, openPage } from './page.ts';

const said = (page: Page, words: RegExp) => page.getByText(words).first().waitFor();
const labelsOf = (page: Page, marks: string) =>
  page.locator(marks).evaluateAll((all) => all.map((mark) => mark.getAttribute('aria-label') ?? ''));
/** The words of the lines of profiles, by the criterion that they begin with. */
const linesOf = (page: Page) => labelsOf(page, '.profiles .chart a');

/** The cell of GPT-4o on the board that is open, under the first head that fits. */
async function cellOf(page: Page, head: RegExp): Promise<string> {
  const heads = await page
    .locator('.board thead tr:last-child th')
    .evaluateAll((all) => all.map((th) => th.getAttribute('abbr') ?? ''));
  const row = page.locator('.board tbody tr', { has: page.locator('a[href="/judge/gpt-4o/"]') }).first();
  const cells = await row.locator('th, td').allTextContents();
  return cells[heads.findIndex((one) => head.test(one))] ?? '';
}

test('without a script a judge’s page shows its values by criterion beside the best and the median, says whether it crowns people’s winners, and what a share of it means', async () => {
  const { page } = await openPage('/judge/gpt-4o/', { javaScript: false });
  const example = await page.locator('.corrected output').textContent();
  expect(example).toMatch(/^People would say A in 9\d % of them/);

  const part = page.locator('#winners');
  await part.getByText(/^VIEScore: its winner is people’s in 9 of 12 rankings, .* by a τ of 0\.69/).waitFor();
  const winners = await labelsOf(page, '#winners .chart [aria-label]');
  expect(winners.filter((line) => / people [\d.]+, place \d+; GPT-4o [\d.]+, place \d+$/.test(line))).toHaveLength(8);
  await part.getByText('All 12 rankings').click();
  const rows = await part.getByRole('row').allTextContents();
  expect(rows).toHaveLength(13);
  const same = rows.slice(1).filter((row) => /^(?:.*(?:quality|consistency))\s*(.+?)\s*\1/.test(row));
  expect(same.length).toBeGreaterThanOrEqual(8);

  const lines = await linesOf(page);
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines)
    expect(line).toMatch(/: GPT-4o [\d.]+, .+, the best of the others [\d.]+, Median of the others [\d.]+$/);
  // The judge's own values are those of its table.
  await page.goto(page.url().replace('/judge/gpt-4o/', '/multi-crit/table-3/'));
  const clarity = lines.find((line) => /Clarity: /.test(line)) ?? '';
  const value = Number.parseFloat(await cellOf(page, /^Clarity/));
  expect(value).toBe(Number.parseFloat(/GPT-4o ([\d.]+)/.exec(clarity)?.[1] ?? ''));
});

test('what any share that is typed means is said, from the keyboard alone, and nothing is asked for', async () => {
  const requests: string[] = [];
  const { page } = await openPage('/judge/gpt-4o/');
  const form = page.locator('form.corrected');
  const said = form.getByRole('status');
  await form.getByLabel('Labelled pairs').focus();
  await page.waitForLoadState('networkidle');
  page.on('request', (request) => requests.push(request.url()));
  await form.getByLabel('Labelled pairs').selectOption({ label: 'GenAI-Bench, Image generation' });
  await expect.poll(() => said.textContent()).toMatch(/^People would say A in 91 % of them .*TPR.*TNR/);
  await form.getByLabel('Labelled pairs').selectOption({ label: 'GenAI-Bench, Video generation' });
  await expect.poll(() => said.textContent()).toMatch(/^No share is given: it would be 112 %/);
  await form.getByLabel('It prefers A in').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('50');
  await expect.poll(() => said.textContent()).toMatch(/^People would say A in 65 % of them/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await expect.poll(() => said.textContent()).toMatch(/^Give a share from 0 to 100 %/);
  await page.keyboard.press('Enter');
  expect(page.url()).not.toContain('?');
  expect(requests).toEqual([]);
});

test('a comparison begins with who is ahead, and where: a line per criterion that the arrow keys reach; of four judges it is said who has the best values', async () => {
  const { page } = await openPage('/compare/?judges=gpt-4o,o3');
  await page.getByRole('heading', { name: 'By criterion' }).waitFor();
  await expect.poll(async () => (await linesOf(page)).length).toBe(10);
  for (const line of await linesOf(page)) expect(line).toMatch(/: GPT-4o [\d.]+, o3 [\d.]+$/);
  await said(page, /GPT-4o has a better value than o3 on \d of 5 criteria: most on/);
  await page.locator('.profiles [data-marks]').first().focus();
  await page.keyboard.press('ArrowDown');
  const first = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  await page.keyboard.press('ArrowDown');
  const second = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  expect(first).toMatch(/GPT-4o/);
  expect(second).not.toBe(first);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/multi-crit\/table-3\/\?pin=gpt-4o(?:,|%2C)o3/);

  await page.goto(addressOf('/compare/?judges=gpt-4o,o3,o4-mini,claude-3-7-sonnet'));
  await said(page, / has the best value on \d of 5 criteria/);
  const marks = page.locator('.profiles .chart').first().locator('.chart-row').first().locator('[class^=mark-]');
  await expect.poll(() => marks.count()).toBe(4);
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

test('the board of single scores has who crowns people’s winner, and a board of pairs how few labels would turn it', async () => {
  const { page } = await openPage('/viescore/pointwise/', { javaScript: false });
  expect(await cellOf(page, /^Same winner/)).toMatch(/^0\.750/);
  for (const [table, words] of [
    ['image_generation', 'With 8 of 1 735 cases labelled otherwise, Gemini 1.5 Pro would draw level.'],
    ['image_edition', 'With 11 of 919 cases labelled otherwise, GPT-4o would draw level.'],
    ['video_generation', 'With 12 of 1 069 cases labelled otherwise, Gemini 1.5 Pro would draw level.'],
  ]) {
    await page.goto(page.url().replace(/\/[^/]+\/[^/]+\/$/, `/genai-bench/pairwise-${table}/`));
    expect((await page.locator('.intervals figcaption').textContent())?.replaceAll(/\s/g, ' ')).toContain(words);
  }
});
