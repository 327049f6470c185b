import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { caseAddress } from './case-release.ts';
import { openFaulty } from './page.ts';

/** A visitor is told within so many ms. */
const SOON = { timeout: 3000 };

const FAULTS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'arrives empty': (route) => route.fulfill({ contentType: 'text/javascript', body: '' }),
  'is cut off': async (route) => {
    const body = await (await route.fetch()).body();
    await route.fulfill({ contentType: 'text/javascript', body: body.subarray(0, body.length / 2) });
  },
};

const wake = (page: Page): Promise<void> => page.locator('main astro-island').first().hover();
const nothing = (): Promise<void> => Promise.resolve();

/** A page with an island: its script, what wakes it, and what the page then says. */
const ISLANDS = [
  ['leaderboard', '/multi-crit/', 'BoardIsland', wake, 'Sorting, filters and downloads could not be loaded'],
  ['explorer', '/shapes/explore/', 'ExploreIsland', wake, 'The filters could not be loaded'],
  ['figures', '/shapes/figures/', 'FiguresIsland', wake, 'The choices could not be loaded'],
  ['comparison', '/compare/', 'CompareIsland', wake, 'The comparison could not be loaded'],
  ['plot', '/plot/', 'PlotIsland', wake, 'The choices could not be loaded'],
  ['own results', '/your-results/', 'OwnIsland', nothing, 'The part that reads your files could not be loaded'],
  ['case', caseAddress('pair-000003'), 'CaseIsland', nothing, 'The script that shows a case could not be loaded'],
] as const;

/** Pages with a script of their own beside islands, by a piece of its name. */
const PAGES = [
  ['explorer', '/shapes/explore/', 'explore.astro_astro_type_script'],
  ['figures', '/shapes/figures/', 'page_.astro_astro_type_script'],
  ['comparison', '/compare/', 'compare.astro_astro_type_script'],
  ['comparison, reading of drawings', '/compare/', 'marks'],
  ['plot', '/plot/', 'plot.astro_astro_type_script'],
  ['home', '/', 'DotStrip.astro_astro_type_script'],
  ['judges', '/judges/', 'JudgeFilter.astro_astro_type_script'],
] as const;

/** Opens a page of which a script comes as it should not, and expects it to say so and to be sound once it is loaded again. */
async function told(path: string, script: string, fault: string, words: string, act: (page: Page) => Promise<void>) {
  const files = new RegExp(`/_astro/[^/]*${script}[^/]*\\.js`);
  let met = 0;
  const { page, close } = await openFaulty(path, {
    prepare: (page) =>
      page.route(files, (route) => {
        met += 1;
        return FAULTS[fault]?.(route);
      }),
  });
  await act(page);
  const alert = page.getByRole('alert').filter({ hasText: words, visible: true });
  await alert.waitFor(SOON);
  expect(met).toBeGreaterThan(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const again = page.waitForEvent('load');
  await alert.getByRole('link', { name: 'Load the page again' }).click();
  await again;
  await act(page);
  await page.waitForFunction(() => document.querySelector('main astro-island:is([aria-busy])') === null);
  expect(
    await page
      .getByText(/could not be loaded/)
      .filter({ visible: true })
      .count(),
  ).toBe(0);
  await close();
}

describe('a script that does not come as it should is told within three seconds, with a way to ask again', () => {
  test.each(ISLANDS)('empty, the island of %s', (_, path, script, act, words) =>
    told(path, script, 'arrives empty', words, act),
  );
  test.each(PAGES)('empty, the page’s own: %s', (_, path, script) =>
    told(path, script, 'arrives empty', 'A part of this page could not be loaded', nothing),
  );
  test.each(ISLANDS.slice(0, 1))('cut off, the island of %s', (_, path, script, act, words) =>
    told(path, script, 'is cut off', words, act),
  );
});

test('a part that comes later and arrives empty is told in its place, and the rest goes on', async () => {
  const { page } = await openFaulty('/shapes/explore/', {
    prepare: (page) => page.route(/_astro\/CasesDownload[^/]*\.js/, (route) => FAULTS['arrives empty']?.(route)),
  });
  await page.locator('.judges button.verdict').first().click();
  await expect.poll(() => page.locator('.selection output').textContent(), { timeout: 10_000 }).toMatch(/^\d+ of /);
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded' }).waitFor(SOON);
  expect(await page.getByRole('button', { name: 'Reload the page' }).count()).toBe(1);
  expect(await page.locator('.case-table tbody th a').count()).toBeGreaterThan(3);
});
