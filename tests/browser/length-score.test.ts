import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Query } from '../../src/sql/query.ts';
import { addressOf, openPage, type PageOptions, painted } from './page.ts';
import { caseLinks, counted } from './places.ts';
import { siteDatabase } from './site-database.ts';

const shapes = siteDatabase();
const genai = siteDatabase('genai-bench');

const words = (n: number): string => n.toLocaleString('en-GB').replaceAll(',', '\u202f');

interface Spot {
  readonly x: number;
  readonly y: number;
}

type Ends = readonly [from: number, to: number];

/** A figure, and the texts behind it by SQL of the test's own: run, instance, length, value, cluster. */
interface Pictured {
  readonly page: string;
  readonly id: string;
  readonly query: Query;
  readonly noun: string;
  readonly texts: string;
}

const CRITIQUES: Pictured = {
  ...{ page: '/shapes/figures/critique/', id: 'length-score', query: shapes, noun: 'critique' },
  texts: `SELECT run, instance, length, score AS value FROM judgments WHERE stage = 'critique' AND critique_judge = 'rubric-neutral'`,
};
const RIGHT: Pictured = {
  ...{ page: '/genai-bench/figures/', id: 'length-right', query: genai, noun: 'answer' },
  texts: `SELECT run, instance, length, (parse IN ('ok', 'fallback') AND verdict::VARCHAR = value::VARCHAR)::INTEGER AS value
    FROM judgments JOIN gold USING (instance) WHERE kind = 'preference' AND length > 0 AND run <> 'random'`,
};

/** What a rectangle holds, worked out in SQL: texts, cases in their order, mean, and the slope within judges for twice the length. */
async function held({ query, texts }: Pictured, length: Ends, score: Ends, more = 'true') {
  const inside = `SELECT run, instance, ln(length) AS x, value AS y FROM (${texts})
    WHERE length BETWEEN ${length[0]} AND ${length[1]} AND value BETWEEN ${score[0]} AND ${score[1]} AND ${more}`;
  const [sums = {}] =
    await query(`SELECT count(*)::DOUBLE AS n, avg(y) AS mean, ln(2) * regr_slope(y - my, x - mx) AS twice
    FROM (SELECT *, avg(x) OVER (PARTITION BY run) AS mx, avg(y) OVER (PARTITION BY run) AS my FROM (${inside}))`);
  const cases = await query(
    `SELECT instance FROM instances WHERE instance IN (SELECT instance FROM (${inside})) ORDER BY rowid`,
  );
  return {
    ...{ n: Number(sums['n']), mean: Number(sums['mean']), twice: Number(sums['twice']) },
    cases: cases.map(({ instance }) => String(instance)),
  };
}

/** The figure, as a part of the page. */
const figure = (page: Page, { id }: Pictured = CRITIQUES) => page.locator(`#${id}`);
const box = (page: Page, of?: Pictured) => figure(page, of).locator('.plot-box:visible');
const lines = (page: Page, of?: Pictured) => figure(page, of).locator('.brushed dd').allTextContents();
const listed = (page: Page, of?: Pictured) => figure(page, of).locator('.brushed ol a').allTextContents();
const inExplorer = (page: Page, of?: Pictured) =>
  figure(page, of).getByRole('link', { name: /^Open th.* in the explorer$/ });

/** Opens the figure and moves the pointer over it until every text is painted. */
async function openPlot(of: Pictured, search = '', options: PageOptions = {}) {
  const opened = await openPage(`${of.page}${search}`, options);
  const { page } = opened;
  await box(page, of).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const spot = spotIn(page, of);
  if (options.context?.hasTouch === true) {
    // Beside the plot, where no mark is read: the first tap may be the one that brings the page to life.
    const near = async (): Promise<number> => {
      await box(page, of).tap({ position: { x: 12, y: 6 } });
      return box(page, of).locator('canvas').count();
    };
    await expect.poll(near).toBe(1);
  } else {
    const near = async (): Promise<number> => {
      for (const part of [0.4, 0.41]) {
        const { x, y } = await spot(part, 0.5);
        await page.mouse.move(x, y);
      }
      return box(page, of).locator('canvas').count();
    };
    await expect.poll(near).toBe(1);
  }
  await box(page, of).locator('canvas').waitFor();
  return { ...opened, spot };
}

