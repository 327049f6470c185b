import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSite, serve } from '../../scripts/serve.ts';
import { tableId } from '../../src/schema/value-link.ts';
import { drawn } from '../drawn.ts';
import { addExample, rawAnswers } from '../release/example-project.ts';
import { built, writeFiles } from '../release/instances/project.ts';
import { scratch } from '../scratch.ts';
import { buildPages } from './build-pages.ts';
import { shown } from './case-walk.ts';
import { BENCHMARK, hostileFiles, INSTANCES, ORDINARY, SPLITS } from './hostile-project.ts';
import { type OpenedPage, openShared, turnTo } from './page.ts';
import { counted, rationales, reasons } from './places.ts';

/** A page that takes longer hangs. */
const PATIENCE = { timeout: 30_000 };
const EXPLORER = `/${BENCHMARK}/explore/`;
let folder = '';
let site: RunningSite;
let opened: OpenedPage;
let page: Page;

beforeAll(async () => {
  const root = await scratch();
  await writeFiles(root, hostileFiles());
  await addExample(root);
  await built(root);
  buildPages(root);
  folder = join(root, 'dist');
  site = await serve({ folder, port: 0 });
  opened = await openShared('/', { width: 390, origin: site.origin, context: { acceptDownloads: true } });
  page = opened.page;
});
afterAll(async () => {
  await opened?.close();
  await site?.close();
});

const SOUND = { harmed: false, headings: 1, widened: [], foreign: [], ignored: false, alerts: [] };

/** What a page must not have, whatever its texts hold. */
const stateOf = () =>
  page.evaluate(() => {
    const { documentElement: root, scripts } = document;
    const main = document.querySelector('main') as HTMLElement;
    const addresses = [...document.querySelectorAll('a[href], img[src]'), ...scripts]
      .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
      .filter((to) => {
        const url = URL.parse(to, location.href);
        return url?.protocol === 'javascript:' || url?.host.includes('evil');
      });
    const scrolls = (element: Element): boolean => {
      for (let box = element.parentElement; box !== null && box !== root; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== 'visible') return true;
      return false;
    };
    const isWide = root.scrollWidth > root.clientWidth;
    const widening = (isWide ? [...main.querySelectorAll('*')] : []).filter(
      (e) => (e.scrollWidth > root.clientWidth || e.getBoundingClientRect().right > root.clientWidth) && !scrolls(e),
    );
    return {
      harmed: 'harmed' in window,
      headings: document.querySelectorAll('h1').length,
      widened: isWide
        ? [`${root.scrollWidth} px`, ...widening.map((e) => `${e.localName}.${e.getAttribute('class')}`)]
        : [],
      foreign: [...addresses, ...document.querySelectorAll('main :is(iframe, object, embed, form[action*="//"])')].map(
        String,
      ),
      ignored: main.textContent.includes('of the address was ignored'),
      alerts: [...document.querySelectorAll('[role=alert]')]
        .filter((e) => e.checkVisibility() && e.textContent.trim() !== '')
        .map((e) => e.textContent),
    };
  });

/** Waits until nothing is loading and, where an address asks for something, until scripts are there to answer it. */
const settled = () =>
  page.waitForFunction(
    () =>
      document.querySelector('main [aria-busy="true"]') === null &&
      (location.search === '' || document.querySelector('main astro-island[ssr]:not([client="visible"])') === null),
    null,
    PATIENCE,
  );

async function open(path: string): Promise<void> {
  await page.goto(site.origin + path);
  await settled();
}

/** The addresses of lists of cases that a page links to. */
const lists = (): Promise<string[]> =>
  page
    .locator(`main a[href*="${EXPLORER}?"]`)
    .evaluateAll((all) => [...new Set(all.map((a) => a.getAttribute('href') ?? ''))]);

/** Goes to another list with the engine that is there, and waits until its cases stand there: each leads back to its own list. */
async function turnToList(address: string): Promise<void> {
  await turnTo(page, address);
  const isShown = (): boolean => {
    const first = document.querySelector('.case-table tbody th a');
    const list = new URL(first?.getAttribute('href') ?? '', location.href).searchParams.get('list') ?? '';
    const plain = (search: string): string => new URLSearchParams(search).toString();
    return first === null || plain(list) === plain(location.search);
  };
  await page.waitForFunction(isShown, null, PATIENCE);
  await settled();
}

