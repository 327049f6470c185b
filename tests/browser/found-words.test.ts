import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { EXPLORE } from './explore-shapes.ts';
import { openPage } from './page.ts';
import { caseLinks, rationales } from './places.ts';

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
    await caseLinks(page).first().waitFor();
    const texts = () => asked.filter((url) => /\/(?:cases|words)\//.test(url));
    expect(texts(), 'nothing is loaded before a search').toEqual([]);
    if (width === 390) await page.goto(`${page.url()}?words=leaves`);
    else await search(page, 'leaves');
    await found(page).first().waitFor();
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
    await rationales(page).first().waitFor();
    const opened = await rationales(page).first().getAttribute('aria-label');
    // A case names a judge by its setting only where it has several there.
    expect(opened?.replace('Rationale of ', '').split(', ')[0]).toBe(judge.split(', ')[0]);
    await expect.poll(() => isInView(page)).toBe(true);
    expect(await page.getByRole('button', { name: criterion, exact: true, pressed: true }).count()).toBe(1);
    expectClean();
  },
);
