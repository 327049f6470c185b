import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { longestTask } from './main-thread.ts';

/** Files dropped until the board is there. */
export interface DropFigures {
  /** Seconds by the clock, and of processor time of the whole browser. */
  readonly clock: number;
  readonly processor: number;
  /** Longest task of the page's own thread, milliseconds: its processor time, and how long it held the page. */
  readonly work: number;
  readonly held: number;
  /** Most memory that all of the browser's processes had at one time beyond what they had before, bytes; null where the system does not say. */
  readonly memory: number | null;
}

/** Giving up in the middle. Milliseconds from the press to the painted page without the work. */
export interface CancelFigures {
  readonly stage: string;
  readonly painted: number;
}

const PATIENCE_MS = 300_000;

/** What the page says at each stage of the work on a run folder. */
const STAGES = ['Reading', 'Making tables', 'Working out values', 'Comparing'];

interface Processes {
  readonly processInfo: readonly { readonly type: string; readonly id: number; readonly cpuTime: number }[];
}

/** Processes of the browser with the seconds of processor time that they took. */
async function processesOf(browser: Browser): Promise<Processes['processInfo']> {
  const session = await browser.newBrowserCDPSession();
  // Chromium's own form.
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as Processes;
  await session.detach();
  return processInfo;
}

const total = (processes: Processes['processInfo']): number => processes.reduce((sum, { cpuTime }) => sum + cpuTime, 0);

/** Measures the bytes that Linux attributes to a process, with its share of shared memory (PSS); null on other systems. */
async function memoryOf(id: number): Promise<number | null> {
  const account = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
  const found = /^Pss:\s+(\d+) kB/m.exec(account);
  return found === null ? null : Number(found[1]) * 1024;
}

/** Measures the bytes that all processes of the browser hold together now. */
async function memoryNow(browser: Browser): Promise<number | null> {
  const found = await Promise.all((await processesOf(browser)).map(({ id }) => memoryOf(id)));
  const known = found.filter((bytes) => bytes !== null);
  return known.length === 0 ? null : known.reduce((sum, bytes) => sum + bytes, 0);
}

/** Milliseconds between two looks at the memory, each of which takes a few. */
const LOOK = 250;

/** Does something and gives the peak of the browser's memory meanwhile, beyond what it held before. */
async function withMemory<T>(browser: Browser, act: () => Promise<T>) {
  const before = await memoryNow(browser);
  let most = before;
  let over = false;
  const watch = async (): Promise<void> => {
    while (!over) {
      const now = await memoryNow(browser);
      if (now !== null) most = Math.max(most ?? 0, now);
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
  };
  const watching = watch();
  let value: T;
  try {
    value = await act();
  } finally {
    over = true;
    await watching;
  }
  return { value, memory: before === null || most === null ? null : most - before };
}

const choose = (page: Page, files: readonly string[]): Promise<void> =>
  page.getByLabel('Choose files').setInputFiles([...files]);

/** Finds the own row on a drawn board. */
const boardIn = (page: Page) => page.locator('.standings table').getByText('(yours)').first();

/** A visitor, whose browser keeps the engine from the first visit on, and the site. */
export interface OwnVisit {
  readonly browser: Browser;
  readonly visitor: BrowserContext;
  readonly address: string;
}

/** Opens the page anew; fails where it asks for the engine before there are files. */
async function openOwn(
  visitor: BrowserContext,
  address: string,
): Promise<{ readonly page: Page; readonly early: number }> {
  const page = await visitor.newPage();
  let early = 0;
  page.on('request', (request) => {
    if (/\/engine\/|\.wasm|duckdb/.test(request.url())) early++;
  });
  await page.goto(`${address}your-results/`, { waitUntil: 'networkidle' });
  return { page, early };
}

/** Drops files and waits for the board. */
export async function measureDrop({ browser, visitor, address }: OwnVisit, files: readonly string[]) {
  const { page, early } = await openOwn(visitor, address);
  const before = await processesOf(browser);
  const {
    value: dropped,
    work,
    held,
  } = await longestTask(browser, page, () =>
    withMemory(browser, async () => {
      const started = performance.now();
      await choose(page, files);
      await boardIn(page).waitFor({ timeout: PATIENCE_MS });
      return { clock: (performance.now() - started) / 1000, after: await processesOf(browser) };
    }),
  );
  await page.close();
  const drop: DropFigures = {
    clock: dropped.value.clock,
    processor: total(dropped.value.after) - total(before),
    ...{ work, held },
    memory: dropped.memory,
  };
  return { drop, early };
}

/** Presses Cancel and waits until the page is painted without the work. */
function cancelled(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel');
    if (button === undefined) throw new Error('the work was over before it could be given up');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const started = performance.now();
    button.click();
    while (button.isConnected) await frame();
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now() - started;
  });
}

/** Drops the same files again and again, and gives up at one stage after the other. */
export async function measureCancels({ visitor, address }: OwnVisit, files: readonly string[]) {
  const figures: CancelFigures[] = [];
  for (const stage of STAGES) {
    const { page } = await openOwn(visitor, address);
    await choose(page, files);
    await page.getByRole('status').getByText(stage).first().waitFor({ timeout: PATIENCE_MS });
    figures.push({ stage, painted: await cancelled(page) });
    await page.close();
  }
  return figures;
}

/** Drops files several times on one page, so that the engine is there from the second time on; seconds of these. */
export async function measureWarm({ visitor, address }: OwnVisit, files: readonly string[]): Promise<number[]> {
  const { page } = await openOwn(visitor, address);
  const times: number[] = [];
  for (let round = 0; round < 6; round++) {
    const started = performance.now();
    await choose(page, files);
    await boardIn(page).waitFor({ timeout: PATIENCE_MS });
    times.push((performance.now() - started) / 1000);
    await page.getByRole('button', { name: 'Start over' }).click();
    await boardIn(page).waitFor({ state: 'detached' });
  }
  await page.close();
  return times.slice(1);
}
