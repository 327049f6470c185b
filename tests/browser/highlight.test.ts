import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from './page.ts';
import { saved } from './saved.ts';

const MULTI_CRIT = '/multi-crit/figures/';

const control = (page: Page) => page.getByLabel('Highlight');
const pins = (page: Page): string | null => new URL(page.url()).searchParams.get('pin');

/** What of the page's drawings and tables has the weight of a highlighted name, each once. */
const heavy = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll('.drawing :is(.label, .named), :is(.heat-table, .slices) tbody th')]
        .filter((name) => getComputedStyle(name).fontWeight === '700' && name.getClientRects().length > 0)
        .map((name) => name.textContent.trim()),
    ),
  ]);

test('a judge is highlighted by the list, a name and a key: in printed drawings without any code of charts, in the address, after a reload', async () => {
  const asked: string[] = [];
  const { page } = await openPage(MULTI_CRIT, {
    prepare: async (fresh) => void fresh.on('request', (request) => asked.push(request.url())),
  });
  expect(await heavy(page)).toEqual([]);
  await control(page).selectOption({ label: 'MiMo-VL-7B' });
  expect(pins(page)).toBe('mimo-vl-7b');
  expect(await heavy(page)).toEqual(['MiMo-VL-7B']);
  await page.getByText(/^MiMo-VL-7B: in \d+ figures\. Escape ends it\.$/).waitFor();
  await page.reload();
  expect(await heavy(page)).toEqual(['MiMo-VL-7B']);
  expect(await control(page).inputValue()).toBe('mimo-vl-7b');
  await page.keyboard.press('Escape');
  expect([pins(page), await heavy(page)]).toEqual([null, []]);

  // A name in a drawing, again, and Back.
  const name = page.locator('#size-table-3 .named:visible', { hasText: 'Molmo-7B' });
  await name.click();
  expect([pins(page), await heavy(page)]).toEqual(['molmo-7b', ['Molmo-7B']]);
  await name.click();
  expect([pins(page), await heavy(page)]).toEqual([null, []]);
  await page.goBack();
  await expect.poll(() => heavy(page)).toEqual(['Molmo-7B']);

  // The keyboard: a drawing, its first mark, H.
  await page.keyboard.press('Escape');
  await page.locator('#size-table-3 [data-marks]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('h');
  expect(pins(page)).toMatch(/^[\w-]+$/);
  expect((await heavy(page)).length).toBeLessThan(2);
  expect(asked.filter((url) => /DrawnChart/.test(url))).toEqual([]);
});

test('a highlighted judge goes along to the other figures of the benchmark and to the plot, and is saved', async () => {
  const { page } = await openPage('/shapes/figures/pairwise-conflicts/');
  await control(page).selectOption({ label: 'Noisy checker' });
  const rows = page.locator('.chart-row:visible', { has: page.locator('.label', { hasText: /^Noisy checker/ }) });
  const weights = () =>
    rows.locator('.label').evaluateAll((all) => all.map((label) => getComputedStyle(label).fontWeight));
  expect((await weights()).length).toBeGreaterThan(0);
  expect(new Set(await weights())).toEqual(new Set(['700']));
  expect(String(await saved(page.locator('#pacc-conflict'), 'svg'))).toMatch(/font-weight: 700[^>]*>Noisy checker</);
  expect(await page.getByText('Part of the address was ignored').count()).toBe(0);

  await page
    .getByRole('navigation', { name: 'Pages of figures' })
    .getByRole('link', { name: /agreement/i })
    .last()
    .click();
  await page.waitForURL(/figures\/[\w-]*judges\/\?.*pin=/);
  const judge = pins(page) ?? '';
  expect(await heavy(page)).not.toEqual([]);
  for (const own of await heavy(page)) expect(own).toMatch(/^Noisy checker/);
  await page.locator('.highlight-bar').getByRole('link', { name: 'Plot' }).click();
  await page.waitForURL(/\/plot\/\?pin=/);
  expect(pins(page)).toBe(judge);
});

test('the legend hides and shows, by mouse and keys, where nothing comes alive; what is hidden is in no saved picture', async () => {
  const { page } = await openPage(MULTI_CRIT);
  const figure = page.locator('#best-table-3');
  const open = figure.locator('.drawing .mark-open:visible');
  const others = figure.locator('.drawing .mark-proprietary:visible');
  const [all, rest] = [await open.count(), await others.count()];
  expect(all).toBeGreaterThan(3);
  const item = figure.getByRole('button', { name: 'Open weights', pressed: true });
  await item.click();
  expect([await open.count(), await others.count()]).toEqual([0, rest]);
  expect(await page.locator('#size-table-3 .drawing .mark-open:visible').count()).toBeGreaterThan(3);
  const svg = String(await saved(figure, 'svg'));
  expect(svg).toContain('class="mark-proprietary"');
  expect(svg).not.toContain('mark-open');
  await figure.getByRole('button', { name: 'Open weights', pressed: false }).press('Enter');
  expect(await open.count()).toBe(all);

  const scatter = page.locator('#size-table-3');
  const drawn = scatter.locator('.on-desk .named:visible');
  const named = await drawn.count();
  await scatter.getByRole('button', { name: 'Name all' }).press(' ');
  const points = await scatter.locator('.on-desk .drawing a, .on-desk .chart a').count();
  expect(await drawn.count()).toBe(points);
  expect(named).toBeLessThan(points);
  const list = scatter.locator('.on-desk .spare:visible').last();
  expect(((await list.textContent()) ?? '').split(', ').length).toBe(points - named);
  expect(String(await saved(scatter, 'svg'))).toContain(
    ((await list.textContent()) ?? '–').split(', ')[0]?.replace(/\s/, ' ') ?? '–',
  );
});
