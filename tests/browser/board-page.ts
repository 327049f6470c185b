import type { Page, Route } from 'playwright-core';

/** How the tests of the leaderboard read and reach its parts. */
export const BOARD = '/multi-crit/table-3/';
export const PATIENCE = { timeout: 10_000 };

/** Names of the judges shown, top to bottom. */
export async function names(page: Page): Promise<string[]> {
  return page.locator('.board tbody tr:has(.pin) th a').allTextContents();
}

/** Texts of one column, judges only, top to bottom. */
export async function column(page: Page, label: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const heads = [...document.querySelectorAll('.board thead tr:last-child th')];
    const at = heads.findIndex((head) => (head.getAttribute('abbr') ?? '') === wanted);
    return [...document.querySelectorAll('.board tbody tr:has(.pin)')].map((row) => {
      const cell = row.children[at]?.cloneNode(true) as HTMLElement | undefined;
      for (const aside of cell?.querySelectorAll('.hidden, small') ?? []) aside.remove();
      return cell?.textContent?.trim() ?? '';
    });
  }, label);
}

export function head(page: Page, label: string) {
  return page.locator(`.board thead th[abbr="${label}"] .sort`);
}

export async function query(page: Page): Promise<string> {
  return decodeURIComponent(new URL(page.url()).search);
}

export async function alive(page: Page): Promise<void> {
  await page.locator('.bar').hover();
  await page.waitForFunction(() => document.querySelector('astro-island:not([ssr]):not([aria-busy])') !== null);
}

/** Script files that do not come before they are let through, as on a slow line. */
export function heldScripts(files: string | RegExp = '**/*.js') {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hold = (page: Page) =>
    page.route(files, async (route: Route) => {
      await promise;
      await route.continue();
    });
  return { hold, letThrough: resolve };
}

export const descending = (values: readonly string[]): boolean =>
  values.map(Number).every((value, i, all) => i === 0 || value <= (all[i - 1] ?? Number.POSITIVE_INFINITY));
