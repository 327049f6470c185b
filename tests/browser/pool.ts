import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** How a page looks at the site; a page that is used again takes these on. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly theme: 'light' | 'dark';
  readonly reducedMotion: boolean;
}

/** What a site may store, apart from files: whoever wants these gone, too, asks for a fresh page. */
const STORED = 'cookies,file_systems,indexeddb,local_storage,service_workers,shared_storage,storage_buckets';

/** Pages that tests have done with, empty again: opening one costs half of what a new context with its own process does. */
const idle: Page[] = [];

/** For the end of a file of tests: closes all pages that were not given back, with their contexts. The others serve the files that follow. */
export async function closeOthers(browser: Browser): Promise<void> {
  const kept = new Set(idle.map((page) => page.context()));
  for (const context of browser.contexts()) if (!kept.has(context)) await context.close();
}

export const contextOptions = ({ width, height, theme, reducedMotion }: Look): BrowserContextOptions => ({
  viewport: { width, height },
  colorScheme: theme,
  reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  locale: 'en-GB',
  timezoneId: 'UTC',
});

/** A page without history, storage or routes: one that was used before in the browser, or a new one in a context that `open` makes. */
export async function takePage(browser: Browser, look: Look, open: () => Promise<BrowserContext>): Promise<Page> {
  const at = idle.findLastIndex((one) => one.context().browser() === browser && !one.isClosed());
  const [page] = at < 0 ? [] : idle.splice(at, 1);
  if (page === undefined) return (await open()).newPage();
  const { width, height, theme, reducedMotion } = look;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({
    colorScheme: theme,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    media: null,
    contrast: null,
    forcedColors: null,
  });
  return page;
}

/**
 * Empties a page for the next test: nothing that the site stored, no routes, no way back. What the browser has of the site's files it keeps.
 * A page that is somewhere else, or whose context has other pages, is closed.
 */
export async function givePage(page: Page, origin: string): Promise<void> {
  const context = page.context();
  if (page.isClosed() || new URL(page.url()).origin !== origin || context.pages().length > 1) return context.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  const debuggerPort = await context.newCDPSession(page);
  await debuggerPort.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
  await debuggerPort.send('Page.resetNavigationHistory');
  await debuggerPort.detach();
  idle.push(page);
}