const ALL = `${INSTANCES.length} cases`;
const count = () => counted(page);
const asked = new Set<string>();

test('every page: nothing runs, nothing is asked for elsewhere, nothing is widened', async () => {
  const pages = globSync('**/*.html', { cwd: folder })
    .map((file) => `/${file.replace(/index\.html$/, '')}`)
    // What is made for frames has neither scripts nor links to lists (reach.test.ts): two of it are as good as all.
    .filter((path, i) => !path.startsWith('/captions/') && (!path.startsWith('/embed/') || drawn(true, i % 4 === 0)));
  expect(pages.length).toBeGreaterThan(30);
  for (const path of pages) {
    await open(path);
    expect.soft(await stateOf(), path).toEqual(SOUND);
    for (const link of await lists()) asked.add(link);
  }
  opened.expectClean();
});

test.each([
  '/compare/?judges=constructor,null',
  '/compare/?judges=constructor,null:undefined&support=shared',
  `/${BENCHMARK}/table-3/?sort=-other&pin=null`,
  `/${BENCHMARK}/${tableId('pairwise', SPLITS[0] ?? '')}/?base=undefined`,
  `${EXPLORER}?right=constructor&wrong=undefined&sort=-longest`,
  `${EXPLORER}?words=window`,
])('asked for: %s', async (path) => {
  await open(path);
  expect(await stateOf()).toEqual(SOUND);
  opened.expectClean();
});

test('a table whose cells all fail the audit stops no page; its own leads to each cell and the reason', async () => {
  await open(`/${BENCHMARK}/table-4/`);
  expect(await page.locator('.board tbody a[href^="/judge/"]').count()).toBe(2);
  await page.getByRole('link', { name: '4 cells in doubt' }).click();
  await expect.poll(() => page.url()).toContain(`/${BENCHMARK}/audit/#doubt-table-4`);
  expect(await page.locator('#doubt-table-4 tbody tr .text').allTextContents()).toHaveLength(4);
});

test('a judge’s page says of its runs what the import left out, and why', async () => {
  await open('/judge/constructor/');
  const told = page.locator('.run-card[aria-label="Run scores"] p', { hasText: 'Import:' });
  await expect.poll(() => told.textContent()).toContain('999 rows read, 7 left out: <img src=x onerror=');
  expect(await told.textContent()).toContain('Left out are 7 answers of the judge, which count as expected.');
  await open(`/${BENCHMARK}/perturbation/`);
  const row = page.locator('.board tbody tr:has(a[href="/judge/constructor/"])').first();
  await row.locator('td').last().hover();
  await page.getByRole('tooltip').filter({ hasText: '7 answers were left out by the import' }).waitFor(PATIENCE);
  await page.mouse.move(0, 0);
});

test.each(['text', 'formatted', 'raw'])('every case opens under its id and comes to its end: %s', async (view) => {
  for (const [i, id] of INSTANCES.filter((_, at) => view === 'formatted' || at % 8 === 0).entries()) {
    const address = `/${BENCHMARK}/case/?id=${encodeURIComponent(id)}&view=${view}`;
    // The first is loaded with its page, the others are gone through.
    if (i === 0) await open(address);
    else await turnTo(page, address);
    await shown(page, id);
    await page.locator('.case-body .drawn').waitFor(PATIENCE);
    await settled();
    expect.soft(await stateOf(), id).toEqual(SOUND);
  }
  opened.expectClean();
});

/** An address of each kind, by the parameters that it has and the metric; `most` kinds, evenly spread. */
function oneOfAKind(addresses: Iterable<string>, most: number): string[] {
  const kindOf = (address: string): string => {
    const { searchParams } = new URL(address, site.origin);
    return [...searchParams.keys(), searchParams.get('metric')].join();
  };
  const kinds = [...Map.groupBy(addresses, kindOf).values()].flatMap((all) => all.slice(-1));
  return kinds.filter((_, i) => i % Math.ceil(kinds.length / most) === 0);
}

test('links of numbers lead to lists that understand them', async () => {
  const kinds = oneOfAKind(asked, drawn(12, 8));
  expect(kinds.length).toBeGreaterThan(drawn(6, 4));
  for (const [i, path] of kinds.entries()) {
    // The first is loaded with its page; the others are gone to as by Back, with the engine that is there.
    if (i === 0) await open(path);
    else await turnToList(path);
    await expect.poll(() => count().textContent(), PATIENCE).toMatch(/^\d+ (?:of \d+ )?cases?$/);
    expect.soft(await stateOf(), path).toEqual(SOUND);
  }
  opened.expectClean();
}, 180_000);

