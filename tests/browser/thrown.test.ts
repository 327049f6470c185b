import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { caseAddress } from './case-release.ts';
import { openFaulty, openPage } from './page.ts';

const wake = (page: Page): Promise<void> => page.locator('main astro-island').first().hover();
const nothing = (): Promise<void> => Promise.resolve();

/** A page with an island of each kind, and what wakes it. */
const ISLANDS = [
  ['leaderboard', '/multi-crit/', wake],
  ['explorer', '/shapes/explore/', wake],
  ['figures', '/shapes/figures/', wake],
  ['comparison', '/compare/', wake],
  ['plot', '/plot/', wake],
  ['own results', '/your-results/', nothing],
  ['case', caseAddress('pair-000003'), nothing],
] as const;

test.each(ISLANDS)('an island that throws says so in its place: %s', async (_, path, act) => {
  const { page } = await openFaulty(path, {
    prepare: (page) =>
      page.addInitScript(() => {
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
      }),
  });
  await act(page);
  const said = page.getByRole('alert').filter({ hasText: 'This part of the page broke.', visible: true });
  await said.waitFor({ timeout: 10_000 });
  expect(await said.textContent()).toContain('a fault of our own making. Load the page again');
  expect(await page.locator('main astro-island:is([aria-busy])').count()).toBe(0);
  const again = page.waitForEvent('load');
  await said.getByRole('button', { name: 'Try again' }).click();
  await again;
});

/** An island of each kind, what it lacks in an older browser, and what is pressed there first. */
const OLDER = [
  ['leaderboard', '/multi-crit/?sort=cmr', 'toSorted', nothing],
  ['explorer', '/shapes/explore/', 'ResizeObserver', wake],
  ['comparison', '/compare/?judges=gpt-4o,o3', 'toSorted', nothing],
  ['plot', '/plot/', 'toSorted', wake],
  ['own results', '/your-results/', 'BroadcastChannel', nothing],
  ['case', caseAddress('pair-000003'), 'toSorted', nothing],
] as const;

test.each(OLDER)(
  'a browser that lacks what an island needs is told so by a sentence: %s',
  async (_, path, lacks, act) => {
    const { page } = await openFaulty(path, {
      prepare: (page) =>
        page.addInitScript((name) => {
          Reflect.deleteProperty(name === 'toSorted' ? Array.prototype : globalThis, name);
        }, lacks),
    });
    await act(page);
    const said = page
      .getByRole('alert')
      .filter({ hasText: /This part of the page broke|The case could not be shown/, visible: true });
    await said.waitFor({ timeout: 10_000 });
    expect(await said.textContent()).toMatch(new RegExp(`${lacks} is not .+ try a current browser`));
  },
);

/** Puts records into the storage of one's own results, as a page of another version or a failing disk may leave them. */
const stored = (page: Page, store: string, record: unknown): Promise<void> =>
  page.evaluate(
    ([name, value]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('judgeboard-own');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction(name as string, 'readwrite');
          transaction.objectStore(name as string).put(value);
          transaction.oncomplete = () => {
            request.result.close();
            resolve();
          };
        };
      }),
    [store, record] as const,
  );

test('kept results that are damaged are named, and can be erased; the page goes on', async () => {
  const { page } = await openPage('/your-results/');
  await page.getByText(/Drop/).first().waitFor();
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toContain('judgeboard-own');
  await stored(page, 'runs', { name: 'half-a-run', runs: [{ label: 'r' }], bytes: 'many' });
  await stored(page, 'opinions', { name: 'odd-opinions', opinions: [] });
  await page.reload();
  const kept = page.getByRole('region', { name: 'Kept in this browser' });
  for (const name of ['half-a-run', 'odd-opinions']) await kept.getByText(name, { exact: true }).waitFor();
  expect(await kept.getByText(/it cannot be opened/).count()).toBe(2);
  expect(await kept.getByRole('button', { name: /^Open/ }).count()).toBe(0);
  await kept.getByRole('button', { name: 'Erase half-a-run' }).click();
  await kept.getByText('half-a-run', { exact: true }).waitFor({ state: 'detached' });
  await kept.getByRole('button', { name: 'Erase all' }).click();
  await kept.getByText('Nothing is kept in this browser').waitFor();
  await page.reload();
  await page.getByText(/Drop/).first().waitFor();
  expect(await page.getByRole('region', { name: 'Kept in this browser' }).count()).toBe(0);
});
