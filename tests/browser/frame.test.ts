import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { JudgesFile } from '../../src/schema/judge.ts';
import { drawn } from '../drawn.ts';
import { addressOf, appears, openFaulty, openPage, painted } from './page.ts';

const { folder } = inject('site');

/** What the page shows on: the colour behind everything. */
function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

function shownJudges(page: Page): Promise<string[]> {
  return page.locator('tr[data-names]:visible th a').allTextContents();
}

describe('theme', () => {
  test('goes from the system’s to light to dark and back; what is remembered is there on every page before anything is painted', async () => {
    const { page } = await openPage('/data/', {
      theme: 'dark',
      prepare: (p) =>
        p.addInitScript(() => {
          new MutationObserver((_, observer) => {
            if (!document.body) return;
            observer.disconnect();
            Object.assign(window, { themeAtBody: document.documentElement.dataset.theme });
          }).observe(document, { childList: true, subtree: true });
        }),
    });
    const dark = await ground(page);
    const button = page.getByRole('button', { name: /^Theme/ });
    await button.click();
    const light = await ground(page);
    expect(light).not.toBe(dark);
    expect(await button.getAttribute('aria-label')).toBe('Theme: light');
    await page.goto(addressOf('/methods/'));
    expect(await page.evaluate(() => Reflect.get(window, 'themeAtBody'))).toBe('light');
    expect(await ground(page)).toBe(light);
    await button.click();
    expect(await ground(page)).toBe(dark);
    await button.click();
    expect(await button.getAttribute('aria-label')).toBe('Theme: system');
  });

  test('changes also where storage is blocked', async () => {
    const { page } = await openPage('/data/', {
      prepare: (p) =>
        p.addInitScript(() =>
          Object.defineProperty(window, 'localStorage', {
            get: () => {
              throw new DOMException('blocked', 'SecurityError');
            },
          }),
        ),
    });
    const light = await ground(page);
    const button = page.getByRole('button', { name: /^Theme/ });
    await button.click();
    await button.click();
    expect(await ground(page)).not.toBe(light);
  });
});