test('facets of every kind of name choose cases; what the address says is understood again', async () => {
  const facets = page.locator('.facets details');
  // On a phone they stand in a sheet.
  await page.setViewportSize({ width: 1100, height: 844 });
  await open(EXPLORER);
  await page.locator('.selection').hover();
  await expect.poll(() => count().textContent(), PATIENCE).toBe(ALL);
  const kinds = await facets.count();
  expect(kinds).toBeGreaterThan(INSTANCES.length + ORDINARY.length);
  const addresses: string[] = [];
  const chosen = Array.from({ length: kinds - 2 }, (_, i) => i + 1).filter((i) => drawn(true, i % 6 === 1));
  for (const i of chosen) {
    const facet = facets.nth(i);
    if (!(await facet.evaluate((e: HTMLDetailsElement) => e.open))) await facet.locator('summary').click();
    const value = facet.locator('button:not(.nothing)').last();
    const n = await value.locator('.n').textContent();
    await value.click();
    await expect
      .poll(() => count().textContent(), PATIENCE)
      .toBe(n === String(INSTANCES.length) ? ALL : `${n} of ${ALL}`);
    await expect.poll(() => page.url()).toContain('?');
    expect.soft(await stateOf(), page.url()).toEqual(SOUND);
    addresses.push(new URL(page.url()).search.slice(1));
    await facet.locator('button[aria-pressed="true"]').click();
    await expect.poll(() => count().textContent(), PATIENCE).toBe(ALL);
    await expect.poll(() => page.url()).not.toContain('?');
  }
  expect(new Set(addresses).size).toBe(chosen.length);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(`${EXPLORER}?${addresses.join('&')}`);
  await expect.poll(() => count().textContent(), PATIENCE).toMatch(/^\d+ of /);
  expect(await stateOf()).toEqual(SOUND);
  opened.expectClean();
}, 180_000);

test('the list of cases and its download hold every id and every attribute as it is', async () => {
  await open(EXPLORER);
  await page.locator('.selection').hover();
  await page.getByRole('button', { name: 'Download' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog', { name: 'Download' }).getByRole('button', { name: 'JSON Lines' }).click(),
  ]);
  const files = unzipSync(readFileSync(await download.path()));
  const rows = strFromU8(files[`${BENCHMARK}-cases.jsonl`] ?? new Uint8Array())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  expect(rows.map((row) => row['instance'])).toEqual(INSTANCES);
  for (const [i, row] of rows.entries())
    for (const [k, name] of ORDINARY.entries())
      expect([i, name, row[`attributes.${name}`]]).toEqual([i, name, INSTANCES[(i + k) % 2]]);
  opened.expectClean();
});

test('the example of docs/adding-a-benchmark.md beside it: its board has the values of the raw tables, its cases the texts', async () => {
  const raw = await rawAnswers();
  await open('/captions/');
  const printed = (name: string) =>
    page.locator('tbody tr', { hasText: name }).first().locator('td .num, td').allTextContents();
  for (const [run, name] of [
    ['first-always', 'Always the first'],
    ['short-words', 'Short words'],
    ['careful', 'Careful reader'],
  ] as const)
    expect((await printed(name)).join(' ')).toContain(raw.get(run)?.accuracy ?? 'a value');
  expect(await page.locator('tbody').textContent()).toContain('With a hint');
  expect(await page.locator('h1').textContent()).toContain('Captions');
  const { pair = '', why = '' } = raw.get('careful')?.answers[0] ?? {};
  await open(`/captions/case/?id=${pair}&judges=careful,short-words`);
  await rationales(page).first().waitFor(PATIENCE);
  expect(await reasons(page).textContent()).toContain(why);
  expect(await page.locator('.case-body').textContent()).toContain('A picture of four blue stars.');
  opened.expectClean();
});

test('names of the language in the address of a plot are named as unknown, and harm nothing', async () => {
  await open('/plot/?x=constructor&y=__proto__&pin=undefined,null&by=toString&zoom=NaN,1,2,3');
  const { alerts, ...state } = await stateOf();
  expect(state).toEqual({ ...SOUND, alerts: undefined, ignored: true });
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toMatch(/x: “constructor” is not known here; y: “__proto__” is not known here/);
  opened.expectClean();
});
