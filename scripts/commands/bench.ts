import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { makeFolder } from '../../src/release/folders.ts';
import {
  type BudgetVerdict,
  type BuildFigures,
  judgeBudgets,
  type PageFigures,
  type PaintFigures,
} from '../bench/budgets.ts';
import { judgeCases, measureCases } from '../bench/cases.ts';
import { judgeCharts, measureCharts } from '../bench/charts.ts';
import { judgeIngest, measureIngest } from '../bench/ingest.ts';
import { measurePage } from '../bench/measure-page.ts';
import { measurePaints } from '../bench/measure-paint.ts';
import { judgeNetwork, measureNetwork } from '../bench/network.ts';
import { judgeOwn, measureOwn } from '../bench/own.ts';
import { launchBrowser } from '../browser.ts';
import { siteLacking } from '../built-site.ts';
import { runScript } from '../run-script.ts';
import { serve } from '../serve.ts';
import { wholeFrom, writablePath } from './options.ts';

interface Options {
  readonly dist?: string;
  readonly page: readonly string[];
  readonly out: string;
}

interface BenchOptions extends Options {
  readonly ingest?: number;
  readonly cases?: number;
  readonly charts?: number;
  readonly network?: true;
  readonly own?: number;
}

async function timed(what: string, run: () => Promise<number>): Promise<number> {
  const started = performance.now();
  if ((await run()) !== 0) throw new Error(`${what} failed; the reason is above.`);
  return (performance.now() - started) / 1000;
}

/** Builds data and site into empty folders below `scratch`; the release that the pages read is brought up to date first. */
async function build(scratch: string, dist: string): Promise<BuildFigures> {
  await timed('judgeboard build', () => runScript('judgeboard', ['build']));
  const data = await timed('judgeboard build', () =>
    runScript('judgeboard', ['build', '--out', join(scratch, 'data')]),
  );
  const site = await timed('astro build', () => runScript('astro', ['build', '--outDir', dist]));
  return { data, site };
}

/** An island that holds a leaderboard; the explorer's list of cases can be sorted, too, and has budgets of its own (`--cases`). */
const BOARD = /<astro-island(?:(?!<\/astro-island>)[\s\S])*?<table class="board"/;

/** Lists the leaderboards of a built site. */
function boardPages(dist: string): string[] {
  return globSync('**/index.html', { cwd: dist })
    .filter((file) => BOARD.test(readFileSync(join(dist, file), 'utf8')))
    .map((file) => `/${dirname(file).replaceAll('\\', '/')}/`.replace('/./', '/'))
    .sort();
}

/** All tables are enlarged to one size for timing, so a benchmark's first leaderboard (`/<benchmark>/`) speaks for the others. */
function isFirstBoard(path: string): boolean {
  return path.split('/').length === 3;
}

async function measure(dist: string, paths: readonly string[]) {
  if (paths.length === 0) throw new Error(`${dist} holds no page with a table that sorts.`);
  const toTime = paths.some(isFirstBoard) ? paths.filter(isFirstBoard) : paths;
  const site = await serve({ folder: dist, port: 0, base: process.env['SITE_BASE'] ?? '/' });
  const browser = await launchBrowser();
  const pages: PageFigures[] = [];
  const paints: PaintFigures[] = [];
  try {
    for (const path of paths) {
      const address = site.address + path.slice(1);
      pages.push(await measurePage(browser, address, path));
      if (!toTime.includes(path)) continue;
      const paint = await measurePaints(browser, address, path);
      if (paint) paints.push(paint);
    }
    return { pages, paints, chromium: browser.version() };
  } finally {
    await browser.close();
    await site.close();
  }
}

