import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { tableFromIPC } from 'apache-arrow';
import { strFromU8 } from 'fflate';
import { parquetReadObjects } from 'hyparquet';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { EXPLORE, expectCount, idsOf, lost, query, RIGHT, right, WRONG, words } from './explore-shapes.ts';
import { addressOf, openPage, turnTo } from './page.ts';
import { answers, caseLinks } from './places.ts';
import { archiveSavedBy } from './saved.ts';

const { folder } = inject('site');
/** Instances with every word in some rationale, read from the packs. */
function withWords(...wanted: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const file of globSync('data/shapes/cases/*.jsonl.gz', { cwd: folder })) {
    for (const line of strFromU8(gunzipSync(readFileSync(join(folder, file))))
      .trimEnd()
      .split('\n')) {
      const { instance, judgments = [] } = JSON.parse(line) as {
        readonly instance: string;
        readonly judgments?: readonly { readonly rationale?: string }[];
      };
      const has = new Set(
        judgments.flatMap(({ rationale = '' }) => rationale.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
      );
      if (wanted.every((word) => has.has(word))) found.add(instance);
    }
  }
  return found;
}

const verdict = (page: Page, label: RegExp) => page.locator('.judges').getByRole('button', { name: label });
const firstCases = (page: Page) => caseLinks(page).allTextContents();

const NARROWED = `right=${RIGHT}&wrong=${WRONG}`;
const OPEN_ENDED = `instance IN (${right(RIGHT)}) AND instance IN (${lost(WRONG)}) AND split = 'open_ended'`;

/** What a click on a format saves. */
const saved = (page: Page, format: string) =>
  archiveSavedBy(page.getByRole('dialog').getByRole('button', { name: format, exact: true }));

/** Downloads hold the rows of the list, in its order. */
async function expectDownloads(page: Page): Promise<void> {
  const expected = await query(
    `SELECT instance, "attributes.difficulty" AS difficulty FROM instances WHERE ${OPEN_ENDED} ORDER BY "attributes.difficulty", rowid DESC`,
  );
  await expect
    .poll(async () => (await firstCases(page)).slice(0, 8))
    .toEqual(expected.slice(0, 8).map((r) => r['instance']));
  await page.getByRole('button', { name: 'Download' }).click();
  const json = await saved(page, 'JSON Lines');
  const rows = String(json.data)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows.map((row) => ({ instance: row['instance'], difficulty: row['attributes.difficulty'] }))).toEqual(
    expected,
  );
  expect(rows.every((row) => row[`run:${RIGHT}`] === 'right' && row[`run:${WRONG}`] === 'wrong')).toBe(true);
  expect(json.provenance).toMatchObject({
    rows: expected.length,
    address: page.url(),
    release: expect.stringMatching(/^\w{12}$/),
  });
  expect(json.provenance['shown']).toMatch(
    /Split: Open-ended.*where Longest, pairwise was wrong.*order: Difficulty, then Case descending/,
  );
  const csv = String((await saved(page, 'Zipped CSV')).data)
    .trim()
    .split('\r\n');
  expect(csv.slice(1).map((line) => line.split(',')[0])).toEqual(expected.map(({ instance }) => instance));
  const parquet = (await saved(page, 'Parquet')).data;
  const read = await parquetReadObjects({ file: new Uint8Array(parquet).buffer });
  expect(read.map(({ instance }) => instance)).toEqual(expected.map(({ instance }) => instance));
  expect(read[0]).toEqual(rows[0]);
  const arrow = tableFromIPC((await saved(page, 'Arrow')).data);
  expect(arrow.toArray().map((row: { toJSON: () => unknown }) => row.toJSON())).toEqual(rows);
  await page.keyboard.press('Escape');
}

