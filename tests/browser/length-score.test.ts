import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, type OpenedPage, openPage } from './page.ts';
import { shapesDatabase } from './shapes-database.ts';

const FIGURES = '/shapes/figures/critique/';
const PATIENCE = { timeout: 60_000 };

const query = shapesDatabase();

const words = (n: number): string => n.toLocaleString('en-GB').replaceAll(',', '\u202f');

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
  await expect.poll(() => page.locator('.selection output').textContent(), PATIENCE).toBe(text);
  const shown = await page.locator('.case-table tbody th a').allTextContents();
  expect(shown.slice(0, 8)).toEqual(cases.slice(0, 8));
  await page.goBack();
}

describe('critiques are selected by length and score', () => {
  let opened: OpenedPage;
  let page: Page;
  beforeAll(async () => {
    opened = await openPage(FIGURES);
    page = opened.page;
  });
  afterAll(() => opened.close());

  test('by a rectangle: count, list and explorer hold exactly what lies in it; Back takes it away', async () => {
    const box = figure(page).locator('.plot-box');
    await box.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { x = 0, y = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {};
    // A hand is never quite still: the first movement brings the page to life.
    const comeNear = async (): Promise<number> => {
      await page.mouse.move(x + width * 0.29, y + height * 0.2);
      await page.mouse.move(x + width * 0.3, y + height * 0.2);
      return figure(page).locator('.recharts-surface').count();
    };
    await expect.poll(comeNear, PATIENCE).toBe(1);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.5, y + height * 0.5, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => page.url(), PATIENCE).toContain('critique=');
    const range = rangeIn(page, 'rubric-neutral');
    expect(range.length[0]).toBeLessThan(range.length[1]);
    const cases = await expectHeld(page, range);
    await expectInExplorer(page, cases);
    await expectHeld(page, range);
    await page.goBack();
    await expect.poll(() => count(page).count()).toBe(0);
    expect(new URL(page.url()).search).toBe('');
    opened.expectClean();
  });

  test('while it is dragged, count and list follow', async () => {
    await page.goForward();
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
    await page.goto(addressOf(FIGURES));
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

test('without scripts the drawing, the slopes and the adjusted means stand there', async () => {
  const { page, close, expectClean } = await openPage(FIGURES, { javaScript: false });
  expect(await figure(page).locator('svg path.heat').count()).toBeGreaterThan(3);
  const padder = figure(page).getByRole('row', { name: /^Padder/ });
  expect(await padder.textContent()).toMatch(/400.*\[.*\]/);
  expect(await figure(page).locator('.recharts-surface').count()).toBe(0);
  expectClean();
  await close();
});

test('a cell of scores before and after opens its cases', async () => {
  const { page, close } = await openPage('/shapes/figures/perturbation/');
  const cell = page.locator('#score-pairs .small-multiples a').first();
  const address = await cell.getAttribute('href');
  const label = (await cell.locator('title').textContent()) ?? '';
  const [, cases] = /of (\d+) cases$/.exec(label) ?? [];
  await page.goto(new URL(address ?? '', page.url()).href);
  await expect.poll(() => page.locator('.selection output').textContent(), PATIENCE).toMatch(`${cases} of `);
  await close();
});
