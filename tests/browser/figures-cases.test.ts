import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf, openFaulty, openPage } from './page.ts';
import { caseLinks, chooseHard, counted } from './places.ts';
import { siteDatabase } from './site-database.ts';

const FIGURES = '/shapes/figures/';
const SIDE_BY_SIDE = `${FIGURES}pairwise-judges/`;
const FIRST = 'noisy-checker-pairwise';
const OTHER = 'longest-pairwise';
/** So high that a list of a hundred cases has all of its rows. */
const TALL = { height: 6000 };

const query = siteDatabase();

const one = async (sql: string): Promise<number> => Number((await query(sql))[0]?.['value']);
const idsOf = async (sql: string): Promise<string[]> =>
  (await query(sql)).map(({ instance }) => String(instance)).sort();

const PAIR = 'split=open_ended;criterion=clarity;other=grounding';
/** CMR of a pair of criteria, every repeat weighing the same, in whole percent. */
const cmrOf = async (run: string, where = 'true'): Promise<number> =>
  Math.round(
    100 *
      (await one(`SELECT avg(r) AS value FROM (SELECT sum(num) / sum(den) AS r FROM contributions
      WHERE metric = 'cmr' AND run = '${run}' AND (slice = '${PAIR}' OR slice LIKE '${PAIR};%')
      AND instance IN (SELECT instance FROM instances WHERE ${where}) GROUP BY slice)`)),
  );
const CONFLICT = `SELECT c.instance FROM gold AS c JOIN gold AS g USING (instance) JOIN instances USING (instance)
  WHERE split = 'open_ended' AND c.criterion = 'clarity' AND g.criterion = 'grounding' AND c.value <> g.value
  AND c.annotator = '' AND g.annotator = ''`;

/** The cell of the judge for that pair, or of the people: the first link that names it. */
const judgeCell = (page: Page): Locator =>
  page
    .locator('#conflicts')
    .getByRole('link', { name: /Grounding and Clarity:.*is right on both|Clarity and Grounding:.*is right on both/ })
    .first();
const goldCell = (page: Page): Locator =>
  page
    .locator('#conflicts')
    .getByRole('link', { name: /(Grounding and Clarity|Clarity and Grounding): the labels prefer/ })
    .first();
const shownCmr = async (page: Page): Promise<number> =>
  Number.parseInt((await judgeCell(page).getAttribute('aria-label')) ?? '', 10);
const judges = (page: Page): Locator => page.getByLabel('Judge of pairs');
const whichCases = (page: Page): Locator => page.locator('.cases-filter > summary', { hasText: 'Filter cases' });

/** Follows a link to the explorer and gives the cases that it lists. */
async function casesBehind(page: Page, cell: Locator): Promise<string[]> {
  await cell.click();
  await page.waitForURL('**/shapes/explore/**');
  await expect.poll(() => counted(page).textContent()).toMatch(/^[\d\u202f]+ of /);
  const links = await caseLinks(page).allTextContents();
  expect(await counted(page).textContent()).toMatch(new RegExp(`^${links.length} of `));
  return links.sort();
}

test('a leaderboard’s row opens the figures that explain its values, with its judge chosen', async () => {
  const { page } = await openPage('/shapes/perturbation/');
  const row = page.locator('.board tbody tr', {
    has: page.getByRole('link', { name: 'Image-blind checker', exact: true }),
  });
  await row.getByRole('button', { name: /^Figures that explain/ }).click();
  const list = page.locator('.tip:popover-open');
  expect(await list.textContent()).toMatch(/Image-blind checker.*BD, BC/s);
  await list.getByRole('link', { name: 'From pairs to scored pairs' }).click();
  await page.waitForURL('**/shapes/figures/perturbation/?judge-perturbation=image-blind-perturbation#funnel');
  await expect.poll(() => page.getByLabel('Judge of perturbations').inputValue()).toBe('image-blind-perturbation');
  await expect
    .poll(() => page.locator('#funnel').evaluate((figure) => figure.getBoundingClientRect().top))
    .toBeLessThan(900);
  await page.locator('#funnel[aria-busy=false]').getByText('Image-blind checker').first().waitFor();
});

