import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser } from '../browser.ts';
import { serve } from '../serve.ts';
import { type BudgetVerdict, judge, median } from './budgets.ts';
import { type LinkFigures, measureLinks } from './cases-links.ts';
import { type BenchSite, casesSite, MATRICES } from './cases-site.ts';
import {
  creationOf,
  type MatrixFigures,
  measureCounts,
  measureMatrices,
  measureStatements,
  type StatementFigures,
} from './cases-statements.ts';
import { benchPage, measureVisits, type VisitFigures } from './cases-visit.ts';

export interface CasesFigures {
  readonly judgments: number;
  readonly small: LinkFigures;
  readonly large: LinkFigures;
  readonly visits: VisitFigures;
  readonly statements: readonly StatementFigures[];
  readonly matrices: MatrixFigures;
  /** Milliseconds of all counts by columns, by the number of cases. */
  readonly counts: Readonly<Record<string, number>>;
  /** Bytes of pages of both sites. */
  readonly pages: readonly { readonly page: string; readonly small: number; readonly large: number }[];
  readonly chromium: string;
}

/** What counts as about one million. */
const MILLION = 2_000_000;

/** Bodies that a new visitor's first filter may take. */
const FIRST_FILTER_BYTES = 450_000;

/** Milliseconds for a filter: those of one million judgments up to a few, those of ten millions beyond. */
const filterLimit = (judgments: number): number => (judgments <= MILLION ? 40 : 400);

/** Milliseconds for all counts by columns, by the number of cases: those of a million judgments by 35 judges, and a million. */
const COUNT_LIMITS: Readonly<Record<number, number>> = { 28572: 1, 1000000: 15 };
/** Milliseconds for a figure of a million judgments from its stored sheet. */
const SHEET_LIMITS: Readonly<Record<string, number>> = { conflicts: 2, 'agreement-pairwise': 100 };

function linkVerdicts({ small, large }: CasesFigures): BudgetVerdict[] {
  const both = (pick: (figures: LinkFigures) => number) =>
    [small, large].map((figures) => ({ value: pick(figures), where: `${figures.cases} cases` }));
  const change = Math.abs(large.bytes / small.bytes - 1) * 100;
  const where = `${Math.round(small.bytes)} → ${Math.round(large.bytes)} B`;
  return [
    judge(
      both((f) => f.requests),
      { budget: 'case by link: data requests', limit: 3, unit: '' },
    ),
    judge(
      both((f) => f.engine),
      { budget: 'case by link: engine requests', limit: 0, unit: '' },
    ),
    judge(
      both((f) => f.besides),
      { budget: 'case by link: data beside the shard', limit: 16_000, unit: 'B' },
    ),
    judge(
      both((f) => f.largestShard),
      { budget: 'case by link: largest shard', limit: 32_768, unit: 'B' },
    ),
    judge([{ value: change, where }], {
      budget: `case by link: change at ${(large.cases / small.cases).toFixed(1)} times the data`,
      limit: 5,
      unit: '%',
    }),
  ];
}

function visitVerdicts({ visits, judgments }: CasesFigures): BudgetVerdict[] {
  const { firstFilter, bodies, engineFetches, filters, longestTask, cancels } = visits;
  const first = judge([{ value: bodies, where: `answered after ${Math.round(firstFilter)} ms, nothing slowed` }], {
    budget: 'first filter: all until its answer',
    limit: FIRST_FILTER_BYTES,
    unit: 'B',
  });
  return [
    // The target holds for a million judgments.
    ...(judgments <= MILLION ? [first] : []),
    judge([{ value: engineFetches, where: 'explorer' }], { budget: 'filters: engine fetched', limit: 0, unit: '' }),
    judge([{ value: median(filters), where: `median of ${filters.length}` }], {
      budget: 'filter painted',
      limit: filterLimit(judgments),
      unit: 'ms',
    }),
    judge(
      cancels.map((value) => ({ value, where: 'slowest' })),
      { budget: 'running query given up', limit: 100, unit: 'ms' },
    ),
    judge([{ value: longestTask, where: 'explorer' }], { budget: 'page held by one task', limit: 50, unit: 'ms' }),
  ];
}

