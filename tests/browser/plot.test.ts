import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { addressOf, openFaulty, openPage, recordShifts, shifted } from './page.ts';
import { saved } from './saved.ts';

const BD_BC = '/plot/?x=mm-judgebias.table-2.mean-bc&y=mm-judgebias.table-2.mean-bd';

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
async function expectFrontier(
  page: Page,
  better: { readonly x: 1 | -1; readonly y: 1 | -1 },
  least = 3,
): Promise<void> {
  const rows = await rowsOf(page);
  expect(rows.length).toBeGreaterThanOrEqual(least);
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
const shown = (page: Page, text: string | RegExp) => page.locator('#plot').getByText(text).first().waitFor();

test('the page is complete without Recharts, with the frontier of PAcc against size; a dragged rectangle is zoomed into', async () => {
  const { page } = await openPage('/plot/');
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
  await expect.poll(() => page.locator('astro-island[ssr]').count()).toBe(0);
  await page.mouse.move(x + width * 0.02, y + height * 0.3);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.3, y + height * 0.6, { steps: 4 });
  await page.mouse.move(x + width * 0.5, y + height * 0.95, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => new URL(page.url()).searchParams.get('zoom')).toMatch(/^[\d.]+,[\d.]+,[\d.]+,[\d.]+$/);
  await expect.poll(() => marksOf(page).count()).toBeLessThan(all);
  await page.getByRole('button', { name: 'Reset zoom' }).click();
  await expect.poll(() => marksOf(page).count()).toBe(all);
});

test('a judge is pinned by its mark with the keyboard and by its name, and stays in the address; what is saved names the plot, its source and the release, and holds what is drawn; the legend hides', async () => {
  const { page } = await openPage(BD_BC);
  await shown(page, /judges have a value|are shared|both values/);
  await page.getByRole('heading', { name: /^Mean BD.* against Mean BC/ }).waitFor();
  expect(await page.getByText('is not known here').count()).toBe(0);
  await expectFrontier(page, { x: 1, y: 1 });
  await page.locator('#plot [data-marks]').focus();
  await page.keyboard.press('ArrowRight');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const mark = await focused();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('pin')).toMatch(/^[\w-]+$/);
  await expect.poll(() => page.locator('#plot .chart:visible .pin-ring').count()).toBeGreaterThan(0);
  // The drawing is another one by now: the focus is where it was, and goes on from there.
  await expect.poll(focused).toBe(mark);
  await page.keyboard.press('End');
  expect(await focused()).not.toBe(mark);
  await page.locator('.pin-judge[aria-pressed=true]').first().click();
  await expect.poll(() => new URL(page.url()).searchParams.has('pin')).toBe(false);

  const rows = await rowsOf(page);
  await expect.poll(() => marksOf(page).count()).toBe(rows.length);
  const release = (await page.locator('meta[name=release]').first().getAttribute('content')) ?? '?';
  const figure = page.locator('#plot');
  const svg = String(await saved(figure, 'svg'));
  for (const part of [/Mean BD[^<]* against Mean BC/, /MM-JudgeBias/, /Judgeboard/, release]) expect(svg).toMatch(part);
  expect(svg.match(/class="frontier"/g)).toHaveLength(1);
  const png = await saved(figure, 'png', 'px', 1200);
  // Its width stands at byte 16.
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16)]).toEqual(['PNG', 1200]);
  const lines = String(await saved(figure, 'csv'))
    .trim()
    .split(/\r?\n/);
  expect(lines[0]).toMatch(/^Judge,.*On the frontier/);
  const isRow = (line: string): boolean =>
    rows.some(({ label }) => line.startsWith(label) || line.startsWith(`"${label}`));
  expect(lines.filter(isRow)).toHaveLength(rows.length);

  await page.locator('#plot .legend-row button').first().click();
  await expect.poll(async () => (await rowsOf(page)).length).toBeLessThan(rows.length);
  await expectFrontier(page, { x: 1, y: 1 });
});

test('what has nothing to show has a sentence; what is not known of an address is told, and the rest is shown', async () => {
  const { page } = await openPage('/plot/?x=nothing.at.all&frontier=1');
  await page.getByText('“nothing.at.all” is not known here').waitFor();
  await shown(page, /both values/);
  for (const [path, text] of [
    ['/plot/?x=shapes.critique.coverage', /No judge has both/],
    ['/plot/?zoom=0.001,0.002,99,100', 'No judge lies in this part of the plot.'],
    ['/plot/?hide=open,fine-tuned,proprietary', 'The legend hides all judges of this plot.'],
  ] as const) {
    await page.goto(addressOf(path));
    await shown(page, text);
  }
});

