import { expect, test } from 'vitest';
import { openPage } from './page.ts';
import { counted } from './places.ts';
import { saved } from './saved.ts';

const SIDE_BY_SIDE = '/shapes/figures/pairwise-judges/';
/** So high that a list of a hundred cases has all of its rows. */
const TALL = { height: 6000 };

test('a chart is one tab stop, whatever the number of its marks; a tap reads a mark and the next one opens it', async () => {
  const { page } = await openPage(SIDE_BY_SIDE, {
    width: 390,
    height: 844,
    context: { hasTouch: true },
  });
  const marks = await page.locator('[data-marks] a').count();
  expect(marks).toBeGreaterThan(200);
  expect(
    await page
      .locator('[data-marks] a')
      .evaluateAll((all) => all.filter((a) => (a as HTMLElement).tabIndex >= 0).length),
  ).toBe(0);
  const cell = page.locator('#agreement-pairwise td a').nth(2);
  await cell.scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      await cell.tap();
      return page.url().includes('/explore/') ? 'opened' : page.getByRole('tooltip').textContent();
    })
    .toMatch(/κ .* shared answers.*Tap again to open/);
  await cell.tap();
  await page.waitForURL('**/shapes/explore/**');
});

test('where labels may say more than one or the other, a cell of what labels and a judge say opens its pairs', async () => {
  const { page } = await openPage('/genai-bench/figures/', TALL);
  const cell = page
    .locator('#confusion')
    .getByRole('link', { name: /Labelled “Both bad”.*says “A better”/ })
    .first();
  const [, n = ''] = /: ([\d\u202f]+) pairs/.exec((await cell.getAttribute('aria-label')) ?? '') ?? [];
  expect(Number(n.replaceAll('\u202f', ''))).toBeGreaterThan(10);
  await cell.click();
  await page.waitForURL('**/genai-bench/explore/**');
  await expect.poll(() => counted(page).textContent()).toMatch(new RegExp(`^${n} of `));
  expect(await page.getByText('labelled both bad').first().isVisible()).toBe(true);
});

test('the heat tables of several splits are saved as one list, with each number in a cell of its own', async () => {
  const { page } = await openPage('/genai-bench/figures/');
  const figure = page.locator('#confusion');
  const [head = '', ...lines] = String(await saved(figure, 'csv'))
    .trim()
    .split('\r\n');
  expect(head).toMatch(/^,label × judge,A better,,B better,,/);
  const rows = lines.map((line) => line.match(/"[^"]*"|[^,]+|(?<=,)(?=,|$)/g) ?? []);
  // From the words of each mark: `Labelled “A better”, GPT-4o says “B better”: 103 pairs, …`.
  const marks = await figure.locator('td a').evaluateAll((all) => all.map((a) => a.getAttribute('aria-label') ?? ''));
  const told = marks.flatMap((words) => words.match(/: ([\d\s]+) (?:pairs|answers)/)?.slice(1) ?? '0');
  expect(told.length).toBeGreaterThan(50);
  expect(rows.flatMap(([, , ...cells]) => cells.filter((_, i) => i % 2 === 0))).toEqual(
    told.map((n) => n.replaceAll(/\s/g, ' ')),
  );
  expect(new Set(rows.map(([split]) => split)).size).toBe(await figure.locator('table').count());
});

test('on a phone every two judges fit the line, with numbers for names that a list explains; saved they are as on a wide screen', async () => {
  const { page } = await openPage(SIDE_BY_SIDE, { width: 390, height: 844 });
  const figure = page.locator('#agreement-pairwise');
  const box = figure.locator('.heat-table');
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const names = await box.locator('tbody th span').allTextContents();
  expect(await box.locator('tbody th small').allTextContents()).toEqual(names.map((_, i) => String(i + 1)));
  expect(await box.locator('li:visible').allTextContents()).toEqual(names.map((name) => name.trim()));
  const svg = String(await saved(figure, 'svg'));
  const drawn = [...svg.matchAll(/<text (?<at>[^>]*)>(?<text>[^<]*)</g)].map(({ groups = {} }) => groups);
  const cells = await box.locator('td a').allTextContents();
  expect(drawn.filter(({ text = '' }) => /^(?:−?\.\d\d|−?1|–)$/.test(text)).length).toBeGreaterThanOrEqual(
    cells.length,
  );
  // Rows have the numbers of their columns, as on a wide screen.
  for (const [i, name] of names.entries())
    expect(
      drawn.map(({ text = '' }) => text.replace(/ \d+$/, '')),
      String(i + 1),
    ).toContain(name.trim());
  expect(await box.evaluate((part) => part.classList.contains('as-wide'))).toBe(false);
});
