import type { Browser, Page } from 'playwright-core';

const PATIENCE_MS = 60_000;

/** Gives the median of some values: of an even number the larger of the middle two, of none NaN. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** What the leaderboards' controls look like to a visitor's keyboard: header buttons that sort, a search box in the same island. */
export const SORT_BUTTON = 'astro-island thead button:not([popovertarget])';

/** Something done in the page, in its own script. */
interface Act {
  /** Finds the element that it is done with; its name is `element` below. */
  readonly element: string;
  readonly act: string;
  /** What it changes. */
  readonly seen: string;
  /** Whether the change is complete. */
  readonly isDone?: string;
  readonly patience?: number;
}

/** Milliseconds from an act to the painted frame that shows what it changed; null without its element, or if nothing changed. */
const timeUntilChanged = (page: Page, act: Act): Promise<number | null> =>
  page.evaluate(`(async () => {
    // A message sent while a frame is being prepared arrives once that frame has been painted.
    const painted = () => new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
    const isBusy = (selector) => document.querySelector(selector)?.textContent !== '';
    const press = (element) => {
      for (const type of ['pointerover', 'pointerdown']) element.dispatchEvent(new PointerEvent(type, { bubbles: true }));
    };
    const seen = () => ${act.seen};
    const element = ${act.element};
    if (!element) return null;
    const before = seen();
    const started = await painted();
    ${act.act};
    for (let now = started; now - started < ${act.patience ?? PATIENCE_MS}; ) {
      now = await painted();
      if (seen() !== before && (${act.isDone ?? 'true'})) return now - started;
    }
    return null;
  })()`);

/** What is done with a table: a click on the header at a place, or a text typed into its search box. */
export type TableAct = { readonly sort: number } | { readonly type: string };

/** Milliseconds from an act to the painted rows that it changed; null if they stayed as they were. */
export const timeUntilRows = (page: Page, act: TableAct): Promise<number | null> =>
  timeUntilChanged(page, {
    seen: `[...document.querySelectorAll('astro-island tbody tr')].map((row) => row.textContent.slice(0, 40)).join('\\n')`,
    patience: 5000,
    ...('sort' in act
      ? { element: `document.querySelectorAll('${SORT_BUTTON}')[${act.sort}]`, act: 'element.click()' }
      : {
          element: `document.querySelector('astro-island input[type=search]')`,
          act: `Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(element, ${JSON.stringify(act.type)});
            element.dispatchEvent(new InputEvent('input', { bubbles: true }))`,
        }),
  });

/** Sorts by the first column that sorts; a second click makes up for a table already in that order. */
export const sortOnce = async (page: Page): Promise<number | null> =>
  (await timeUntilRows(page, { sort: 0 })) ?? (await timeUntilRows(page, { sort: 0 }));

/**
 * Milliseconds from the first click on a filter of the explorer until its count differs, nothing is being computed and the rows are painted. The filter
 * is a value of a facet that is seen without opening a group; with fewer than 20 cases others might change nothing after it.
 */
export const timeUntilAnswered = (page: Page): Promise<number | null> =>
  timeUntilChanged(page, {
    element: `[...document.querySelectorAll('.facet[open] .option:not(.nothing)')]
      .find((one) => Number(one.querySelector('.n')?.textContent.replace(/\\D/g, '')) >= 20)`,
    act: 'press(element); element.click()',
    seen: `document.querySelector('.selection output')?.textContent`,
    isDone: `!isBusy('.selection .doing') && document.querySelector('.case-table tbody th a')`,
  });

/** Milliseconds since the visit began until the explorer's list, opened with a filter in its address, is another than the one served. */
export async function timeUntilListed(page: Page): Promise<number> {
  // Until then the count says `… of 1 434 cases`. The engine itself is fetched by a worker, of which the page knows nothing.
  await page.waitForFunction(
    () =>
      document.querySelector('.selection')?.closest('astro-island')?.hasAttribute('ssr') === false &&
      /^[\d\s]+ of /.test(document.querySelector('.selection output')?.textContent ?? '') &&
      document.querySelector('.selection .doing')?.textContent === '' &&
      document.querySelector('.case-table tbody th a') !== null,
    undefined,
    { timeout: PATIENCE_MS },
  );
  return page.evaluate(() => performance.now());
}

/** Milliseconds from the first touch of the choice of a judge until the figures differ, nothing is being computed and the frame is painted; null without a choice. */
export const timeUntilRedrawn = (page: Page): Promise<number | null> =>
  timeUntilChanged(page, {
    element: `document.querySelector('.figures-bar select')`,
    act: `press(element);
      element.value = [...element.options].findLast(({ selected }) => !selected)?.value;
      for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))`,
    seen: `[...document.querySelectorAll('.figures > .figure')].map((figure) => figure.textContent).join()`,
    isDone: `!document.querySelector('.figures > [aria-busy="true"]') && !isBusy('.figures-bar .doing')`,
  });

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
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map((event) => threadOf(event)),
  );
  // A task that was running when the recording began or ended has no length.
  const tasks = traceEvents.flatMap((event) =>
    event.name === 'ThreadControllerImpl::RunTask' && main.has(threadOf(event)) && event.tdur !== undefined
      ? event.tdur / 1000
      : [],
  );
  return { value, held: tasks.length === 0 ? Number.NaN : Math.max(...tasks) };
}
