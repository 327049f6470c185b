import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addressOf, type OpenedPage, openPage, painted } from './page.ts';
import { caseLinks, counted } from './places.ts';
import { shapesDatabase } from './shapes-database.ts';

const FIGURES = '/shapes/figures/critique/';
const PATIENCE = { timeout: 60_000 };

const query = shapesDatabase();

const words = (n: number): string => n.toLocaleString('en-GB').replaceAll(',', '\u202f');

interface Spot {
  readonly x: number;
  readonly y: number;
}

interface Range {
  readonly length: readonly [number, number];
  readonly score: readonly [number, number];
  readonly scorer: string;
}

/** Critiques and cases in a rectangle, by SQL of the test's own. */
async function held({ length, score, scorer }: Range, more = 'true') {
  const rows = await query(`SELECT instance, count(*)::DOUBLE AS n FROM judgments JOIN instances USING (instance)
    WHERE stage = 'critique' AND critique_judge = '${scorer}' AND length BETWEEN ${length[0]} AND ${length[1]}
      AND score BETWEEN ${score[0]} AND ${score[1]} AND ${more} GROUP BY instance ORDER BY min(instances.rowid)`);
  const critiques = rows.reduce((sum, { n }) => sum + Number(n), 0);
  return { critiques, cases: rows.map(({ instance }) => String(instance)) };
}

const figure = (page: Page) => page.locator('#length-score');
const count = (page: Page) => figure(page).locator('.brushed output');
const listed = (page: Page) => figure(page).locator('.brushed ol a').allTextContents();

/** The rectangle is there from then on, without a side to be seen where nothing is selected. */
const alive = (page: Page): Promise<void> =>
  figure(page)
    .locator('.rectangle:not([hidden])')
    .waitFor({ state: 'attached', ...PATIENCE });

/** The rectangle that the address asks for. */
function rangeIn(page: Page, scorer: string): Range {
  const [length = '', score = ''] = (new URL(page.url()).searchParams.get('critique') ?? '').split(';');
  const ends = (text: string): readonly [number, number] => {
    const [from = Number.NaN, to = Number.NaN] = text.split('-').map(Number);
    return [from, to];
  };
  return { length: ends(length), score: ends(score), scorer };
}

async function expectHeld(page: Page, range: Range, more?: string): Promise<readonly string[]> {
  const { critiques, cases } = await held(range, more);
  expect(cases.length).toBeGreaterThan(3);
  const text = `${words(critiques)} critiques of ${words(cases.length)} cases`;
  await expect.poll(() => count(page).textContent(), PATIENCE).toBe(text);
  await expect.poll(() => listed(page)).toEqual(cases.slice(0, 24));
  return cases;
}

/** Follows the link to the explorer and expects these cases there. */
async function expectInExplorer(page: Page, cases: readonly string[]): Promise<void> {
  await figure(page).getByRole('link', { name: 'Open these cases in the explorer' }).click();
  const all = (await query('SELECT count(*)::DOUBLE AS n FROM instances'))[0]?.['n'];
  const text = `${words(cases.length)} of ${words(Number(all))} cases`;
  await expect.poll(() => counted(page).textContent(), PATIENCE).toBe(text);
  const shown = await caseLinks(page).allTextContents();
  expect(shown.slice(0, 8)).toEqual(cases.slice(0, 8));
}

