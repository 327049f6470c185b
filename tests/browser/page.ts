import type {
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Locator,
  Page,
  Request,
  Response,
} from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { findBrowser, launchBrowser } from '../../scripts/browser.ts';
import { scratchPlace } from '../../scripts/test/scratch-place.ts';
import { closeOthers, contextOptions, givePage, type Look, takePage } from './pool.ts';

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly javaScript?: boolean;
  readonly reducedMotion?: boolean;
  /** The browser has none of the site's files yet; elsewhere it may have those that pages before this one loaded, and the query engine. */
  readonly fresh?: boolean;
  /** The network goes away once the page has loaded. */
  readonly offline?: boolean;
  /** The status that the page itself is expected to have. */
  readonly status?: number;
  /** Another server of the same site, for instance one whose network can be cut. */
  readonly origin?: string;
  readonly permissions?: readonly ('clipboard-read' | 'clipboard-write')[];
  /** Anything else that Playwright offers, such as `hasTouch`. */
  readonly context?: BrowserContextOptions;
  /** Changes the page before it is opened, for instance with `page.route` or `page.addInitScript`; all of it is taken back when the page is closed. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export interface OpenedPage {
  readonly page: Page;
  /** What went wrong up to now, one line each: console and page errors, CSP violations, foreign and failed requests. */
  readonly faults: readonly string[];
  /** Fails the test if anything went wrong, apart from the faults that one of the patterns fits. */
  readonly expectClean: (...allowed: readonly RegExp[]) => void;
  /** May be called before the test ends, and then again. */
  readonly close: () => Promise<void>;
}

/** How long anything may take on a busy machine; as for `expect.poll` in vitest.config.ts. */
const DEADLINE = 60_000;

