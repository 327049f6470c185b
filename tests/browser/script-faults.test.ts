import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { caseAddress } from './case-release.ts';
import { openFaulty } from './page.ts';

const EMPTY = { contentType: 'text/javascript', body: '' };
const empty = (route: Route): Promise<void> => route.fulfill(EMPTY);
const cutOff = async (route: Route): Promise<void> => {
  const body = await (await route.fetch()).body();
  await route.fulfill({ ...EMPTY, body: body.subarray(0, body.length / 2) });
};

const wake = (page: Page): Promise<void> => page.locator('main astro-island').first().hover();
const nothing = (): Promise<void> => Promise.resolve();
const alertOf = (page: Page, words: string | RegExp) =>
  page.getByRole('alert').filter({ hasText: words, visible: true });

/** A page with an island of each kind: its script, what wakes it, what the page says without it, and what an older browser lacks. */
const ISLANDS = [
  ['leaderboard', '/multi-crit/?sort=cmr', 'BoardIsland', nothing, 'Sorting, filters and downloads', 'toSorted'],
  ['explorer', '/shapes/explore/', 'ExploreIsland', wake, 'The filters', 'ResizeObserver'],
  ['figures', '/shapes/figures/', 'FiguresIsland', wake, 'The choices', ''],
  ['comparison', '/compare/?judges=gpt-4o,o3', 'CompareIsland', nothing, 'The comparison', 'toSorted'],
  ['plot', '/plot/', 'PlotIsland', wake, 'The choices', 'toSorted'],
  ['own results', '/your-results/', 'OwnIsland', nothing, 'The part that reads your files', 'BroadcastChannel'],
  ['case', caseAddress('pair-000003'), 'CaseIsland', nothing, 'The script that shows a case', 'toSorted'],
] as const;

/** Breaks the page as the tab has written down: its island throws, or the browser lacks something. */
const breakIsland = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const fault = location.protocol === 'about:' ? null : sessionStorage.getItem('fault');
    if (fault === null) return;
    if (fault !== 'throws')
      return void Reflect.deleteProperty(fault === 'toSorted' ? Array.prototype : globalThis, fault);
    // All islands read the address while React draws them; the page of a case reads it without, before.
    class Broken extends URLSearchParams {
      constructor(query?: string) {
        super(query);
        const island = document.querySelector('main astro-island');
        if (island !== null && 'hydrator' in island && island.hydrator !== undefined)
          throw new Error('a fault of our own making');
      }
    }
    Object.assign(globalThis, { URLSearchParams: Broken });
  });

/** The page loads anew, with this fault. */
async function loadedWith(page: Page, fault: string, act: (page: Page) => Promise<void>, load: () => Promise<unknown>) {
  await page.evaluate((name) => {
    if (name === '') sessionStorage.removeItem('fault');
    else sessionStorage.setItem('fault', name);
  }, fault);
  const again = page.waitForEvent('load');
  await load();
  await again;
  await act(page);
}

/** Nothing of the page waits any more, and nothing is missing. */
async function expectSound(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main astro-island:is([aria-busy])') === null);
  const missing = page.getByText(/could not be loaded/).filter({ visible: true });
  expect(await missing.count()).toBe(0);
}

/** All in the nightly run: they share what they do without their script, and differ in what wakes them. */
const isDaily = ([name]: readonly [string, ...unknown[]]): boolean =>
  drawn(true, ['leaderboard', 'leaderboard, cut off', 'explorer', 'own results', 'case', 'home'].includes(name));