describe('critiques are selected by length and score', () => {
  let opened: OpenedPage;
  let page: Page;
  beforeEach(async () => {
    opened = await openPage(FIGURES);
    page = opened.page;
  });
  afterEach(async () => {
    await opened.close();
    opened.expectClean();
  });

  test('by a rectangle: count, list and explorer hold exactly what lies in it; Back takes it away', async () => {
    const box = figure(page).locator('.plot-box');
    await box.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { x = 0, y = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {};
    await page.mouse.move(x + width * 0.3, y + height * 0.2);
    await alive(page);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.5, y + height * 0.5, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => page.url(), PATIENCE).toContain('critique=');
    const range = rangeIn(page, 'rubric-neutral');
    expect(range.length[0]).toBeLessThan(range.length[1]);
    const cases = await expectHeld(page, range);
    await expectInExplorer(page, cases);
    await page.goBack();
    await expectHeld(page, range);
    await page.goBack();
    await expect.poll(() => count(page).count()).toBe(0);
    expect(new URL(page.url()).search).toBe('');
  });

  test('while it is dragged, count and list follow', async () => {
    await page.goto(addressOf(`${FIGURES}?critique=60-240;7-9;rubric-neutral`));
    await expect.poll(() => count(page).count(), PATIENCE).toBe(1);
    const before = await count(page).textContent();
    const address = page.url();
    const box = figure(page).locator('.plot-box');
    await box.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { x = 0, y = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {};
    await page.mouse.move(x + width * 0.1, y + height * 0.1);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.4, y + height * 0.4, { steps: 5 });
    await expect.poll(() => count(page).textContent()).not.toBe(before);
    const during = await count(page).textContent();
    await page.mouse.move(x + width * 0.9, y + height * 0.8, { steps: 5 });
    await expect.poll(() => count(page).textContent()).not.toBe(during);
    await page.mouse.up();
    // The address follows at the end, a moment later.
    await expect.poll(() => page.url(), PATIENCE).not.toBe(address);
    await expectHeld(page, rangeIn(page, 'rubric-neutral'));
  });

  test('by typing two ranges, under the other rubric, with the keyboard alone', async () => {
    const rubric = figure(page).getByRole('button', { name: 'Length-loving rubric' });
    await rubric.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => rubric.getAttribute('aria-pressed'), PATIENCE).toBe('true');
    const characters = figure(page).getByRole('group', { name: 'Characters' });
    await characters.getByLabel('from').focus();
    for (const text of ['60', '240', '7', '9']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    const range: Range = { length: [60, 240], score: [7, 9], scorer: 'rubric-length' };
    const cases = await expectHeld(page, range);
    expect(new URL(page.url()).searchParams.get('critique')).toBe('60-240;7-9;rubric-length');
    await expectInExplorer(page, cases);
  });

  test('a judge taken away is in neither the drawing nor the selection', async () => {
    await page.goto(addressOf(`${FIGURES}?critique=60-240;7-9;rubric-length`));
    await expect.poll(() => count(page).count(), PATIENCE).toBe(1);
    await figure(page).getByRole('button', { name: 'Padder' }).click();
    const range: Range = { length: [60, 240], score: [7, 9], scorer: 'rubric-length' };
    const cases = await expectHeld(page, range, "run <> 'padder-critique'");
    await expectInExplorer(page, cases);
  });
});

test('a mark is read by pointing at it, and by the arrow keys from left to right', async () => {
  const { page, close, expectClean } = await openPage(FIGURES);
  const mark = figure(page).locator('svg path.mean').first();
  await mark.scrollIntoViewIfNeeded();
  const tip = figure(page).locator('.tip');
  // A hand is never quite still: the first movement brings the page to life.
  const point = async (): Promise<string> => {
    await mark.hover({ force: true });
    await page.mouse.move(5, 5);
    await mark.hover({ force: true });
    return (await tip.allTextContents()).join();
  };
  await expect.poll(point, PATIENCE).toMatch(/mean of 400 critiques: score \d/);
  const pointed = await point();
  await page.mouse.move(5, 5);
  await expect.poll(() => tip.count()).toBe(0);
  await figure(page).getByRole('region', { name: 'Length and score, drawing' }).focus();
  const lengths: number[] = [];
  const texts: string[] = [];
  const judges = await figure(page).locator('.on-desk path.mean').count();
  for (let i = 0; i < judges; i += 1) {
    await page.keyboard.press('ArrowRight');
    const text = (await tip.textContent()) ?? '';
    texts.push(text);
    lengths.push(Number(/, ([\d\u202f]+) characters/.exec(text)?.[1]?.replaceAll('\u202f', '')));
  }
  expect(new Set(texts).size).toBe(judges);
  expect(texts).toContain(pointed);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  await page.keyboard.press('Escape');
  await expect.poll(() => tip.count()).toBe(0);
  expectClean();
  await close();
});

