import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import Papa from 'papaparse';
import type { Download, Page, Route } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { addressOf, openPage } from './page.ts';

const BOARD = '/multi-crit/table-3/';
const SLOW_MS = 1500;
const PATIENCE = { timeout: 10_000 };

/** Names of the judges shown, top to bottom. */
async function names(page: Page): Promise<string[]> {
  return page.locator('.board tbody tr:has(.pin) th a').allTextContents();
}

/** Texts of one column, judges only, top to bottom. */
async function column(page: Page, label: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    const heads = [...document.querySelectorAll('.board thead tr:last-child th')];
    const at = heads.findIndex((head) => (head.getAttribute('abbr') ?? '') === wanted);
    return [...document.querySelectorAll('.board tbody tr:has(.pin)')].map((row) => {
      const cell = row.children[at]?.cloneNode(true) as HTMLElement | undefined;
      for (const aside of cell?.querySelectorAll('.hidden, small') ?? []) aside.remove();
      return cell?.textContent?.trim() ?? '';
    });
  }, label);
}

function head(page: Page, label: string) {
  return page.locator(`.board thead th[abbr="${label}"] .sort`);
}

async function query(page: Page): Promise<string> {
  return decodeURIComponent(new URL(page.url()).search);
}

async function alive(page: Page): Promise<void> {
  await page.locator('.bar').hover();
  await page.waitForFunction(() => document.querySelector('astro-island:not([ssr]):not([aria-busy])') !== null);
}

/** Delays every script file, as on a slow line. */
async function slowScripts(page: Page): Promise<void> {
  await page.route('**/*.js', async (route: Route) => {
    await new Promise((done) => setTimeout(done, SLOW_MS));
    await route.continue();
  });
}

const descending = (values: readonly string[]): boolean =>
  values.map(Number).every((value, i, all) => i === 0 || value <= (all[i - 1] ?? Number.POSITIVE_INFINITY));

describe('sorting', () => {
  test('click, second click, third click; the address follows and Back undoes a step', async () => {
    const { page, expectClean, close } = await openPage(BOARD);
    const printedOrder = await names(page);
    await head(page, 'CMR').click();
    await page.waitForURL(/sort=-cmr/);
    expect(descending(await column(page, 'CMR'))).toBe(true);
    expect(await page.locator('th[abbr="CMR"]').getAttribute('aria-sort')).toBe('descending');
    await head(page, 'CMR').click();
    await page.waitForURL(/sort=cmr/);
    expect(descending((await column(page, 'CMR')).toReversed())).toBe(true);
    await head(page, 'CMR').click();
    await page.waitForURL(/sort=printed/);
    await page.goBack();
    await page.waitForURL(/sort=cmr/);
    await page.goBack();
    await page.goBack();
    await expect.poll(() => names(page), PATIENCE).toEqual(printedOrder);
    expect(await query(page)).toBe('');
    expectClean();
    await close();
  });

  test('with Shift several columns, numbered', async () => {
    const { page, expectClean, close } = await openPage(BOARD);
    await head(page, 'Clarity').click();
    await head(page, 'PAcc').click({ modifiers: ['Shift'] });
    await page.waitForURL(/sort=-clarity,-pacc/);
    expect(await head(page, 'Clarity').textContent()).toContain('1');
    expect(await head(page, 'PAcc').textContent()).toContain('2');
    const [clarity, pacc] = [await column(page, 'Clarity'), await column(page, 'PAcc')];
    const tied = clarity.flatMap((value, i) => (value === clarity[i - 1] ? [i] : []));
    expect(tied.length).toBeGreaterThan(0);
    for (const i of tied) expect(Number(pacc[i])).toBeLessThanOrEqual(Number(pacc[i - 1]));
    expectClean();
    await close();
  });

  test('missing values go last in both directions', async () => {
    const { page, close } = await openPage('/mm-critic/table-13/');
    for (const direction of ['descending', 'ascending']) {
      await head(page, 'Planning').click();
      await expect.poll(() => page.locator('th[abbr="Planning"]').getAttribute('aria-sort'), PATIENCE).toBe(direction);
      expect((await column(page, 'Planning')).at(-1)).toBe('–');
    }
    await close();
  });

  test('reference lines stand where their value belongs', async () => {
    const { page, close } = await openPage(`${BOARD}?sort=-completeness`);
    await expect
      .poll(() => page.locator('th[abbr="Completeness"]').getAttribute('aria-sort'), PATIENCE)
      .toBe('descending');
    const around = await page.evaluate(() => {
      const coin = [...document.querySelectorAll('.board tbody tr')].find(
        (row) => row.textContent?.startsWith('Coin flip') ?? row.textContent?.includes('Coin flip'),
      );
      const value = (row: Element | null | undefined) => Number.parseFloat(row?.children[5]?.textContent ?? '');
      return [value(coin?.previousElementSibling), value(coin), value(coin?.nextElementSibling)];
    });
    expect(around[1]).toBe(50);
    expect(around[0]).toBeGreaterThanOrEqual(50);
    expect(around[2]).toBeLessThanOrEqual(50);
    await close();
  });
});