test.each(ISLANDS.filter(isDaily))(
  'an island whose script arrives empty, that throws, and whose browser lacks what it needs says so in its place, with a way to ask again: %s',
  async (_, path, script, act, words, lacks) => {
    const { page } = await openFaulty(path, {
      // A page that was used before may have the script in its memory.
      fresh: true,
      prepare: async (page) => {
        await breakIsland(page);
        await page.route(new RegExp(`/_astro/[^/]*${script}[^/]*\\.js`), empty);
      },
    });
    await act(page);
    const alert = alertOf(page, `${words} could not be loaded`);
    await alert.waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await loadedWith(page, 'throws', act, () => alert.getByRole('link', { name: 'Load the page again' }).click());
    const said = alertOf(page, 'This part of the page broke.');
    await said.waitFor();
    expect(await said.textContent()).toContain('a fault of our own making. Load the page again');
    expect(await page.locator('main astro-island:is([aria-busy])').count()).toBe(0);
    await loadedWith(page, lacks, act, () => said.getByRole('button', { name: 'Try again' }).click());
    if (lacks !== '') {
      const told = alertOf(page, /This part of the page broke|The case could not be shown/);
      await told.waitFor();
      expect(await told.textContent()).toMatch(new RegExp(`${lacks} is not .+ try a current browser`));
      await loadedWith(page, '', act, () => page.reload());
    }
    await expectSound(page);
  },
);

/** Scripts of pages beside islands, by a piece of their names, and a cut off one of an island. */
const PAGES = [
  ['explorer', '/shapes/explore/', 'explore.astro_astro_type_script', empty],
  ['figures', '/shapes/figures/', 'page_.astro_astro_type_script', empty],
  ['comparison', '/compare/', 'compare.astro_astro_type_script', empty],
  ['comparison, reading of drawings', '/compare/', 'marks', empty],
  ['plot', '/plot/', 'plot.astro_astro_type_script', empty],
  ['home', '/', 'DotStrip.astro_astro_type_script', empty],
  ['judges', '/judges/', 'JudgeFilter.astro_astro_type_script', empty],
  ['leaderboard, cut off', '/multi-crit/?sort=cmr', 'BoardIsland', cutOff],
] as const;

test.each(PAGES.filter(isDaily))(
  'a script of a page that does not come as it should is told: %s',
  async (_, path, script, reply) => {
    const { page } = await openFaulty(path, {
      prepare: (page) => page.route(new RegExp(`/_astro/[^/]*${script}[^/]*\\.js`), reply),
    });
    const alert = alertOf(page, /(?:A part of this page|Sorting, filters and downloads) could not be loaded/);
    await alert.waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const again = page.waitForEvent('load');
    await alert.getByRole('link', { name: 'Load the page again' }).click();
    await again;
    await expectSound(page);
  },
);

test('a part that comes later and arrives empty is told in its place, and the rest goes on', async () => {
  const { page } = await openFaulty('/shapes/explore/', {
    prepare: (page) => page.route(/_astro\/CasesDownload[^/]*\.js/, empty),
  });
  await page.locator('.judges button.verdict').first().click();
  await expect.poll(() => page.locator('.selection output').textContent()).toMatch(/^\d+ of /);
  await page.getByRole('button', { name: 'Download' }).click();
  await alertOf(page, 'A part of this page could not be loaded').waitFor();
  expect(await page.getByRole('button', { name: 'Reload the page' }).count()).toBe(1);
  expect(await page.locator('.case-table tbody th a').count()).toBeGreaterThan(3);
});

/**
 * Sends scripts as plain text. They are not to be kept, as the server says of its own: the pages after this one, in the same process, would take
 * them from its memory.
 */
const asText = (page: Page): Promise<unknown> =>
  page.route(/\/_astro\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-type': 'text/plain', 'cache-control': 'no-store' };
    await route.fulfill({ response, headers });
  });

test.each([
  ['/multi-crit/?sort=cmr', 'the table itself is complete', 5],
  ['/your-results/', 'could not be loaded', -1],
] as const)(
  'a host that sends scripts as another type is told so on the page, which stays as it is: %s',
  async (path, words, rows) => {
    const { page } = await openFaulty(path, { fresh: true, prepare: asText });
    const told = page
      .locator('p.failed')
      .filter({ hasText: `${words}. The server sends text/plain (200) in place of scripts.` });
    await told.waitFor();
    expect(await told.textContent()).toContain('Load the page again');
    expect(await page.locator('table.board tbody tr').count()).toBeGreaterThan(rows);
  },
);
