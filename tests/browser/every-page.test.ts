import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { addressOf, openPage } from './page.ts';

const { folder } = inject('site');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Paths of all built pages: `/`, `/audit/`, … and `/404.html`. */
const PAGES = globSync('**/*.html', { cwd: folder })
  .map((file) => `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$/, '$1')}`)
  .sort();

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const BUT_COLOUR: RunOptions = { rules: Object.fromEntries(COLOUR_RULES.map((id) => [id, { enabled: false }])) };
const COLOUR: RunOptions = { runOnly: COLOUR_RULES };

/** Axe's findings, one line each. It is put in through the debugger's port, which the page's policy does not bind. */
async function axeFindings(page: Page, rules: RunOptions): Promise<string[]> {
  const debuggerPort = await page.context().newCDPSession(page);
  const { result } = await debuggerPort.send('Runtime.evaluate', { expression: 'typeof axe' });
  if (result.value === 'undefined') await debuggerPort.send('Runtime.evaluate', { expression: AXE });
  const answer = await debuggerPort.send('Runtime.evaluate', {
    expression: `axe.run(${JSON.stringify({ ...rules, resultTypes: ['violations'] })})`,
    awaitPromise: true,
    returnByValue: true,
  });
  await debuggerPort.detach();
  if (answer.exceptionDetails) throw new Error(`axe failed: ${answer.exceptionDetails.exception?.description}`);
  const { violations }: AxeResults = answer.result.value;
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.length}×, ${nodes[0]?.target} ${nodes[0]?.html.slice(0, 120)})`,
  );
}

/** What a page must have and must not do at any width. */
async function structureOf(page: Page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    return {
      lang: root.lang !== '',
      title: document.title.trim() !== '',
      description: (document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '') !== '',
      headings: document.querySelectorAll('h1').length,
      scrollsSideways: Math.max(0, root.scrollWidth - root.clientWidth),
      repeatedIds: ids.filter((id, index) => ids.indexOf(id) !== index),
    };
  });
}

const WELL_FORMED = { lang: true, title: true, description: true, headings: 1, scrollsSideways: 0, repeatedIds: [] };

/**
 * How each text of the page looks, every look once: its letters, and what lies behind them up to the first ground that hides the rest.
 * Two texts of one look are equally easy to read.
 */
async function looksOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const grounds = new Map<Element, string>();
    const groundOf = (element: Element | null): string => {
      if (element === null) return '';
      const known = grounds.get(element);
      if (known !== undefined) return known;
      const { backgroundColor, backgroundImage, opacity, mixBlendMode, filter } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity, mixBlendMode, filter].join(' ');
      const isPlain = own === 'rgba(0, 0, 0, 0) none 1 normal none';
      const ground = isPlain ? groundOf(element.parentElement) : `${own} < ${groundOf(element.parentElement)}`;
      grounds.set(element, ground);
      return ground;
    };
    const lettersOf = (element: Element): string => {
      const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
      return [color, fontSize, fontWeight, textShadow, textDecorationLine].join(' ');
    };
    const texts = [...document.body.querySelectorAll('*')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''),
    );
    const lookOf = (element: Element): string => {
      const around = element.tagName === 'A' && element.parentElement ? lettersOf(element.parentElement) : '';
      return `${element.tagName} ${lettersOf(element)} in ${around} on ${groundOf(element)}`;
    };
    return [...new Set(texts.map(lookOf))];
  });
}

/** Looks that axe found nothing against. Looking at colours takes most of its time, and most pages look like others. */
const sound = new Set<string>();

/** Axe's findings about colours; none without asking it where every text looks like one that it has seen. */
async function colourFindings(page: Page): Promise<string[]> {
  const looks = await looksOf(page);
  if (looks.every((look) => sound.has(look))) return [];
  const findings = await axeFindings(page, COLOUR);
  if (findings.length === 0) for (const look of looks) sound.add(look);
  return findings;
}

test.concurrent.for(PAGES)('%s is sound on a phone and on a desk, in both themes', async (path, { expect }) => {
  const { page, expectClean, close } = await openPage(path, { width: 390 });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await structureOf(page), `at ${width} px`).toEqual(WELL_FORMED);
    expect.soft(await axeFindings(page, BUT_COLOUR), `axe at ${width} px`).toEqual([]);
  }
  // Colours do not depend on the width: they are looked at where all of a page is shown.
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect.soft(await colourFindings(page), `colours, ${theme}`).toEqual([]);
  }
  expectClean();
  await close();
});

test('a colour that cannot be read is found on a page whose other colours were seen', async () => {
  const { page, close } = await openPage('/');
  await colourFindings(page);
  expect(await colourFindings(page)).toEqual([]);
  await page.evaluate(() => {
    const faint = document.createElement('p');
    faint.textContent = 'Faint';
    faint.style.cssText = 'color: rgb(200 200 200); background: rgb(210 210 210)';
    document.querySelector('main')?.append(faint);
  });
  expect((await colourFindings(page)).join()).toContain('color-contrast');
  await close();
});

describe('links', () => {
  interface Outline {
    readonly path: string;
    readonly ids: readonly string[];
    readonly links: readonly string[];
  }
  let outlines: readonly Outline[] = [];

  beforeAll(async () => {
    const { page, close } = await openPage('/');
    outlines = await page.evaluate(
      (pages) =>
        Promise.all(
          pages.map(async ({ path, address }) => {
            const source = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
            const links = [...source.querySelectorAll('a[href], link[href], img[src], script[src]')].map(
              (element) => new URL(element.getAttribute('href') ?? element.getAttribute('src') ?? '', address).href,
            );
            return { path, ids: [...source.querySelectorAll('[id]')].map((element) => element.id), links };
          }),
        ),
      PAGES.map((path) => ({ path, address: addressOf(path) })),
    );
    await close();
  });

  test('lead to pages, files and headings that exist', async () => {
    const home = addressOf('/');
    const idsOf = new Map(outlines.map(({ path, ids }) => [addressOf(path), new Set(ids)]));
    const statusOf = new Map<string, number>();
    const broken: string[] = [];
    for (const { path, links } of outlines) {
      for (const link of new Set(links)) {
        const url = new URL(link);
        if (url.origin !== new URL(home).origin) continue;
        const target = url.origin + url.pathname;
        if (!statusOf.has(target))
          statusOf.set(target, (await fetch(target, { method: 'HEAD', redirect: 'manual' })).status);
        const fragment = decodeURIComponent(url.hash.slice(1));
        if (statusOf.get(target) !== 200) broken.push(`${path} → ${link} (${statusOf.get(target)})`);
        else if (fragment && idsOf.get(target)?.has(fragment) === false) broken.push(`${path} → ${link} (no such id)`);
      }
    }
    expect(broken).toEqual([]);
  });
});

test('an address that does not exist answers 404 with a page of ours', async () => {
  const { page, expectClean } = await openPage('/no/such/page/', { status: 404 });
  expect(await page.locator('h1').count()).toBe(1);
  expectClean();
});