describe('filters and columns', () => {
  test('access, mode and search narrow the rows; the count says so', async () => {
    const { page, expectClean, close } = await openPage(BOARD);
    await page.getByRole('button', { name: 'fine-tuned' }).click();
    await page.waitForURL(/access=fine-tuned/);
    expect(
      await page
        .locator('.board tbody .glyph')
        .evaluateAll((glyphs) => glyphs.every((g) => g.classList.contains('fine-tuned'))),
    ).toBe(true);
    expect(await page.locator('.count').textContent()).toMatch(/^\d+ of 25 judges$/);
    await page.getByRole('button', { name: 'fine-tuned' }).click();
    await page.getByRole('button', { name: 'thinking', exact: true }).click();
    await page.waitForURL(/thinking=yes/);
    expect((await names(page)).length).toBeLessThan(25);
    await page.getByRole('searchbox', { name: 'Filter by judge' }).fill('claude');
    await page.waitForURL(/q=claude/);
    expectClean();
    await close();
  });

  test('no rows match: says so and offers a reset', async () => {
    const { page, close } = await openPage(`${BOARD}?q=nobody-has-this-name`);
    await page.getByText('No rows match.').waitFor();
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await expect.poll(async () => (await names(page)).length, PATIENCE).toBe(25);
    expect(await page.getByRole('searchbox', { name: 'Filter by judge' }).inputValue()).toBe('');
    await close();
  });

  test('columns and groups are hidden, kept at the left, and reset', async () => {
    const { page, expectClean, close } = await openPage(BOARD);
    await page.getByRole('button', { name: 'Columns' }).click();
    const panel = page.getByRole('dialog', { name: 'Columns' });
    await panel.getByRole('checkbox', { name: 'Clarity' }).uncheck();
    await page.waitForURL(/hide=clarity/);
    expect(await head(page, 'Clarity').count()).toBe(0);
    await panel.getByRole('button', { name: /^Keep Mean of criteria/ }).click();
    await page.waitForURL(/left=average/);
    expect(await page.locator('.board thead th[abbr]').first().getAttribute('abbr')).toBe('Mean of criteria');
    await panel.getByRole('checkbox', { name: 'Accuracy per criterion' }).click();
    await expect.poll(() => page.locator('.board thead th[abbr]').count(), PATIENCE).toBe(3);
    await panel.getByRole('button', { name: 'Reset columns' }).click();
    await expect.poll(() => page.locator('.board thead th[abbr]').count(), PATIENCE).toBe(9);
    expect(await query(page)).toBe('');
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count(), PATIENCE).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Columns');
    expectClean();
    await close();
  });

  test('pinned judges stay on top, through sorting and filters', async () => {
    const { page, close } = await openPage(BOARD);
    const last = (await names(page)).at(-1) ?? '';
    await page.getByRole('button', { name: `Pin ${last} to the top` }).click();
    await expect.poll(async () => (await names(page))[0], PATIENCE).toBe(last);
    await page.getByRole('button', { name: 'proprietary' }).click();
    await page.waitForURL(/access=proprietary/);
    expect((await names(page))[0]).toBe(last);
    expect(await page.locator('.board tr.pinned').count()).toBe(1);
    await close();
  });
});