/** A part of the drawing on the screen, where it is now. */
const spotIn =
  (page: Page, of?: Pictured) =>
  async (across: number, down: number): Promise<Spot> => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await box(page, of).boundingBox()) ?? {};
    return { x: x + width * across, y: y + height * down };
  };

const ends = (text: string): Ends => {
  const [from = Number.NaN, to = Number.NaN] = text.split('-').map(Number);
  return [from, to];
};

/** The rectangle that the address asks for. */
function rangeIn(page: Page): { readonly length: Ends; readonly score: Ends } {
  const [length = '', score = ''] = (new URL(page.url()).searchParams.get('critique') ?? '').split(';');
  return { length: ends(length), score: ends(score) };
}

/** Expects the picture's answer to be that of the test's own SQL: count, mean, slope and the first cases. */
async function expectAnswer(page: Page, of: Pictured, more?: string): Promise<readonly string[]> {
  await expect.poll(() => page.url()).toContain('critique=');
  const { length, score } = rangeIn(page);
  const { n, mean, twice, cases } = await held(of, length, score, more);
  expect(cases.length).toBeGreaterThan(3);
  const isShare = of === RIGHT;
  const count = `${words(n)} ${of.noun}s of ${words(cases.length)} cases`;
  await expect.poll(() => lines(page, of).then(([first]) => first)).toBe(count);
  const [, said = '', slope = ''] = await lines(page, of);
  expect(said).toBe(isShare ? `${(100 * mean).toFixed(1)} %` : mean.toFixed(2));
  const [, digits = '', lo = '', hi = ''] =
    /^([+−]?[\d.]+) .*points \[([+−]?[\d.]+), ([+−]?[\d.]+)\]$/.exec(slope) ?? [];
  const value = (text: string): number => Number(text.replace('−', '-'));
  expect(value(digits)).toBeCloseTo(isShare ? 100 * twice : twice, isShare ? 0 : 1);
  expect(value(lo)).toBeLessThan(value(digits));
  expect(value(hi)).toBeGreaterThan(value(digits));
  await expect.poll(() => listed(page, of)).toEqual(cases.slice(0, 24));
  expect(await inExplorer(page, of).textContent()).toContain(`these ${words(cases.length)} cases`);
  return cases;
}

/** Follows the link to the explorer and expects these cases there. */
async function expectInExplorer(page: Page, of: Pictured, cases: readonly string[]): Promise<void> {
  await inExplorer(page, of).click();
  const all = (await of.query('SELECT count(*)::DOUBLE AS n FROM instances'))[0]?.['n'];
  await expect.poll(() => counted(page).textContent()).toBe(`${words(cases.length)} of ${words(Number(all))} cases`);
  const shown = await caseLinks(page).allTextContents();
  expect(shown.slice(0, 8)).toEqual(cases.slice(0, 8));
}

async function drag(page: Page, from: Spot, to: Spot): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

const tip = (page: Page, of?: Pictured) => box(page, of).locator('.mark-tip');

