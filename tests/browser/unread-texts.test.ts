import { expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { EXPLORE } from './explore-shapes.ts';
import { openFaulty, openPage, painted } from './page.ts';
import { caseLinks } from './places.ts';

const FAILED_REQUEST = /failed request|status \d{3}|console: Failed to load resource/;

test.each(drawn([390, 1440], [390]))(
  'at %i px texts of rows that do not come: a box says so, and rows have their ids; it is reached before the rows, covers none that has the keyboard; another try brings the texts and leaves it in the list',
  async (width) => {
    const LINES = '**/data/shapes/lines/*';
    const { page, expectClean } = await openPage(`${EXPLORE}?sort=-longest`, {
      width,
      fresh: true,
      prepare: (page) => page.route(LINES, (route) => route.fulfill({ status: 500 })),
    });
    const box = page.getByRole('alert').filter({ hasText: 'Some rows show their ids only' });
    const again = box.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await box.textContent()).toMatch(/could not give a data file.*500/s);
    expect(await box.evaluate((e) => e.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    const opacityOfId = () =>
      caseLinks(page)
        .first()
        .evaluate((link) => getComputedStyle(link).opacity);
    const prompts = async () => (await page.locator('.case-table .prompt').allTextContents()).join('').trim();
    expect([await opacityOfId(), await prompts()]).toEqual(['1', '']);
    expect(await caseLinks(page).first().getAttribute('href')).toContain('/shapes/case/?id=');
    const isCovered = () =>
      page.evaluate(() => {
        const { x = 0, y = 0, height = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
        return document.elementFromPoint(x + 2, y + height / 2)?.closest('.unread') !== null;
      });
    await caseLinks(page).first().focus();
    for (const key of [...Array.from({ length: 12 }, () => 'Tab'), ...Array.from({ length: 12 }, () => 'ArrowDown')]) {
      await page.keyboard.press(key);
      await painted(page);
      expect(await isCovered(), `after ${key}`).toBe(false);
    }
    await page.getByRole('combobox', { name: 'Then by' }).focus();
    await page.keyboard.press('Tab');
    expect(await again.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.unroute(LINES);
    // A request that rows moved by the keys sent just before may still fail, and brings the box back: it is pressed again.
    const press = async (): Promise<number> => {
      const isAsked = await again.evaluateAll((buttons) => buttons.some((button) => button === document.activeElement));
      if (isAsked) await page.keyboard.press('Enter');
      return box.count();
    };
    await expect.poll(press).toBe(0);
    expect(await prompts()).not.toBe('');
    if (width === 390) expect(await opacityOfId(), 'two lines of the prompt stand there instead').toBe('0');
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press('ArrowDown');
    expect(await caseLinks(page).evaluateAll((links) => links.some((link) => link === document.activeElement))).toBe(
      true,
    );
    expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(200);
    expectClean(FAILED_REQUEST);
  },
);

test('where the lines of a list hold labels and no texts, labels are what is told of', async () => {
  const { page } = await openFaulty('/genai-bench/explore/?sort=-judgments', {
    fresh: true,
    prepare: (page) => page.route('**/data/genai-bench/lines/*', (route) => route.abort()),
  });
  await page.getByRole('alert').filter({ hasText: 'Some rows lack their labels' }).waitFor();
});

test('reasons that do not come are told with one way to ask again, which brings the words into the rows', async () => {
  const PACKS = '**/data/shapes/cases/*.jsonl.gz';
  const { page, expectClean } = await openPage(`${EXPLORE}?words=leaves`, {
    fresh: true,
    prepare: (page) => page.route(PACKS, (route) => route.fulfill({ status: 500 })),
  });
  const box = page.getByRole('alert').filter({ hasText: 'Some reasons were not read' });
  const again = box.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(await box.textContent()).toContain('The server answered 500');
  const unread = page.getByText('Its reasons could not be loaded.');
  expect(await unread.count()).toBeGreaterThan(0);
  await page.unroute(PACKS);
  await again.click();
  await expect.poll(() => unread.count()).toBe(0);
  expect(await box.count()).toBe(0);
  expect(await page.locator('.case-table td mark').count()).toBeGreaterThan(0);
  expectClean(FAILED_REQUEST);
});