test('a baseline turns values into differences, with sign, test and an unchanged baseline row', async () => {
  const { page, expectClean, close } = await openPage(BOARD);
  const [pacc, judges] = [await column(page, 'PAcc'), await names(page)];
  const at = judges.indexOf('GPT-4o');
  await page.getByLabel('Baseline').selectOption({ label: 'GPT-4o' });
  await page.waitForURL(/base=gpt-4o/);
  const shown = await column(page, 'PAcc');
  expect(shown[at]).toBe(pacc[at]);
  const last = shown.length - 1;
  const difference = Number(pacc[last]) - Number(pacc[at]);
  expect(Number(shown[last]?.replace('\u2212', '-'))).toBeCloseTo(difference, 2);
  expect(await page.locator('.board tbody td.down.sure').count()).toBeGreaterThan(0);
  expect(await page.locator('.note').textContent()).toContain('Differences to GPT-4o');
  expectClean();
  await close();
});

describe('the address', () => {
  const VIEW = `${BOARD}?sort=-cmr,pacc&access=open,proprietary&hide=clarity&left=average&pin=o3&base=gpt-4o&heat=off`;

  test('holds the whole view: opened elsewhere it shows the same', async () => {
    const first = await openPage(VIEW);
    await expect.poll(() => first.page.locator('.board tr.pinned').count(), PATIENCE).toBe(1);
    await first.page.getByRole('button', { name: 'Columns' }).click();
    await first.page.getByRole('checkbox', { name: 'Reference lines' }).uncheck();
    await first.page.waitForURL(/lines=off/);
    const second = await openPage(first.page.url().slice(addressOf('/').length - 1));
    await expect.poll(() => second.page.locator('.board tr.pinned').count(), PATIENCE).toBe(1);
    const text = (page: Page) => page.locator('.board').textContent();
    expect(await text(second.page)).toBe(await text(first.page));
    second.expectClean();
    await first.close();
    await second.close();
  });

  test('unknown and broken parameters are named in a notice, the rest works', async () => {
    const { page, expectClean, close } = await openPage(
      `${BOARD}?sort=-cmr,nonsense&colour=red&base=nobody&hide=clarity`,
    );
    const notice = page.getByRole('alert').filter({ hasText: 'ignored' });
    await notice.waitFor();
    for (const part of ['nonsense', 'colour', 'nobody']) expect(await notice.textContent()).toContain(part);
    expect(descending(await column(page, 'CMR'))).toBe(true);
    expect(await head(page, 'Clarity').count()).toBe(0);
    await notice.getByRole('button', { name: 'Clean the address' }).click();
    expect(await query(page)).toBe('?sort=-cmr&hide=clarity');
    expect(await notice.count()).toBe(0);
    expectClean();
    await close();
  });

  test('is copied by the button', async () => {
    const { page, close } = await openPage(`${BOARD}?sort=-tos`, {
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await close();
  });
});

describe('downloads', () => {
  async function saved(page: Page, format: 'CSV' | 'JSON'): Promise<Record<string, string>> {
    await page.getByRole('button', { name: 'Download' }).click();
    const [download]: [Download, ...unknown[]] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: format, exact: true }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    expect(download.suggestedFilename()).toBe(`multi-crit-table-3-${format.toLowerCase()}.zip`);
    const files = unzipSync(new Uint8Array(Buffer.concat(chunks)));
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
  }

  test('CSV holds the rows, order, columns and differences that are shown', async () => {
    const { page, expectClean, close } = await openPage(`${BOARD}?sort=cmr&access=open&hide=tos&base=gpt-4o&pin=o3`);
    await expect.poll(() => page.locator('.board tr.pinned').count(), PATIENCE).toBe(1);
    const files = await saved(page, 'CSV');
    const [header = [], ...rows] = Papa.parse<string[]>((files['multi-crit-table-3.csv'] ?? '').trimEnd()).data;
    const judges = rows.filter((row) => row[0] === 'judge');
    expect(judges.map((row) => row[3])).toEqual(await names(page));
    expect(header.some((name) => name.includes('TOS'))).toBe(false);
    const cmr = header.findIndex((name) => name.includes('CMR'));
    expect(header[cmr]).toBe('Per prompt: CMR, less GPT-4o');
    const shown = await column(page, 'CMR');
    expect(judges.map((row) => Number(row[cmr]))).toEqual(shown.map((text) => Number(text.replace('\u2212', '-'))));
    expect(rows.filter((row) => row[0] === 'reference')).toHaveLength(
      await page.locator('.board tr.reference').count(),
    );
    const provenance = JSON.parse(files['provenance.json'] ?? '{}');
    expect(provenance).toMatchObject({ address: page.url(), columns: header.length - 9 });
    expect(provenance.shown).toContain('differences to GPT-4o');
    expect(provenance.release).toMatch(/^[0-9a-f]{12}$/);
    expect(provenance.licence).not.toBe('');
    expectClean();
    await close();
  });

  test('JSON and BibTeX', async () => {
    const { page, close } = await openPage(BOARD);
    await alive(page);
    const files = await saved(page, 'JSON');
    const { rows, columns } = JSON.parse(files['multi-crit-table-3.json'] ?? '{}');
    expect(columns.map((c: { key: string }) => c.key)).toContain('pacc');
    expect(rows[0].cells.pacc).toMatchObject({ shown: '32.78', printed: '32.78', status: 'ok', n: 299 });
    const [bib] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /BibTeX/ }).click(),
    ]);
    expect(bib.suggestedFilename()).toMatch(/\.bib$/);
    await close();
  });
});