describe('texts are selected by length and by what is measured', () => {
  test('by a rectangle, answers of GenAI-Bench, right and wrong: count, mean, slope, list and explorer are those of what lies in it', async () => {
    const { page, spot } = await openPlot(RIGHT);
    await drag(page, await spot(0.66, 0.12), await spot(0.71, 0.85));
    const cases = await expectAnswer(page, RIGHT);
    await expectInExplorer(page, RIGHT, cases);
  });

  test('while it is dragged, by keys and by typed ranges; without a judge that is taken away; nothing is said to be nothing', async () => {
    const { page, spot } = await openPlot(CRITIQUES);
    const whole = await lines(page);
    const [from, middle, to] = [await spot(0.1, 0.1), await spot(0.4, 0.4), await spot(0.9, 0.8)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(middle.x, middle.y, { steps: 5 });
    await expect.poll(() => lines(page)).not.toEqual(whole);
    const during = await lines(page);
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await expect.poll(() => lines(page)).not.toEqual(during);
    await page.mouse.up();
    await expectAnswer(page, CRITIQUES);
    await page.goBack();
    await expect.poll(() => lines(page)).toEqual(whole);
    expect(new URL(page.url()).search).toBe('');

    // Shift and the arrows move a corner.
    const drawing = figure(page)
      .getByRole('region', { name: /, drawing$/ })
      .and(page.locator(':visible'));
    await drawing.focus();
    for (let i = 0; i < 6; i += 1) {
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowRight');
    }
    await expect.poll(() => page.url()).toContain('critique=');
    const before = rangeIn(page);
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => rangeIn(page).length[1]).toBeGreaterThan(before.length[1]);
    expect([rangeIn(page).length[0], ...rangeIn(page).score]).toEqual([before.length[0], ...before.score]);
    await expectAnswer(page, CRITIQUES);
    await figure(page).getByRole('button', { name: 'Clear' }).click();
    await figure(page).getByRole('group', { name: 'Characters' }).getByLabel('from').focus();
    for (const text of ['60', '240', '7', '9']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await expect.poll(() => rangeIn(page)).toEqual({ length: [60, 240], score: [7, 9] });
    await expectAnswer(page, CRITIQUES);

    // A judge that is taken away is in neither the drawing nor the selection.
    await figure(page).getByRole('button', { name: 'Padder' }).click();
    await expect.poll(() => box(page).locator('svg').textContent()).not.toContain('Padder');
    const cases = await expectAnswer(page, CRITIQUES, "run <> 'padder-critique'");
    await expectInExplorer(page, CRITIQUES, cases);
    await page.goto(addressOf(`${CRITIQUES.page}?critique=1-2;0-1;rubric-neutral`));
    await expect
      .poll(() => lines(page))
      .toEqual(['0 critiques of 0 cases', 'no mean', 'no slope: nothing lies in the rectangle']);
    expect(await figure(page).textContent()).toContain('No case lies in it.');
    expect(await inExplorer(page).count()).toBe(0);
  });
});

test('ranges typed before the page came alive count; one the wrong way round says that it holds nothing', async () => {
  const { page } = await openPage(CRITIQUES.page);
  const boxes = figure(page).getByRole('spinbutton');
  await boxes.evaluateAll((all: HTMLInputElement[]) => {
    for (const [i, value] of ['60', '240', '7', '9'].entries()) Object.assign(all[i] ?? {}, { value });
  });
  await boxes.first().focus();
  await expect.poll(() => rangeIn(page)).toEqual({ length: [60, 240], score: [7, 9] });
  await boxes.first().fill('500');
  await expect
    .poll(() => figure(page).locator('.ranges').textContent())
    .toContain('Nothing is from 500 to 240: the first number is the larger one.');
});

test('a mark is read at the pointer and by keys, and opens its case', async () => {
  const of = CRITIQUES;
  const { page, spot } = await openPlot(of);
  const { x, y } = await spot(0.5, 0.2);
  // Somewhere on a line across there is a mark.
  for (let i = 0; (await tip(page, of).count()) === 0 && i < 60; i += 1) await page.mouse.move(x + 4 * i, y + (i % 5));
  const link = box(page, of).locator('a.mark-link');
  const said = (await link.textContent()) ?? '';
  const [, length = '', instance = ''] = /, ([\d\u202f]+) characters, case (.+)$/.exec(said) ?? [];
  const texts = await of.query(`SELECT length FROM (${of.texts}) WHERE instance = '${instance}'`);
  expect(texts.map((row) => Number(row['length']))).toContain(Number(length.replaceAll('\u202f', '')));
  await page.mouse.move(5, 5);
  await expect.poll(() => tip(page, of).count()).toBe(0);
  await figure(page, of)
    .getByRole('region', { name: /, drawing$/ })
    .and(page.locator(':visible'))
    .focus();
  const walked: string[] = [];
  const lefts: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => link.textContent()).not.toBe(walked.at(-1));
    walked.push((await link.textContent()) ?? '');
    lefts.push(await link.evaluate((element) => Number.parseFloat(element.style.left)));
  }
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
  const [, last = ''] = /, case (.+)$/.exec(walked.at(-1) ?? '') ?? [];
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/case\/\?/);
  expect(new URL(page.url()).searchParams.get('id')).toBe(last);
  await page.goBack();
  await page.keyboard.press('Escape');
});

