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

/** Where the site keeps the query engine in the browser. */
const ENGINE = 'judgeboard-engine';

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

/** In each context whose pages had the query engine, a page that only holds it compiled: the pages after it need not compile it again. */
const keepers = new WeakMap<BrowserContext, Page>();

/** Where the browser has kept the engine for a page: before it is left, holds the engine for those after it, as far as it is compiled. Once is enough. */
export async function holdEngine(page: Page): Promise<void> {
  const context = page.context();
  if (keepers.has(context) || !(await hasEngine(page))) return;
  const keeper = await context.newPage();
  keepers.set(context, keeper);
  await keeper.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await keeper.goto(new URL('/', page.url()).href);
  await keeper.evaluate(async (name) => {
    const store = await caches.open(name);
    const [kept] = await store.keys();
    const engine = kept && (await store.match(kept));
    if (engine) Object.assign(window, { engine: await WebAssembly.compileStreaming(engine) });
  }, ENGINE);
}

/** Storage may be missing where a page is not secure, and blocked. */
const hasEngine = (page: Page): Promise<boolean> =>
  page.evaluate(async (name) => {
    try {
      return await caches.has(name);
    } catch {
      return false;
    }
  }, ENGINE);

/**
 * Empties a page for the next test: nothing that the site stored, no routes, no way back. What the browser has of the site's files it keeps.
 * A page that is somewhere else, or whose context has other pages, is closed.
 */
export async function givePage(page: Page, origin: string): Promise<void> {
  const context = page.context();
  const others = context.pages().filter((one) => one !== page && one !== keepers.get(context));
  if (page.isClosed() || new URL(page.url()).origin !== origin || others.length > 0) return context.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await holdEngine(page);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  const debuggerPort = await context.newCDPSession(page);
  await debuggerPort.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
  await debuggerPort.send('Page.resetNavigationHistory');
  await debuggerPort.detach();
  idle.push(page);
}