describe('without a mouse, without scripts, on a slow line', () => {
  test('keyboard only: find, sort with Enter, add with Shift, open and close a panel', async () => {
    const { page, expectClean, close } = await openPage(BOARD);
    await head(page, 'TOS').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=-tos/);
    await head(page, 'PAcc').focus();
    await page.keyboard.press('Shift+Enter');
    await page.waitForURL(/sort=-tos,-pacc/);
    await page.locator('th[abbr="PAcc"] .why').focus();
    await page.keyboard.press('Enter');
    await page.locator('#about-pacc:popover-open').waitFor();
    expect(await page.locator('#about-pacc').textContent()).toMatch(/higher is better/);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('#about-pacc:popover-open').count(), PATIENCE).toBe(0);
    await page.getByRole('button', { name: 'Download' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Download' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count(), PATIENCE).toBe(0);
    expectClean();
    await close();
  });

  test('scripts off: values, ranks, intervals, explanations; no control that does nothing', async () => {
    const { page, close } = await openPage(BOARD, { javaScript: false });
    expect((await names(page)).length).toBe(25);
    expect(await page.locator('.board td.rank').first().textContent()).toMatch(/^1–\d+/);
    expect(await page.locator('.board td.ci').count()).toBeGreaterThan(100);
    expect(await page.locator('.bar').isVisible()).toBe(false);
    expect(await page.locator('.sort').first().isVisible()).toBe(false);
    await page.locator('th[abbr="PAcc"] .why').click();
    expect(await page.locator('#about-pacc').isVisible()).toBe(true);
    await close();
  });

  test('the first click is kept while the script is slow, and so is Shift', async () => {
    const { page, expectClean, close } = await openPage(BOARD, { prepare: slowScripts });
    await head(page, 'CMR').click();
    await head(page, 'TOS').click({ modifiers: ['Shift'] });
    expect(await query(page)).toBe('');
    await page.waitForURL(/sort=-cmr,-tos/);
    expect(descending(await column(page, 'CMR'))).toBe(true);
    expectClean();
    await close();
  });

  test('what is typed while the script is slow is kept', async () => {
    const { page, close } = await openPage(BOARD, { prepare: slowScripts });
    await page.getByRole('searchbox', { name: 'Filter by judge' }).pressSequentially('gemini');
    await page.waitForURL(/q=gemini/);
    expect(await page.getByRole('searchbox', { name: 'Filter by judge' }).inputValue()).toBe('gemini');
    expect((await names(page)).every((name) => name.startsWith('Gemini'))).toBe(true);
    await close();
  });

  test('a script that cannot be had is told, and the table stays', async () => {
    const { page, close } = await openPage(BOARD, { prepare: (p) => p.route('**/*.js', (route) => route.abort()) });
    await head(page, 'CMR').click();
    await page.getByText('could not be loaded').waitFor();
    expect((await names(page)).length).toBe(25);
    await close();
  });
});

