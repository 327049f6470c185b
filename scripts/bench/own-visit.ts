import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { longestTask } from './main-thread.ts';

/** Files dropped until the board is there. */
export interface DropFigures {
  /** Seconds by the clock, and of processor time of the whole browser. */
  readonly clock: number;
  readonly processor: number;
  /** Longest task of the page's own thread, milliseconds: its processor time, and how long it held the page. */
  readonly work: number;
  readonly held: number;
  /** Most memory of the browser's processes beyond what they had before, bytes; null where the system does not say. */
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

/** Bytes of a line of Linux' account of a process: `VmRSS` now, `VmHWM` at most so far. */
async function memoryLine(id: number, line: 'VmRSS' | 'VmHWM'): Promise<number | null> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
  const found = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(status);
  return found === null ? null : Number(found[1]) * 1024;
}

/** Bytes that each process has now. */
async function memoryNow(processes: Processes['processInfo']): Promise<ReadonlyMap<number, number>> {
  const found = await Promise.all(processes.map(async ({ id }) => [id, (await memoryLine(id, 'VmRSS')) ?? 0] as const));
  return new Map(found);
}

/** The most that the processes had beyond what they had before, each at its own peak: more than they ever had together. */
async function memoryTaken(
  processes: Processes['processInfo'],
  before: ReadonlyMap<number, number>,
): Promise<number | null> {
  const peaks = await Promise.all(processes.map(async ({ id }) => ({ id, peak: await memoryLine(id, 'VmHWM') })));
  const known = peaks.flatMap(({ id, peak }) => (peak === null ? [] : [Math.max(0, peak - (before.get(id) ?? 0))]));
  return known.length === 0 ? null : known.reduce((sum, bytes) => sum + bytes, 0);
}

const choose = (page: Page, files: readonly string[]): Promise<void> =>
  page.getByLabel('Choose files').setInputFiles([...files]);

/** Own row on a drawn board. */
const boardIn = (page: Page) => page.locator('.standings table').getByText('(yours)').first();

/** Opens the page anew; fails where it asks for the engine before there are files. */
async function openOwn(browser: Browser, address: string): Promise<{ readonly page: Page; readonly early: number }> {
  const page = await browser.newPage();
  let early = 0;
  page.on('request', (request) => {
    if (/\/engine\/|\.wasm|duckdb/.test(request.url())) early++;
  });
  await page.goto(`${address}your-results/`, { waitUntil: 'networkidle' });
  return { page, early };
}

/** Drops files and waits for the board. */
export async function measureDrop(browser: Browser, address: string, files: readonly string[]) {
  const { page, early } = await openOwn(browser, address);
  const before = await processesOf(browser);
  const memory = await memoryNow(before);
  const { value, work, held } = await longestTask(browser, page, async () => {
    const started = performance.now();
    await choose(page, files);
    await boardIn(page).waitFor({ timeout: PATIENCE_MS });
    return { clock: (performance.now() - started) / 1000, after: await processesOf(browser) };
  });
  const taken = await memoryTaken(value.after, memory);
  await page.close();
  const drop: DropFigures = {
    clock: value.clock,
    processor: total(value.after) - total(before),
    ...{ work, held },
    memory: taken,
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
export async function measureCancels(browser: Browser, address: string, files: readonly string[]) {
  const figures: CancelFigures[] = [];
  for (const stage of STAGES) {
    const { page } = await openOwn(browser, address);
    await choose(page, files);
    await page.getByRole('status').getByText(stage).first().waitFor({ timeout: PATIENCE_MS });
    figures.push({ stage, painted: await cancelled(page) });
    await page.close();
  }
  return figures;
}

/** Drops files several times on one page, so that the engine is there from the second time on; seconds of these. */
export async function measureWarm(browser: Browser, address: string, files: readonly string[]): Promise<number[]> {
  const { page } = await openOwn(browser, address);
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