describe('search', () => {
  test('by keys on a phone: the nearest hit opens, arrows choose another, a case by its id, and what is not found leads to the judges', async () => {
    const { page } = await openPage('/methods/', { width: 390 });
    const box = page.getByRole('combobox', { name: /^Find judges/ });
    await page.keyboard.press('/');
    await page.keyboard.type('internvl3.5-38b (think)');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/judge\/internvl3-5-38b\//);
    await page.keyboard.press('/');
    await page.keyboard.type('internvl');
    const options = page.getByRole('listbox', { name: 'Found' }).getByRole('option');
    await options.nth(3).waitFor();
    const { x, width } = (await page.getByRole('listbox', { name: 'Found' }).boundingBox()) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    await page.keyboard.press('ArrowDown');
    const name = await page.locator('[role=option][aria-selected=true]').evaluate((one) => one.firstChild?.textContent);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: String(name), exact: true }).waitFor();
    // Several hits, of which none is a judge: the first one stands chosen, and opens.
    await page.keyboard.press('/');
    await page.keyboard.type('bias');
    await options.nth(1).waitFor();
    expect(await options.locator('small', { hasText: /^judge/ }).count()).toBe(0);
    const first = await options.first().getAttribute('href');
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${first}`);
    // A metric by its full name.
    await page.keyboard.press('/');
    await page.keyboard.type('conflict matching');
    await page.getByRole('option', { name: /^CMR/ }).click();
    await page.waitForURL(/\/methods\/#cmr$/);
    await page.keyboard.press('/');
    await page.keyboard.type('pair-000005');
    await page.getByRole('option', { name: /pair-000005/ }).click();
    await page.waitForURL(/\/shapes\/case\/\?id=pair-000005$/);
    await page.keyboard.press('/');
    await page.keyboard.type('gpt 4o zzz');
    await page.getByText(/^No match in/).waitFor();
    await box.press('Escape');
    await page.getByText(/^No match in/).waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/judges\/\?q=/);
  });

  test('asks for nothing before its focus; an index that does not come or holds no lists is told, and Enter leads to the judges', async () => {
    for (const reply of [{ status: 503 }, { contentType: 'application/json', body: '{"entries":1}' }]) {
      const asked: string[] = [];
      const { page, expectClean, close } = await openPage('/methods/', {
        fresh: true,
        prepare: async (p) => {
          p.on('request', (request) => asked.push(new URL(request.url()).pathname));
          await p.route('**/find.json', (route) => route.fulfill(reply));
        },
      });
      expect(asked.filter((path) => /\.js$|find/.test(path))).toEqual([]);
      await page.keyboard.press('/');
      await page.getByText('Suggestions could not be loaded.').waitFor();
      await page.keyboard.type('pixtral');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/judges\/\?q=pixtral/);
      expectClean(/503/);
      await close();
    }
  });

  test.each(drawn([390, 1440], [390]))(
    'at %i px a network that goes before its first focus is told, and asked again by its button or the next focus',
    async (width) => {
      const { page } = await openFaulty('/methods/', { width, fresh: true, offline: true });
      const told = page.getByText('Suggestions could not be loaded.');
      expect(await told.isVisible()).toBe(false);
      await page.keyboard.press('/');
      await told.waitFor();
      const { x = -1, width: wide = 0 } = (await told.boundingBox()) ?? {};
      expect([x >= 0, x + wide <= width]).toEqual([true, true]);
      const again = told.getByRole('button', { name: 'Try again' });
      await page.keyboard.press('Tab');
      expect(await again.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
      await painted(page);
      expect(await told.isVisible(), 'there is still no network').toBe(true);
      await page.context().setOffline(false);
      await again.click();
      await told.waitFor({ state: 'hidden' });
      await page.keyboard.type('pixtral');
      await appears(page.getByRole('option', { name: /Pixtral/ }));
    },
  );

  test('what the server never answers is not waited for for ever: an index is told, and Enter leads to the judges', async () => {
    for (const silent of ['**/find.json', '**/finder*.js']) {
      const { page, close } = await openFaulty('/methods/', {
        fresh: true,
        prepare: async (p) => {
          await p.clock.install();
          await p.route(silent, () => undefined);
        },
      });
      const asked = page.waitForRequest(silent);
      await page.keyboard.press('/');
      await page.keyboard.type('pixtral');
      await asked;
      if (silent.endsWith('.json')) {
        await page.clock.fastForward(10_000);
        await page.getByText('Suggestions could not be loaded.').waitFor();
      }
      await page.keyboard.press('Enter');
      await page.clock.fastForward(10_000);
      await page.waitForURL(/\/judges\/\?q=pixtral/);
      await close();
    }
  });

  test('without JavaScript it leads to the complete list, and no button of a theme does nothing', async () => {
    const { page } = await openPage('/methods/', { javaScript: false });
    expect(await page.locator('#theme').isVisible()).toBe(false);
    await page.getByRole('searchbox', { name: 'Find a judge', exact: true }).fill('gpt');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/judges\/\?q=gpt/);
    expect((await shownJudges(page)).length).toBeGreaterThan(50);
  });

  test.each(['/judges/', '/'])('%s: filters of judges stand in the address, and Back undoes them', async (path) => {
    const { page } = await openPage(path);
    // The first page shows a dozen of those that a filter leaves, until it is asked for all.
    const left = () => page.locator('tr[data-names]:not([hidden]) th a').allTextContents();
    const all = await left();
    await page.locator('#judge-filter').getByText('open weights', { exact: true }).click();
    const open = await left();
    expect(open.length).toBeLessThan(all.length);
    expect(new URL(page.url()).search).toBe('?access=open');
    await page.locator('#judge-filter [name=q]').fill('pixtral');
    const both = await left();
    expect(both.length).toBeGreaterThan(0);
    expect(both.every((name) => /pixtral/i.test(name))).toBe(true);
    await page.reload();
    expect(await left()).toEqual(both);
    await page.goBack();
    expect(await left()).toEqual(all);
  });

  test('the list narrows to what is known of licence, size and release; it says so, what it does not understand in the address, and what finds nothing; a phone shows a dozen until all are asked for', async () => {
    const { judges } = JudgesFile.parse(parse(readFileSync('data/judges.yaml', 'utf8')));
    const recent = judges.filter(({ released, licence }) => (released?.date ?? '') >= '2025' && licence?.open === true);
    const { page } = await openPage('/judges/?fact=open-licence');
    const [word, count] = [page.locator('#judge-filter [name=q]'), page.locator('#judge-count')];
    await page.locator('#judge-filter').getByText('since 2025', { exact: true }).click();
    expect(new URL(page.url()).search).toBe('?fact=open-licence,recent');
    expect((await shownJudges(page)).toSorted()).toEqual(recent.map(({ name }) => name).toSorted());
    expect(await count.textContent()).toMatch(/as far as is known/);

    await page.goto(addressOf('/judges/?access=open,secret&page=2'));
    expect(await page.locator('#judge-notice').textContent()).toMatch(/ignored: access, page/);
    expect((await shownJudges(page)).length).toBeGreaterThan(0);
    await word.fill('no such judge');
    expect(await shownJudges(page)).toEqual([]);
    expect(await count.textContent()).toMatch(/No judge/);

    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(addressOf('/judges/'));
    expect(await shownJudges(page)).toHaveLength(12);
    await page.getByText('Show all').first().click();
    expect((await shownJudges(page)).length).toBeGreaterThan(50);
    await word.fill('anthropic');
    const found = await shownJudges(page);
    expect(found.length).toBeGreaterThan(1);
    expect(found.every((name) => name.startsWith('Claude'))).toBe(true);
    await word.fill('coin flip');
    expect(await shownJudges(page)).toEqual(['Coin flip']);
  });
});

describe('every page', () => {
  test('the first Tab reaches a link that skips to the content', async () => {
    const { page } = await openPage('/audit/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/Skip/);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  test('the policy allows only what is ours, and no inline style element', () => {
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    const [, policy = ''] = /http-equiv="content-security-policy" content="([^"]*)"/i.exec(html) ?? [];
    const directives = new Map(
      policy
        .split(';')
        .map((directive) => directive.trim().split(/\s+/))
        .map(([name = '', ...sources]) => [name, sources.filter((source) => !source.startsWith("'sha256-")).join(' ')]),
    );
    expect(Object.fromEntries(directives)).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self' 'wasm-unsafe-eval'",
      'connect-src': "'self' blob:",
      'worker-src': 'blob:',
      'style-src-elem': "'self'",
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' data: blob:",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
    });
  });
});

test('BibTeX can be copied', async () => {
  const { page } = await openPage('/multi-crit/about/', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.getByRole('button', { name: 'Copy BibTeX' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^@inproceedings\{multi-crit2026,/);
});

test('a file of the data page is what its size and hash say, and its code names files where the visitor is', async () => {
  const { page } = await openPage('/data/');
  const row = page.locator('tr', { hasText: 'published_scores.csv' });
  const [address, hash] = await Promise.all([
    row.locator('a').getAttribute('href'),
    row.locator('details > code').textContent(),
  ]);
  const found = await page.evaluate(async (url) => {
    const bytes = await (await fetch(url)).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }, address ?? '');
  expect(found).toBe(hash);
  const code = await page.locator('#load pre.code').allTextContents();
  expect(code.length).toBeGreaterThan(3);
  const named = code.flatMap((text) => [...text.matchAll(/['"]([^'"\s]*published_scores\.\w+)['"]/g)].map((m) => m[1]));
  expect(named.length).toBe(code.length);
  for (const file of named) expect((await page.request.get(file ?? '')).status()).toBe(200);
});
