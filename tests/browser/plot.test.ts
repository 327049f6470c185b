import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from './page.ts';

const WAIT = { timeout: 30_000 };
const BD_BC = '/plot/?x=mm-judgebias.table-2.mean-bc&y=mm-judgebias.table-2.mean-bd';
const TO_PRICE = '/plot/?x=price-output&y=genai-bench.board-1.image_generation';

/** What the page's table says: the values of each row, and whether it is said to be on the frontier. */
async function rowsOf(page: Page) {
  const texts = await page
    .locator('#plot .numbers tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.trim())));
  return texts.map(([label = '', y = '', x = '', on = '']) => ({
    label,
    y: Number.parseFloat(y.replace('−', '-')),
    x: Number.parseFloat(x),
    isOn: on === 'yes',
  }));
}

/** Compares each row with each: nobody on the frontier is beaten, and everybody else is. `better` is 1 where more is. */
async function expectFrontier(page: Page, better: { readonly x: 1 | -1; readonly y: 1 | -1 }): Promise<void> {
  const rows = await rowsOf(page);
  expect(rows.length).toBeGreaterThan(2);
  for (const p of rows) {
    const isBeaten = rows.some(
      (q) =>
        (q.x - p.x) * better.x >= 0 &&
        (q.y - p.y) * better.y >= 0 &&
        ((q.x - p.x) * better.x > 0 || (q.y - p.y) * better.y > 0),
    );
    expect([p.label, p.isOn]).toEqual([p.label, !isBeaten]);
  }
}

const marksOf = (page: Page) => page.locator('#plot .chart:visible a');
const shown = (page: Page, text: string | RegExp) => page.locator('#plot').getByText(text).first().waitFor(WAIT);

test('the page is complete without Recharts, with the frontier of PAcc against size; a dragged rectangle is zoomed into', async () => {
  const { page, expectClean, close } = await openPage('/plot/');
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await expectFrontier(page, { x: -1, y: 1 });
  const all = await marksOf(page).count();
  expect(all).toBe((await rowsOf(page)).length);
  expect(scripts.filter((url) => /DrawnChart/.test(url))).toEqual([]);
  const svg = page.locator('#plot .chart svg:visible');
  await svg.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await svg.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width * 0.3, y + height * 0.5);
  await page.locator('#plot').hover({ position: { x: 4, y: 4 } });
  await expect.poll(() => page.locator('astro-island[ssr]').count(), WAIT).toBe(0);
  await page.mouse.move(x + width * 0.02, y + height * 0.3);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.3, y + height * 0.6, { steps: 4 });
  await page.mouse.move(x + width * 0.5, y + height * 0.95, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => new URL(page.url()).searchParams.get('zoom'), WAIT).toMatch(/^[\d.]+,[\d.]+,[\d.]+,[\d.]+$/);
  await expect.poll(() => marksOf(page).count(), WAIT).toBeLessThan(all);
  await page.getByRole('button', { name: 'Reset zoom' }).click();
  await expect.poll(() => marksOf(page).count(), WAIT).toBe(all);
  expectClean();
  await close();
});

test('a judge is pinned by its mark with the keyboard and by its name, and stays in the address; the legend hides', async () => {
  const { page, expectClean, close } = await openPage(BD_BC);
  await shown(page, /judges have a value|are shared|both values/);
  await page.getByRole('heading', { name: /^Mean BD.* against Mean BC/ }).waitFor(WAIT);
  expect(await page.getByText('is not known here').count()).toBe(0);
  await expectFrontier(page, { x: 1, y: 1 });
  await page.locator('#plot [data-marks]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('pin'), WAIT).toMatch(/^[\w-]+$/);
  await expect.poll(() => page.locator('#plot .chart:visible .pin-ring').count(), WAIT).toBeGreaterThan(0);
  await page.locator('.pin-judge[aria-pressed=true]').first().click();
  await expect.poll(() => new URL(page.url()).searchParams.has('pin'), WAIT).toBe(false);
  const before = (await rowsOf(page)).length;
  await page.locator('.plot-legend button').first().click();
  await expect.poll(async () => (await rowsOf(page)).length, WAIT).toBeLessThan(before);
  await expectFrontier(page, { x: 1, y: 1 });
  expectClean();
  await close();
});

test('the frontier against a price is that of the cheaper and better; a finger pins', async () => {
  const { page, expectClean, close } = await openPage('/plot/?x=price-output', {
    width: 390,
    height: 844,
    context: { hasTouch: true },
  });
  await shown(page, /both values/);
  // The drawing that was served shows sizes until the one of prices has its turn.
  await page
    .locator('#plot .chart:visible svg')
    .getByText(/price/i)
    .first()
    .waitFor({ state: 'attached', ...WAIT });
  await expectFrontier(page, { x: -1, y: 1 });
  await expect.poll(() => page.locator('astro-island[ssr]').count(), WAIT).toBe(0);
  const mark = marksOf(page).last();
  await mark.scrollIntoViewIfNeeded();
  await mark.locator('[class^=mark-]').tap({ force: true });
  await expect.poll(() => new URL(page.url()).searchParams.get('pin'), WAIT).toMatch(/^[\w-]+$/);
  expectClean();
  await close();
});

test.each([
  ['two columns without a shared judge', '/plot/?x=shapes.critique.coverage', /No judge has both/],
  ['a column of few judges', TO_PRICE, /both values|No judge/],
  ['a zoom into nothing', '/plot/?zoom=0.001,0.002,99,100', 'No judge lies in this part of the plot.'],
  ['a legend that hides all', '/plot/?hide=open,fine-tuned,proprietary', 'The legend hides all judges of this plot.'],
])('%s has a sentence', async (_, path, text) => {
  const { page, expectClean, close } = await openPage(path);
  await shown(page, text);
  expectClean();
  await close();
});

test('what is not known of an address is told, and the rest is shown', async () => {
  const { page, expectClean, close } = await openPage('/plot/?x=nothing.at.all&frontier=1');
  await page.getByText('“nothing.at.all” is not known here').waitFor(WAIT);
  await shown(page, /both values/);
  expectClean();
  await close();
});

test('a board leads to the plot of its two best columns', async () => {
  const { page, expectClean, close } = await openPage('/multi-crit/table-3/');
  await page.getByRole('link', { name: 'Plot', exact: true }).last().click();
  await page.waitForURL('**/plot/?x=multi-crit.table-3.cmr&y=multi-crit.table-3.pacc');
  await shown(page, /judges have a value|are shared|both/);
  await expectFrontier(page, { x: 1, y: 1 });
  expectClean();
  await close();
});