test('one judge right and another wrong in two clicks; a facet counts what it would leave, and leaves it; several sort keys; downloads hold the list; filters go, the order stays, and goes by itself; words are searched', async () => {
  const { page } = await openPage(EXPLORE);
  await verdict(page, /^Noisy checker, pairwise right/)
    .first()
    .click();
  await verdict(page, /^Longest, pairwise wrong/).click();
  const ids = await idsOf(`instance IN (${right(RIGHT)}) AND instance IN (${lost(WRONG)})`);
  expect(ids.length).toBeGreaterThan(5);
  await expectCount(page, ids.length);
  expect(await page.evaluate(() => location.search)).toBe(`?${NARROWED}`);
  expect((await firstCases(page)).slice(0, 5)).toEqual(ids.slice(0, 5));

  const pairs = page.getByRole('group', { name: 'Split' }).getByRole('button', { name: /^Open-ended/ });
  const open = await idsOf(OPEN_ENDED);
  await expect.poll(() => pairs.textContent()).toBe(`Open-ended${words(open.length)}`);
  await pairs.click();
  await expectCount(page, open.length);
  await page.goBack();
  await expectCount(page, ids.length);
  await page.goForward();
  await expectCount(page, open.length);

  await page.getByRole('group', { name: 'Selection' }).getByLabel('Order').selectOption('Difficulty');
  await expect.poll(() => page.url()).toContain('sort=difficulty');
  await page.getByRole('button', { name: 'Case', exact: true }).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: /^Case/ }).click({ modifiers: ['Shift'] });
  await expect.poll(() => decodeURIComponent(page.url())).toContain('sort=difficulty,-case');
  await expectDownloads(page);

  const selected = page.getByRole('list', { name: 'Selected' });
  expect(
    (await selected.getByRole('button').allTextContents()).map((text) => text.replace(' ×, take away', '')),
  ).toEqual([
    'Split: Open-ended',
    `where Noisy checker, pairwise was right (${(await idsOf(`instance IN (${right(RIGHT)})`)).length})`,
    `where Longest, pairwise was wrong (${(await idsOf(`instance IN (${lost(WRONG)})`)).length})`,
    'Clear filters',
    'Sorted by Difficulty, then Case descending',
    'descending',
  ]);
  await selected.getByLabel('Then by').selectOption({ label: 'Judges right' });
  await selected.getByRole('button', { name: 'Reverse the second order' }).click();
  await expect.poll(() => decodeURIComponent(page.url())).toContain('sort=difficulty,-right');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expectCount(page, (await idsOf('true')).length);
  expect(decodeURIComponent(new URL(page.url()).search)).toBe('?sort=difficulty,-right');
  await selected.getByRole('button', { name: /^Sorted by/ }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(await selected.count()).toBe(0);

  const search = page.getByRole('searchbox', { name: 'Words in a reason' });
  await search.fill('leaves out');
  await expect.poll(() => page.url()).toContain('words=leaves+out');
  await expectCount(page, withWords('leaves', 'out').size);
  await search.fill('leaves zzzz');
  await expect
    .poll(() => page.getByText('No case matches: no reason has “leaves zzzz” under this selection.').count())
    .toBe(1);
});

