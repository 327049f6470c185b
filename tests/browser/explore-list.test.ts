import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { colourFindings } from './axe.ts';
import { EXPLORE, expectCount, idsOf, lost, RIGHT, WRONG, words } from './explore-shapes.ts';
import { addressOf, openPage, painted, recordShifts, shifted, turnTo } from './page.ts';
import { counted } from './places.ts';

/** px by which the list is wider than its place. */
const sideways = (page: Page) => page.locator('#cases').evaluate((box) => box.scrollWidth - box.clientWidth);

test('on a phone the filters are a sheet with a count, by keyboard alone', async () => {
  const { page } = await openPage(EXPLORE, { width: 390, height: 844, theme: 'dark' });
  const sheet = page.getByRole('complementary', { name: 'Filters' });
  const button = page.getByRole('button', { name: /^Filters/ });
  expect(await sheet.isVisible()).toBe(false);
  await button.focus();
  await page.keyboard.press('Enter');
  await sheet.waitFor();
  const isOn = (what: string) => page.evaluate((css) => document.activeElement?.matches(css) === true, what);
  // The keyboard goes into the sheet and round in it.
  const [first, last] = ['.sheet-head .btn', '.facets > :last-child :is(button, input, summary)'];
  await expect.poll(() => isOn(first)).toBe(true);
  await page.keyboard.press('Shift+Tab');
  expect(await isOn(last)).toBe(true);
  await page.keyboard.press('Tab');
  expect(await isOn(first)).toBe(true);
  for (let i = 0; i < 20 && !(await isOn('.verdict')); i += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toMatch(/\?(right|wrong)=/);
  await expect.poll(() => counted(page).textContent()).toMatch(/^\d+ of /);
  const found = /^\d+/.exec((await counted(page).textContent()) ?? '')?.[0];
  await sheet.getByRole('button', { name: `Show ${found} cases` }).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  expect(await isOn('.to-filters'), 'the focus is back').toBe(true);
  expect(await button.textContent()).toBe('Filters1');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // The list counts on rows of one height, whatever is said of a case.
  const rows = page.locator('.case-table tbody tr[aria-rowindex]');
  await expect.poll(() => rows.first().locator('.case-label').textContent()).not.toBe('');
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect([...new Set(heights)]).toEqual([72]);
  expect(await sideways(page), 'one scroller: the page').toBe(0);
});

test.each(drawn([390, 768], [390]))(
  'at %i px the list stays where a wide jump leads, and does not run on to its end',
  async (width) => {
    const { page } = await openPage(`${EXPLORE}?sort=-longest`, { width, height: 844 });
    const firstRow = page.locator('.case-table tbody tr[aria-rowindex]').first();
    // The whole list has its room once it is alive.
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    await expect.poll(height).toBeGreaterThan(20_000);
    await page.mouse.move(200, 500);
    await page.mouse.wheel(0, 6000);
    const drawn = async () => Number(await firstRow.getAttribute('aria-rowindex'));
    await expect.poll(drawn).toBeGreaterThan(60);
    // A list that ran on did it frame by frame, and went through a screenful in a few.
    for (let i = 0; i < 10; i += 1) await painted(page);
    expect(await page.evaluate(() => scrollY)).toBe(6000);
    expect(await drawn()).toBeLessThan(90);
  },
);

test('in every order heads of columns are whole, and the list has room', async () => {
  const { page } = await openPage(EXPLORE);
  for (const width of drawn([390, 768], [768])) {
    await page.setViewportSize({ width, height: 900 });
    for (const sort of ['-points', '-longest', '-judgments']) {
      await page.goto(addressOf(`${EXPLORE}?sort=${sort}`));
      await page.locator('.case-table thead [aria-sort=descending]').waitFor();
      const cut = await page
        .locator('.case-table thead th')
        .evaluateAll((all) => all.filter((th) => th.scrollWidth > th.clientWidth).map((th) => th.textContent));
      expect(cut, `${sort} at ${width} px`).toEqual([]);
      expect(await page.locator('.case-scroll').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    }
  }
});

test('judges are found by name, and lengths brushed by pointer and keys', async () => {
  const { page } = await openPage(EXPLORE);
  await page.getByRole('searchbox', { name: 'Find a judge of this list' }).fill('noisy perturb');
  await expect.poll(() => page.locator('.judges .verdict').count()).toBe(2);
  expect(await page.locator('.judges .of-judge').allTextContents()).toEqual(['Noisy checker']);
  await page.getByText('Longest reason, characters', { exact: true }).click();
  const bars = page.locator('.histogram svg');
  await bars.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await bars.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width * 0.3, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 4 });
  await page.mouse.up();
  /** The cases that the range in the address asks for, worked out from all rationales. */
  const wanted = async (): Promise<number> => {
    const [from = '', to = ''] = new URL(page.url()).searchParams.get('length')?.split('-') ?? [];
    const longest = '(SELECT coalesce(max(length), 0) FROM judgments WHERE judgments.instance = instances.instance)';
    return (await idsOf(`${longest} BETWEEN ${from} AND ${to || 1e9}`)).length;
  };
  await expect.poll(() => page.url()).toMatch(/length=\d+-\d+/);
  const brushed = await wanted();
  await expectCount(page, brushed);
  await expect.poll(() => page.locator('.histogram p').textContent()).toContain(`: ${words(brushed)} case`);
  const before = page.url();
  await page.getByRole('slider', { name: 'Shortest of the longest reasons' }).press('ArrowLeft');
  await expect.poll(() => page.url()).not.toBe(before);
  const wider = await wanted();
  expect(wider).toBeGreaterThan(brushed);
  await expectCount(page, wider);
  await page.goto(addressOf(`${EXPLORE}?length=500-240`));
  const said = 'Nothing is from 500 to 240: the first number is the larger one.';
  await expect.poll(() => page.locator('.found .explore-state').textContent()).toContain(said);
});

