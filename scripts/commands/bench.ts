import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { makeFolder, nullIfMissing } from '../../src/release/folders.ts';
import { type BudgetVerdict, judgeAgainst, judgeBudgets, type Measured } from '../bench/budgets.ts';
import { type BuildTimes, buildCopy } from '../bench/build.ts';
import { measureOwn } from '../bench/own.ts';
import { measurePaints } from '../bench/paints.ts';
import { boardPages, plannedVisits, visit } from '../bench/visit.ts';
import { launchBrowser } from '../browser.ts';
import { siteLacking } from '../built-site.ts';
import { serve } from '../serve.ts';
import { commandOf, option, UsageError, wholeFrom, writablePath } from './command.ts';

interface BenchOptions {
  readonly dist?: string;
  readonly before?: string;
  readonly page: readonly string[];
  readonly size?: number;
  readonly own?: number;
  readonly out: string;
}

interface Site {
  readonly address: string;
  readonly measured: { -readonly [K in keyof Measured]: Measured[K] };
  readonly close: () => Promise<void>;
}

async function open(dist: string, build: BuildTimes | null): Promise<Site> {
  const { address, close } = await serve({ folder: dist, port: 0, base: process.env['SITE_BASE'] ?? '/' });
  return { address, measured: { visits: [], paints: [], build, own: null }, close };
}

const isWanted = (path: string, { page }: BenchOptions): boolean =>
  page.length === 0 || page.includes(path.replace(/\?.*/, ''));

/** Measures sites by turns, visit by visit, so that what else the machine does slows all of them. `dist`: the one that says which pages there are. Gives how many visits failed. */
async function measure(
  sites: readonly Site[],
  { browser, dist, options }: { readonly browser: Browser; readonly dist: string; readonly options: BenchOptions },
): Promise<number> {
  const visits = options.own === undefined ? plannedVisits(dist).filter(({ path }) => isWanted(path, options)) : [];
  let failed = 0;
  for (const plan of visits)
    for (const { address, measured } of sites)
      try {
        measured.visits = [...measured.visits, await visit(browser, address, plan)];
      } catch (error) {
        // An hour of other visits is worth more than to end here.
        failed += 1;
        console.error(
          `${plan.path} at ${plan.width} px, ${plan.network}: ${error instanceof Error ? error.message : error}`,
        );
      }
  // All tables are enlarged to one size, so a benchmark's first leaderboard speaks for the others.
  const first = boardPages(dist).filter((path) => path.split('/').length === 3 && isWanted(path, options));
  for (const path of options.own === undefined ? first : [])
    for (const { address, measured } of sites)
      measured.paints = [...measured.paints, await measurePaints(browser, address, path)];
  for (const { address, measured } of options.own === undefined ? [] : sites)
    measured.own = await measureOwn(browser, address, options.own ?? 0);
  return failed;
}

function shown(value: number | null, unit: string): string {
  if (value === null) return '–';
  const digits = unit === 'B' || Number.isInteger(value) ? 0 : unit === '' || unit === '×' ? 4 : 1;
  return `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
}

function printVerdicts(verdicts: readonly BudgetVerdict[]): void {
  for (const { budget, worst, limit, unit, where, kept } of verdicts) {
    const figures = `${shown(worst, unit).padStart(10)} of ${shown(limit, unit).padEnd(9)}`;
    console.log(`${kept ? 'kept  ' : 'MISSED'}  ${budget.padEnd(43)} ${figures}  ${where}`);
  }
}

/** Describes the machine, and how many processes waited for it on average over the last minute: beyond its processors, times are too long. */
function describeMachine() {
  const [load = 0] = loadavg();
  return { node: process.version, processors: availableParallelism(), load: Number(load.toFixed(1)) };
}

/** Says why nothing can be measured, in a sentence; null when it can: a mistyped `--out` must not overwrite somebody's file. */
async function refusal({ out, dist, before, own, size }: BenchOptions): Promise<string | null> {
  if (dist !== undefined && size !== undefined)
    return '--size is for a site that is built, and --dist for one that is there';
  for (const folder of [dist, before, own !== undefined && dist === undefined ? 'dist' : undefined]) {
    const lacking = folder === undefined ? null : siteLacking(folder);
    if (lacking !== null) return lacking;
  }
  const text = await readFile(out, 'utf8').catch(nullIfMissing);
  const free = text === null || /^\{\s*"date": "[^"]*",\s*"machine": /.test(text);
  return free ? null : `${out} exists and is no report of this command; choose another --out`;
}

/** Writes the report and says which budgets are kept; false where one is not. */
async function report(out: string, verdicts: readonly BudgetVerdict[], figures: object): Promise<boolean> {
  const machine = describeMachine();
  const text = JSON.stringify({ date: new Date().toISOString(), machine, verdicts, ...figures }, null, 2);
  await makeFolder(dirname(out));
  await writeFile(out, `${text}\n`);
  printVerdicts(verdicts);
  if (machine.load > machine.processors)
    console.log(
      `\nThe machine is busy (load ${machine.load} on ${machine.processors} processors): the times are too long.`,
    );
  console.log(`\nReport: ${out}`);
  return verdicts.every(({ kept }) => kept);
}

async function bench(options: BenchOptions): Promise<boolean> {
  const refused = await refusal(options);
  if (refused !== null) throw new UsageError(refused);
  await mkdir('.cache', { recursive: true });
  const scratch = await mkdtemp(join('.cache', 'bench-'));
  const browser = await launchBrowser();
  const sites: Site[] = [];
  try {
    const there = options.dist ?? (options.own === undefined ? undefined : 'dist');
    const { dist, build } =
      there === undefined ? await buildCopy(join(scratch, 'project'), options.size) : { dist: there, build: null };
    const now = await open(dist, build);
    const before = options.before === undefined ? null : await open(options.before, null);
    sites.push(now, ...(before === null ? [] : [before]));
    const failed = await measure(sites, { browser, dist, options });
    const { visits, paints } = now.measured;
    if (visits.length + paints.length === 0 && options.own === undefined)
      throw new Error(`${dist} holds none of these pages.`);
    console.table(visits.map((one) => ({ ...one, paint: Math.round(one.paint), shift: Number(one.shift.toFixed(4)) })));
    console.table(paints);
    const paired = before === null ? [] : judgeAgainst(now.measured, before.measured);
    const figures = { chromium: browser.version(), now: now.measured, before: before?.measured ?? null };
    const verdicts = [...judgeBudgets(now.measured, options.page.length > 0), ...paired];
    return (await report(options.out, verdicts, { failed, ...figures })) && failed === 0;
  } finally {
    await browser.close();
    for (const site of sites) await site.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Exit code 1 if a budget is not kept. */
export const registerBench = commandOf<BenchOptions>({
  name: 'bench',
  about: 'build data and pages from clean, visit them in a real browser, and hold size and speed against their budgets',
  options: [
    option('--dist <dir>', 'a site built already; nothing is built then'),
    option('--before <dir>', 'another built site, measured by turns: no time may be more than a tenth longer'),
    option('--page <path...>', 'only these pages, such as /audit/', { usual: [] }),
    option('--size <n>', 'build with so many instances per protocol of Shapes, to see what grows', {
      read: wholeFrom(1),
    }),
    option('--own <judgments>', 'instead: drop so many made-up judgments on the page of --dist (by default dist)', {
      read: wholeFrom(1),
    }),
    option('--out <file>', 'where the report goes', { usual: join('.cache', 'bench.json'), read: writablePath }),
  ],
  run: bench,
  explain: () => null,
});