describe('with a finger', () => {
  /** Puts a finger down, moves it in steps and lifts it, as a touch screen reports it: what scrolls then is the browser's own choice. */
  async function swipe(page: Page, from: Spot, to: Spot): Promise<void> {
    const screen = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Spot) =>
      screen.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
    await touch('touchStart', from);
    for (let i = 1; i <= 12; i += 1) {
      await touch('touchMove', { x: from.x + ((to.x - from.x) * i) / 12, y: from.y + ((to.y - from.y) * i) / 12 });
      await painted(page);
    }
    await touch('touchEnd');
    await screen.detach();
  }

  async function openTouch(width: number) {
    const opened = await openPage(FIGURES, { width, context: { hasTouch: true } });
    const { page } = opened;
    const box = figure(page).locator('.plot-box');
    await box.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await figure(page)
      .getByLabel('Length and score, drawing')
      .tap({ position: { x: 200, y: 60 } });
    await alive(page);
    return { ...opened, at: spotIn(page) };
  }

  /** A part of the drawing on the screen, where it is now. */
  const spotIn =
    (page: Page) =>
    async (across: number, down: number): Promise<Spot> => {
      const box = await figure(page).locator('.plot-box').boundingBox();
      const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
      return { x: x + width * across, y: y + height * down };
    };

  const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

  test('going across selects, going down scrolls the page', async () => {
    const { page, close, expectClean, at } = await openTouch(1180);
    const before = await scrolled(page);
    await swipe(page, await at(0.5, 0.6), await at(0.5, 0.3));
    await expect.poll(() => scrolled(page)).toBeGreaterThan(before);
    expect(new URL(page.url()).search).toBe('');
    expect(await count(page).count()).toBe(0);
    await swipe(page, await at(0.25, 0.2), await at(0.6, 0.55));
    await expect.poll(() => page.url(), PATIENCE).toContain('critique=');
    await expectHeld(page, rangeIn(page, 'rubric-neutral'));
    expectClean();
    await close();
  });

  test('on a phone the whole drawing is there to be brushed, too; a corner can be taken hold of and dragged', async () => {
    const { page, close, expectClean, at } = await openTouch(390);
    const grip = async (which: string): Promise<Spot> => {
      const { x = 0, y = 0 } = (await figure(page).locator(`[data-grip=${which}]`).boundingBox()) ?? {};
      return { x: x + 22, y: y + 22 };
    };
    await swipe(page, await grip('first'), await at(0.3, 0.3));
    await expect.poll(() => page.url(), PATIENCE).toContain('critique=');
    const wide = rangeIn(page, 'rubric-neutral');
    await expectHeld(page, wide);
    await swipe(page, await grip('last'), await at(0.7, 0.6));
    await expect.poll(() => rangeIn(page, '').length[1]).toBeLessThan(wide.length[1]);
    const narrow = rangeIn(page, 'rubric-neutral');
    expect(narrow.length[0]).toBe(wide.length[0]);
    await expectHeld(page, narrow);
    expectClean();
    await close();
  });
});

test('without scripts the drawing, the slopes and the adjusted means stand there', async () => {
  const { page, close, expectClean } = await openPage(FIGURES, { javaScript: false });
  expect(await figure(page).locator('path.heat-count:visible').count()).toBeGreaterThan(3);
  const padder = figure(page).getByRole('row', { name: /^Padder/ });
  expect(await padder.textContent()).toMatch(/400.*\[.*\]/);
  expect(await figure(page).locator('.rectangle').isVisible()).toBe(false);
  expectClean();
  await close();
});

test('a cell of scores before and after opens its cases', async () => {
  const { page, close } = await openPage('/shapes/figures/perturbation/');
  const cell = page.locator('#score-pairs .small-multiples a').first();
  const address = await cell.getAttribute('href');
  const label = (await cell.getAttribute('aria-label')) ?? '';
  const [, cases] = /of (\d+) cases$/.exec(label) ?? [];
  await page.goto(new URL(address ?? '', page.url()).href);
  await expect.poll(() => counted(page).textContent(), PATIENCE).toMatch(`${cases} of `);
  await close();
});