test('the keyboard skips the filters, scrolls the list and opens a case; the last row is reached, and opens its case with the list', async () => {
  const { page } = await openPage(EXPLORE);
  await page.getByRole('searchbox', { name: 'Words in a reason' }).focus();
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip the filters');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.case-scroll') !== null)).toBe(true);
  for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement?.matches('tbody a'))); i += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/shapes/case/**');
  await answers(page).waitFor();
  await page.goBack();

  await verdict(page, /^Longest, pairwise wrong/).click();
  const ids = await idsOf(`instance IN (${lost(WRONG)})`);
  await expectCount(page, ids.length);
  await page.getByRole('region', { name: 'Cases' }).focus();
  await page.keyboard.press('End');
  const last = page.getByRole('link', { name: ids.at(-1) ?? '', exact: true });
  await expect.poll(() => last.isVisible()).toBe(true);
  const address = new URL((await last.getAttribute('href')) ?? '', page.url());
  expect(address.searchParams.get('id')).toBe(ids.at(-1));
  expect(address.searchParams.get('list')).toBe(`?wrong=${WRONG}`);
  await last.click();
  await page.waitForURL('**/shapes/case/**');
  await expect.poll(() => page.getByText(ids.at(-1) ?? '').count()).toBeGreaterThan(0);
});

test('addresses: the cases that cost points, names as the benchmark and the case page have them, and unknown parts used as far as they go', async () => {
  const { page } = await openPage(`${EXPLORE}?metric=cmr&run=${RIGHT}&slice=split%3Dreasoning`);
  const chips = page.getByRole('list', { name: 'Selected' });
  const ids = await query(`SELECT DISTINCT instance FROM contributions
    WHERE metric = 'cmr' AND run = '${RIGHT}' AND num < den AND slice LIKE 'split=reasoning;%'`);
  await expectCount(page, ids.length);
  expect(await chips.textContent()).toContain('where Noisy checker, pairwise was wrong: CMR, Verifiable reasoning');

  await turnTo(page, addressOf(`${EXPLORE}?bias_type=text-dominance&parse=abstained&sort=task`));
  const abstained = `instance IN (SELECT instance FROM judgments WHERE parse = 'abstained')`;
  await expectCount(page, (await idsOf(`"attributes.bias_type" = 'text-dominance' AND ${abstained}`)).length);
  for (const label of ['Bias type: Text dominance', 'an answer is N/A', 'Sorted by Task'])
    expect(await chips.textContent()).toContain(label);
  const row = page.locator('.case-table tbody tr').first();
  for (const label of ['Perturbations', 'Text dominance', 'Integrity'])
    await expect.poll(() => row.textContent()).toContain(label);
  const facets = await page.getByRole('complementary', { name: 'Filters' }).textContent();
  for (const label of ['Verifiable reasoning', 'Reading letters', 'Low vs medium', 'read by fallback'])
    expect(facets).toContain(label);
  expect(facets).not.toMatch(/open_ended|text-dominance|\bg1\b/);

  await turnTo(page, addressOf(`${EXPLORE}?colour=red&split=pairs,nowhere`));
  await expectCount(page, (await idsOf("split = 'pairs'")).length);
  const notice = page.getByRole('alert').filter({ hasText: 'ignored' });
  await expect.poll(() => notice.textContent()).toMatch(/colour.*nowhere/s);
});

test('what is taken away leaves the keyboard where it was: its group stays open, a chip hands over to the count', async () => {
  const { page } = await openPage(`${EXPLORE}?difficulty=hard`);
  const group = page.locator('details.facet', { has: page.locator('summary', { hasText: 'Difficulty' }) });
  const hard = group.getByRole('button', { name: /^hard/ });
  await expectCount(page, (await idsOf(`"attributes.difficulty" = 'hard'`)).length);
  await hard.press('Enter');
  await expectCount(page, (await idsOf('true')).length);
  expect(await hard.evaluate((button) => button === document.activeElement)).toBe(true);
  await hard.press('Enter');
  await page.getByRole('button', { name: 'Difficulty: hard' }).press('Enter');
  await expectCount(page, (await idsOf('true')).length);
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Selection');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[role=group]')?.ariaLabel)).toBe('Selection');
});

test('without scripts the page says what there is and lists the first cases', async () => {
  const { page } = await openPage(EXPLORE, { javaScript: false });
  expect(await firstCases(page)).toEqual((await idsOf('true')).slice(0, 20));
  expect(await page.getByText('Scripts are off').isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Download' }).isVisible()).toBe(false);
  expect((await page.locator('.case-scroll').boundingBox())?.width).toBeGreaterThan(1000);
});

test('a benchmark without cases offers one that has them', async () => {
  const { page } = await openPage('/multi-crit/explore/');
  expect(await page.getByRole('link', { name: 'Shapes (generated)' }).getAttribute('href')).toContain(EXPLORE);
});
