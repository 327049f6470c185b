import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readReleases } from '../../src/release/dated-releases.ts';
import { csvText } from '../../src/schema/csv.ts';
import { compareReleases, DATED_COLUMNS, type DatedReleases, datedValues } from '../../src/schema/dated-release.ts';
import { type ChangesData, changesSentence } from '../../src/site/changes/changes.ts';
import { drawn } from '../drawn.ts';
import { planted } from '../release/planted-release.ts';
import { openFaulty, openPage, recordShifts, shifted } from './page.ts';

const { value: stored } = await readReleases('.');
const last = stored.releases.at(-1)?.id ?? '';
const present = datedValues(last, gunzipSync(stored.files.get(last) ?? '').toString());
const { after: then, notes } = planted(present);
const text = csvText(
  DATED_COLUMNS,
  then.map((value) => DATED_COLUMNS.map((name) => value[name])),
);
/** A release with a change of each kind, as if it were older than what the site shows. */
const ID = `2026-11-01-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
const older = { id: ID, date: '2026-11-01', what: 'Planted' };
const WAIT = { timeout: 30_000 };

const withOlder = (dated: DatedReleases): DatedReleases => ({
  ...dated,
  ...{ releases: [older, ...dated.releases], reasons: notes.reasons, renamed: { molmo: 'molmo-7b' } },
});

/** Makes the site have the older release beside its own; `cut`: its file arrives in part. */
const plant =
  (cut = false) =>
  async (page: Page): Promise<void> => {
    const bytes = gzipSync(text);
    await page.route(`**/data/releases/${ID}.csv.gz`, (route) =>
      route.fulfill({ body: cut ? bytes.subarray(0, 40_000) : bytes, contentType: 'application/gzip' }),
    );
    await page.route('**/changes/releases.json', async (route) => {
      const dated = (await (await route.fetch()).json()) as DatedReleases;
      await route.fulfill({ json: withOlder(dated) });
    });
    await page.route('**/changes/changes.*.json', async (route) => {
      const data = (await (await route.fetch()).json()) as ChangesData;
      // The page still opens with the two that it was served with.
      const dated = { ...data.dated, today: { ...data.dated.today, id: null } };
      await route.fulfill({ json: { ...data, dated: withOlder(dated) } });
    });
    await page.route(
      ({ pathname }) => pathname.endsWith('/changes/'),
      async (route) => {
        const response = await route.fetch();
        const option = `<option value="${ID}">${ID}</option>`;
        const body = (await response.text()).replaceAll(/(?<=<option[^>]*>[^<]*<\/option>)(?=<\/select>)/g, option);
        await route.fulfill({ response, body });
      },
    );
  };

test('the page of changes says of two releases what changed, and its links show on a table what stood there then', async () => {
  const { page } = await openPage(`/changes/?from=${ID}&to=today`, { prepare: plant() });
  const comparison = compareReleases(then, present, { renamed: { molmo: 'molmo-7b' } });
  await page.getByText(changesSentence(comparison)).waitFor(WAIT);
  const beyond = page.getByRole('region', { name: 'Moved beyond the interval', exact: true }).last();
  const row = beyond.getByRole('row', { name: /GPT-4o Both decided 80\.00/ });
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    'GPT-4o',
    'Both decided',
    expect.stringMatching(/^80\.00 \(1(?:–\d)?\)$/),
    expect.stringMatching(/^74\.56 \(1(?:–\d)?\)$/),
  ]);
  const gone = page.getByRole('region', { name: 'Gone', exact: true }).last();
  expect(await gone.getByRole('row', { name: /Fresh/ }).count()).toBe(1);
  await row.getByRole('link').click();
  const note = page.getByRole('status').filter({ hasText: `not as in release ${ID}` });
  await note.waitFor(WAIT);
  expect(await note.textContent()).toMatch(
    /^\d+ of \d+ values of this table are not as in release \S+; 1 of its values is gone\./,
  );
  const cell = page.locator('tr[data-row="gpt4o"] td', { hasText: '74.56' });
  expect(await cell.locator('small').textContent()).toMatch(/^then 80\.00 \(1(?:–\d)?\)$/);
  await cell.getByRole('link').focus();
  await page
    .getByRole('tooltip')
    .getByText(/^then 80\.00 \(1.*\), now 74\.56 \(1.*\)$/)
    .waitFor(WAIT);
});

test('a judge’s page that a pinned table leads to says what stood there, in its list of leaderboards and in its tables, and whether it was renamed; its links keep the release', async () => {
  const { page } = await openPage(`/genai-bench/pairwise-image_generation/?release=${ID}`, { prepare: plant() });
  await page.getByText('then 80.00').first().waitFor(WAIT);
  await page.locator('tr[data-row="gpt4o"] th').getByRole('link', { name: 'GPT-4o', exact: true }).click();
  await page.waitForURL(`**/judge/gpt-4o/?release=${ID}`);
  const note = page.getByRole('status').filter({ hasText: `values of this judge are not as in release ${ID}` });
  await note.waitFor(WAIT);
  const { changes, same } = compareReleases(then, present, { renamed: { molmo: 'molmo-7b' } });
  const own = changes.filter(({ is }) => is?.judge === 'gpt-4o');
  const all = present.filter(({ judge }) => judge === 'gpt-4o').length;
  expect(all).toBeLessThan(same);
  expect((await note.textContent())?.replaceAll(/\s/g, ' ')).toContain(`${own.length} of ${all} values`);
  expect(await note.textContent()).toContain('no longer hosted');
  const decided = page
    .locator('.profile tr')
    .filter({ hasText: /^\s*Both decided/ })
    .filter({ hasText: '74.56' });
  expect(await decided.first().locator('td small').first().textContent()).toMatch(/^ then 80\.00 \(1/);
  const standing = page.locator('.standings-table td:has(small)');
  const told = await standing.evaluateAll((cells) => cells.map((cell) => cell.textContent));
  const columns = own.filter(({ is }) => told.some((text) => text.includes(is?.shown ?? '-')));
  expect(told.length).toBeGreaterThan(0);
  expect(columns.length).toBeGreaterThan(0);
  const back = page.locator('.standings-table th a').first();
  expect(await back.getAttribute('href')).toContain(`release=${ID}`);

  const renamed = await openPage(`/judge/molmo-7b/?release=${ID}`, { prepare: plant() });
  await renamed.page.getByText('molmo was renamed molmo-7b.').waitFor(WAIT);
});

test.each(drawn([390, 1440], [390]))('what stood there then moves next to nothing at %i px', async (width) => {
  const prepare = async (page: Page): Promise<void> => {
    await recordShifts(page);
    await plant()(page);
    // As on a slow line: everything else has long been painted.
    await page.route('**/changes/releases.json', async (route) => {
      await new Promise((done) => setTimeout(done, 700));
      await route.fallback();
    });
  };
  const { page } = await openPage(`/genai-bench/pairwise-image_generation/?release=${ID}`, { width, prepare });
  await page.getByText('then 80.00').first().waitFor(WAIT);
  expect(await shifted(page)).toBeLessThanOrEqual(0.02);
});

test('a release that is not here, or whose file arrives in part, is told as such, and the table stays as it is', async () => {
  const { page } = await openPage('/genai-bench/pairwise-image_generation/?release=2020-01-01-00000000');
  const note = page.getByRole('alert').filter({ hasText: 'There is no release “2020-01-01-00000000” here' });
  await note.waitFor(WAIT);
  expect(await note.textContent()).toContain(`Those that stay are ${last}`);
  await note.getByRole('button', { name: 'Close' }).click();
  expect(await note.count()).toBe(0);
  expect(await page.locator('tr[data-row="gpt4o"] td', { hasText: '74.56' }).count()).toBe(1);
  // The release that has today's values is this site itself, which has its cases.
  const same = await openPage(`/genai-bench/pairwise-image_generation/?release=${last}`);
  const told = same.page.getByRole('status').filter({ hasText: `values of this table are those of release ${last}` });
  await told.waitFor(WAIT);
  expect(await told.textContent()).not.toContain('no longer');
  const cut = await openFaulty(`/changes/?from=${ID}&to=today`, { prepare: plant(true) });
  await cut.page.getByText('The two releases could not be compared.').waitFor(WAIT);
  expect(await cut.page.getByText(/Nothing changed/).count()).toBe(0);
});

test('without scripts the page of changes says what differs between the newest release and today', async () => {
  const { page } = await openPage('/changes/', { javaScript: false });
  await page.getByText(/^Nothing changed: all 5.919 values are the same\.$/u).waitFor(WAIT);
  await page.locator('#releases').getByRole('link', { name: last }).waitFor();
});