test('in the order of points lost, ↓ previews the row at hand with what was lost there, and ↵ opens it', async () => {
  const { page } = await openPage(`${EXPLORE}?wrong=${WRONG}`);
  await expectCount(page, (await idsOf(`instance IN (${lost(WRONG)})`)).length);
  await page.getByRole('group', { name: 'Selection' }).getByLabel('Order').selectOption('most points lost');
  await page.getByRole('columnheader', { name: /^Points lost/ }).waitFor();
  expect(await sideways(page)).toBe(0);
  const heads = await page
    .getByRole('table', { name: /^Cases of / })
    .getByRole('columnheader')
    .allTextContents();
  const column = heads.findIndex((head) => head.startsWith('Points lost'));
  const rows = page.locator('.case-table tbody tr[aria-rowindex]');
  const pointsOf = async (row: number) => Number(await rows.nth(row).locator('th, td').nth(column).textContent());
  const points = await Promise.all([0, 1, 2, 3, 4, 5].map(pointsOf));
  expect(points).toEqual(points.toSorted((a, b) => b - a));
  expect(points[0]).toBeGreaterThan(1);
  await page.locator('#cases').focus();
  const preview = page.getByRole('complementary', { name: 'Preview of the case' });
  for (const row of [0, 1]) {
    await page.keyboard.press('ArrowDown');
    const id = await rows.nth(row).locator('th a').textContent();
    await preview.getByRole('link', { name: id ?? '', exact: true }).waitFor();
    await expect.poll(() => preview.locator('.lost').count()).toBe(points[row]);
  }
  expect(await sideways(page), 'beside the preview, too').toBe(0);
  const second = await rows.nth(1).locator('th a').textContent();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/shapes/case/**');
  await expect.poll(() => page.locator('.case-id').textContent()).toBe(second);
});

test.each(drawn([390, 768], [390]))(
  'at %i px an address with four filters moves nothing, and its rows can be read while they are counted',
  async (width) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const asked = `?right=${RIGHT}&wrong=${WRONG}&split=open_ended&words=left`;
    const { page } = await openPage(EXPLORE + asked, {
      width,
      prepare: async (page) => {
        await recordShifts(page);
        await page.route('**/data/manifest.json', async (route) => {
          await held;
          await route.continue();
        });
      },
    });
    const chips = page.getByRole('list', { name: 'Selected' });
    await chips.getByRole('button', { name: 'Clear filters' }).waitFor();
    await expect.poll(() => page.locator('#cases').getAttribute('aria-busy')).toBe('true');
    expect(await colourFindings(page)).toEqual([]);
    release();
    await expect.poll(() => page.locator('#cases').getAttribute('aria-busy')).toBe('false');
    await expect.poll(() => counted(page).textContent()).toMatch(/^\d+ of /);
    expect(await shifted(page)).toBeLessThanOrEqual(0.02);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  },
);