describe('weight and calm', () => {
  const { folder } = inject('site');
  const gzipped = (text: string | Buffer): number => gzipSync(text, { level: 9 }).length;
  const pages = globSync('*/{index,table-*/index}.html', { cwd: folder }).filter((file) =>
    readFileSync(join(folder, file), 'utf8').includes('class="board"'),
  );

  test('every leaderboard page: at most 30 kB gzipped with its style sheets, of which 4 kB scripts', () => {
    expect(pages.length).toBeGreaterThan(20);
    for (const file of pages) {
      const html = readFileSync(join(folder, file), 'utf8');
      const sheets = [...html.matchAll(/<link rel="stylesheet" href="[^"]*?(_astro\/[^"]+)"/g)].map((match) =>
        readFileSync(join(folder, match[1] ?? '')),
      );
      const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '').join('');
      const all = gzipped(html) + sheets.reduce((sum, sheet) => sum + gzipped(sheet), 0);
      expect(all, file).toBeLessThanOrEqual(30_000);
      expect(gzipped(scripts), file).toBeLessThanOrEqual(4_000);
    }
  });

  test('the first interaction loads at most 110 kB of scripts', async () => {
    let bytes = 0;
    const { page, close } = await openPage(BOARD);
    page.on('response', async (response) => {
      if (response.url().endsWith('.js')) bytes += gzipped(await response.body());
    });
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForLoadState('networkidle');
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(110_000);
    await close();
  });

  test('few bytes and requests before interaction, nothing moves when it comes alive', async () => {
    const { page, close } = await openPage(BOARD);
    const before = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => (entry as PerformanceResourceTiming).name),
    );
    expect(before.filter((name) => !name.endsWith('favicon.svg')).length).toBeLessThanOrEqual(4);
    expect(before.some((name) => name.endsWith('.js'))).toBe(false);
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const box = await page.locator('.board').boundingBox();
    await alive(page);
    expect(await page.locator('.board').boundingBox()).toEqual(box);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, x) => sum + x, 0)).toBeLessThanOrEqual(0.02);
    await close();
  });

  test('an address with a query does not make the table jump', async () => {
    const { page, close } = await openPage(`${BOARD}?sort=-clarity&access=open`, {
      prepare: (p) =>
        p.addInitScript(() => {
          const shifts: number[] = [];
          Object.assign(window, { shifts });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
          }).observe({ type: 'layout-shift', buffered: true });
        }),
    });
    await expect.poll(async () => descending(await column(page, 'Clarity')), PATIENCE).toBe(true);
    await page.waitForTimeout(300);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, x) => sum + x, 0)).toBeLessThanOrEqual(0.02);
    await close();
  });
});