test('without scripts every figure stands there with its numbers', async () => {
  const { page } = await openPage(FIGURES, { javaScript: false });
  expect(await page.getByRole('figure').getByRole('heading', { level: 3 }).count()).toBeGreaterThanOrEqual(2);
  expect(await shownCmr(page)).toBe(await cmrOf(FIRST));
  expect(await goldCell(page).getAttribute('aria-label')).toMatch(new RegExp(`^${(await idsOf(CONFLICT)).length} `));
  expect(await page.getByText('Scripts are off').isVisible()).toBe(true);
  expect(await page.locator('.figures-bar').isVisible()).toBe(false);
  expect(await page.locator('.figure[aria-busy="true"]').count()).toBe(0);
  const ways = page.getByRole('navigation', { name: 'Pages of figures' }).getByRole('link');
  expect(await ways.allTextContents()).toEqual(
    [
      ['Pairs: one judge', 'Pairs: conflicts', 'Pairs: agreement'],
      ...['Perturbations', 'Critiques'].map((way) => [`${way}: one judge`, `${way}: agreement`]),
    ].flat(),
  );
  for (const [way, judge, least] of [
    ['Perturbations: one judge', 'perturbation', 3],
    ['Critiques: one judge', 'critique', 2],
    ['Pairs: conflicts', 'pairwise-conflicts', 2],
    ['Pairs: agreement', 'pairwise-judges', 4],
  ] as const) {
    await ways.and(page.getByRole('link', { name: way, exact: true })).click();
    await page.waitForURL(`**${FIGURES}${judge}/`);
    expect(await page.getByRole('figure').getByRole('heading', { level: 3 }).count()).toBeGreaterThanOrEqual(least);
  }
});

test('judges side by side are drawn for selected cases; a long table has its first rows, and all once it is opened; slices of another metric by another facet; a cell opens what cost it, and the selected cases go along', async () => {
  const { page } = await openPage(`${SIDE_BY_SIDE}?difficulty=hard`, TALL);
  const cases = await one(`SELECT count(*) AS value FROM instances WHERE "attributes.difficulty" = 'hard'`);
  await expect.poll(() => page.locator('.figures-bar .count').textContent()).toMatch(new RegExp(`^${cases} of `));
  const both = await one(`WITH answers AS (
    SELECT run, instance, regexp_replace(slice, '(^|;)(parse|repeat)=[^;]*', '', 'g') AS about, bool_or(num < den) AS lost FROM contributions
    WHERE metric = 'criterion_accuracy' AND (NOT contains(slice, 'repeat=') OR contains(slice || ';', 'repeat=0;')) GROUP BY ALL)
    SELECT count(*) AS value FROM answers AS one JOIN answers AS other USING (instance, about) JOIN instances USING (instance)
    WHERE one.run = '${FIRST}' AND other.run = '${OTHER}' AND one.lost AND other.lost AND "attributes.difficulty" = 'hard'`);
  const numbers = page.locator('#shared-errors-pairwise details:has(table)');
  await numbers.locator('summary').click();
  const pair = numbers
    .locator('tbody tr')
    .filter({ has: page.getByRole('rowheader', { name: /^(Noisy checker and Longest|Longest and Noisy checker)$/ }) });
  await expect.poll(() => pair.locator('td').first().textContent()).toMatch(new RegExp(`^${both} \\(`));
  await expect.poll(() => page.getByText('still shows the previous choice').count()).toBe(0);

  const table = page.locator('#agreement-pairwise details:has(table)');
  const rows = table.locator('tbody tr');
  expect(await rows.count()).toBe(8);
  await table.locator('summary').click();
  const judged = await one("SELECT count(DISTINCT run) AS value FROM runs WHERE protocol = 'pairwise'");
  // Every two judges, people being one more.
  await expect.poll(() => rows.count()).toBe((judged * (judged + 1)) / 2);
  const values = (await rows.locator('td:nth-child(2)').allTextContents()).map((text) =>
    Number(text.replace('−', '-')),
  );
  expect(values).toEqual(values.toSorted((a, b) => b - a));
  await page.locator('#agreement-pairwise .pairs td a').first().hover();
  expect(await page.getByRole('tooltip').textContent()).toMatch(/ and .*: κ .* shared answers/);
  const ways = page.getByRole('navigation', { name: 'Pages of figures' });
  expect(await ways.getByRole('link', { name: 'Critiques: one judge', exact: true }).getAttribute('href')).toMatch(
    /figures\/critique\/\?difficulty=hard$/,
  );

  const slices = page.locator('#slices-pairwise');
  await slices.getByLabel('Metric').selectOption({ label: 'TOS' });
  await slices.locator('label', { hasText: /^by/ }).locator('select').selectOption({ label: 'Task' });
  await expect.poll(() => slices.locator('thead').textContent()).toContain('Describing');
  const tos = `FROM contributions JOIN instances USING (instance) WHERE metric = 'tos' AND run = '${OTHER}'
    AND "attributes.task" = 'caption' AND "attributes.difficulty" = 'hard'`;
  const value = await one(
    `SELECT 100 * sum(num) / sum(den) AS value ${tos} AND contributions.slice = 'split=open_ended'`,
  );
  const column = (await slices.locator('thead tr').last().locator('th').allTextContents()).indexOf('Captioning');
  const cell = slices
    .locator('tbody tr')
    .filter({ has: page.getByRole('rowheader', { name: 'Longest' }) })
    .locator('td')
    .nth(column - 1);
  expect(Number.parseFloat((await cell.textContent()) ?? '')).toBeCloseTo(value, 1);
  const lost = await idsOf(
    `SELECT DISTINCT instance ${tos} AND contributions.slice LIKE 'split=open_ended%' AND num < den`,
  );
  expect(await casesBehind(page, cell.locator('a'))).toEqual(lost);
});

