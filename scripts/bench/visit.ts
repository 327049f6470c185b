import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page, Response } from 'playwright-core';
import type { Manifest } from '../../src/schema/release.ts';
import { isTextType } from '../serve/headers.ts';
import { SORT_BUTTON, sortOnce, timeUntilAnswered, timeUntilListed, timeUntilRedrawn } from './acts.ts';

/** A network as Chromium emulates it: bits a second, milliseconds of latency for each request, and how much slower the processor is. */
const NETWORKS = {
  none: null,
  '4G': { bits: 9e6, latency: 60, slower: 4 },
  '3G': { bits: 1.6e6, latency: 150, slower: 4 },
} as const;
const WIDTHS = [390, 1440] as const;
/** How often an explorer is visited at each width on 4G: times of single visits differ by a factor of two. */
const EXPLORER_VISITS = 5;
const SETTLE_MS = 500;
const PATIENCE_MS = 60_000;

/** `engine`: an explorer whose filter only SQL can answer. */
type Kind = 'board' | 'explorer' | 'engine' | 'case' | 'figures' | 'judges' | 'compare' | 'other';

/** A page, and how to visit it. */
export interface VisitPlan {
  readonly path: string;
  readonly kind: Kind;
  readonly network: keyof typeof NETWORKS;
  readonly width: number;
}

/** One visit by somebody who never was there, who does the first thing that the page offers. Bytes are bodies; text gzipped by Node, but for `sent`. */
export interface Visit extends VisitPlan {
  /** Before anything is done, the icon included. */
  readonly requests: number;
  readonly bytes: number;
  readonly scriptBytes: number;
  /** Requests below `data/`, pictures left out. */
  readonly dataRequests: number;
  readonly dataBytes: number;
  /** Files of the query engine or of charts: before anything is done, and in all. */
  readonly heavy: number;
  readonly heavyInAll: number;
  /** What the first act loaded on top. */
  readonly more: number | null;
  /** All bodies as the server sent them, until the first act's answer. */
  readonly sent: number;
  /** Largest contentful paint, ms. */
  readonly paint: number;
  /** Sum of all layout shifts that no click or key explains, the first act included. */
  readonly shift: number;
  /** Milliseconds from the first act to the painted answer, where there is one to wait for. */
  readonly first: number | null;
}

const pagesOf = (dist: string): string[] =>
  globSync('**/index.html', { cwd: dist })
    .map((file) => `/${dirname(file).replaceAll('\\', '/')}/`.replace('/./', '/'))
    .sort();

/** An island that holds a leaderboard. */
const BOARD = /<astro-island(?:(?!<\/astro-island>)[\s\S])*?<table class="board"/;

export const boardPages = (dist: string): string[] =>
  pagesOf(dist).filter((page) => BOARD.test(readFileSync(join(dist, page, 'index.html'), 'utf8')));

