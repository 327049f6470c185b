import { expect, test } from 'vitest';
import { openPage } from './page.ts';

test('a judge’s page says whether it crowns people’s winners, draws both orders and lists all, without a script', async () => {
  const { page } = await openPage('/judge/gpt-4o/', { javaScript: false });
  const part = page.locator('#winners');
  await part.getByText(/^VIEScore: its winner is people’s in 9 of 12 rankings, .* by a τ of 0\.69/).waitFor();
  const lines = await part
    .locator('.chart [aria-label]')
    .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('aria-label') ?? ''));
  expect(lines.filter((line) => / people [\d.]+, place \d+; GPT-4o [\d.]+, place \d+$/.test(line))).toHaveLength(8);
  await part.getByText('All 12 rankings').click();
  const rows = await part.getByRole('row').allTextContents();
  expect(rows).toHaveLength(13);
  const same = rows.slice(1).filter((row) => /^(?:.*(?:quality|consistency))\s*(.+?)\s*\1/.test(row));
  expect(same.length).toBeGreaterThanOrEqual(8);
});

test('the board of single scores has who crowns people’s winner, and a board of pairs how few labels would turn it', async () => {
  const { page } = await openPage('/viescore/pointwise/', { javaScript: false });
  const heads = await page
    .locator('.board thead tr:last-child th')
    .evaluateAll((all) => all.map((th) => th.getAttribute('abbr') ?? ''));
  const at = heads.findIndex((head) => /^Same winner/.test(head));
  const row = page
    .locator('.board tbody tr')
    .filter({ has: page.locator('a[href="/judge/gpt-4o/"]') })
    .first();
  expect((await row.locator('th, td').allTextContents())[at]).toMatch(/^0\.750/);
  for (const [table, words] of [
    ['image_generation', 'With 8 of 1 735 cases labelled otherwise, Gemini 1.5 Pro would draw level.'],
    ['image_edition', 'With 11 of 919 cases labelled otherwise, GPT-4o would draw level.'],
    ['video_generation', 'With 12 of 1 069 cases labelled otherwise, Gemini 1.5 Pro would draw level.'],
  ]) {
    await page.goto(page.url().replace(/\/[^/]+\/[^/]+\/$/, `/genai-bench/pairwise-${table}/`));
    expect((await page.locator('.intervals figcaption').textContent())?.replaceAll(/\s/g, ' ')).toContain(words);
  }
});