test('a board leads to the plot of its two best columns', async () => {
  const { page } = await openPage('/multi-crit/table-3/');
  await page.getByRole('link', { name: 'Plot', exact: true }).last().click();
  await page.waitForURL('**/plot/?x=multi-crit.table-3.cmr&y=multi-crit.table-3.pacc');
  await shown(page, /judges have a value|are shared|both/);
  await expectFrontier(page, { x: 1, y: 1 });
});

test('on a phone the frontier against a price is that of the cheaper and better; a finger that taps pins, one that moves sideways zooms, one that moves down scrolls the page', async () => {
  const { page } = await openPage('/plot/?x=price-output', { width: 390, height: 844, context: { hasTouch: true } });
  await shown(page, /both values/);
  // The drawing that was served shows sizes until the one of prices has its turn.
  const svg = page.locator('#plot .chart:visible svg');
  await svg.getByText(/price/i).first().waitFor({ state: 'attached' });
  await expectFrontier(page, { x: -1, y: 1 });
  await expect.poll(() => page.locator('astro-island[ssr]').count()).toBe(0);
  const cdp = await page.context().newCDPSession(page);
  const all = await marksOf(page).count();
  /** Draws over the drawing, by shares of its width and height, from where it stands now. */
  const drawOver = async (shares: readonly (readonly [across: number, down: number])[]): Promise<void> => {
    await svg.evaluate((drawing) => drawing.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const { x, y, width, height } = (await svg.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    for (const [i, [across, down]] of shares.entries())
      await cdp.send('Input.dispatchTouchEvent', {
        type: i === 0 ? 'touchStart' : 'touchMove',
        touchPoints: [{ x: x + across * width, y: y + down * height }],
      });
    if (shares.length > 0) await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await drawOver([]);
  const before = await page.evaluate(() => scrollY);
  const scrolled = async (): Promise<number> => {
    await drawOver([0.7, 0.6, 0.4, 0.2].map((down) => [0.5, down]));
    return page.evaluate(() => scrollY);
  };
  await expect.poll(scrolled).toBeGreaterThan(before);
  const asked = () => new URL(page.url()).searchParams;
  expect(asked().has('zoom')).toBe(false);
  const mark = marksOf(page).last();
  await mark.scrollIntoViewIfNeeded();
  await mark.locator('[class^=mark-]').tap({ force: true });
  await expect.poll(() => asked().get('pin')).toMatch(/^[\w-]+$/);
  const zoomed = async (): Promise<string> => {
    await drawOver([
      [0.2, 0.3],
      [0.3, 0.31],
      [0.5, 0.5],
      [0.8, 0.85],
    ]);
    return asked().get('zoom') ?? '';
  };
  await expect.poll(zoomed).toMatch(/^[\d.]+(?:,[\d.]+){3}$/);
  await expect.poll(() => marksOf(page).count()).toBeLessThan(all);
});

const ASKED = [
  ['another column', '/plot/?x=price-output'],
  ['tables of another benchmark', BD_BC],
  ['nobody', '/plot/?x=shapes.critique.coverage'],
  ['a fact of judges', '/judges/?fact=open-licence'],
  ['a kind of access', '/judges/?access=open'],
] as const;

describe.each(drawn([390, 768, 1440], [390]))('at %s px', (width) => {
  test.each(drawn<readonly (typeof ASKED)[number][]>(ASKED, [ASKED[1], ASKED[3]]))(
    'nothing moves on a page whose address asks for %s, however slow its files',
    async (_, path) => {
      const { page } = await openPage(path, {
        width,
        height: 900,
        fresh: true,
        prepare: async (page) => {
          await recordShifts(page);
          await page.route(/\.(?:js|json)$/, async (route) => {
            await new Promise((done) => setTimeout(done, 60));
            await route.continue();
          });
        },
      });
      await page.waitForFunction(() => !document.documentElement.dataset['query']);
      await expect.poll(() => page.locator('main > astro-island[ssr], figure[aria-busy=true]').count()).toBe(0);
      expect(await shifted(page)).toBeLessThan(0.0005);
      expect(await page.locator('main table').first().isVisible()).toBe(true);
    },
  );
});

test('where the script never comes, what was served is seen all the same', async () => {
  for (const path of ['/plot/?x=price-output', '/judges/?access=open']) {
    const { page, close } = await openFaulty(path, {
      fresh: true,
      prepare: (page) => page.route(/\.js$/, (route) => route.abort()),
    });
    await expect.poll(() => page.locator('main table').first().isVisible()).toBe(true);
    await close();
  }
});

test('tables that do not come are told with a way to ask again', async () => {
  const { page } = await openFaulty(BD_BC, {
    fresh: true,
    prepare: (page) => page.route(/\/compare\/mm-judgebias/, (route) => route.abort()),
  });
  await page.getByText('The tables could not be loaded.').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: /^Mean BD.* against Mean BC/ }).waitFor();
});
