import type { Browser, Page } from 'playwright-core';

declare global {
  interface Window {
    /** Waits until the next frame is painted; gives the time then. */
    painted: () => Promise<number>;
  }
}

const PATIENCE_MS = 60_000;

/** Gives the median of some values: of an even number the larger of the middle two, of none NaN. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** What the leaderboards' controls look like to a visitor's keyboard: header buttons that sort, a search box in the same island. */
export const SORT_BUTTON = 'astro-island thead button:not([popovertarget])';
const SEARCH_BOX = 'astro-island input[type=search]';
/** A value of a facet that is seen without opening a group. */
const OPEN_OPTION = '.facet[open] .option:not(.nothing)';
/** Choices with fewer cases than this are passed over, because after one of them others change nothing. */
const LEAST_CASES = 20;
/** The choice of the judge that a page's figures look at closely. */
const JUDGE = '.figures-bar select';

/** Adds `window.painted` to a page, with which measurements in it wait for a paint. */
function bringPainted(page: Page): Promise<void> {
  return page.evaluate(() => {
    // A message sent while a frame is being prepared arrives once that frame has been painted.
    window.painted = () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(null);
        });
      });
  });
}

/** What is done with a table: a click on the header at a place, or a text typed into its search box. */
export type TableAct = { readonly sort: number } | { readonly type: string };

/** Milliseconds from an act to the painted rows that it changed; null if they stayed as they were. */
export async function timeUntilRows(page: Page, act: TableAct, patience = 5000): Promise<number | null> {
  await bringPainted(page);
  return page.evaluate(
    async ({ act, sortButton, searchBox, patience }) => {
      const rows = () =>
        [...document.querySelectorAll('astro-island tbody tr')].map((row) => row.textContent.slice(0, 40)).join('\n');
      const [selector, place] = 'sort' in act ? [sortButton, act.sort] : [searchBox, 0];
      const element = document.querySelectorAll<HTMLElement>(selector)[place];
      if (!element) return null;
      const before = rows();
      await window.painted();
      const started = performance.now();
      if ('sort' in act) element.click();
      else if (element instanceof HTMLInputElement) {
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
        set?.call(element, act.type);
        element.dispatchEvent(new InputEvent('input', { bubbles: true, data: act.type }));
      }
      while (performance.now() - started < patience) {
        await window.painted();
        if (rows() !== before) return performance.now() - started;
      }
      return null;
    },
    { act, sortButton: SORT_BUTTON, searchBox: SEARCH_BOX, patience },
  );
}

/** Sorts by the first column that sorts; a second click makes up for a table already in that order. */
export const sortOnce = async (page: Page): Promise<number | null> =>
  (await timeUntilRows(page, { sort: 0 })) ?? (await timeUntilRows(page, { sort: 0 }));

/** Milliseconds from the first click on a filter of the explorer until its count differs, nothing is being computed and the rows are painted. */
export async function timeUntilAnswered(page: Page): Promise<number> {
  await bringPainted(page);
  return page.evaluate(
    async ([selector, least, patience]) => {
      const count = () => document.querySelector('.selection output')?.textContent;
      const isBusy = () => document.querySelector('.selection .doing')?.textContent !== '';
      const casesOf = (choice: HTMLElement) => Number(choice.querySelector('.n')?.textContent?.replace(/\D/g, ''));
      const element = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => casesOf(one) >= least);
      if (element === undefined) throw new Error(`no ${selector}`);
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
      throw new Error(`nothing changed after a click on ${selector}`);
    },
    [OPEN_OPTION, LEAST_CASES, PATIENCE_MS] as const,
  );
}

/** Milliseconds since the visit began until the explorer's list, opened with a filter in its address, is another than the one served. */
export async function timeUntilListed(page: Page): Promise<number> {
  await page.waitForFunction(
    () => document.querySelector('.selection')?.closest('astro-island')?.hasAttribute('ssr') === false,
    undefined,
    { timeout: PATIENCE_MS },
  );
  await page.waitForFunction(
    () =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('.wasm')) &&
      document.querySelector('.selection .doing')?.textContent === '' &&
      document.querySelector('.case-table tbody th a') !== null,
    undefined,
    { timeout: PATIENCE_MS },
  );
  return page.evaluate(() => performance.now());
}

/** Milliseconds from the first touch of the choice of a judge until the figures differ, nothing is being computed and the frame is painted; null without a choice. */
export async function timeUntilRedrawn(page: Page): Promise<number | null> {
  if ((await page.locator(JUDGE).count()) === 0) return null;
  await bringPainted(page);
  return page.evaluate(
    async ([selector, patience]) => {
      const drawn = () =>
        [...document.querySelectorAll('.figures > .figure')].map((figure) => figure.textContent).join();
      const isBusy = () =>
        document.querySelector('.figures > [aria-busy="true"]') !== null ||
        document.querySelector('.figures-bar .doing')?.textContent !== '';
      const choice = document.querySelector<HTMLSelectElement>(selector);
      const other = [...(choice?.options ?? [])].findLast(({ selected }) => !selected);
      if (choice === null || other === undefined) return null;
      const before = drawn();
      await window.painted();
      const started = performance.now();
      for (const type of ['pointerover', 'pointerdown'])
        choice.dispatchEvent(new PointerEvent(type, { bubbles: true }));
      choice.value = other.value;
      for (const type of ['input', 'change']) choice.dispatchEvent(new Event(type, { bubbles: true }));
      while (performance.now() - started < patience) {
        await window.painted();
        if (drawn() !== before && !isBusy()) return performance.now() - started;
      }
      throw new Error(`the figures stayed as they were with ${other.label}`);
    },
    [JUDGE, PATIENCE_MS] as const,
  );
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** Microseconds for which the thread was running meanwhile. */
  readonly tdur?: number;
}

/** Does something, and gives the processor time of the longest task of the page's own thread meanwhile, in ms; NaN where Chromium recorded none. */
export async function longestTask<T>(browser: Browser, page: Page, act: () => Promise<T>) {
  await browser.startTracing(page, { categories: ['-*', 'toplevel'] });
  const value = await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isMain = ({ pid, tid }: TraceEvent): boolean =>
    threads.some((thread) => thread.pid === pid && thread.tid === tid);
  // A task that was running when the recording began or ended has no length.
  const tasks = traceEvents.flatMap((event) =>
    event.name === 'ThreadControllerImpl::RunTask' && isMain(event) && event.tdur !== undefined
      ? event.tdur / 1000
      : [],
  );
  return { value, held: tasks.length === 0 ? Number.NaN : Math.max(...tasks) };
}
