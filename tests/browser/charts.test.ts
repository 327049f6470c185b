import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { openFaulty, openPage } from './page.ts';
import { chooseHard } from './places.ts';

const FORESTS = '/shapes/figures/pairwise-conflicts/';
/** The code that draws charts in the page. */
const DRAWING = /\/_astro\/DrawnChart[^/]*\.js$/;

const charts = (page: Page) => page.locator('.chart');

/** What the charts of a page write at the end of each row, and how high the page is. */
const seen = (page: Page) =>
  page.evaluate(() => ({
    rows: [...document.querySelectorAll('.chart .chart-row')].map((row) => row.textContent),
    height: document.documentElement.scrollHeight,
  }));

/** Length against score serves its marks as one path a judge: they are links once the chart is worked with. */
test('no built page has a class of Recharts or an empty group, and every chart in it has marks', () => {
  const { folder } = inject('site');
  const charts = globSync('**/*.html', { cwd: folder }).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('<div class="chart')
      .slice(1)
      .map((html) => ({ file, drawing: html.slice(0, html.indexOf('</svg>')) })),
  );
  expect(charts.length).toBeGreaterThan(150);
  const faulty = charts.filter(
    ({ drawing }) => /recharts|<g[^>]*><\/g>|NaN|Infinity/.test(drawing) || !/<a |<path class="dots"/.test(drawing),
  );
  expect(faulty.map(({ file }) => file)).toEqual([]);
});

test('every mark of a built chart of printed numbers is told as a sentence: who, what, and the value as it is printed', () => {
  const { folder } = inject('site');
  const words = globSync('*/figures/index.html', { cwd: folder }).flatMap((file) => {
    const printed = readFileSync(join(folder, file), 'utf8').split('From the printed tables')[1] ?? '';
    return [...printed.matchAll(/<a [^>]*aria-label="([^"]*)"/g)].map(([, own = '']) => own.replaceAll('&amp;', '&'));
  });
  expect(words.length).toBeGreaterThan(300);
  expect(words.filter((own) => !/^[^:]+: .*\d/.test(own))).toEqual([]);
  // No digits that nobody printed, and no label of an axis in place of a unit.
  expect(words.filter((own) => /\d\.\d{5}|\(%\)|\(log\)|\(0–1/.test(own))).toEqual([]);
  const molmo = words.filter((own) => own.startsWith('Molmo-7B: PAcc '));
  expect(molmo).toContain('Molmo-7B: PAcc 17.06 %, 7 B parameters');
});

test('charts are served whole without the code that draws; once their data change they are drawn anew in their places', async () => {
  const asked: string[] = [];
  const { page } = await openPage(`${FORESTS}?pin=noisy-checker`, {
    prepare: async (one) => void one.on('request', (request) => asked.push(request.url())),
  });
  const before = await seen(page);
  expect(before.rows.length).toBeGreaterThan(50);
  expect(await charts(page).locator('.recharts-surface').count()).toBe(0);
  expect(asked.filter((url) => DRAWING.test(url))).toEqual([]);
  await chooseHard(page);
  await expect.poll(() => charts(page).locator('.recharts-surface').count()).toBe(await charts(page).count());
  expect(asked.filter((url) => DRAWING.test(url))).toHaveLength(1);
  // A highlighted judge stays so.
  const highlighted = charts(page).locator('.label:visible', { hasText: /^Noisy checker/ });
  const weights = () => highlighted.evaluateAll((all) => all.map((label) => getComputedStyle(label).fontWeight));
  await expect.poll(async () => new Set(await weights())).toEqual(new Set(['700']));
  await page.keyboard.press('Escape');

  // The table beside the drawing has the same values of the first split: `31.5 [25.1, 38.6]` in the cell, 31.5 in the drawing.
  const figure = page.locator('#pacc-conflict');
  const cells = await figure.locator('table tbody tr').evaluateAll((rows) =>
    rows.slice(0, 4).map((row) => {
      const [split, judge, value] = [...row.children].map((cell) => cell.textContent ?? '');
      return { split, row: `${judge}${value?.split(' ')[0]}` };
    }),
  );
  const first = figure
    .locator('.split')
    .filter({ hasText: cells[0]?.split ?? '' })
    .locator('.chart')
    .first();
  const drawn = await first.locator('.chart-row').allTextContents();
  expect(cells).toHaveLength(4);
  for (const { row } of cells) expect(drawn).toContain(row);

  // Names are whole: nothing of a drawing is cut off at its plot.
  expect(await charts(page).locator('[clip-path]:has(a)').count()).toBe(0);
  const row = first.locator('.chart-row a').first();
  await row.hover();
  await expect.poll(() => page.getByRole('tooltip').textContent()).toMatch(/All prompts \d+\.\d\s%.*n = \d+/);
  expect(await row.getAttribute('href')).toMatch(/^\/.*explore\/\?.*difficulty=hard/);
});

test('where the code that draws does not come, the served drawings stay and say so', async () => {
  const { page } = await openFaulty(FORESTS, {
    prepare: (one) => one.route(DRAWING, (route) => route.fulfill({ contentType: 'text/javascript', body: '' })),
  });
  const before = await seen(page);
  await chooseHard(page);
  await expect
    .poll(() => page.getByText('This still shows the previous choice.').count())
    .toBe(await charts(page).count());
  expect((await seen(page)).rows).toEqual(before.rows);
  // One sentence of the page says so, however many drawings wait for it.
  expect(await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).count()).toBe(1);
});