test('a visitor changes what the figures show: another judge has its numbers and its address, from one small file, and Back; a selection of cases rules figures, count and links', async () => {
  const { page } = await openPage(FIGURES, TALL);
  const fetched = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap((entry) => {
        const { name, encodedBodySize } = entry as PerformanceResourceTiming;
        return /wasm|duckdb|figures\/run\./.test(name) ? [{ name, size: encodedBodySize }] : [];
      }),
    );
  const count = page.locator('.figures-bar .count');
  const busy = page.locator('.figure[aria-busy="true"]');
  expect(await fetched()).toEqual([]);
  expect(await cmrOf(OTHER)).not.toBe(await cmrOf(FIRST));
  await judges(page).selectOption({ label: 'Longest' });
  await expect.poll(() => shownCmr(page)).toBe(await cmrOf(OTHER));
  expect(new URL(page.url()).search).toBe(`?judge-pairwise=${OTHER}`);
  await expect.poll(() => busy.count()).toBe(0);
  expect(await page.getByText('still shows the previous choice').count()).toBe(0);
  // All of it came in one small file, without the engine.
  const files = await fetched();
  expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/figures\/run\.[0-9a-f]+\.json$/)]);
  expect(files[0]?.size).toBeLessThan(10_000);
  await page.goBack();
  await expect.poll(() => shownCmr(page)).toBe(await cmrOf(FIRST));
  expect(await judges(page).locator('option:checked').textContent()).toBe('Noisy checker');

  await chooseHard(page);
  const hard = `"attributes.difficulty" = 'hard'`;
  const cases = await one(`SELECT count(*) AS value FROM instances WHERE ${hard}`);
  await expect.poll(() => count.textContent()).toMatch(new RegExp(`^${cases} of `));
  await expect.poll(() => busy.count()).toBe(0);
  expect(await shownCmr(page)).toBe(await cmrOf(FIRST, hard));
  expect(new URL(page.url()).search).toBe('?difficulty=hard');
  await page.keyboard.press('Escape');
  await whichCases(page).click();
  await page.getByRole('button', { name: 'All cases' }).click();
  await expect.poll(() => count.textContent()).toMatch(/^all /);
  await expect.poll(() => shownCmr(page)).toBe(await cmrOf(FIRST));
  await page.goBack();
  await expect.poll(() => shownCmr(page)).toBe(await cmrOf(FIRST, hard));
  await expect.poll(() => busy.count()).toBe(0);
  expect(await casesBehind(page, goldCell(page))).toEqual(await idsOf(`${CONFLICT} AND ${hard}`));
});