describe('with a finger', () => {
  /** Puts a finger down, moves it in steps and lifts it, as a touch screen reports it: what scrolls then is the browser's own choice. */
  async function swipe(page: Page, from: Spot, to: Spot): Promise<void> {
    const screen = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Spot) =>
      screen.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
    await touch('touchStart', from);
    for (let i = 1; i <= 5; i += 1) {
      await touch('touchMove', { x: from.x + ((to.x - from.x) * i) / 5, y: from.y + ((to.y - from.y) * i) / 5 });
      await painted(page);
    }
    await touch('touchEnd');
    await screen.detach();
  }

  const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

  test('at a desk going across selects, and going down scrolls the page; on a phone a corner is dragged; a tap reads a mark, a second one opens its case', async () => {
    const { page, spot } = await openPlot(CRITIQUES, '', { width: 1180, context: { hasTouch: true } });
    const before = await scrolled(page);
    await swipe(page, await spot(0.5, 0.6), await spot(0.5, 0.3));
    await expect.poll(() => scrolled(page)).toBeGreaterThan(before);
    expect(new URL(page.url()).search).toBe('');
    await swipe(page, await spot(0.25, 0.2), await spot(0.6, 0.55));
    await expectAnswer(page, CRITIQUES);

    await figure(page).getByRole('button', { name: 'Clear' }).click();
    await page.setViewportSize({ width: 390, height: 900 });
    await box(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await painted(page);
    const grip = async (which: string): Promise<Spot> => {
      const { x = 0, y = 0 } = (await box(page, CRITIQUES).locator(`[data-grip=${which}]`).boundingBox()) ?? {};
      return { x: x + 22, y: y + 22 };
    };
    await swipe(page, await grip('first'), await spot(0.3, 0.3));
    await expectAnswer(page, CRITIQUES);
    const wide = rangeIn(page);
    await swipe(page, await grip('last'), await spot(0.7, 0.6));
    await expect.poll(() => rangeIn(page).length[1]).toBeLessThan(wide.length[1]);
    expect(rangeIn(page).length[0]).toBe(wide.length[0]);
    await expectAnswer(page, CRITIQUES);
    const { x, y } = await spot(0.55, 0.5);
    await page.touchscreen.tap(x, y);
    await expect.poll(() => tip(page, CRITIQUES).textContent()).toContain('Tap again to open the case.');
    const said = (await box(page, CRITIQUES).locator('a.mark-link').textContent()) ?? '';
    const mark = await box(page, CRITIQUES).locator('a.mark-link').boundingBox();
    await page.touchscreen.tap((mark?.x ?? 0) + (mark?.width ?? 0) / 2, (mark?.y ?? 0) + (mark?.height ?? 0) / 2);
    await page.waitForURL(/\/case\/\?/);
    expect(new URL(page.url()).searchParams.get('id')).toBe(/, case (.+)$/.exec(said)?.[1]);
  });
});

test('without scripts the drawing, the answer of all, the slopes and the adjusted means stand there', async () => {
  const { page } = await openPage(CRITIQUES.page, { javaScript: false });
  expect(await figure(page).locator('.dots:visible').count()).toBeGreaterThan(3);
  expect(await figure(page).locator('.trend:visible').count()).toBeGreaterThan(3);
  const { n, mean, cases } = await held(CRITIQUES, [1, 1e9], [0, 10]);
  const [count, average] = await lines(page);
  expect([count, average]).toEqual([`${words(n)} critiques of ${words(cases.length)} cases`, mean.toFixed(2)]);
  const padder = figure(page).getByRole('row', { name: /^Padder/ });
  expect(await padder.textContent()).toMatch(/400.*\[.*\]/);
  expect(await figure(page).locator('.rectangle').first().isVisible()).toBe(false);
});

test('a cell of scores before and after opens its cases', async () => {
  const { page } = await openPage('/shapes/figures/perturbation/');
  const cell = page.locator('#score-pairs .small-multiples a').first();
  const address = await cell.getAttribute('href');
  const label = (await cell.getAttribute('aria-label')) ?? '';
  const [, cases] = /of (\d+) cases?$/.exec(label) ?? [];
  await page.goto(new URL(address ?? '', page.url()).href);
  await expect.poll(() => counted(page).textContent()).toMatch(`${cases} of `);
});
