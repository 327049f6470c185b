import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { siteManifest } from './case-release.ts';
import { type OpenedPage, openFaulty, type PageOptions } from './page.ts';
import { caseLinks, counted } from './places.ts';

const EXPLORE = '/shapes/explore/';
const MANIFEST = '**/data/manifest.json';

/** Cases that only the query engine finds: a lost repeat is no lost case here. */
const BY_SQL = `${EXPLORE}?metric=criterion_accuracy`;
const PATIENCE = { timeout: 30_000 };
/** What the browser itself prints of a request that was made to fail. */
const FAILED_REQUEST = /failed request|status \d{3}|console: Failed to load resource/;

const alert = (page: Page) => page.locator('.explore-state.bad');
const press = (page: Page, name: RegExp) => page.locator('.judges').getByRole('button', { name }).first().click();
const askAnything = (page: Page) => press(page, /^Longest, pairwise wrong/);
const tryAgain = (page: Page) => alert(page).getByRole('button', { name: 'Try again' });

async function answered(page: Page): Promise<void> {
  await expect.poll(() => counted(page).textContent(), PATIENCE).toMatch(/^\d+ of \d/);
  expect(await alert(page).count()).toBe(0);
}

/** The first cases stand there whatever happens, and each leads to its page. */
async function stillUsable(page: Page): Promise<void> {
  const cases = caseLinks(page);
  expect(await cases.count()).toBeGreaterThan(10);
  expect(await cases.first().getAttribute('href')).toContain('/shapes/case/?id=');
}

/** Opens the explorer at something that the engine must find, and waits for what the page says went wrong. */
async function failing(words: RegExp, options: PageOptions): Promise<OpenedPage> {
  const opened = await openFaulty(BY_SQL, options);
  await alert(opened.page).waitFor(PATIENCE);
  expect(await alert(opened.page).textContent()).toMatch(words);
  await stillUsable(opened.page);
  return opened;
}

describe('a browser that cannot run the engine', () => {
  test('says so, and offers the files', async () => {
    const { page, expectClean } = await failing(/cannot run the query engine.*WebAssembly/s, {
      prepare: (page) => page.addInitScript('delete globalThis.WebAssembly'),
    });
    expect(await tryAgain(page).count()).toBe(0);
    expect(await alert(page).getByRole('link', { name: 'Data files' }).getAttribute('href')).toContain('/data/');
    expectClean();
  });

  test('storage blocked: works, and says what that costs', async () => {
    const block = `CacheStorage.prototype.open = () => Promise.reject(new DOMException('Storage is blocked', 'SecurityError'));`;
    const { page, expectClean } = await openFaulty(BY_SQL, {
      prepare: (page) =>
        page.addInitScript(`
          const create = URL.createObjectURL;
          URL.createObjectURL = (blob) =>
            create(/javascript/.test(blob.type) ? new Blob([${JSON.stringify(block)}, blob], { type: blob.type }) : blob);`),
    });
    await answered(page);
    expect(await page.getByRole('status').filter({ hasText: 'Storage is blocked' }).textContent()).toContain(
      'not kept for the next visit',
    );
    expectClean();
  });
});

