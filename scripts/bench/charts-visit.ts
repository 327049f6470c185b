import type { Browser, BrowserContext, Page } from 'playwright-core';
import { longestTask } from './main-thread.ts';
import { bringPainted } from './painted.ts';

/** A rectangle dragged over the figure with the mouse. Milliseconds. */
export interface DragFigures {
  /** Frames while the pointer moved, and how many of them showed another count of critiques. */
  readonly frames: number;
  readonly updates: number;
  /** From one frame to the next: all of them over the time they took, the middle one, and what 95 % keep to. */
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
  /** The page's own thread, from the press to the release: the longest task's processor time, and how long it was held by one. */
  readonly work: number;
  readonly held: number;
}

/** From the first sign of a visitor to a chart that answers, painted. Milliseconds. */
export interface MountFigures {
  readonly chart: string;
  readonly total: number;
  /** Of these, up to the island being alive; null where an island does not say so. */
  readonly alive: number | null;
}

const PATIENCE_MS = 60_000;
const MOVES = 90;
const FIGURE = '#length-score';
const COUNT = `${FIGURE} .brushed output`;
/** What the figure shows of the mark that is pointed at. */
const TIP = '.tip';
const VIEW = { width: 1440, height: 900 } as const;

declare global {
  interface Window {
    /** Ends the recording that `record` began. */
    recorded: () => { readonly times: readonly number[]; readonly counts: readonly string[] };
    /** What `watchMount` waits for. */
    mounted: Promise<{ readonly total: number; readonly alive: number | null }>;
  }
}

/** Writes down the time of every frame and the count that it showed. */
function record(page: Page): Promise<void> {
  return page.evaluate((selector) => {
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
      return { times, counts };
    };
  }, COUNT);
}

const isCounted = async (page: Page): Promise<boolean> => (await page.locator(COUNT).count()) > 0;

/** Scrolls the figure to the middle of the window and measures it. */
async function boxOf(page: Page) {
  const box = page.locator(`${FIGURE} .plot-box`);
  await box.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const found = await box.boundingBox();
  if (found === null) throw new Error('the figure is not to be seen');
  return found;
}

/** Presses in a corner and moves back and forth as often as the page accepts it, until critiques have arrived and are counted. */
async function drag(page: Page): Promise<Omit<DragFigures, 'work' | 'held'>> {
  const { x, y, width, height } = await boxOf(page);
  await page.mouse.move(x + width * 0.12, y + height * 0.1);
  await record(page);
  await page.mouse.down();
  const until = Date.now() + PATIENCE_MS;
  for (let i = 1; i <= MOVES || !(await isCounted(page)); i += 1) {
    const part = 0.75 * Math.abs(Math.sin((Math.PI * i) / MOVES));
    await page.mouse.move(x + width * (0.12 + part), y + height * (0.1 + part));
    if (Date.now() > until) throw new Error('the critiques did not come');
  }
  const { times, counts } = await page.evaluate(() => window.recorded());
  await page.mouse.move(x + width * 0.6, y + height * 0.7);
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
  };
}

/** Drags on a page whose island is alive: the first begins loading engine and critiques, the others find them there. */
export async function measureDrags(browser: Browser, address: string, rounds: number): Promise<readonly DragFigures[]> {
  const context = await browser.newContext({ viewport: VIEW });
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await comeNear(page, '');
  const drags: DragFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { value, work, held } = await longestTask(browser, page, () => drag(page));
    drags.push({ ...value, work, held });
    // The address follows a moment after the end.
    await page.waitForTimeout(500);
  }
  await context.close();
  return drags;
}

/** Waits, from the first event of a type on, for an element in a part of the page, and for its paint. */
async function watchMount(
  page: Page,
  { part, chart, type }: { readonly part: string; readonly chart: string; readonly type: string },
): Promise<void> {
  await bringPainted(page);
  return page.evaluate(
    ({ part, chart, type, ready }) => {
      let alive: number | null = null;
      document.addEventListener(ready, () => {
        alive = performance.now();
      });
      const begun = new Promise<number>((resolve) => {
        addEventListener(type, () => resolve(performance.now()), { capture: true, once: true });
      });
      const wait = async () => {
        const started = await begun;
        let now = await window.painted();
        while (document.querySelector(`${part} ${chart}`) === null) now = await window.painted();
        return { total: now - started, alive: alive === null ? null : alive - started };
      };
      window.mounted = wait();
    },
    { part, chart, type, ready: 'island:ready' },
  );
}

/** Moves the pointer to a mark with small movements, as a hand would, until the chart describes the mark. */
async function comeNear(page: Page, chart: string): Promise<MountFigures> {
  await boxOf(page);
  const mark = page.locator(`${FIGURE} svg :is(.point, .mean)`).first();
  const { x, y } = await mark.evaluate((path) => {
    if (!(path instanceof SVGPathElement)) throw new Error('no mark is drawn');
    const { x, y } = path.getPointAtLength(0).matrixTransform(path.getScreenCTM() ?? undefined);
    return { x, y };
  });
  await watchMount(page, { part: FIGURE, chart: TIP, type: 'pointermove' });
  let there = false;
  const done = page
    .evaluate(() => window.mounted)
    .finally(() => {
      there = true;
    });
  for (let i = 0; !there; i += 1) await page.mouse.move(x + (i % 2), y);
  return { chart, ...(await done) };
}

/** Does something on a page just opened, by a visitor new to it. `scripts`: evaluated ahead, as if the chart had been used before. */
async function visit<T>(
  context: BrowserContext,
  act: (page: Page) => Promise<T>,
  { address, scripts }: { readonly address: string; readonly scripts: readonly string[] },
) {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.evaluate((list) => Promise.all(list.map((url) => import(url))), scripts);
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(request.url());
  });
  const value = await act(page);
  await context.close();
  return { value, loaded };
}

const middle = (mounts: readonly MountFigures[]): MountFigures[] =>
  mounts.toSorted((a, b) => a.total - b.total).slice(mounts.length >> 1, (mounts.length >> 1) + 1);

/** Measures the chart of a page with nothing loaded, and with all its scripts there: each the middle one of some visits. */
export async function measureMounts(
  browser: Browser,
  { address, page, rounds }: { readonly address: string; readonly page: string; readonly rounds: number },
) {
  const act = (opened: Page) => comeNear(opened, `/${page}`);
  const anew = (scripts: readonly string[]) =>
    browser.newContext({ viewport: VIEW }).then((context) => visit(context, act, { address: address + page, scripts }));
  const [cold, warm]: [MountFigures[], MountFigures[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const { value, loaded } = await anew([]);
    cold.push(value);
    warm.push((await anew(loaded)).value);
  }
  return { cold: middle(cold), warm: middle(warm) };
}
