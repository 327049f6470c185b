import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { readReleaseAt } from '../../src/release/read.ts';
import { isVerified, verifyRelease } from '../../src/release/verify.ts';
import { drawn } from '../drawn.ts';
import { heldScripts } from './board-page.ts';
import { openPage } from './page.ts';

const DATA = path.join(inject('site').folder, 'data');
const WAIT = { timeout: 60_000 };
const BOARD = 'genai-bench/pairwise-image_generation';
const VALUE = '/sql/?value=genai-bench.pairwise-image_generation.decided_accuracy&run=gpt4o';

describe('values of the release', () => {
  test('every computed value is made again from judgments and labels; of all, one changed digit is found', async () => {
    const release = await readReleaseAt(DATA);
    let planted = '';
    const boards = release.boards.map((board) => {
      if (`${board.benchmark}/${board.table}` !== 'viescore/pointwise') return board;
      const [first, ...rows] = board.rows;
      const [column] = board.columns;
      const cell = first?.cells[column?.key ?? ''];
      if (first === undefined || column === undefined || cell?.value == null) throw new Error('no value');
      planted = `${first.id} ${column.key}`;
      const changed = { ...cell, value: cell.value + 10 ** -column.decimals };
      return { ...board, rows: [{ ...first, cells: { ...first.cells, [column.key]: changed } }, ...rows] };
    });
    // Pairs of VIEScore are made of two scores each, in seven tasks alike.
    const some = boards.filter(({ table }) => !/^pairwise-(?:control|mask|multi|subject|text-guided-ie)/.test(table));
    const cells = await verifyRelease(DATA, release, { boards: drawn(boards, some), columns: [] });
    const wrong = cells.filter((cell) => cell.unproved === '' && !isVerified(cell));
    expect(wrong.map(({ row, column }) => `${row} ${column}`)).toEqual([planted]);
    expect(cells.length).toBeGreaterThan(drawn(2500, 1600));
    expect(cells.filter(({ unproved }) => unproved !== '')).toEqual([]);
    expect(new Set(cells.filter(({ byCode }) => byCode).map(({ column }) => column))).toEqual(
      new Set(['winner_probability']),
    );
  }, 600_000);
});

const editor = (page: Page) => page.getByLabel('Statement');

async function ask(page: Page, sql: string): Promise<void> {
  await editor(page).fill(sql);
  await editor(page).press('Control+Enter');
}

const said = (page: Page, text: string | RegExp) => page.locator('#main').getByText(text).first().waitFor(WAIT);

