import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Manifest } from '../../src/schema/release.ts';
import { launchBrowser } from '../browser.ts';
import { serve } from '../serve.ts';
import { type BudgetVerdict, judge, median } from './budgets.ts';
import { OPEN_OPTION, timeUntilAnswered } from './cases-visit.ts';
import { JUDGE, timeUntilRedrawn } from './figures-visit.ts';
import { SORT_BUTTON } from './measure-paint.ts';

/** A network as Chromium emulates it: bits a second, milliseconds of latency for each request, and how much slower the processor is. */
const NETWORKS = {
  '4G': { bits: 9e6, latency: 60, slower: 4 },
  '3G': { bits: 1.6e6, latency: 150, slower: 4 },
} as const;
type Network = keyof typeof NETWORKS;

const WIDTHS = [390, 1440] as const;
/** Pages that fetch when they are used: the slow network is measured for these, at the width of a phone. */
const FETCHING: ReadonlySet<string> = new Set(['explorer', 'case']);
/** How often an explorer is visited at each width on 4G: times of single visits to one build differ by a factor of two. */
const EXPLORER_VISITS = 5;
const SETTLE_MS = 1500;
const PATIENCE_MS = 60_000;

/** What a new visitor does on a page of each kind: clicks the first thing there, or types into it. */
interface PageKind {
  readonly kind: string;
  readonly path: string;
  readonly first?: string;
  readonly type?: string;
}

/** One visit of one page; times in ms, bytes as they come over the network with their headers, where nothing else is said. */
export interface NetworkVisit {
  readonly kind: string;
  readonly path: string;
  readonly network: Network;
  readonly width: number;
  /** Largest contentful paint. */
  readonly lcp: number;
  /** Sum of all layout shifts that no click or key explains, with one interaction. */
  readonly cls: number;
  readonly requests: number;
  readonly bytes: number;
  /** Until nothing moved any more, the interaction included. */
  readonly bytesInAll: number;
  /** Explorer: bodies without headers, from the page itself until the first filter's answer is painted. */
  readonly bodiesUntilAnswer: number | null;
  readonly wasm: boolean;
  /** Explorer: from the first click on a filter to the painted answer. */
  readonly firstFilter: number | null;
  /** Figures: from the first touch of the choice of a judge to the painted figures, and the bodies of what was fetched for it beside scripts. */
  readonly otherJudge: number | null;
  readonly judgeData: number;
}

/** Names a page of each kind, of what a built site holds. */
function pageKinds(dist: string): PageKind[] {
  const { benchmarks } = JSON.parse(readFileSync(join(dist, 'data/manifest.json'), 'utf8')) as Manifest;
  const pages = globSync('**/index.html', { cwd: dist })
    .map((file) => `/${dirname(file).replaceAll('\\', '/')}/`.replace('/./', '/'))
    .sort();
  const fixed = pages
    .filter((path) => /^\/(?:methods\/|data\/|audit\/)?$/.test(path))
    .map((path) => ({ kind: path.slice(1, -1) || 'home', path }));
  const [judge = ''] = pages.filter((path) => path.startsWith('/judge/'));
  const ofBenchmarks = benchmarks.flatMap(({ id, instances }): PageKind[] => [
    { kind: 'board', path: `/${id}/`, first: SORT_BUTTON },
    ...(instances === null ? [] : casePages(dist, id)),
  ]);
  return [
    ...fixed,
    { kind: 'judges', path: '/judges/', first: 'main input[type=search]', type: 'gpt' },
    { kind: 'judge', path: judge },
    { kind: 'compare', path: '/compare/', first: 'astro-island :is(button, input, select)' },
    ...ofBenchmarks,
  ];
}