test('what has the focus is never behind the notice of an address that is not understood', async () => {
  const { page } = await openPage(`${EXPLORE}?right=nobody`, { width: 390, height: 844 });
  const notice = page.getByRole('alert').filter({ hasText: 'Part of the address was ignored' });
  await notice.waitFor();
  await page.locator('#cases').getByRole('link').first().focus();
  const behind: string[] = [];
  for (let i = 0; i < 30; i += 1) {
    await page.keyboard.press('Tab');
    const name = await notice.evaluate((box) => {
      const at = document.activeElement;
      const lowest = at?.getBoundingClientRect().bottom ?? 0;
      return at !== null && !box.contains(at) && lowest > box.getBoundingClientRect().top ? at.textContent : null;
    });
    if (name !== null) behind.push(name);
  }
  expect(behind).toEqual([]);
});

test('a list of pairs and scores begins with pairs, its rows say the labels of their cases, and runs of scores are not offered', async () => {
  const { page } = await openPage('/viescore/explore/');
  const row = page.locator('.case-table tbody tr').first();
  expect(await row.locator('.share').textContent()).toMatch(/^\d+ of \d+$/);
  expect(await page.locator('.judges + p').textContent()).toMatch(/^\d+ runs gave scores/);
  expect(await page.locator('.judges').getByText('pairwise', { exact: true }).count()).toBeGreaterThan(3);
  expect(await page.locator('.judges').getByText('pointwise').count()).toBe(0);
  const label = await row.locator('.case-label').textContent();
  await row.locator('th a').click();
  await page.waitForURL(/\/case\//);
  const gold = page.locator('.gold-said .gold').first();
  await expect.poll(async () => `${await gold.textContent()} better`).toBe(label);
});

test('a group of filters that was folded while the list changed has its counts when it is opened', async () => {
  const countsIn = async (page: Page): Promise<string[]> => {
    const group = page.locator('details.facet', { hasText: 'Right or wrong' });
    if (!(await group.evaluate((box) => (box as HTMLDetailsElement).open))) await group.locator('summary').click();
    await group.locator('.option').first().waitFor();
    return group.locator('.option').allTextContents();
  };
  const { page } = await openPage(EXPLORE);
  await page.locator('.judges button.verdict').first().click();
  await expect.poll(() => counted(page).textContent()).toMatch(/^\d+ of /);
  const after = await countsIn(page);
  const { page: other } = await openPage(`${EXPLORE}${new URL(page.url()).search}`);
  await expect.poll(() => counted(other).textContent()).toMatch(/^\d+ of /);
  expect(await countsIn(other)).toEqual(after);
  await turnTo(other, addressOf(EXPLORE));
  await expect.poll(() => countsIn(other)).not.toEqual(after);
});

test('a value of a folded group that is chosen before the scripts are there is chosen once they are, however often', async () => {
  for (let visit = 0; visit < 2; visit += 1) {
    const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
    const { page, expectClean, close } = await openPage(EXPLORE, {
      fresh: true,
      prepare: (page) =>
        page.route(/_astro\/ExploreIsland[^/]*\.js/, async (route) => {
          await isLetThrough;
          await route.continue();
        }),
    });
    const group = page.locator('details.facet').filter({ has: page.locator('summary', { hasText: /^Criterion/ }) });
    await group.locator('summary').click();
    await group.getByRole('button', { name: /^Clarity/ }).click();
    letThrough();
    await expect.poll(() => new URL(page.url()).search).toBe('?criterion=clarity');
    await expect.poll(() => counted(page).textContent()).toMatch(/^\d+ of /);
    expectClean();
    await close();
  }
});
