import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import { isTextType } from '../serve/headers.ts';
import type { PageFigures } from './budgets.ts';
import { SORT_BUTTON, sortOnce } from './measure-paint.ts';

/** Strings that survive minifying and give the engine away. */
const HEAVY = /\.wasm\b|duckdb/i;
const HEAVY_CODE = /duckdb/i;
const SETTLE_MS = 500;

const WATCH_SHIFTS = `window.layoutShifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShifts += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

interface Loaded {
  readonly url: string;
  readonly bytes: number;
  readonly script: boolean;
  readonly heavy: boolean;
}

function gzipped(content: Buffer | string): number {
  return gzipSync(content).length;
}

async function weigh(response: Response): Promise<Loaded> {
  const type = response.headers()['content-type'] ?? '';
  const body = await response.body();
  const script = type.includes('javascript');
  return {
    url: response.url(),
    bytes: isTextType(type) ? gzipped(body) : body.length,
    script,
    heavy: HEAVY.test(response.url()) || (script && HEAVY_CODE.test(body.toString())),
  };
}

/** Counts the bytes of the scripts written into the page itself. */
async function inlineScriptBytes(page: Page): Promise<number> {
  const text = await page.evaluate(() =>
    [...document.querySelectorAll('script:not([src])')]
      .filter((script) => /^(?:|module|text\/javascript)$/.test(script.getAttribute('type') ?? ''))
      .map((script) => script.textContent)
      .join('\n'),
  );
  return text === '' ? 0 : gzipped(text);
}

/** Gives the icon, which a headless browser does not ask for but a visitor's does. */
async function icon(page: Page, seen: ReadonlySet<string>): Promise<Loaded | null> {
  const url = await page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel~=icon]')?.href ?? '');
  if (!url.startsWith('http') || seen.has(url)) return null;
  const content = Buffer.from(await (await fetch(url)).arrayBuffer());
  return { url, bytes: url.endsWith('.svg') ? gzipped(content) : content.length, script: false, heavy: false };
}

function sum(loaded: readonly Loaded[]): number {
  return loaded.reduce((total, { bytes }) => total + bytes, 0);
}

/**
 * Measures the layout shifts of a visit: loading, coming alive when the pointer arrives, a click on a header. As browsers count, rows that
 * move because of the click are no shift, so it must be a real click.
 */
async function layoutShift(browser: Browser, address: string, width: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  await context.addInitScript(WATCH_SHIFTS);
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  const button = page.locator(SORT_BUTTON).first();
  if ((await button.count()) > 0) {
    await button.hover();
    await page.waitForTimeout(SETTLE_MS);
    await button.click();
  }
  await page.waitForTimeout(SETTLE_MS);
  const shift = await page.evaluate(() => ('layoutShifts' in window ? Number(window.layoutShifts) : Number.NaN));
  await context.close();
  return shift;
}

/** Opens a page as a first visitor and clicks the first header that sorts. */
export async function measurePage(browser: Browser, address: string, path: string): Promise<PageFigures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const responses: Promise<Loaded>[] = [];
  page.on('response', (response) => responses.push(weigh(response)));
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLE_MS);
  const before = await Promise.all(responses);
  const extra = await icon(page, new Set(before.map(({ url }) => url)));
  if (extra) before.push(extra);
  const scripts = sum(before.filter(({ script }) => script)) + (await inlineScriptBytes(page));

  const sorts = (await page.locator(SORT_BUTTON).count()) > 0;
  const loadedBefore = responses.length;
  const firstSort = sorts ? await sortOnce(page) : null;
  if (sorts) await page.waitForTimeout(SETTLE_MS);
  const after = await Promise.all(responses.slice(loadedBefore));
  await context.close();

  const shifts = [await layoutShift(browser, address, 390), await layoutShift(browser, address, 1440)];
  return {
    path,
    requests: before.length,
    bytes: sum(before),
    scriptBytes: scripts,
    heavy: before.filter(({ heavy }) => heavy).map(({ url }) => url),
    bytesAfter: sorts ? sum(after) : null,
    firstSort,
    layoutShift: Math.max(...shifts),
  };
}
