import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesBelow, findCase, query } from '../release/instances/project.ts';
import { describeShared } from '../shared-data.ts';
import { type OpenedPage, openPage } from './page.ts';
import { answers, caseLinks, counted } from './places.ts';
import { BENCHMARK, type RealSite, realSite } from './real-site.ts';

const PATIENCE = { timeout: 30_000 };
const number = (n: number): string => n.toLocaleString('en-GB').replaceAll(',', '\u202f');

/** Per run and case, from the records alone: right where every labelled answer has the label's value. */
const VERDICTS = `SELECT j.run, j.instance, bool_and(j.verdict IS NOT NULL AND j.verdict = g.value) AS is_right
FROM judgments j JOIN gold g ON g.instance = j.instance AND g.criterion = j.criterion AND g.annotator = '' AND g.kind = 'preference'
GROUP BY ALL`;
const who = (run: string, right: boolean): string =>
  `instance IN (SELECT instance FROM (${VERDICTS}) WHERE run = '${run}' AND is_right = ${right})`;

describeShared('viescore', 'cases of real judges: what the page says is what the records say', () => {
  let real: RealSite;
  let opened: OpenedPage;
  let page: Page;
  let cases = 0;
  const rows = (sql: string) => query(real.release, sql);
  const idsOf = async (where: string, order = 'rowid'): Promise<unknown[]> =>
    (await rows(`SELECT instance FROM instances WHERE ${where} ORDER BY ${order}`)).map(({ instance }) => instance);
  const expectCount = async (n: number): Promise<void> => {
    const words = n === cases ? `${number(n)} cases` : `${number(n)} of ${number(cases)} cases`;
    await expect.poll(() => counted(page).textContent(), PATIENCE).toBe(words);
  };
  const press = (name: RegExp) => page.locator('.facets').getByRole('button', { name }).first().click();

  beforeAll(async () => {
    real = await realSite();
    opened = await openPage(`/${BENCHMARK}/explore/`, {
      origin: real.site.origin,
      context: { acceptDownloads: true },
    });
    page = opened.page;
    cases = (await idsOf('true')).length;
  });
  afterAll(async () => {
    await opened.close();
    await real.site.close();
  });

  test('one judge right and another wrong', async () => {
    await press(/^gpt4o right/);
    const right = await idsOf(who('gpt4o', true));
    expect(right.length).toBeGreaterThan(100);
    await expectCount(right.length);
    const button = page.locator('.facets').getByRole('button', { name: /^cogvlm wrong/ });
    const both = await idsOf(`${who('gpt4o', true)} AND ${who('cogvlm', false)}`);
    expect(await button.locator('.n').textContent()).toBe(number(both.length));
    await button.click();
    await expectCount(both.length);
    expect((await caseLinks(page).allTextContents()).slice(0, 20)).toEqual(both.slice(0, 20));
  });

  test('a facet’s counts, and its cases', async () => {
    const both = `${who('gpt4o', true)} AND ${who('cogvlm', false)}`;
    const facet = page.getByRole('group', { name: 'Generator a' });
    const shown = await facet
      .getByRole('button')
      .evaluateAll((all) => all.map((button) => [...button.children].map((part) => part.textContent)));
    const counts = await rows(
      `SELECT "attributes.generator_a" AS generator, count(*)::INTEGER AS n FROM instances WHERE ${both} GROUP BY ALL`,
    );
    // Generators of pairs that only people saw stand there with 0.
    expect(shown.filter(([, n]) => n !== '0').sort()).toEqual(
      counts.map(({ generator, n }) => [generator, String(n)]).sort(),
    );
    await facet.getByRole('button', { name: /^MagicBrush/ }).click();
    await expectCount((await idsOf(`${both} AND "attributes.generator_a" = 'MagicBrush'`)).length);
    await facet.getByRole('button', { name: /^MagicBrush/ }).click();
    await expectCount((await idsOf(both)).length);
  });

  test('a download has the rows, the order and the verdicts', async () => {
    await page.getByRole('group', { name: 'Selection' }).getByLabel('Order').selectOption('longest reason');
    await expect.poll(() => page.url()).toContain('sort=-longest');
    await expect.poll(() => page.locator('.case-scroll').getAttribute('aria-busy'), PATIENCE).toBe('false');
    await page.getByRole('button', { name: 'Download' }).click();
    const panel = page.getByRole('dialog', { name: 'Download' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'JSON Lines' }).click(),
    ]);
    await panel.getByRole('button', { name: 'Close' }).click();
    const files = unzipSync(readFileSync(await download.path()));
    const found = strFromU8(Object.entries(files).find(([name]) => name.endsWith('.jsonl'))?.[1] ?? new Uint8Array())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const lengths = '(SELECT max(length) FROM judgments WHERE judgments.instance = instances.instance)';
    const expected = await idsOf(`${who('gpt4o', true)} AND ${who('cogvlm', false)}`, `${lengths} DESC, rowid`);
    expect(found.map(({ instance }) => instance)).toEqual(expected);
    const gemini = await rows(`SELECT instance, is_right FROM (${VERDICTS}) WHERE run = 'gemini'`);
    const verdicts = new Map(gemini.map(({ instance, is_right }) => [instance, is_right ? 'right' : 'wrong']));
    expect(found.map((row) => row['run:gemini'])).toEqual(expected.map((id) => verdicts.get(id) ?? ''));
    expect(found.every((row) => row['run:gpt4o'] === 'right' && row['run:cogvlm'] === 'wrong')).toBe(true);
  });

  test('words in rationales', async () => {
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('searchbox', { name: 'Words in a rationale' }).fill('Blurry artifacts');
    const found = new Set<string>();
    for (const name of (await filesBelow(real.release.out)).filter((file) => /shards\/\d+\./.test(file))) {
      const shard = JSON.parse(gunzipSync(readFileSync(join(real.release.out, name))).toString()) as readonly {
        readonly instance: string;
        readonly judgments?: readonly { readonly rationale?: string }[];
      }[];
      for (const { instance, judgments = [] } of shard) {
        const words = new Set(
          judgments.flatMap(({ rationale = '' }) => rationale.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
        );
        if (words.has('blurry') && words.has('artifacts')) found.add(instance);
      }
    }
    expect(found.size).toBeGreaterThan(5);
    await expectCount(found.size);
  });

  test('a case opens from the list with its labels, verdicts and texts; the remote picture is explained', async () => {
    const link = caseLinks(page).first();
    const id = (await link.textContent()) ?? '';
    await link.click();
    await answers(page).waitFor(PATIENCE);
    const data = await findCase(real.release, id);
    const text = await page.locator('.rationales').textContent();
    const said = data?.judgments.filter(({ criterion }) => criterion === data.judgments[0]?.criterion) ?? [];
    expect(
      said.filter(({ rationale }) => rationale !== '' && text?.includes(rationale.trim().slice(0, 60))).length,
    ).toBe(2);
    const labels = await rows(
      `SELECT upper(value) AS value FROM gold WHERE instance = '${id}' AND annotator = '' ORDER BY criterion`,
    );
    expect((await page.locator('.answers .verdict-mark.gold').allTextContents()).sort()).toEqual(
      labels.map(({ value }) => value).sort(),
    );
    expect(await page.getByText('Labels of 3 annotators').count()).toBe(1);
    expect(await page.locator('.pictures').textContent()).toContain('from which nothing is loaded here');
    await expect.poll(() => page.locator('.crumbs').textContent(), PATIENCE).toContain('1 of ');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.crumbs').textContent(), PATIENCE).toContain('2 of ');
  });

  test('all of it without an error, a violation of the policy or a foreign request', () => opened.expectClean());
});