/** Milliseconds below which the message to the worker and back takes as long as the statement. */
const LEAST_NATIVE_MS = 5;

function columnVerdicts({ matrices, counts, judgments }: CasesFigures): BudgetVerdict[] {
  const sheets = Object.entries(SHEET_LIMITS).map(([figure, limit]) => {
    const value = matrices.sheets[figure] ?? Number.NaN;
    return judge([{ value, where: '35 judges, intervals included' }], {
      budget: `${figure} from its stored sheet`,
      limit,
      unit: 'ms',
    });
  });
  const counted = Object.entries(COUNT_LIMITS).map(([cases, limit]) =>
    judge([{ value: counts[cases] ?? Number.NaN, where: 'slowest of four filters' }], {
      budget: `counts by columns, ${cases} cases`,
      limit,
      unit: 'ms',
    }),
  );
  // The targets for figures hold for a million judgments.
  return judgments <= MILLION ? [...sheets, ...counted] : counted;
}

function statementVerdicts({ statements, matrices, judgments }: CasesFigures): BudgetVerdict[] {
  const large = statements.filter(({ native }) => native >= LEAST_NATIVE_MS);
  const ratios = large.map(({ statement, ratio }) => ({ value: ratio, where: statement }));
  const times = Object.entries(matrices.engine).map(([where, value]) => ({ value, where }));
  // The target for matrices holds for a million judgments.
  const few = judgments <= MILLION;
  return [
    judge(ratios, { budget: 'WebAssembly to native, one thread', limit: 2, unit: '×' }),
    ...(few ? [judge(times, { budget: 'matrices of 35 judges by the engine, warm', limit: 100, unit: 'ms' })] : []),
  ];
}

async function measure(site: BenchSite) {
  const { small, large, database } = site;
  const base = process.env['SITE_BASE'] ?? '/';
  const sites = [await serve({ folder: small, port: 0, base }), await serve({ folder: large, port: 0, base })] as const;
  const browser = await launchBrowser();
  try {
    const [few, many] = sites;
    const visits = await measureVisits(browser, many.address, await creationOf(database));
    const context = await browser.newContext();
    const statements = await measureStatements(await benchPage(context, many.address), database);
    const matrices = await measureMatrices(
      await benchPage(context, many.address, path.join(large, 'bench', 'manifest.json')),
      site.matrices,
      MATRICES,
    );
    const counts = await measureCounts(await benchPage(context, many.address), Object.keys(COUNT_LIMITS).map(Number));
    const links = {
      small: await measureLinks(browser, few.address, small),
      large: await measureLinks(browser, many.address, large),
    };
    return { ...links, visits, statements, matrices, counts, chromium: browser.version() };
  } finally {
    await browser.close();
    for (const site of sites) await site.close();
  }
}

/** Measures the bytes of a page of both sites: they must not grow with the data. */
async function pageSizes({ small, large }: BenchSite) {
  const size = async (folder: string, page: string) => (await stat(path.join(folder, page, 'index.html'))).size;
  const pages = ['shapes', 'shapes/explore', 'shapes/figures', 'shapes/case'];
  return Promise.all(
    pages.map(async (page) => ({ page, small: await size(small, page), large: await size(large, page) })),
  );
}

/** Checks the targets for explorer and cases, each against the worst figure. */
export function judgeCases(figures: CasesFigures): readonly BudgetVerdict[] {
  return [
    ...linkVerdicts(figures),
    ...visitVerdicts(figures),
    ...columnVerdicts(figures),
    ...statementVerdicts(figures),
  ];
}

/** Measures explorer and cases at `judgments` judgments. `folder`: where the sites are kept for the next run; without it they are removed. */
export async function measureCases(judgments: number, folder?: string): Promise<CasesFigures> {
  await mkdir('.cache', { recursive: true });
  const scratch = folder ?? (await mkdtemp(path.join('.cache', 'bench-cases-')));
  try {
    const site = await casesSite(path.resolve(scratch), judgments);
    return { judgments, ...(await measure(site)), pages: await pageSizes(site) };
  } finally {
    if (folder === undefined) await rm(scratch, { recursive: true, force: true });
  }
}