function shown(value: number | null, unit: string): string {
  if (value === null) return '–';
  const digits = unit === 'B' || Number.isInteger(value) ? 0 : unit === '' ? 4 : 1;
  return `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
}

function printVerdicts(verdicts: readonly BudgetVerdict[]): void {
  for (const { budget, worst, limit, unit, where, kept } of verdicts) {
    const figures = `${shown(worst, unit).padStart(10)} of ${shown(limit, unit).padEnd(9)}`;
    console.log(`${kept ? 'kept  ' : 'MISSED'}  ${budget.padEnd(40)} ${figures}  ${where}`);
  }
}

/** Describes the machine, and how many processes waited for it on average over the last minute: beyond its processors, times are too long. */
function describeMachine() {
  const [load = 0] = loadavg();
  return { node: process.version, processors: availableParallelism(), load: Number(load.toFixed(1)) };
}

/** Says why nothing can be measured, in a sentence; null when it can: a mistyped `--out` must not overwrite somebody's file. */
async function refusal({ out, dist, cases, charts }: BenchOptions): Promise<string | null> {
  const lacking = dist === undefined || cases !== undefined || charts !== undefined ? null : siteLacking(dist);
  if (lacking !== null) return lacking;
  const text = await readFile(out, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const free = text === null || /^\{\s*"date": "[^"]*",\s*"machine": /.test(text);
  return free ? null : `${out} exists and is no report of this command; choose another --out`;
}

/** Writes the report, says which budgets are kept, and sets the exit code to 1 if one is not. */
async function report(out: string, verdicts: readonly BudgetVerdict[], figures: object): Promise<void> {
  const machine = describeMachine();
  const text = JSON.stringify({ date: new Date().toISOString(), machine, verdicts, ...figures }, null, 2);
  await makeFolder(dirname(out));
  await writeFile(out, `${text}\n`);
  printVerdicts(verdicts);
  if (machine.load > machine.processors) {
    console.log(
      `\nThe machine is busy (load ${machine.load} on ${machine.processors} processors): the times are too long.`,
    );
  }
  console.log(`\nReport: ${out}`);
  if (verdicts.some(({ kept }) => !kept)) process.exitCode = 1;
}

async function bench({ dist, page, out }: Options): Promise<void> {
  await mkdir('.cache', { recursive: true });
  const scratch = await mkdtemp(join('.cache', 'bench-'));
  try {
    const folder = dist ?? join(scratch, 'dist');
    const buildFigures = dist === undefined ? await build(scratch, folder) : null;
    const paths = page.length > 0 ? page : boardPages(folder);
    const figures = await measure(folder, paths);
    const verdicts = judgeBudgets({ ...figures, build: buildFigures });
    console.table(figures.pages.map(({ heavy, ...rest }) => ({ ...rest, heavy: heavy.length })));
    console.table(figures.paints);
    await report(out, verdicts, { build: buildFigures, ...figures });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Measures reading, checking, storing and scoring made-up judgments, `rows` and ten times as many. */
async function ingest(rows: number, out: string): Promise<void> {
  const figures = await measureIngest(rows);
  const verdicts = judgeIngest(figures);
  console.table(figures);
  await report(out, verdicts, { sizes: figures });
}

/** Measures explorer and cases at this many made-up judgments. */
async function cases(judgments: number, { out, dist }: Options): Promise<void> {
  const figures = await measureCases(judgments, dist);
  console.table(figures.statements);
  console.table([figures.small, figures.large]);
  console.table(figures.pages);
  console.log(figures.visits, figures.matrices, figures.counts);
  await report(out, judgeCases(figures), figures);
}

/** Charts, with this many made-up critiques to brush. */
async function charts(points: number, { out, dist }: Options): Promise<void> {
  const figures = await measureCharts(points, dist);
  console.table(figures.drags);
  console.table(figures.cold);
  console.table(figures.warm);
  await report(out, judgeCharts(figures), figures);
}

/** Measures every kind of page on emulated networks. */
async function network({ dist, page, out }: Options): Promise<void> {
  const visits = await measureNetwork(dist ?? 'dist', page);
  if (visits.length === 0) throw new Error(`${dist ?? 'dist'} holds none of these pages.`);
  console.table(visits.map((one) => ({ ...one, lcp: Math.round(one.lcp), cls: Number(one.cls.toFixed(4)) })));
  await report(out, judgeNetwork(visits), { visits });
}

/** Measures one's own results: so many made-up judgments dropped on the page. */
async function own(judgments: number, { out, dist }: Options): Promise<void> {
  const figures = await measureOwn(judgments, dist ?? 'dist');
  console.table([figures.small, figures.drop]);
  console.table(figures.cancels);
  console.log({ bytes: figures.bytes, warm: figures.warm });
  await report(out, judgeOwn(figures), figures);
}

/** Registers `judgeboard bench`: measures the leaderboard pages in a real browser. Exit code 1 if a budget is not kept. */
export function registerBench(program: Command): void {
  program
    .command('bench')
    .description('measure size, speed and building of the leaderboard pages against their budgets')
    .option('--dist <dir>', 'a site built already; otherwise data and site are built from clean, and timed')
    .option('--page <path...>', 'only these pages, such as /audit/; by default all with a table that comes alive', [])
    .option('--out <file>', 'where the report goes', writablePath, join('.cache', 'bench.json'))
    .option(
      '--ingest <rows>',
      'instead: read, check, store and score this many made-up judgments, and ten times as many',
      wholeFrom(1),
    )
    .option(
      '--cases <judgments>',
      'instead: explorer and case pages at this many made-up judgments (--dist: a folder that keeps their sites)',
      wholeFrom(1),
    )
    .option(
      '--charts <points>',
      'instead: mount the charts, and brush this many made-up critiques (--dist: a folder that keeps their site)',
      wholeFrom(1),
    )
    .option(
      '--network',
      'instead: visit every kind of page of a built site (--dist, by default dist) on emulated 4G and 3G',
    )
    .option(
      '--own <judgments>',
      'instead: drop so many made-up judgments on the page of a built site (--dist, by default dist)',
      wholeFrom(1),
    )
    .action(async (options: BenchOptions, command: Command) => {
      const refused = await refusal(options);
      if (refused !== null) command.error(`error: ${refused}`, { exitCode: 2 });
      if (options.network) return network(options);
      if (options.ingest !== undefined) return ingest(options.ingest, options.out);
      if (options.own !== undefined) return own(options.own, options);
      if (options.charts !== undefined) return charts(options.charts, options);
      return options.cases === undefined ? bench(options) : cases(options.cases, options);
    });
}
