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

/**
 * In a second theme only the rules about colour can find anything new. Colours do not depend on the width, and their rules take most of
 * the time: they are looked at where all of a page is shown, on the wide one.
 */
const CHECKS: Readonly<Record<number, readonly { readonly theme: 'light' | 'dark'; readonly rules: RunOptions }[]>> = {
  390: [{ theme: 'light', rules: { rules: Object.fromEntries(COLOUR_RULES.map((id) => [id, { enabled: false }])) } }],
  1440: [
    { theme: 'light', rules: {} },
    { theme: 'dark', rules: { runOnly: COLOUR_RULES } },
  ],
};

/** Axe's findings, one line each. It is put in through the debugger's port, which the page's policy does not bind. */
async function axeFindings(page: Page, rules: RunOptions): Promise<string[]> {
  const debuggerPort = await page.context().newCDPSession(page);
  await debuggerPort.send('Runtime.evaluate', { expression: AXE });
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

const CASES = PAGES.flatMap((path) =>
  Object.entries(CHECKS).map(([width, checks]) => ({ path, width: Number(width), checks })),
);

test.concurrent.for(CASES)('$path at $width px is sound', async ({ path, width, checks }, { expect }) => {
  const { page, expectClean, close } = await openPage(path, { width });
  expect.soft(await structureOf(page)).toEqual(WELL_FORMED);
  for (const { theme, rules } of checks) {
    await page.emulateMedia({ colorScheme: theme });
    expect.soft(await axeFindings(page, rules), `axe, ${theme}`).toEqual([]);
  }
  expectClean();
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
