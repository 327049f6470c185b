import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { readReleaseAt, releaseName } from '../../src/release/read.ts';
import { alive, BOARD, column, names } from './board-page.ts';
import { addressOf, openPage } from './page.ts';
import { archiveSavedBy } from './saved.ts';

describe('the address', () => {
  const VIEW = `${BOARD}?sort=-cmr,pacc&access=open,proprietary&hide=clarity&left=average&pin=o3&base=gpt-4o&heat=off`;

  test('holds the whole view: opened elsewhere it shows the same', async () => {
    const first = await openPage(VIEW);
    await expect.poll(() => first.page.locator('.board tr.pinned').count()).toBe(1);
    await first.page.getByRole('button', { name: 'Columns' }).click();
    await first.page.getByRole('checkbox', { name: 'Reference lines' }).uncheck();
    await first.page.waitForURL(/lines=off/);
    const second = await openPage(first.page.url().slice(addressOf('/').length - 1));
    await expect.poll(() => second.page.locator('.board tr.pinned').count()).toBe(1);
    const text = (page: Page) => page.locator('.board').textContent();
    const asFirst = await text(first.page);
    await expect.poll(() => text(second.page)).toBe(asFirst);
    second.expectClean();
    await first.close();
    await second.close();
  });
});

describe('downloads', () => {
  async function saved(page: Page, format: 'CSV' | 'JSON'): Promise<Record<string, string>> {
    await page.getByRole('button', { name: 'Download' }).click();
    const { name, files } = await archiveSavedBy(page.getByRole('button', { name: `Zipped ${format}` }));
    expect(name).toMatch(new RegExp(`^multi-crit-table-3.*-${format.toLowerCase()}\\.zip$`));
    return Object.fromEntries([...files].map(([file, bytes]) => [file, String(bytes)]));
  }

  test('CSV holds the rows, order, columns and differences that are shown', async () => {
    const { page } = await openPage(`${BOARD}?sort=cmr&access=open&hide=tos&base=gpt-4o&pin=o3`);
    await expect.poll(() => page.locator('.board tr.pinned').count()).toBe(1);
    const files = await saved(page, 'CSV');
    const [header = [], ...rows] = Papa.parse<string[]>(
      (files[Object.keys(files).find((name) => name.endsWith('.csv')) ?? ''] ?? '').trimEnd(),
    ).data;
    const judges = rows.filter((row) => row[0] === 'judge');
    expect(judges.map((row) => row[4])).toEqual(await names(page));
    expect(header.some((name) => name.includes('TOS'))).toBe(false);
    const cmr = header.findIndex((name) => name.includes('CMR'));
    expect(header[cmr]).toBe('Per prompt: CMR, difference to GPT-4o');
    const shown = await column(page, 'CMR');
    expect(judges.map((row) => Number(row[cmr]))).toEqual(shown.map((text) => Number(text.replace('\u2212', '-'))));
    expect(rows.filter((row) => row[0] === 'reference')).toHaveLength(
      await page.locator('.board tr.reference').count(),
    );
    const provenance = JSON.parse(files['provenance.json'] ?? '{}');
    expect(provenance).toMatchObject({ address: page.url() });
    expect(provenance.shown).toContain('differences to GPT-4o');
    expect(provenance.release).toBe(releaseName(await readReleaseAt(join(inject('site').folder, 'data'))));
    expect(provenance.licence).not.toBe('');
  });

  test('JSON and BibTeX; the address is copied by the button', async () => {
    const { page } = await openPage(`${BOARD}?sort=-pacc`, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    const files = await saved(page, 'JSON');
    const { rows, columns } = JSON.parse(files['multi-crit-table-3.json'] ?? '{}');
    expect(columns.map((c: { key: string }) => c.key)).toContain('pacc');
    expect(rows[0].cells.pacc).toMatchObject({ shown: '32.78', printed: '32.78', status: 'ok', n: 299 });
    const [bib] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /BibTeX/ }).click(),
    ]);
    expect(bib.suggestedFilename()).toMatch(/\.bib$/);
  });
});

test('from home a board is a CSV in two clicks, no zip; a view is code for four languages, a frame and a badge', async () => {
  const { page } = await openPage('/', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.locator('.standing h2 a').first().click();
  await alive(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('multi-crit-table-3.csv');
  const [first] = Papa.parse<Record<string, string>>(readFileSync(await download.path(), 'utf8').trimEnd(), {
    header: true,
  }).data;
  expect(Object.keys(first ?? {}).filter((name) => /PAcc/.test(name))).toEqual([
    'Per prompt: PAcc',
    'Per prompt: PAcc, low',
    'Per prompt: PAcc, high',
    'Per prompt: PAcc, n',
  ]);
  await page.getByText('Saved multi-crit-table-3.csv').waitFor();
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('button', { name: 'DuckDB' }).click();
  const code = await page.getByLabel('Code for DuckDB').inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  const address = /'(http[^']+table-3\.[0-9a-f]{12}\.csv)'/.exec(code)?.[1] ?? '';
  const lines = (await (await page.request.get(address)).text()).split('\r\n');
  expect(lines[0]).toMatch(/^kind,id,judge,name,.*value,low,high,interval,n,rank_best,rank_worst,status,note$/);
  // The whole table in a frame, and a judge's rank as a badge.
  await page.getByRole('button', { name: 'a frame (HTML)' }).click();
  const frame = await page.getByLabel('Code for a frame (HTML)').inputValue();
  await page.getByLabel('Badge of').selectOption('gpt-4o');
  await page.getByRole('button', { name: 'a badge (Markdown)' }).click();
  const badge = await page.getByLabel('Code for a badge (Markdown)').inputValue();
  const named = [/<iframe src="([^"]+)"/.exec(frame)?.[1], /^\[!\[.*\]\((\S+gpt-4o\.svg)\)\]\(/.exec(badge)?.[1]];
  for (const one of named) expect((await page.request.get(one ?? '')).status()).toBe(200);
});
