import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Statement } from '../../src/sql/query.ts';
import { longestTask } from './main-thread.ts';
import { bringPainted } from './painted.ts';

/** What a visitor of the explorer waits for; milliseconds. */
export interface VisitFigures {
  /** First click on a filter on a page just loaded, as a new visitor, to the painted answer. */
  readonly firstFilter: number;
  /** Bodies of all that was fetched until then, the page itself included, as the server sends them, and how often WebAssembly was. */
  readonly bodies: number;
  readonly engineFetches: number;
  /** Each click on a filter, warm, to the painted counts and rows. */
  readonly filters: readonly number[];
  /** Longest task of the page's own thread while it comes alive, loads the engine and answers: processor time. */
  readonly longestTask: number;
  /** From cancelling a running statement to the answer of the next. */
  readonly cancels: readonly number[];
}

const PATIENCE_MS = 120_000;
const COLD_ROUNDS = 3;
/** Choices with fewer cases than this are passed over, because after one of them the others change nothing. */
const LEAST_CASES = 20;
/** A value of a facet. */
const OPTION = '.facet .option:not(.nothing)';
/** One that is seen without opening a group. */
export const OPEN_OPTION = '.facet[open] .option:not(.nothing)';
const VERDICT = '.judges button.verdict:not(.nothing)';

/** Clicks and waits until the number of cases differs, nothing is being worked out and the rows are there and painted. */
export async function timeUntilAnswered(page: Page, selector: string, index: number): Promise<number> {
  await bringPainted(page);
  return page.evaluate(
    async ({ selector, index, patience, least }) => {
      const count = () => document.querySelector('.selection output')?.textContent;
      const isBusy = () => document.querySelector('.selection .doing')?.textContent !== '';
      const shown = [...document.querySelectorAll<HTMLElement>(selector)];
      const countOf = (choice: HTMLElement) => Number(choice.querySelector('.n')?.textContent?.replace(/\D/g, ''));
      const element = shown.filter((choice) => countOf(choice) >= least)[index];
      if (element === undefined) throw new Error(`no ${selector} number ${index}`);
      const before = count();
      await window.painted();
      const started = performance.now();
      for (const type of ['pointerover', 'pointerdown'])
        element.dispatchEvent(new PointerEvent(type, { bubbles: true }));
      element.click();
      while (performance.now() - started < patience) {
        await window.painted();
        const now = performance.now();
        if (count() !== before && !isBusy() && document.querySelector('.case-table tbody th a')) return now - started;
      }
      throw new Error(`nothing changed after a click on ${selector} number ${index}`);
    },
    { selector, index, patience: PATIENCE_MS, least: LEAST_CASES },
  );
}

/** Opens the explorer and clicks the first value of the first facet. */
async function firstFilter(context: BrowserContext, address: string) {
  const page = await context.newPage();
  let [fetches, bodies] = [0, 0];
  page.on('request', (request) => {
    if (/\.wasm/.test(request.url())) fetches += 1;
  });
  const session = await context.newCDPSession(page);
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bodies += encodedDataLength;
  });
  await session.send('Network.enable');
  await page.goto(`${address}shapes/explore/`, { waitUntil: 'networkidle' });
  const time = await timeUntilAnswered(page, OPEN_OPTION, 0);
  return { page, time, bodies, fetches };
}

async function taskOfFirstFilter(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${address}shapes/explore/`, { waitUntil: 'networkidle' });
  const { work } = await longestTask(browser, page, () => timeUntilAnswered(page, OPEN_OPTION, 0));
  await context.close();
  return work;
}

/** Opens the bench's own page, which runs statements; `manifest`: served to it in place of the site's own. */
export async function benchPage(context: BrowserContext, address: string, manifest?: string): Promise<Page> {
  const page = await context.newPage();
  if (manifest !== undefined) await page.route('**/data/manifest.json', (route) => route.fulfill({ path: manifest }));
  await page.goto(`${address}bench/`);
  await page.waitForFunction(() => 'bench' in window);
  return page;
}

/** Clicks facets, judges and back again, so that no state comes twice before the session has forgotten it. */
async function clickThrough(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (const [selector, index] of [
    [VERDICT, 0],
    [VERDICT, 3],
    [OPTION, 3],
    [OPTION, 9],
    [VERDICT, 8],
    [VERDICT, 0],
    [OPTION, 9],
    [VERDICT, 13],
    [OPTION, 3],
    [VERDICT, 5],
  ] as const) {
    times.push(await timeUntilAnswered(page, selector, index));
  }
  return times;
}

/** A statement over far more pairs than anyone would wait for. */
const SLOW = 'SELECT count(*)::DOUBLE AS n FROM judgments AS a JOIN judgments AS b USING (criterion)';
const SLOW_AFTER = [700, 1000, 1300] as const;
const CREATE_AFTER = [40, 80] as const;

/** Cancels `create`, which makes the explorer's own table, and a statement that would take minutes. */
async function cancels(page: Page, create: readonly Statement[]): Promise<number[]> {
  const [empty, fill] = create;
  if (empty === undefined || fill === undefined) throw new Error('the table of cases is made by two statements');
  const give = (statement: Statement, after: number) =>
    page.evaluate(([wanted, ms]) => window.bench.cancel(wanted, ms), [statement, after] as const);
  const times: (number | null)[] = [];
  for (const after of CREATE_AFTER) {
    await page.evaluate((list) => window.bench.run(list), [empty]);
    times.push(await give(fill, after));
  }
  for (const after of SLOW_AFTER) times.push(await give({ sql: SLOW, params: [] }, after));
  return times.filter((time) => time !== null);
}

/** Visits the explorer of the large site at an address in a real browser. `create`: the statements that make its table of cases. */
export async function measureVisits(
  browser: Browser,
  address: string,
  create: readonly Statement[],
): Promise<VisitFigures> {
  const visits = [];
  let filters: number[] = [];
  for (let round = 0; round < COLD_ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const { page, ...visit } = await firstFilter(context, address);
    visits.push(visit);
    if (round === 0) filters = await clickThrough(page);
    await context.close();
  }
  const context = await browser.newContext();
  const page = await benchPage(context, address);
  await page.evaluate(() => window.bench.run([]));
  const stopped = await cancels(page, create);
  await context.close();
  const tasks: number[] = [];
  for (let round = 0; round < COLD_ROUNDS; round += 1) tasks.push(await taskOfFirstFilter(browser, address));
  return {
    firstFilter: Math.min(...visits.map(({ time }) => time)),
    bodies: Math.max(...visits.map(({ bodies }) => bodies)),
    engineFetches: Math.max(...visits.map(({ fetches }) => fetches)),
    filters,
    longestTask: Math.max(...tasks),
    cancels: stopped,
  };
}
