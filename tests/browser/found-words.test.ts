import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { EXPLORE } from './explore-shapes.ts';
import { openPage } from './page.ts';
import { caseLinks, counted, rationales } from './places.ts';
import { PATIENCE } from './walk.ts';

const found = (page: Page) =>
  page
    .getByRole('table', { name: /^Cases of / })
    .getByRole('cell')
    .filter({ has: page.locator('mark') });
const search = (page: Page, words: string) => page.getByRole('searchbox', { name: 'Words in a reason' }).fill(words);

/** Says whether the first marked word of the reasons lies in the window. */
const isInView = (page: Page) =>
  page
    .getByRole('region', { name: 'Reasons', exact: true })
    .locator('mark')
    .first()
    .evaluate((mark) => {
      const { top, bottom } = mark.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });

test.each(drawn([390, 1440], [1440]))(
  'at %i px a searched word is marked in the row, and in view in the case, on that judge and criterion',
  async (width) => {
    const asked: string[] = [];
    const { page, expectClean } = await openPage(EXPLORE, {
      width,
      fresh: true,
      prepare: async (prepared) => void prepared.on('request', (request) => asked.push(request.url())),
    });
    await caseLinks(page).first().waitFor(PATIENCE);
    const texts = () => asked.filter((url) => /\/(?:cases|words)\//.test(url));
    expect(texts(), 'nothing is loaded before a search').toEqual([]);
    if (width === 390) await page.goto(`${page.url()}?words=leaves`);
    else await search(page, 'leaves');
    await found(page).first().waitFor(PATIENCE);
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap((one) => (/\/cases\//.test(one.name) ? [(one as PerformanceResourceTiming).encodedBodySize] : [])),
    );
    expect(
      sizes.reduce((sum, bytes) => sum + bytes, 0),
      'what the first screen of hits fetches',
    ).toBeLessThanOrEqual(20_000);
    const marked = await found(page).first().locator('mark').allTextContents();
    expect(marked.map((word) => word.toLowerCase())).toContain('leaves');
    const judge = (await found(page).first().locator('b').last().textContent()) ?? '';
    const criterion = (await found(page).first().locator('.of-criterion').textContent()) ?? '';
    expect(judge).not.toBe('');
    const row = page
      .getByRole('row')
      .filter({ has: page.locator('td mark') })
      .first();
    const link = row.getByRole('rowheader').getByRole('link');
    await (width === 390 ? found(page).first().click() : link.click());
    await rationales(page).first().waitFor(PATIENCE);
    const opened = await rationales(page).first().getAttribute('aria-label');
    // A case names a judge by its setting only where it has several there.
    expect(opened?.replace('Rationale of ', '').split(', ')[0]).toBe(judge.split(', ')[0]);
    await expect.poll(() => isInView(page), PATIENCE).toBe(true);
    expect(await page.getByRole('button', { name: criterion, exact: true, pressed: true }).count()).toBe(1);
    expectClean();
  },
);

test('words that nobody said, signs and one letter: each says what it is', async () => {
  const { page, expectClean } = await openPage(EXPLORE);
  await search(page, 'zzzzqq');
  await page.getByText('No case matches: no reason has “zzzzqq” under this selection.').waitFor(PATIENCE);
  await search(page, '.*[');
  await page.getByText('“.*[” holds no word to search for').waitFor(PATIENCE);
  expect(await found(page).count()).toBe(0);
  await search(page, 'a');
  await expect.poll(() => counted(page).textContent(), PATIENCE).toMatch(/^[\d\s]+ of /);
  await found(page).first().waitFor(PATIENCE);
  for (const word of await found(page).first().locator('mark').allTextContents()) expect(word.toLowerCase()).toBe('a');
  expectClean();
});