test('an address with unknown parts is used as far as it goes; a cell opens exactly its cases: leakage, worked out from the judgments', async () => {
  const { page } = await openPage(`${FIGURES}?judge-pairwise=${OTHER}&by-pairwise=nobody&colour=red`, TALL);
  await expect.poll(() => shownCmr(page)).toBe(await cmrOf(OTHER));
  const notice = page.getByRole('alert').filter({ hasText: 'ignored' });
  expect(await notice.textContent()).toMatch(/nobody.*colour|colour.*nobody/s);
  const cell = page
    .locator('#leakage')
    .getByRole('link', { name: /Asked for Clarity, Longest answers as the labels do on Grounding/ })
    .first();
  await expect.poll(() => cell.count()).toBe(1);
  const leaked =
    await idsOf(`SELECT DISTINCT instance FROM judgments JOIN gold AS own USING (instance, criterion) JOIN (
    SELECT instance, value FROM gold WHERE criterion = 'grounding' AND kind = 'preference' AND annotator = '') AS other USING (instance)
    JOIN instances USING (instance) WHERE run = '${OTHER}' AND criterion = 'clarity' AND "order" = 'ab' AND own.annotator = ''
    AND split = 'open_ended' AND own.value <> other.value AND verdict = other.value AND parse = 'ok'`);
  expect(leaked.length).toBeGreaterThan(0);
  expect(await casesBehind(page, cell)).toEqual(leaked);
});

test('without the file of its numbers, and where no judge’s come, the figures stay, say what they show, and another try works; one that shows no chosen judge is not behind', async () => {
  const unreached = ['**/engine/**', '**/figures/run.*'];
  const { page } = await openFaulty(FIGURES, {
    fresh: true,
    prepare: async (fresh) => {
      for (const address of unreached) await fresh.route(address, (route) => route.abort());
    },
  });
  const numbers = '**/figures/*.json';
  await page.route(numbers, (route) => route.fulfill({ status: 503, body: 'busy' }));
  const served = await page.locator('#conflicts').innerHTML();
  await whichCases(page).hover();
  await page.getByText('The choices could not be loaded; the figures hold.').waitFor();
  expect(await page.locator('#conflicts').innerHTML()).toBe(served);
  await page.unroute(numbers);

  await page.goto(addressOf(`${FIGURES}perturbation/`));
  await page.getByLabel('Judge of perturbations').selectOption({ label: 'Volatile' });
  const behind = (figure: string) => page.locator(figure).getByText('still shows the previous choice');
  await behind('#score-pairs').waitFor();
  expect(await behind('#self-enhancement').count()).toBe(0);

  await page.goto(addressOf(FIGURES));
  const before = await shownCmr(page);
  await judges(page).selectOption({ label: 'Longest' });
  const alert = page.getByRole('alert').filter({ hasText: 'Try again' }).first();
  await expect.poll(() => alert.isVisible()).toBe(true);
  expect(await shownCmr(page)).toBe(before);
  expect(await behind('#conflicts').isVisible()).toBe(true);
  expect(await page.locator('.figure[aria-busy="true"]').count(), 'figures greyed out with nothing on its way').toBe(0);
  for (const address of unreached) await page.unroute(address);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => shownCmr(page)).toBe(await cmrOf(OTHER));
  await expect.poll(() => page.getByText('still shows the previous choice').count()).toBe(0);
});

test('by keyboard alone, on a phone', async () => {
  const { page } = await openPage(FIGURES, { width: 390, height: 844, theme: 'dark' });
  await judges(page).focus();
  await page.keyboard.type('Longest');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain(`judge-pairwise=${OTHER}`);
  await expect.poll(() => shownCmr(page)).toBe(await cmrOf(OTHER));
  await page.locator('#conflicts .drawing').first().focus();
  await page.keyboard.press('ArrowRight');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const first = await focused();
  expect(first).toMatch(/the labels prefer different responses/);
  expect(await page.getByRole('tooltip').textContent()).toBe(first);
  await page.keyboard.press('ArrowDown');
  expect(await focused()).not.toBe(first);
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toBe(first);

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/shapes/explore/?conflict=**');
});

test('a benchmark with tables alone shows its figures, says what is missing and where it can be seen', async () => {
  const { page } = await openPage('/multi-crit/figures/');
  expect(await page.getByRole('figure').count()).toBeGreaterThan(2);
  expect(await page.getByText('The authors published only tables').isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'The figures of Shapes' }).getAttribute('href')).toContain(FIGURES);
});