describe('the page of SQL', () => {
  test('a statement that is pasted and run before the scripts are there is what runs', async () => {
    const scripts = heldScripts('**/SqlIsland.*.js');
    const { page } = await openPage('/sql/', { prepare: scripts.hold });
    await editor(page).fill('SELECT 41 + 1 AS pasted');
    await page.getByRole('button', { name: 'Run' }).click();
    scripts.letThrough();
    await page.locator('.sql-rows').getByText('42', { exact: true }).waitFor(WAIT);
    expect(await editor(page).inputValue()).toBe('SELECT 41 + 1 AS pasted');
  });

  test('a touch fetches the engine and the answers; the page says how much has come, in bytes, and can be told to stop waiting', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const asked: string[] = [];
    const { page, expectClean } = await openPage('/sql/', {
      fresh: true,
      prepare: async (own) => {
        own.on('request', (request) => asked.push(request.url()));
        await own.route('**/engine/*.wasm.*', (route) => held.then(() => route.continue()));
      },
    });
    await editor(page).hover();
    await expect.poll(() => page.locator('astro-island[ssr]').count(), WAIT).toBe(0);
    expect(asked.filter((url) => /engine|duckdb/.test(url))).toEqual([]);
    await editor(page).focus();
    await expect.poll(() => asked.filter((url) => /\.wasm\.|\.duckdb\./.test(url)).length, WAIT).toBe(2);
    const status = page.locator('.bar [role="status"]');
    await ask(page, 'SELECT 41 + 1 AS sum');
    await status.getByText(/^Loading engine…$/).waitFor(WAIT);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await said(page, 'Cancelled.');
    await status.evaluate((place) => {
      const seen = new Set<string>();
      new MutationObserver(() => seen.add(place.textContent)).observe(place, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      Object.assign(globalThis, { seen });
    });
    await page.getByRole('button', { name: 'Run' }).click();
    release();
    await page.locator('.sql-rows').getByText('42', { exact: true }).waitFor(WAIT);
    const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
    const amounts = seen.flatMap((words) => {
      const [, came, of] = /^Loading engine (\d\.\d) of (\d\.\d) MB…$/.exec(words) ?? [];
      return came === undefined ? [] : [{ came: Number(came), of: Number(of) }];
    });
    expect(amounts.length).toBeGreaterThan(1);
    expect(amounts).toEqual(amounts.toSorted((one, other) => one.came - other.came));
    expect(new Set(amounts.map(({ of }) => of))).toEqual(new Set([6.1]));
    expect(amounts.at(-1)?.came).toBe(6.1);
    expect(await status.textContent()).toBe('');
    expect(asked.filter((url) => /\.wasm\.|\.duckdb\./.test(url)).length).toBe(2);
    expectClean();
  });

  test('has an answer at once; runs, cuts, stops and refuses; a link carries the statement, a file the rows', async () => {
    const { page, expectClean } = await openPage('/sql/');
    expect(await page.locator('.sql-rows tbody tr').count()).toBeGreaterThan(10);
    await editor(page).focus();
    await expect.poll(() => page.locator('astro-island[ssr]').count(), WAIT).toBe(0);
    await ask(page, 'SELECT * FROM range(1000000) AS t(n)');
    await said(page, 'More than 10 000 rows: the rest is left out. The first 200 are shown.');
    await ask(page, 'WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await said(page, 'Cancelled.');
    for (const [sql, fault] of [
      ['DROP TABLE judgments', 'This is not a SELECT'],
      ['SELECT 1; SELECT 2', 'This is more than one statement'],
      ["SELECT * FROM read_csv('https://example.org/x.csv')", 'Permission Error'],
      ["SELECT * FROM 'genai-bench.csv'", /Permission Error|does not exist/],
      ['SELECT nothing FROM judgments', 'Binder Error'],
    ] as const) {
      await ask(page, sql);
      await said(page, 'This statement is not run.');
      await said(page, fault);
    }
    await ask(page, "SELECT '=1+1' AS text, count(*) AS n FROM runs WHERE run = 'gpt4o'");
    await said(page, '1 row.');
    expect(new URL(page.url()).searchParams.get('q')).toContain("'=1+1'");
    const [file] = await Promise.all([
      page.waitForEvent('download', WAIT),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('sql_genai-bench.csv');
    expect(fs.readFileSync((await file.path()) ?? '', 'utf8')).toBe("text,n\r\n'=1+1,1\r\n");
    expectClean();
  });

  test('a value of a board opens its card, by pointer and by keyboard; the page makes it again, and tells what is not so', async () => {
    const { page } = await openPage(`/${BOARD}/`);
    const cell = page.locator('tbody tr', { hasText: 'GPT-4o' }).locator('td a.cases').first();
    await cell.hover();
    const proof = page.getByRole('link', { name: 'Formula, SQL and proof' });
    await proof.waitFor(WAIT);
    await cell.focus();
    await page.keyboard.press('i');
    expect(await proof.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    const card = page.getByRole('dialog', { name: 'Value' });
    await card.getByText('Formula').waitFor(WAIT);
    expect(await card.textContent()).toContain('Rests on');
    await card.getByRole('button', { name: 'Verify' }).press('Enter');
    await card.getByText(/^Verified: the statement gives 45\.59/).waitFor(WAIT);
    expect(await card.textContent()).toContain('Above / below the line');
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    expect(await cell.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.goto(`${new URL(page.url()).origin}${VALUE}&release=0123456789ab&shown=99.99`);
    await said(page, /The link is of release 0123456789ab.* The link says 99\.99, the release shows 74\.56\./);
    await said(page, /^Verified: the statement gives/);
    expect(await editor(page).inputValue()).toContain('contributions AS (');
    const gone = await openPage(VALUE.replace('decided_accuracy', 'elo'));
    await said(gone.page, 'has no column elo any more');
    await gone.close();
    const damaged = await openPage(VALUE, {
      prepare: (own) =>
        own.route(/boards\/genai-bench\/pairwise-image_generation\.[0-9a-f]+\.json/, async (route) => {
          const text = await (await route.fetch()).text();
          await route.fulfill({ body: text.replace('74.56230690010298', '74.56230690010297') });
        }),
    });
    await said(damaged.page, /damaged|other bytes|differs/i);
    await damaged.close();
    // A line of a run's ledger: of 689 critiques and corrections 680 could be read, seven could not, two are missing.
    const read = await openPage('/sql/?on=shapes&run=noisy-checker-critique&rows=critiques');
    await said(read.page, /^680 rows; the first 200 are shown/);
  });

  test('values of runs on the page of a judge open the same card: a line of a table, and where the judge stands', async () => {
    const { page, expectClean } = await openPage('/judge/gpt-4o/');
    await page.locator('#standing').hover();
    const standing = page
      .locator('.standings-table tr', { hasText: 'GenAI-Bench, Image generation' })
      .locator('td:nth-child(3) a');
    await standing.click(WAIT);
    const card = page.getByRole('dialog', { name: 'Value' });
    await card.getByRole('heading', { name: 'Four-way accuracy: 45.59' }).waitFor(WAIT);
    await page.keyboard.press('Escape');
    await page.locator('#viescore .fold > summary').click();
    const table = page.locator('#viescore .profile', { has: page.locator('caption a[href*="/pointwise/"]') }).first();
    const line = table.locator('tbody tr', { has: page.locator('td a') }).last();
    const [name, value] = await Promise.all([line.locator('th').textContent(), line.locator('td a').textContent()]);
    await line.locator('td a').press('Enter');
    await card.getByRole('heading', { name: (value ?? '').replace('−', '-') }).waitFor(WAIT);
    expect(await card.getByRole('heading').textContent()).toContain(name?.trim().split(/\s/)[0]);
    await card.getByRole('button', { name: 'Verify' }).click();
    await card.getByText(/^Verified: the statement gives|^Not verified: no single statement/).waitFor(WAIT);
    // What a paper prints rests on no judgments here.
    expect(
      await page
        .locator('.profile', { has: page.locator('th', { hasText: 'Printed' }) })
        .locator('td:nth-child(2) a')
        .count(),
    ).toBe(0);
    expectClean();
  });

  test('a value of a figure that a board has, too, opens the same card, by keyboard; of selected cases no board is', async () => {
    const { page, expectClean } = await openPage('/shapes/figures/pairwise-conflicts/');
    const figure = page.locator('#discrimination');
    await figure.locator('summary', { hasText: 'Table' }).click();
    const row = figure.locator('.numbers tr', { hasText: 'Full checker' }).first();
    const j = row.getByRole('link', { name: /^[−\d]/, exact: false }).nth(2);
    await j.press('Enter', WAIT);
    const card = page.getByRole('dialog', { name: 'Value' });
    // The figure writes it in percent.
    const value = (Number.parseFloat((await j.textContent()) ?? '') / 100).toFixed(3);
    await card.getByRole('heading', { name: `Full checker · Discrimination: ${value}` }).waitFor(WAIT);
    await card.getByRole('button', { name: 'Verify' }).click();
    await card.getByText(/^Verified: the statement gives/).waitFor(WAIT);
    await page.keyboard.press('Escape');
    expect(await j.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.goto(`${page.url()}?difficulty=hard`);
    await figure.locator('summary', { hasText: 'Table' }).click();
    await expect.poll(() => page.locator('.figures-bar .count').textContent(), WAIT).toMatch(/ of /);
    await page.locator('#discrimination[aria-busy=false]').waitFor(WAIT);
    expect(await figure.locator('a[href*="/sql/"]').count()).toBe(0);
    expectClean();
  });

  test('on a phone the first tap on a value of a judge’s page opens its card, also where the script comes late', async () => {
    const { page } = await openPage('/judge/gpt-4o/', {
      ...{ width: 390, height: 844, context: { hasTouch: true, isMobile: true } },
      prepare: (own) =>
        own.route('**/_astro/enliven.*.js', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 500));
          await route.continue();
        }),
    });
    const row = page.locator('.standings-table tr', { hasText: 'GenAI-Bench, Image generation' });
    await row.locator('td').nth(1).tap();
    await page.getByRole('dialog', { name: 'Value' }).getByText('Formula').waitFor(WAIT);
  });
});