/** What a fault is told as is asked where files are fetched (tests/client/fetch-faults.test.ts). */
describe('a file that does not come as it should: says what and why; another try works', () => {
  test('the engine’s script is broken; on a slow network the page says what it waits for, and nothing that was clicked is lost', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { page, expectClean } = await failing(/engine could not be started/, {
      fresh: true,
      prepare: (page) =>
        page.route('**/engine/*.worker.*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '(' })),
    });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route('**/engine/*.wasm.*', async (route) => {
      await held;
      await route.continue();
    });
    await tryAgain(page).click();
    await page.getByText('Loading engine').waitFor(PATIENCE);
    await press(page, /^Noisy checker, pairwise right/);
    release();
    await answered(page);
    expect(new URL(page.url()).search).toBe('?metric=criterion_accuracy&right=noisy-checker-pairwise');
    expectClean(FAILED_REQUEST);
  });

  test('words that cannot be looked up leave the other filters working', async () => {
    const words = '**/data/shapes/words/**';
    const { page } = await openFaulty(EXPLORE, {
      prepare: (page) => page.route(words, (route) => route.fulfill({ status: 404 })),
    });
    await askAnything(page);
    await answered(page);
    const before = await counted(page).textContent();
    await page.getByRole('searchbox', { name: 'Words in a reason' }).fill('leaves');
    await alert(page).waitFor(PATIENCE);
    expect(await alert(page).textContent()).toMatch(/file is missing.*last answer/s);
    await page.getByRole('button', { name: /a reason has/ }).click();
    await answered(page);
    expect(await counted(page).textContent()).toBe(before);
  });
});

test('a new release on the server: asks to reload, and the filters stay in the address', async () => {
  const { page } = await openFaulty(`${EXPLORE}?split=pairs`, {
    prepare: (page) =>
      page.route(MANIFEST, (route) => route.fulfill({ json: { ...siteManifest(), release: '000000000000' } })),
  });
  await alert(page).waitFor(PATIENCE);
  expect(await alert(page).textContent()).toMatch(/updated since this page was opened/);
  expect(await tryAgain(page).count()).toBe(0);
  await page.unroute(MANIFEST);
  await alert(page).getByRole('button', { name: 'Reload the page' }).click();
  await answered(page);
  expect(page.url()).toContain('split=pairs');
});

/** An engine whose answers come `slow` ms late, and a list of what was sent to it. */
const SLOW_ENGINE = `
  const { postMessage, addEventListener } = Worker.prototype;
  globalThis.slow = 0;
  globalThis.sent = [];
  Worker.prototype.postMessage = function (message, ...more) {
    globalThis.sent.push(message?.type);
    postMessage.call(this, message, ...more);
  };
  Worker.prototype.addEventListener = function (type, listener, ...more) {
    const late = (event) => (globalThis.slow > 0 ? setTimeout(() => listener(event), globalThis.slow) : listener(event));
    addEventListener.call(this, type, type === 'message' ? late : listener, ...more);
  };`;
const slow = (page: Page, ms: number) => page.evaluate(`globalThis.sent.length = 0; globalThis.slow = ${ms}`);
const sent = (page: Page) => page.evaluate('globalThis.sent') as Promise<readonly string[]>;

/** Points under the list's measure are asked of the engine for this order alone. */
const orderByPoints = (page: Page) =>
  page.getByRole('group', { name: 'Selection' }).getByLabel('Order').selectOption('most points lost');

test('with an engine that takes its time: another filter cancels, a crash is told, another try starts anew, a download is cancelled', async () => {
  const { page } = await openFaulty(BY_SQL, { prepare: (page) => page.addInitScript(SLOW_ENGINE) });
  await answered(page);

  // Another filter cancels the query before.
  await slow(page, 1500);
  await orderByPoints(page);
  await expect.poll(() => sent(page), PATIENCE).toContain('START_PENDING_QUERY');
  await press(page, /^Noisy checker, pairwise right/);
  await expect.poll(() => sent(page), PATIENCE).toContain('CANCEL_PENDING_QUERY');

  // A crash ends the query with a message; another try starts the engine anew.
  await slow(page, 1500);
  await expect.poll(() => sent(page), PATIENCE).toContain('START_PENDING_QUERY');
  const worker = page.workers().at(-1);
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new Error('table index is out of bounds');
    });
  });
  await alert(page).waitFor(PATIENCE);
  expect(await alert(page).textContent()).toMatch(/engine stopped.*out of bounds.*last answer/s);
  await stillUsable(page);
  await slow(page, 0);
  await tryAgain(page).click();
  await answered(page);
  const { pathname, search } = new URL(page.url());
  expect(search).toBe('?metric=criterion_accuracy&sort=-points&right=noisy-checker-pairwise');
  const other = await openFaulty(pathname + search);
  await answered(other.page);
  expect(await caseLinks(page).allTextContents()).toEqual(await caseLinks(other.page).allTextContents());

  // A download shows how far it is, is cancelled, and saves nothing; the next one works.
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await page.getByRole('button', { name: 'Download' }).click();
  const panel = page.getByRole('dialog', { name: 'Download' });
  await panel.getByRole('checkbox', { name: 'one row per answer' }).check();
  await slow(page, 1500);
  await panel.getByRole('button', { name: 'Arrow' }).click();
  await panel.getByRole('progressbar').waitFor();
  expect(await panel.getByRole('button', { name: 'CSV', exact: true }).isDisabled()).toBe(true);
  await expect.poll(() => sent(page), PATIENCE).toContain('START_PENDING_QUERY');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByText('Cancelled; nothing was saved.').waitFor(PATIENCE);
  expect(await sent(page)).toContain('CANCEL_PENDING_QUERY');
  expect(saved).toEqual([]);
  await slow(page, 0);
  await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'Arrow' }).click()]);
  await panel.getByText(/^Saved [\d\s]+ rows\.$/).waitFor(PATIENCE);
  expect(saved).toEqual([expect.stringMatching(/^shapes-cases_.*-long-arrow\.zip$/)]);
});

test('a query that needs too much memory: says so, and what to do', async () => {
  const { page } = await failing(/needs more memory than there is.*Narrow the filter/s, {
    // The engine itself, with less memory than any query needs.
    prepare: (page) =>
      page.addInitScript(`
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message, ...more) {
          if (typeof message?.data?.[1] === 'string') message.data[1] = message.data[1].replace("'2GB'", "'300KB'");
          post.call(this, message, ...more);
        };`),
  });
  expect(await tryAgain(page).count()).toBe(1);
});
