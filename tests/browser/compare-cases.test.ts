import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clusterSums } from '../metrics/cluster-sums.ts';
import { differenceOf, kappa } from '../stats/helpers.ts';
import { addressOf, appears, type OpenedPage, openPage, openShared, turnTo } from './page.ts';
import { caseLinks, counted } from './places.ts';
import { siteDatabase } from './site-database.ts';

const BASE = 'full-checker-pairwise';
const JUDGE = 'noisy-checker-pairwise';
const PLAIN = '/compare/?judges=full-checker,noisy-checker';
const PAIRED = `${PLAIN}&in=shapes.pairwise`;

const DATABASE = '**/*.duckdb.gz';

const query = siteDatabase();

const table = (page: Page, heading: string): Locator =>
  page.locator('.pair .compared', { has: page.getByRole('heading', { name: heading, exact: true }) });

/** The first row of the agreement of answers. */
const agreement = (page: Page): Locator =>
  page
    .getByRole('region', { name: /^Agreement of / })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first();

async function cells(row: Locator): Promise<string[]> {
  await row.waitFor();
  return row.locator('td').allTextContents();
}

/** The row of a metric in a split's table. */
const lineOf = (page: Page, heading: string, metric: string): Locator =>
  table(page, heading)
    .locator('tbody tr')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${metric}\\b`) }) })
    .first();

/** What the page must show of two runs for a metric of open-ended pairs: from the contributions, by `differenceOf`. */
async function expected(metric: string, one = JUDGE, other = BASE) {
  const sql = "SELECT * FROM contributions WHERE metric = ? AND run = ? AND contains(slice, 'split=open_ended')";
  const rowsOf = async (run: string) => {
    const rows = await clusterSums(query, sql, [metric, run]);
    // Repeats weigh the same each.
    return rows.map((row) => ({ ...row, slice: /repeat=\d+/.exec(row.slice)?.[0] ?? '' }));
  };
  const [judge, base] = [await rowsOf(one), await rowsOf(other)];
  return differenceOf({ other: judge, base }, 'macro');
}

const signed = (x: number): string => `${x < 0 ? '\u2212' : '+'}${Math.abs(x).toFixed(3)}`;

/** Cases of open-ended pairs on which one run has more of a metric's points than the other, worked out from the contributions. */
async function ahead(metric: string, one: string, other: string): Promise<string[]> {
  const share = `SELECT instance, run, sum(num) / sum(den) AS share FROM contributions
WHERE metric = ? AND contains(slice, 'split=open_ended') GROUP BY ALL`;
  const rows = await query(
    `WITH shares AS (${share}) SELECT a.instance AS instance FROM shares AS a JOIN shares AS b USING (instance)
