import { DuckDBInstance } from '@duckdb/node-api';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from './page.ts';

const matrix = (page: Page): Locator => page.getByRole('table', { name: /^Headline value of every judge/ });
/** The button of a head that sorts by its column; the other one explains it. */
const sortButton = (head: Locator): Locator => head.getByRole('button', { name: /^(?!About )/ });

test('the matrix of the start page is sorted by a benchmark, its headers explain themselves', async () => {
  const { page } = await openPage('/');
  const table = matrix(page);
  const names = () => table.locator('tbody th a').allTextContents();
  const served = await names();
  const heads = table.getByRole('columnheader').filter({ has: page.getByRole('button', { name: /^About / }) });
  const head = heads.first();
  await sortButton(head).click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
  // The main board of the first benchmark has the same judge first.
  const best = await page.locator('.standing .answer').first().textContent();
  expect(best).toContain(`: ${(await names())[0] ?? '-'} `);
  const last = await table.locator('tbody tr').last().locator('td').first().textContent();
  expect(last).toContain('not in this benchmark');
  await sortButton(heads.nth(1)).click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBeNull();
  for (const state of ['descending', null]) {
    await sortButton(heads.nth(1)).click();
    await expect.poll(() => heads.nth(1).getAttribute('aria-sort')).toBe(state);
  }
  expect(await names()).toEqual(served);
  // The order is in the address: it is shared, and Back undoes it.
  await sortButton(head).click();
  await sortButton(head).click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  const worst = await names();
  await page.goBack();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
  await page.goForward();
  await page.reload();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  expect(await names()).toEqual(worst);
  const about = head.getByRole('button', { name: /^About / });
  await about.click();
  const card = page.locator('.tip:popover-open');
  await card.getByRole('link', { name: 'Its rules in the methods' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => card.count()).toBe(0);
});

test('the start page is one screen on a desk; its matrix has all of its columns in view at every width', async () => {
  const { page } = await openPage('/', { width: 1440, height: 900 });
  const bottom = (selector: string) =>
    page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
  expect(await bottom('.standings')).toBeLessThanOrEqual(900);
  expect(await bottom('.beside')).toBeLessThanOrEqual(900);
  expect(await bottom('.judge-matrix tbody tr:nth-child(6)')).toBeLessThanOrEqual(900);
  for (const width of [390, 768, 1240, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await matrix(page).evaluate((table) => {
      const { left, right } = table.parentElement?.getBoundingClientRect() ?? new DOMRect();
      const cells = [...table.querySelectorAll('tr > *')].filter((cell) => cell.checkVisibility());
      return cells.flatMap((cell) => {
        const box = cell.getBoundingClientRect();
        const parts = [...cell.querySelectorAll('a, small, button, span:not(.hidden)')];
        const isWhole = parts.every((part) => part.getBoundingClientRect().right <= box.right + 1);
        const isIn = box.left >= left - 1 && box.right <= right + 1 && isWhole;
        return isIn ? [] : [cell.textContent.trim().slice(0, 40)];
      });
    });
    expect(cut, `${width} px`).toEqual([]);
    expect(await matrix(page).getByRole('columnheader').getByRole('link').first().isVisible(), `${width} px`).toBe(
      true,
    );
  }
  // On a phone a dozen judges stand there, of all or of those that the filter leaves, and all do at a tick.
  await page.setViewportSize({ width: 390, height: 844 });
  const shown = page.locator('.judge-matrix tbody tr:visible');
  const all = await page.locator('.judge-matrix tbody tr').count();
  expect(await shown.count()).toBe(12);
  const box = page.getByRole('checkbox', { name: 'Show all' });
  await box.check();
  expect(await shown.count()).toBe(all);
  await box.uncheck();
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('claude');
  await expect
    .poll(() => shown.allTextContents())
    .toSatisfy((rows: string[]) => rows.every((row) => row.includes('Claude')));
  expect(await shown.count()).toBeGreaterThan(1);
  expect(await box.isVisible()).toBe(false);
});

test('answers of judges are counted once: no votes of programs, no verdicts that are made of two scores', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const count = async (sql: string): Promise<number> => {
    const [row] = (await connection.runAndReadAll(sql)).getRows();
    return Number(row?.[0]);
  };
  const scores = await count(
    "SELECT count(*) FROM read_parquet('data/viescore/runs/*-scores/judgments.parquet') WHERE parse <> 'missing'",
  );
  const votes = await count(
    "SELECT count(*) FROM read_parquet('data/genai-bench/runs/*/judgments.parquet', filename = true) WHERE filename NOT LIKE '%random%'",
  );
  connection.closeSync();
  const { page } = await openPage('/');
  const said = await page.locator('.facts').textContent();
  expect(said?.replaceAll('\u202f', '')).toContain(`${scores + votes} answers`);
  expect(scores + votes).toBe(202_764);
});

test('each benchmark’s sentence names its table, and each dashed line what it is', async () => {
  const { page } = await openPage('/');
  const rows = page.locator('.standing');
  for (let i = 0; i < (await rows.count()); i += 1) {
    const row = rows.nth(i);
    expect(await row.locator('.answer').textContent()).toMatch(/^[^:]+: .+ (has|have) the (highest|lowest) /);
    for (const line of await row.locator('.trivial').all())
      expect(await line.getAttribute('aria-label')).toMatch(/coin flip|oracle|constant|always|votes|labels|rater/i);
  }
  // Not all of them guess.
  expect(await page.locator('.kinds').textContent()).toContain('dashed: trivial judges');
});
