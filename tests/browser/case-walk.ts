import type { Page } from 'playwright-core';
import { afterAll } from 'vitest';
import type { StoredCase } from '../../src/schema/stored-case.ts';
import { caseAddress, serveCases } from './case-release.ts';
import { type OpenedPage, openShared, type PageOptions, turnTo } from './page.ts';

/** Waits until the page shows the case and no other, or says that it cannot. */
export async function shown(page: Page, id: string): Promise<void> {
  const isShown = (wanted: string): boolean =>
    document.querySelector('.failed-case') !== null ||
    (document.querySelector('.case-id')?.textContent === wanted &&
      document.querySelector('.case-body')?.getAttribute('aria-busy') === 'false');
  await page.waitForFunction(isShown, id);
}

/**
 * One page that goes from case to case as Back and Forward do: a case then costs no loading of scripts. `at` brings the page to a case; after a
 * test that did not come to its `done` the next one begins on a page of its own.
 */
export function caseWalk(cases: readonly StoredCase[], options: PageOptions = {}) {
  let opened: OpenedPage | undefined;
  let isDone = true;
  const leave = async (): Promise<void> => {
    await opened?.close();
    opened = undefined;
  };
  afterAll(leave);
  const at = async (id: string, more = ''): Promise<Page> => {
    if (!isDone) await leave();
    isDone = false;
    const address = caseAddress(id, more);
    if (opened === undefined) {
      opened = await openShared(address, { ...options, prepare: (page) => serveCases(page, cases) });
    } else {
      await turnTo(opened.page, address);
    }
    await shown(opened.page, id);
    return opened.page;
  };
  const done = (): void => {
    opened?.expectClean();
    isDone = true;
  };
  return { at, done };
}