const site = inject('site');
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  console.error('CSP violation: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));`;

/**
 * WebAssembly is compiled once, quickly, and scripts are not optimised to the last: what tests ask of a page ends before a better compilation
 * would pay. The second step (Maglev) stays: it halves the time in which the engine is inflated on a first visit.
 */
const QUICKLY_COMPILED = '--js-flags=--liftoff-only --no-opt';

/** A page that is used again stays in its process: another one for each page it opens takes a seventh of all processor time. */
const ONE_PROCESS = '--process-per-site';

const QUICK = [ONE_PROCESS, QUICKLY_COMPILED];

/**
 * Pages used again find the engine as those before them left it compiled (`pool.ts`): what each of them runs is compiled well once for all, what runs
 * long a second time, for speed, later than a visitor's browser does it.
 */
const USED_AGAIN = [ONE_PROCESS, '--js-flags=--no-opt --wasm-tiering-budget=100000000'];

/** What one of its processes draws or reads reaches the others through files: in memory a page costs a seventh less. */
async function findQuickBrowser(): ReturnType<typeof findBrowser> {
  const { executablePath, env } = await findBrowser();
  return { executablePath, env: { ...env, TMPDIR: scratchPlace() } };
}

const started = new Map<readonly string[], ReturnType<typeof launchBrowser>>();

/** The browser in which a file's tests open pages of their own. Files that follow each other in one process share it. */
export function browser(wanted: readonly string[] = QUICK): ReturnType<typeof launchBrowser> {
  const running = started.get(wanted) ?? launchBrowser(wanted, findQuickBrowser);
  if (!started.has(wanted)) {
    started.set(wanted, running);
    running.then(
      (opened) => opened.on('disconnected', () => started.delete(wanted)),
      () => started.delete(wanted),
    );
  }
  return running;
}

/** Closes everything that the tests of a file opened and left open. The browsers stay for the files that follow, and the pages given back. */
export async function leaveBrowser(): Promise<void> {
  for (const running of [...started.values()]) await closeOthers(await running);
}

/** The full address of a path from the site's root, such as `/audit/?sort=n`. */
export function addressOf(path: string): string {
  return site.address + path.replace(/^\//, '');
}

/**
 * A browser with a window asks for the page's icon when it likes, also once a test has cut the network, and says in the console that it did not
 * come. An icon that is not there has a status, which counts.
 */
export const ICON = /\/favicon\.(?:ico|svg)$/;

/** Writes down everything that goes wrong on a page, from before it is opened until it is stopped. */
export function watch(page: Page, expectedStatus = 200, origin = site.origin) {
  const faults: string[] = [];
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    const isItsOwnStatus =
      expectedStatus >= 400 && url === page.url() && message.text().includes(String(expectedStatus));
    const isCutIcon = ICON.test(url) && message.text().includes('net::ERR_');
    if (!isItsOwnStatus && !isCutIcon) faults.push(`console: ${message.text()} (${url})`);
  };
  const onError = (error: Error): void => void faults.push(`page error: ${error.message}`);
  const onRequest = (request: Request): void => {
    const url = request.url();
    if (!/^(?:data|blob):/.test(url) && !url.startsWith(`${origin}/`)) faults.push(`foreign request: ${url}`);
  };
  const onFailed = (request: Request): void => {
    const reason = request.failure()?.errorText ?? 'no reason given';
    // What the page itself, or a click that leads away, gives up is no failure.
    if (reason !== 'net::ERR_ABORTED' && !ICON.test(request.url()))
      faults.push(`failed request: ${request.url()} (${reason})`);
  };
  const onResponse = (response: Response): void => {
    const isPage = response.request().isNavigationRequest() && response.frame() === page.mainFrame();
    const bad = isPage ? response.status() !== expectedStatus && response.status() >= 400 : response.status() >= 400;
    if (bad) faults.push(`status ${response.status()}: ${response.url()}`);
  };
  page.on('console', onConsole).on('pageerror', onError).on('request', onRequest);
  page.on('requestfailed', onFailed).on('response', onResponse);
  const stop = (): void => {
    page.off('console', onConsole).off('pageerror', onError).off('request', onRequest);
    page.off('requestfailed', onFailed).off('response', onResponse);
  };
  return { faults, stop };
}

/** Waits until what stands for it is on the page, as often as it may be. */
export const appears = (what: Locator): Promise<void> => what.first().waitFor();

/** Waits until what the page did up to now is on the screen: a frame begins, and the one after it. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Draws a page as small as a stamp, which it cannot know, until `end`: for tests that ask it much and show nothing, since drawing takes a fifth of their
 * time. Nothing in it can be pointed at; its width is set by `resize`.
 */
export async function drawnSmall(page: Page) {
  const debuggerPort = await page.context().newCDPSession(page);
  const { width: now = 0, height = 0 } = page.viewportSize() ?? {};
  const resize = (width: number): Promise<unknown> =>
    debuggerPort.send('Emulation.setDeviceMetricsOverride', {
      ...{ width, height, deviceScaleFactor: 1, mobile: false, scale: 0.05 },
    });
  await resize(now);
  return { resize, end: (): Promise<void> => debuggerPort.detach() };
}

const ASKED = ['request', 'response', 'requestfinished', 'requestfailed'] as const;
const TOLD = [
  'console',
  'pageerror',
  'dialog',
  'download',
  'filechooser',
  'popup',
  'worker',
  'framenavigated',
] as const;

/** Changes a page before it is opened. Gives what takes the scripts back that run in it before its own, and stops who listens to it. */
async function prepared(page: Page, prepare: PageOptions['prepare']): Promise<() => Promise<void>> {
  const add = page.addInitScript.bind(page);
  const scripts: { readonly dispose: () => Promise<void> }[] = [];
  page.addInitScript = async (script, arg, options) => {
    const added = await add(script, arg, options);
    scripts.push(added);
    return added;
  };
  await prepare?.(page);
  return async () => {
    Reflect.deleteProperty(page, 'addInitScript');
    for (const script of scripts) await script.dispose();
    for (const event of [...ASKED, ...TOLD]) page.removeAllListeners(event);
  };
}

/** Puts scripts off in a page. The browser keeps to it as long as this connection to it lasts. */
async function withoutScripts(page: Page): Promise<() => Promise<void>> {
  const debuggerPort = await page.context().newCDPSession(page);
  await debuggerPort.send('Emulation.setScriptExecutionDisabled', { value: true });
  return async () => {
    await debuggerPort.send('Emulation.setScriptExecutionDisabled', { value: false });
    await debuggerPort.detach();
  };
}

/**
 * Opens a page as on a first visit: nothing is stored but files. Where no context of its own is needed it may be a page used before. For pages that
 * several tests share: who opens one closes it.
 */
export async function openShared(path: string, options: PageOptions = {}): Promise<OpenedPage> {
  const { status = 200, origin = site.origin, javaScript = true, permissions = [], offline = false } = options;
  const look: Look = {
    width: options.width ?? 1440,
    height: options.height ?? 900,
    theme: options.theme ?? 'light',
    reducedMotion: options.reducedMotion ?? false,
  };
  const isOwn = offline || options.fresh === true || options.context !== undefined;
  const opened = await browser(isOwn ? QUICK : USED_AGAIN);
  const openContext = async (): Promise<BrowserContext> => {
    const context = await opened.newContext({ ...contextOptions(look), ...options.context });
    context.setDefaultTimeout(DEADLINE);
    await context.addInitScript(REPORT_VIOLATIONS);
    return context;
  };
  const page = isOwn ? await (await openContext()).newPage() : await takePage(opened, look, openContext);
  const { faults, stop } = watch(page, status, origin);
  const takeBack = await prepared(page, options.prepare);
  const scriptsOn = javaScript ? undefined : await withoutScripts(page);
  if (permissions.length > 0) await page.context().grantPermissions([...permissions], { origin });
  const response = await page.goto(addressOf(path).replace(site.origin, origin), { waitUntil: 'load' });
  expect(response?.status(), `status of ${path}`).toBe(status);
  if (offline) await page.context().setOffline(true);
  let closed: Promise<void> | undefined;
  const leave = async (): Promise<void> => {
    stop();
    if (isOwn) {
      // Answers on their way when a page closes would fail outside of any test.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      return page.context().close();
    }
    if (!page.isClosed()) {
      await takeBack();
      await scriptsOn?.();
    }
    await givePage(page, origin);
  };
  return {
    page,
    faults,
    expectClean: (...allowed) => {
      const kept = faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)));
      expect(kept, `faults of ${path}: ${kept.join('; ')}`).toEqual([]);
    },
    close: () => (closed ??= leave()),
  };
}

/** Opens a page for the test that runs, in which something is made to go wrong. It is closed when the test ends. */
export async function openFaulty(path: string, options: PageOptions = {}): Promise<OpenedPage> {
  const opened = await openShared(path, options);
  onTestFinished(opened.close);
  return opened;
}

/** Opens a page for the test that runs: when it ends nothing may have gone wrong, unless the test has said what may, and the page is closed. */
export async function openPage(path: string, options: PageOptions = {}): Promise<OpenedPage> {
  const opened = await openFaulty(path, options);
  let isAsked = false;
  const expectClean: OpenedPage['expectClean'] = (...allowed) => {
    isAsked = true;
    opened.expectClean(...allowed);
  };
  onTestFinished(({ task }) => {
    if (!isAsked && task.result?.state !== 'fail') opened.expectClean();
  });
  return { ...opened, expectClean };
}

/** Brings a page to another address of its own as Back and Forward do, without loading it anew. */
export async function turnTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
}

/** Counts what moves on a page from before it is opened: for `prepare`. */
export const recordShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** How much has moved since then without a visitor's doing: the sum of all layout shifts. */
export async function shifted(page: Page): Promise<number> {
  await painted(page);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  return shifts.reduce((sum, x) => sum + x, 0);
}