WHERE a.run = ? AND b.run = ? AND a.share > b.share + 1e-9 ORDER BY instance`,
    [metric, one, other],
  );
  return rows.map(({ instance }) => String(instance));
}

describe('judges with cases', () => {
  describe('one visit', () => {
    let opened: OpenedPage;
    let page: Page;
    const requests: string[] = [];
    beforeAll(async () => {
      opened = await openShared(PLAIN, {
        prepare: async (p) => void p.on('request', (request) => requests.push(request.url())),
      });
      page = opened.page;
    });
    beforeEach(async () => {
      // A second try begins where the first one did.
      if (page.url().includes(PLAIN)) return;
      const isThere = new URL(page.url()).pathname === new URL(addressOf(PAIRED)).pathname;
      await (isThere ? turnTo(page, addressOf(PAIRED)) : page.goto(addressOf(PAIRED)));
    });
    afterAll(() => opened.close());

    test('the engine waits until it is wanted; the leaderboards’ values stand until then, and where the database does not come, which is told', async () => {
      const start = page.getByRole('button', { name: 'Compare case by case' });
      await start.waitFor();
      expect(await page.locator('.by-case .compared').first().textContent()).toContain('PAcc');
      expect(await page.locator('.by-case').textContent()).toContain('synthetic');
      expect(requests.filter((url) => /duckdb|\.wasm/.test(url))).toEqual([]);
      await page.route(DATABASE, (route) => route.fulfill({ status: 503, body: 'busy' }));
      await start.click();
      await page.waitForURL(/in=shapes\./);
      const failure = page.locator('.pair [role=alert]');
      await failure.waitFor();
      expect(await page.locator('.pair .compared').first().textContent()).toContain('PAcc');
      await page.unroute(DATABASE);
      await failure.getByRole('button', { name: 'Try again' }).click();
      await page.locator('.pair .paired').first().waitFor();
      await page.goBack();
      await start.waitFor();
      await page.goForward();
      await page.locator('.pair .paired').first().waitFor();
    });

    test('values, paired difference and interval are those of the release’s contributions', async () => {
      for (const [metric, label] of [
        ['pacc', 'PAcc'],
        ['criterion_accuracy', 'Accuracy'],
        ['position_consistency', 'Position consistency'],
      ] as const) {
        const { value, lo, hi, clusters } = await expected(metric);
        const shown = await cells(lineOf(page, 'Open-ended', label));
        expect(shown[2], label).toBe(`${signed(value ?? 0)}${signed(lo ?? 0)} to ${signed(hi ?? 0)}`);
        expect(shown.slice(4, 6), label).toEqual(['Full checker ahead', String(clusters)]);
      }
    });

    test('agreement is kappa of equal questions', async () => {
      const rows = await query(
        `SELECT x.verdict AS a, y.verdict AS b, count(*)::DOUBLE AS n
  FROM judgments AS x JOIN judgments AS y USING (instance, criterion, repeat, "order") JOIN instances USING (instance)
  WHERE x.run = ? AND y.run = ? AND split = 'open_ended' AND x.verdict IS NOT NULL AND y.verdict IS NOT NULL GROUP BY ALL`,
        [JUDGE, BASE],
      );
      const counts = rows.map(({ a, b, n }) => ({ a: String(a), b: String(b), n: Number(n) }));
      const [shown, , n] = await cells(agreement(page));
      expect(shown?.slice(0, 4)).toBe(kappa(counts).toFixed(2));
      expect(Number(n)).toBe(counts.reduce((sum, count) => sum + count.n, 0));
    });

    test('two runs of one judge are compared like two judges', async () => {
      const joint = `${JUDGE}-joint`;
      await turnTo(page, addressOf('/compare/'));
      const add = page.getByRole('combobox', { name: 'Add a judge' });
      await add.selectOption({ label: 'Noisy checker' });
      await page.getByText('or another run of this one').waitFor();
      await add.selectOption({ label: 'Noisy checker · joint (Shapes, pairwise)' });
      await page.waitForURL(/judges=noisy-checker,noisy-checker:noisy-checker-pairwise-joint$/);
      expect(await page.locator('.printed').count()).toBe(0);
      await page.getByText(/column by column/).click();
      const board = page.locator('.by-case .compared').first();
      await board.waitFor();
      expect((await board.getByRole('columnheader').allTextContents()).slice(1)).toEqual([
        'Noisy checker · standard',
        'Noisy checker · joint',
        'Difference, 95 %',
      ]);
      await page.getByRole('button', { name: 'Compare case by case' }).click();
      await appears(
        page.locator('.pair').getByRole('heading', { name: 'Noisy checker · joint against Noisy checker · standard' }),
      );
      const { value, lo, hi, clusters } = await expected('pacc', joint, JUDGE);
      const shown = await cells(lineOf(page, 'Open-ended', 'PAcc'));
      expect(shown[2]).toBe(`${signed(value ?? 0)}${signed(lo ?? 0)} to ${signed(hi ?? 0)}`);
      expect(shown[5]).toBe(String(clusters));
      const won = await ahead('pacc', joint, JUDGE);
      expect(won.length).toBeGreaterThan(0);
      expect(shown[6]).toMatch(new RegExp(`^${won.length}\\b`));
      expect(await agreement(page).getByRole('cell').first().textContent()).toMatch(/^0\.\d\d/);
      const first = page.getByLabel('Noisy checker (1):');
      expect(await first.locator('option', { hasText: 'joint' }).isDisabled()).toBe(true);
    });

    test('another run, shared rows and another metric are choices that the address holds', async () => {
      const first = lineOf(page, 'Open-ended', 'PAcc');
      const before = await cells(first);
      await page.getByLabel('Noisy checker:').selectOption('noisy-checker-pairwise-joint');
      await page.waitForURL(/judges=full-checker,noisy-checker:noisy-checker-pairwise-joint&/);
      await expect.poll(async () => (await cells(first))[1]).not.toBe(before[1]);
      await page.getByLabel('Judgments:').selectOption('shared');
      await page.waitForURL(/support=shared/);
      await page.getByLabel('Under').selectOption({ label: 'Accuracy, Open-ended' });
      await page.waitForURL(/by=criterion_accuracy/);
      const hardest = page.locator('.furthest a').first();
      await hardest.waitFor();
      const id = await hardest.textContent();
      await hardest.click();
      await page.waitForURL(/\/case\/\?id=/);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(new URL(page.url()).searchParams.get('id')).toBe(id);
    });

    test('cases won and lost open exactly these cases', async () => {
      const sides = [];
      for (const [side, one, other] of [
        ['below', BASE, JUDGE],
        ['above', JUDGE, BASE],
      ] as const) {
        const wanted = await ahead('pacc', one, other);
        const link = lineOf(page, 'Open-ended', 'PAcc').locator(`.${side} a`);
        await link.waitFor();
        expect(Number.parseInt((await link.textContent()) ?? '', 10), side).toBe(wanted.length);
        sides.push({ side, wanted, address: await link.evaluate((a: HTMLAnchorElement) => a.href) });
      }
      await lineOf(page, 'Open-ended', 'PAcc').locator('.below a').click();
      await page.waitForURL(/\/explore\/\?metric=pacc/);
      for (const { side, wanted, address } of sides) {
        // The explorer of the first link goes on to the second, with the engine that it has.
        if (side === 'above') await turnTo(page, address);
        const count = counted(page);
        await expect.poll(() => count.textContent(), { message: side }).toMatch(new RegExp(`^${wanted.length} of`));
        await expect.poll(() => page.locator('.case-scroll').getAttribute('aria-busy')).toBe('false');
        const shown = await caseLinks(page).allTextContents();
        expect(shown.length, side).toBeGreaterThan(0);
        expect(shown.filter((id) => !wanted.includes(id))).toEqual([]);
      }
    });

    test('all of it without an error, a violation of the policy or a foreign request', () => opened.expectClean(/503/));
  });
});

test('an unknown run is named, and what is known goes on; judges without cases keep the printed values, and the page says why', async () => {
  const { page } = await openPage('/compare/?judges=noisy-checker,noisy-checker:nope');
  const notice = page.getByRole('alert').filter({ hasText: 'ignored' });
  await appears(notice.getByText('“noisy-checker:nope” is not known here'));
  await appears(page.getByText('Choose another judge, or another run of this one, to compare with Noisy checker'));
  await notice.getByRole('button', { name: 'Clean the address' }).click();
  await page.waitForURL(/judges=noisy-checker$/);
  await turnTo(page, addressOf('/compare/?judges=noisy-checker,noisy-checker:noisy-checker-pairwise'));
  await appears(page.getByText('are the same run'));
  await turnTo(page, addressOf('/compare/?judges=o4-mini,o3'));
  const printed = page.locator('.printed');
  await appears(printed.getByText('o4-mini, o3: answers to single cases are not published'));
  expect(await page.locator('.by-case').count()).toBe(0);
});