function casePages(dist: string, benchmark: string): PageKind[] {
  const list = readFileSync(join(dist, benchmark, 'explore/index.html'), 'utf8');
  const id = /case\/\?id=([^"&]+)/.exec(list)?.[1] ?? '';
  return [
    { kind: 'explorer', path: `/${benchmark}/explore/`, first: OPEN_OPTION },
    { kind: 'case', path: `/${benchmark}/case/?id=${id}`, first: '.mark-words, .answers button' },
    { kind: 'figures', path: `/${benchmark}/figures/`, first: JUDGE },
    { kind: 'about', path: `/${benchmark}/about/` },
  ];
}

const WATCH = `window.seen = { lcp: 0, cls: 0 };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.cls += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.seen.lcp = entry.startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });`;

/** An island whose scripts are not there yet. */
const ASLEEP = 'main astro-island:is([ssr], [aria-busy])';

interface Traffic {
  readonly bytes: () => number;
  readonly bodies: () => number;
  /** Bodies of what is neither script nor style. */
  readonly data: () => number;
  readonly requests: () => number;
  readonly wasm: () => boolean;
}

/** Slows network and processor down, and counts what comes. */
async function emulate(session: CDPSession, network: Network): Promise<Traffic> {
  const { bits, latency, slower } = NETWORKS[network];
  let bytes = 0;
  let bodies = 0;
  let data = 0;
  let requests = 0;
  let wasm = false;
  const code = new Set<string>();
  session.on('Network.requestWillBeSent', ({ request, requestId }) => {
    if (!/^https?:/.test(request.url)) return;
    if (/\.(?:js|css)$/.test(request.url)) code.add(requestId);
    requests += 1;
    wasm ||= request.url.includes('.wasm');
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  session.on('Network.dataReceived', ({ encodedDataLength, requestId }) => {
    bodies += encodedDataLength;
    if (!code.has(requestId)) data += encodedDataLength;
  });
  await session.send('Network.enable');
  const throughput = bits / 8;
  const conditions = { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput };
  await session.send('Network.emulateNetworkConditions', conditions);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return { bytes: () => bytes, bodies: () => bodies, data: () => data, requests: () => requests, wasm: () => wasm };
}

/** Does the page's first thing as a person would: the pointer rests, then clicks. Gives the time of an explorer's first filter, and of another judge's figures. */
async function interact(page: Page, { kind, first, type }: PageKind): Promise<number | null> {
  if (first === undefined) return null;
  if (kind === 'explorer') return timeUntilAnswered(page, first, 0);
  if (kind === 'figures' && (await page.locator(first).count()) > 0) return timeUntilRedrawn(page);
  const target = page.locator(first).filter({ visible: true }).first();
  if ((await target.count()) === 0) return null;
  await target.hover();
  // Rows moved by a click on a header are wanted; what moves when the island comes alive is not.
  if (kind === 'board') await page.locator(ASLEEP).first().waitFor({ state: 'detached' });
  await target.click();
  if (type !== undefined) await target.fill(type);
  return null;
}

async function visit(context: BrowserContext, address: string, page: PageKind & { readonly network: Network }) {
  const opened = await context.newPage();
  await opened.addInitScript(WATCH);
  const session = await context.newCDPSession(opened);
  const traffic = await emulate(session, page.network);
  await opened.goto(address, { waitUntil: 'networkidle', timeout: PATIENCE_MS });
  // A case is there when its answers are; other pages are complete as they come.
  if (page.kind === 'case') await opened.locator('.answers').waitFor({ timeout: PATIENCE_MS });
  await opened.waitForTimeout(SETTLE_MS);
  const [bytes, requests] = [traffic.bytes(), traffic.requests()];
  const before = traffic.data();
  const time = await interact(opened, page);
  const judgeData = traffic.data() - before;
  const [firstFilter, otherJudge] = [page.kind === 'explorer' ? time : null, page.kind === 'figures' ? time : null];
  const bodiesUntilAnswer = firstFilter === null ? null : traffic.bodies();
  await opened.waitForLoadState('networkidle');
  await opened.waitForTimeout(SETTLE_MS);
  const seen = await opened.evaluate(() => (window as unknown as { seen: { lcp: number; cls: number } }).seen);
  await opened.close();
  const [bytesInAll, wasm] = [traffic.bytes(), traffic.wasm()];
  return { ...seen, bytes, requests, bytesInAll, bodiesUntilAnswer, wasm, firstFilter, otherJudge, judgeData };
}

async function visitOf(browser: Browser, site: string, page: PageKind & { network: Network; width: number }) {
  const context = await browser.newContext({ viewport: { width: page.width, height: page.width < 800 ? 844 : 900 } });
  try {
    const { kind, path, network, width } = page;
    return { kind, path, network, width, ...(await visit(context, site + path.slice(1), page)) };
  } finally {
    await context.close();
  }
}

/** Visits a page of every kind of a built site as a new visitor. `only`: these paths, where any are given. */
export async function measureNetwork(dist: string, only: readonly string[]): Promise<NetworkVisit[]> {
  const site = await serve({ folder: dist, port: 0, base: process.env['SITE_BASE'] ?? '/' });
  const browser = await launchBrowser();
  const pages = pageKinds(dist).filter(({ path }) => only.length === 0 || only.includes(path.replace(/\?.*/, '')));
  const visits: NetworkVisit[] = [];
  try {
    for (const page of pages) {
      const times = page.kind === 'explorer' ? EXPLORER_VISITS : 1;
      for (const width of WIDTHS)
        for (let n = 0; n < times; n += 1)
          visits.push(await visitOf(browser, site.address, { ...page, network: '4G', width }));
      if (FETCHING.has(page.kind))
        visits.push(await visitOf(browser, site.address, { ...page, network: '3G', width: WIDTHS[0] }));
    }
    return visits;
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Gives the median first filter of each explorer and width. */
function firstFilters(explorers: readonly NetworkVisit[]): { readonly value: number; readonly where: string }[] {
  const pages = Map.groupBy(explorers, ({ path, width }) => `${path} at ${width} px`);
  return [...pages].map(([page, visits]) => {
    const times = visits.flatMap(({ firstFilter }) => firstFilter ?? []);
    return { value: median(times), where: `${page}, ${times.length} visits` };
  });
}

/** Checks the visits on 4G against the targets of docs/performance.md, by the worst of each kind of page. */
export function judgeNetwork(visits: readonly NetworkVisit[]): readonly BudgetVerdict[] {
  const on4G = visits.filter(({ network }) => network === '4G');
  const figures = (of: readonly NetworkVisit[], pick: (one: NetworkVisit) => number | null) =>
    of.map((one) => ({ value: pick(one), where: `${one.path} at ${one.width} px` }));
  const explorers = on4G.filter(({ kind }) => kind === 'explorer');
  const cases = on4G.filter(({ kind }) => kind === 'case');
  const judges = on4G.filter(({ otherJudge }) => otherJudge !== null);
  return [
    judge(
      figures(on4G, ({ cls }) => cls),
      { budget: 'layout shift, every page kind', limit: 0.02, unit: '' },
    ),
    judge(
      figures(cases, ({ lcp }) => lcp),
      { budget: 'case by link: largest paint', limit: 900, unit: 'ms' },
    ),
    judge(firstFilters(explorers), { budget: 'first filter, new visitor, median visit', limit: 800, unit: 'ms' }),
    judge(
      figures(explorers, ({ firstFilter }) => firstFilter),
      { budget: 'first filter, new visitor, slowest visit', limit: 800, unit: 'ms' },
    ),
    judge(
      figures(
        explorers.filter(({ path }) => path.startsWith('/shapes/')),
        ({ bodiesUntilAnswer }) => bodiesUntilAnswer,
      ),
      { budget: 'first filter, Shapes: all until its answer', limit: 150_000, unit: 'B' },
    ),
    judge(
      figures(judges, ({ otherJudge }) => otherJudge),
      { budget: "another judge's figures", limit: 800, unit: 'ms' },
    ),
    judge(
      figures(judges, ({ judgeData }) => judgeData),
      { budget: "another judge's figures: data", limit: 10_000, unit: 'B' },
    ),
    judge(
      figures(explorers, ({ wasm }) => Number(wasm)),
      { budget: 'first filter: WebAssembly', limit: 0, unit: '' },
    ),
  ];
}
