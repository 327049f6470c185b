import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A rectangle dragged over the figure with the mouse. Milliseconds. */
export interface DragFigures {
  /** Frames while the pointer moved, and how many of them showed another count of critiques. */
  readonly frames: number;
  readonly updates: number;
  /** From one frame to the next: all of them over the time they took, the middle one, and what 95 % keep to. */
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
  /** For which the page's own thread was held, from the press on; 0 where never longer than 50 ms, which is what browsers report. */
  readonly longestTask: number;
}

/** From the first sign of a pointer to a chart that answers it, painted. Milliseconds. */
export interface MountFigures {
  readonly chart: string;
  readonly total: number;
  /** Of these, up to the island being alive; null where the chart is an island by itself, or the island was alive. */
  readonly alive: number | null;
}

const PATIENCE_MS = 60_000;
const MOVES = 90;
const FIGURE = '#length-score';
const BOX = `${FIGURE} .plot-box`;
const COUNT = `${FIGURE} .brushed output`;
export const VIEW = { width: 1440, height: 900 } as const;

const WATCH = `window.held = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.held.push([entry.startTime, entry.duration]);
}).observe({ type: 'longtask', buffered: true });`;

declare global {
  interface Window {
    /** Start and duration of each long task. */
    held: [start: number, duration: number][];
    /** Ends the recording that `record` began. */
    recorded: () => { readonly times: readonly number[]; readonly counts: readonly string[]; readonly held: number };
    /** What `watchMount` waits for. */
    mounted: Promise<{ readonly total: number; readonly alive: number | null }>;
  }
}

export async function openPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await page.goto(address, { waitUntil: 'networkidle' });
  return page;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The figure in the middle of the window, without anything pointing at it. */
async function showBox(page: Page): Promise<Box> {
  const box = page.locator(BOX);
  await box.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const found = await box.boundingBox();
  if (found === null) throw new Error('the figure is not to be seen');
  return found;
}

/** Writes down the time of every frame and the count that it showed. */
function record(page: Page): Promise<void> {
  return page.evaluate((selector) => {
    const started = performance.now();
    const times: number[] = [];
    const counts: string[] = [];
    const look = (time: number): void => {
      times.push(time);
      counts.push(document.querySelector(selector)?.textContent ?? '');
      frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    window.recorded = () => {
      cancelAnimationFrame(frame);
      const held = window.held.filter(([start, duration]) => start + duration > started);
      return { times, counts, held: Math.max(0, ...held.map(([, duration]) => duration)) };
    };
  }, COUNT);
}

/** Presses in a corner and moves as often as the page takes it, forth and back, so that few and many are selected. */
export async function drag(page: Page): Promise<DragFigures> {
  const { x, y, width, height } = await showBox(page);
  await page.mouse.move(x + width * 0.12, y + height * 0.1);
  await record(page);
  await page.mouse.down();
  for (let i = 1; i <= MOVES; i += 1) {
    const part = 0.75 * Math.sin((Math.PI * i) / MOVES);
    await page.mouse.move(x + width * (0.12 + part), y + height * (0.1 + part));
  }
  await page.mouse.move(x + width * 0.6, y + height * 0.7);
  const { times, counts, held } = await page.evaluate(() => window.recorded());
  await page.mouse.up();
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const ordered = steps.toSorted((a, b) => a - b);
  const at = (part: number): number => ordered[Math.floor(ordered.length * part)] ?? Number.NaN;
  return {
    frames: steps.length,
    updates: counts.filter((text, i) => i > 0 && text !== counts[i - 1]).length,
    mean: steps.reduce((sum, step) => sum + step, 0) / steps.length,
    median: at(0.5),
    p95: at(0.95),
    longestTask: held,
  };
}

/** Critiques are there and counted, and the address holds the rectangle. */
export async function untilCounted(page: Page): Promise<void> {
  await page.waitForFunction(
    (selector) => (document.querySelector(selector)?.textContent ?? '') !== '' && location.search !== '',
    COUNT,
    { timeout: PATIENCE_MS },
  );
}

/** From the first event of one of the types on, waits for an element in a part of the page, and for its paint. */
function watchMount(page: Page, part: string, chart: string, types: readonly string[]): Promise<void> {
  return page.evaluate(
    ({ part, chart, types, ready }) => {
      const painted = () =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now());
            port2.postMessage(null);
          });
        });
      let alive: number | null = null;
      document.addEventListener(ready, () => {
        alive = performance.now();
      });
      const begun = new Promise<number>((resolve) => {
        for (const type of types)
          addEventListener(type, () => resolve(performance.now()), { capture: true, once: true });
      });
      const wait = async () => {
        const started = await begun;
        let now = await painted();
        while (document.querySelector(`${part} ${chart}`) === null) now = await painted();
        return { total: now - started, alive: alive === null ? null : alive - started };
      };
      window.mounted = wait();
    },
    { part, chart, types, ready: 'island:ready' },
  );
}

const CHART = '.recharts-surface';

/** A hand that comes to the drawing and is never quite still, until the chart is there. */
export async function mountLength(page: Page, name: string): Promise<MountFigures> {
  const { x, y, width, height } = await showBox(page);
  await watchMount(page, FIGURE, CHART, ['pointermove']);
  let there = false;
  const done = page.evaluate(() => window.mounted).finally(() => {
    there = true;
  });
  for (let i = 0; !there; i += 1) await page.mouse.move(x + width * 0.3 + (i % 9), y + height * 0.2);
  return { chart: name, ...(await done) };
}

/** Evaluates scripts ahead of the page, as if it had been used before. */
export async function loadScripts(page: Page, scripts: readonly string[]): Promise<void> {
  await page.evaluate((list) => Promise.all(list.map((url) => import(url))), scripts);
}

/** Visits the page as a new visitor until the chart is alive; the scripts that it took, too. */
export async function coldMount(browser: Browser, address: string) {
  const context = await browser.newContext({ viewport: VIEW });
  const page = await openPage(context, address);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const mount = await mountLength(page, 'length and score, nothing loaded');
  await context.close();
  return { mount, scripts };
}

/** A page at rest whose scripts have run: what is left is the island and the chart. */
export async function warmMount(browser: Browser, address: string, scripts: readonly string[]): Promise<MountFigures> {
  const context = await browser.newContext({ viewport: VIEW });
  const page = await openPage(context, address);
  await loadScripts(page, scripts);
  const mount = await mountLength(page, 'length and score, island and chart');
  await context.close();
  return mount;
}
