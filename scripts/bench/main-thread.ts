import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** Microseconds: how long it took, and how long the thread was running meanwhile. */
  readonly dur?: number;
  readonly tdur?: number;
}

const MAIN = 'CrRendererMain';
const TASK = 'ThreadControllerImpl::RunTask';

/**
 * Measures the longest task of the page's own thread while something is done, in milliseconds: `work` is processor time, which other programs of the
 * machine do not make longer, `held` the time by the clock. NaN where Chromium recorded no task.
 */
export async function longestTask<T>(browser: Browser, page: Page, act: () => Promise<T>) {
  await browser.startTracing(page, { categories: ['-*', 'toplevel'] });
  const value = await act();
  const text = (await browser.stopTracing()).toString();
  const { traceEvents } = JSON.parse(text) as { readonly traceEvents: readonly TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === MAIN);
  const isMain = ({ pid, tid }: TraceEvent): boolean =>
    threads.some((thread) => thread.pid === pid && thread.tid === tid);
  // A task that was running when the recording began or ended has no length.
  const tasks = traceEvents.filter((event) => event.name === TASK && isMain(event) && event.tdur !== undefined);
  const longest = (times: readonly (number | undefined)[]): number =>
    times.length === 0 ? Number.NaN : Math.max(...times.map((time) => (time ?? 0) / 1000));
  return { value, work: longest(tasks.map(({ tdur }) => tdur)), held: longest(tasks.map(({ dur }) => dur)) };
}
