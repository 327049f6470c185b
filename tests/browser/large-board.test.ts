import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { BoardIsland } from '../../src/board/BoardIsland.tsx';
import type { PageBoard } from '../../src/board/page-board.ts';
import { pageBoard } from '../../src/board/page-board.ts';
import { board, cell, column, judge } from '../board/fixture.ts';
import { openPage } from './page.ts';

const COLUMNS = 12;

/** A board of any size with values that differ, the first column falling from row to row. */
function large(rows: number): PageBoard {
  const columns = Array.from({ length: COLUMNS }, (_, c) =>
    column(`c${c}`, { label: `C${c}`, group: c < 7 ? 'Left' : 'Right' }),
  );
  const value = (r: number, c: number): number =>
    c === 0 ? 100 - (100 * r) / rows : ((r * 7919 + c * 104729) % 10000) / 100;
  const judges = Array.from({ length: rows }, (_, r) =>
    judge(
      `j${r}`,
      Object.fromEntries(
        columns.map(({ key }, c) => {
          const x = value(r, c);
          return [
            key,
            cell(x.toFixed(2), { interval: { lo: Math.max(0, x - 3), hi: Math.min(100, x + 3), kind: 'wilson' } }),
          ];
        }),
      ),
      { name: `Judge ${r}`, organisation: r % 2 === 0 ? 'Even' : 'Odd', access: r % 2 === 0 ? 'open' : 'proprietary' },
    ),
  );
  return board(columns, judges);
}

/** Adds up the bytes of a page's style sheets, gzipped. */
function sheetBytes(html: string): number {
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="[^"]*?(_astro\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  expect(sheets.length).toBeGreaterThan(0);
  return sheets.reduce((sum, path) => sum + gzipSync(readFileSync(`dist/${path}`)).length, 0);
}

/** A built leaderboard page with another board in its island, prerendered as the build would. */
async function openWith(rows: number) {
  let bytes = 0;
  const json = JSON.stringify(pageBoard(large(rows)));
  const html = renderToString(createElement(BoardIsland, { json, cite: null, licence: '' }));
  const prepare = async (page: Page) => {
    await page.route('**/multi-crit/boards/table-3.*.json', (route) =>
      route.fulfill({ contentType: 'application/json', body: json }),
    );
    await page.route('**/multi-crit/table-3/', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const changed = text.replace(
        /(<astro-island[^>]*>)[\s\S]*?<\/astro-island>/,
        (_, island: string) => `${island}${html}</astro-island>`,
      );
      bytes = gzipSync(changed).length + sheetBytes(changed);
      await route.fulfill({ response, body: changed });
    });
  };
  const opened = await openPage('/multi-crit/table-3/', { prepare });
  return { ...opened, bytes };
}

test('200 judges and 12 columns are at most 30 kB with their sheets before anything is done', async () => {
  const { page, bytes } = await openWith(200);
  expect(await page.getByRole('link', { name: 'Judge 7', exact: true }).count()).toBe(1);
  expect(bytes).toBeLessThan(30_000);
});

describe('a table of 1 000 rows', () => {
  test('keeps only the rows in view in the page, numbered, and reaches the last', async () => {
    const { page, bytes } = await openWith(1000);
    // The strip above the table has a mark for each judge, which are 5 kB of it.
    expect(bytes).toBeLessThan(34_500);
    expect(await page.locator('.board tbody tr').count()).toBe(36);
    await page.locator('.bar').hover();
    await page.locator('.board tbody tr[aria-rowindex]').first().waitFor();
    await expect.poll(() => page.locator('.board tbody tr[aria-rowindex]').count()).toBeLessThan(80);
    expect(await page.locator('.board').getAttribute('aria-rowcount')).toBe('1001');
    await page.locator('.scroll.tall').evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await page.getByRole('rowheader', { name: /Judge 999/ }).waitFor();
    expect(await page.locator('tr', { hasText: 'Judge 999' }).getAttribute('aria-rowindex')).toBe('1001');
    await page.locator('thead th[abbr="C0"] .sort').click();
    await page.locator('.scroll.tall').evaluate((element) => element.scrollTo({ top: 0 }));
    await expect.poll(() => page.locator('.board tbody tr[aria-rowindex="2"] th a').textContent()).toBe('Judge 999');
  });
});