function casePages(dist: string, benchmark: string): (readonly [Kind, string])[] {
  const read = (page: string): string => readFileSync(join(dist, benchmark, page, 'index.html'), 'utf8');
  const id = /case\/\?id=([^"&]+)/.exec(read('explore'))?.[1] ?? '';
  const rare = /explore\/(\?conflict=[^"]+)"/.exec(read('figures'))?.[1]?.replaceAll('&amp;', '&');
  return [
    ['explorer', `/${benchmark}/explore/`],
    ['case', `/${benchmark}/case/?id=${id}`],
    ['figures', `/${benchmark}/figures/`],
    ['other', `/${benchmark}/about/`],
    ...(rare === undefined ? [] : ([['engine', `/${benchmark}/explore/${rare}`]] as const)),
  ];
}

/** Names the visits of a built site: every leaderboard as it is, and a page of every kind on slow networks. */
export function plannedVisits(dist: string): VisitPlan[] {
  const { benchmarks } = JSON.parse(readFileSync(join(dist, 'data/manifest.json'), 'utf8')) as Manifest;
  const [judge = ''] = pagesOf(dist).filter((path) => path.startsWith('/judge/'));
  const kinds: (readonly [Kind, string])[] = [
    ...(['/', '/methods/', '/data/', '/audit/', '/plot/', judge] as const).map((path) => ['other', path] as const),
    ['judges', '/judges/'],
    ['compare', '/compare/'],
    ...benchmarks.flatMap(({ id, instances }) => [
      ['board', `/${id}/`] as const,
      ...(instances === null ? [] : casePages(dist, id)),
    ]),
  ];
  const slow = kinds.flatMap(([kind, path]): VisitPlan[] => [
    ...WIDTHS.flatMap((width) =>
      Array.from(
        { length: kind === 'explorer' ? EXPLORER_VISITS : 1 },
        () => ({ path, kind, network: '4G', width }) as const,
      ),
    ),
    ...(kind === 'explorer' || kind === 'case' ? ([{ path, kind, network: '3G', width: 390 }] as const) : []),
  ]);
  const boards = boardPages(dist).flatMap((path) =>
    WIDTHS.map((width) => ({ path, kind: 'board', network: 'none', width }) as const),
  );
  return [...boards, ...slow];
}

const WATCH = `window.seen = { paint: 0, shift: 0 };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.seen.paint = entry.startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });`;

/** Strings that survive minifying and give the engine and the library of charts away. */
const HEAVY_NAME = /\.wasm\b|duckdb/i;
const HEAVY_CODE = /duckdb|recharts/i;

interface Loaded {
  readonly url: string;
  readonly bytes: number;
  readonly script: boolean;
  readonly heavy: boolean;
}

const sum = (loaded: readonly Loaded[]): number => loaded.reduce((total, { bytes }) => total + bytes, 0);
const count = (loaded: readonly Loaded[], what: (one: Loaded) => boolean): number => loaded.filter(what).length;

async function weigh(response: Response): Promise<Loaded> {
  const type = response.headers()['content-type'] ?? '';
  // A request that a page gave up has no body.
  const body = await response.body().catch(() => Buffer.alloc(0));
  const script = type.includes('javascript');
  const heavy = HEAVY_NAME.test(response.url()) || (script && HEAVY_CODE.test(body.toString()));
  return { url: response.url(), bytes: isTextType(type) ? gzipSync(body).length : body.length, script, heavy };
}

/** What the page itself holds: its own scripts, and its icon, which a headless browser does not ask for but a visitor's does. */
async function withinPage(
  page: Page,
  seen: ReadonlySet<string>,
): Promise<{ readonly scripts: number; readonly icon: Loaded[] }> {
  const { text, icon } = await page.evaluate(() => ({
    text: [...document.querySelectorAll('script:not([src])')]
      .filter((script) => /^(?:|module|text\/javascript)$/.test(script.getAttribute('type') ?? ''))
      .map((script) => script.textContent)
      .join('\n'),
    icon: document.querySelector<HTMLLinkElement>('link[rel~=icon]')?.href ?? '',
  }));
  const scripts = text === '' ? 0 : gzipSync(text).length;
  if (!icon.startsWith('http') || seen.has(icon)) return { scripts, icon: [] };
  const body = Buffer.from(await (await fetch(icon)).arrayBuffer());
  const bytes = icon.endsWith('.svg') ? gzipSync(body).length : body.length;
  return { scripts, icon: [{ url: icon, bytes, script: false, heavy: false }] };
}

async function emulate(session: CDPSession, network: VisitPlan['network']): Promise<() => number> {
  let sent = 0;
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    sent += encodedDataLength;
  });
  await session.send('Network.enable');
  const slow = NETWORKS[network];
  if (slow !== null) {
    const { bits, latency, slower } = slow;
    const [downloadThroughput, uploadThroughput] = [bits / 8, bits / 8];
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput,
      uploadThroughput,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  }
  return () => sent;
}

/** An island whose scripts are not there yet. */
const ASLEEP = 'main astro-island:is([ssr], [aria-busy])';

/** Presses the first of some elements that is seen; rows moved by a click on a header are wanted, what moves when the island is hydrated is not. */
async function press(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector).filter({ visible: true }).first();
  if ((await target.count()) === 0) return;
  await target.hover();
  if (selector === SORT_BUTTON) await page.locator(ASLEEP).first().waitFor({ state: 'detached' });
  await target.click();
}

const isSortedByScript = ({ kind, network, width }: Omit<VisitPlan, 'path'>): boolean =>
  kind === 'board' && network === 'none' && width > 800;

const seenIn = (page: Page): Promise<{ readonly paint: number; readonly shift: number }> =>
  page.evaluate(() => (window as unknown as { seen: { paint: number; shift: number } }).seen);

/** Does the page's first thing. Gives the time until its answer, where there is one to wait for. */
async function actFirst(page: Page, { kind, network, width }: VisitPlan): Promise<number | null> {
  switch (kind) {
    case 'explorer': {
      const time = await timeUntilAnswered(page);
      if (time === null) throw new Error('no filter, or its count stayed as it was');
      return time;
    }
    case 'engine':
      return timeUntilListed(page);
    case 'figures':
      return timeUntilRedrawn(page);
    case 'board':
      // What a sort loads is counted where nothing is slowed; shifts are those of a pointer that rests first.
      if (isSortedByScript({ kind, network, width })) return sortOnce(page);
      await press(page, SORT_BUTTON);
      return null;
    case 'judges':
      await press(page, 'main input[type=search]');
      await page.keyboard.type('gpt');
      return null;
    case 'case':
      await press(page, '.mark-words, .answers button');
      return null;
    case 'compare':
      await press(page, 'astro-island :is(button, input, select)');
      return null;
    case 'other':
      return null;
  }
}

/** Visits a page of the site at `site` as a new visitor. */
export async function visit(browser: Browser, site: string, plan: VisitPlan): Promise<Visit> {
  const { path, kind, width, network } = plan;
  const context = await browser.newContext({ viewport: { width, height: width < 800 ? 844 : 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(WATCH);
    const sentSoFar = await emulate(await context.newCDPSession(page), network);
    const responses: Promise<Loaded>[] = [];
    page.on('response', (response) => responses.push(weigh(response)));
    const isEngine = kind === 'engine';
    await page.goto(site + path.slice(1), { waitUntil: isEngine ? 'commit' : 'networkidle', timeout: PATIENCE_MS });
    const early = isEngine ? await actFirst(page, plan) : null;
    // A case is there when its answers are; other pages are complete as they come.
    if (kind === 'case') await page.locator('.answers').waitFor({ timeout: PATIENCE_MS });
    await page.waitForTimeout(SETTLE_MS);
    const loaded = await Promise.all(responses);
    const { scripts, icon } = await withinPage(page, new Set(loaded.map(({ url }) => url)));
    const before = [...loaded, ...icon];
    const data = before.filter(({ url }) => url.includes('/data/') && !url.includes('/media/'));
    // A click by a script is no input to Chromium: the rows that it sorts would count as shifts.
    const isScripted = isSortedByScript(plan);
    const unsorted = await seenIn(page);
    const first = isEngine ? early : await actFirst(page, plan);
    const sent = sentSoFar();
    await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS });
    await page.waitForTimeout(SETTLE_MS);
    const after = await Promise.all(responses.slice(loaded.length));
    const seen = await seenIn(page);
    return {
      ...plan,
      requests: before.length,
      bytes: sum(before),
      scriptBytes: scripts + sum(before.filter(({ script }) => script)),
      dataRequests: data.length,
      dataBytes: sum(data),
      heavy: count(before, (one) => one.heavy),
      heavyInAll: count([...before, ...after], ({ url }) => HEAVY_NAME.test(url)),
      more: kind === 'board' && first !== null ? sum(after) : null,
      sent,
      paint: seen.paint,
      shift: (isScripted ? unsorted : seen).shift,
      first,
    };
  } finally {
    await context.close();
  }
}
