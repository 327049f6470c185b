import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSite, serve } from '../../scripts/serve.ts';
import { drawn, nightly } from '../drawn.ts';
import { filesBelow, findCase, query } from '../release/instances/project.ts';
import { scratch } from '../scratch.ts';
import { describeShared, sharedData } from '../shared-data.ts';
import { type OpenedPage, openPage, openShared } from './page.ts';
import { answers, caseLinks, counted, rationales } from './places.ts';
import { buildPages, REAL, type RealSite, realSite } from './real-site.ts';
import { expectOpenOn, PATIENCE, stepAndReturn, toFailedCase } from './walk.ts';

const HERE = resolve(import.meta.dirname, '../..');
const BENCHMARK = 'genai-bench';
const ARCHIVE = 'genai-bench.tar.gz';
const MINUTES = 10 * 60_000;

const SEEN = ['index', '[benchmark]/index', '[benchmark]/explore', '[benchmark]/case'].map((page) => `${page}.astro`);

/** A site of GenAI-Bench alone, its texts fetched from the archive by the command line. */
async function siteWithTexts(): Promise<RunningSite> {
  const root = await scratch();
  const cli = (...args: string[]) =>
    execFileSync(process.execPath, ['scripts/cli.ts', ...args], { cwd: HERE, stdio: 'pipe' });
  mkdirSync(join(root, 'data'));
  cpSync(join(HERE, 'data', 'judges.yaml'), join(root, 'data', 'judges.yaml'));
  cpSync(join(HERE, 'data', BENCHMARK), join(root, 'data', BENCHMARK), { recursive: true });
  cli('fetch', BENCHMARK, '--root', root, '--from', sharedData(ARCHIVE));
  // Proves that the texts give the committed figures, or ends with an error.
  cli('fetch', BENCHMARK, '--root', root, '--check');
  cli('build', '--offline', '--root', root, '--out', join(root, 'public', 'data'));
  buildPages(root, drawn<readonly string[] | undefined>(undefined, SEEN));
  return serve({ folder: join(root, 'dist'), port: 0 });
}

describeShared(ARCHIVE, 'with texts: from the start page to a real judge’s reason, and out with a file', () => {
  let site: RunningSite;
  let opened: OpenedPage;
  let judge = '';

  beforeAll(async () => {
    site = await siteWithTexts();
    opened = await openShared('/', { origin: site.origin, context: { acceptDownloads: true } });
  }, MINUTES);
  afterAll(async () => {
    await opened?.close();
    await site?.close();
  });

  test('the case of the start page shows no prompt that a note stands before', async () => {
    const card = opened.page.locator('.hero .one-case');
    expect(await card.locator('.verdict-mark').count()).toBeGreaterThan(2);
    expect(await card.locator('.prompt, blockquote').count()).toBe(0);
  });

  test('a note stands before the prompts, once a visit, closed by a key, and nothing moves', async () => {
    const { page } = opened;
    const note = page.locator('#content-note');
    const top = () => page.locator('.case-table').evaluate((table) => table.getBoundingClientRect().top);
    judge = await toFailedCase(page, async () => {
      await expect.poll(() => note.isVisible(), PATIENCE).toBe(true);
      const before = await top();
      expect(await note.locator(':focus').textContent()).toBe('Show the cases');
      await page.keyboard.press('Enter');
      await expect.poll(() => note.isVisible()).toBe(false);
      expect(await top()).toBe(before);
      await expect.poll(() => page.locator('.case-table .prompt').count(), PATIENCE).toBeGreaterThan(0);
    });
    expect(await note.isVisible()).toBe(false);
    await page.reload();
    await answers(page).waitFor(PATIENCE);
    expect(await note.isVisible()).toBe(false);
  });

  test('the judge’s reason beside that of the best one that was right, with licence and source; steps and return', async () => {
    const { page } = opened;
    await expectOpenOn(page, judge);
    const reasons = await page.locator('.rationale .reading').allTextContents();
    expect(reasons.length).toBe(2);
    for (const reason of reasons) expect(reason).toMatch(/\[\[.*\]\]/);
    expect(await page.locator('.rationales .credit').textContent()).toMatch(/TIGER AI Lab.*MIT licence/);
    await stepAndReturn(page);
  });

  test('a word of the reasons is searched, gpt4o and gemini are read side by side, the cases found are saved with texts', async () => {
    const { page } = opened;
    await page.goto(`${site.origin}/${BENCHMARK}/explore/?words=anatomy`);
    await expect.poll(() => counted(page).textContent(), PATIENCE).toMatch(/^\d+ of 3\D?723 cases$/);
    const count = Number.parseInt((await counted(page).textContent()) ?? '', 10);
    expect(count).toBeGreaterThan(5);
    await expect.poll(() => page.locator('.case-table td mark').first().textContent(), PATIENCE).toMatch(/^anatomy$/i);
    await page.getByRole('button', { name: 'Download' }).click();
    const panel = page.getByRole('dialog', { name: 'Download' });
    await panel.getByLabel('with prompts and reasons').check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'JSON Lines' }).click(),
    ]);
    const files = unzipSync(readFileSync(await download.path()));
    const rows = strFromU8(Object.entries(files).find(([name]) => name.endsWith('.jsonl'))?.[1] ?? new Uint8Array())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    expect(rows.length).toBe(count);
    for (const row of rows) {
      const written = Object.entries(row).filter(([name]) => name.startsWith('reason:'));
      expect(
        written.some(([, text]) => /\banatomy\b/i.test(text)),
        row['instance'],
      ).toBe(true);
      expect(row['prompt']).not.toBe('');
    }
    expect(strFromU8(files['provenance.json'] ?? new Uint8Array())).toMatch(
      /"texts": "GenAI-Bench, TIGER AI Lab.*MIT licence/,
    );
    const id = encodeURIComponent(String(rows[0]?.['instance']));
    await page.goto(`${site.origin}/${BENCHMARK}/case/?id=${id}&judges=gpt4o,gemini-1-5-pro`);
    await page.locator('.rationale').first().waitFor(PATIENCE);
    // Whole texts come a moment after the case.
    for (const [i, run] of (['gpt4o', 'gemini-1-5-pro'] as const).entries())
      await expect
        .poll(async () => (await page.locator('.rationale').nth(i).textContent())?.replaceAll(/\s/g, ''), PATIENCE)
        .toContain(String(rows[0]?.[`reason:${run}`]).replaceAll(/\s/g, '').slice(0, 60));
  });

  test.each(['mouse', 'keys', 'touch'] as const)(
    'by %s: the sentence in which GPT-4o decides wrongly is on the screen one step behind its list',
    async (way) => {
      const { page, expectClean } = await openPage(`/${BENCHMARK}/explore/?wrong=gpt4o`, {
        origin: site.origin,
        width: 1440,
        height: 900,
        context: { hasTouch: way === 'touch' },
      });
      const note = page.locator('#content-note');
      await expect.poll(() => note.isVisible(), PATIENCE).toBe(true);
      await page.keyboard.press('Enter');
      const link = caseLinks(page).first();
      await link.waitFor(PATIENCE);
      if (way === 'mouse') await link.click();
      if (way === 'touch') await link.tap();
      if (way === 'keys') {
        await link.focus();
        await page.keyboard.press('Enter');
      }
      const first = rationales(page).first();
      await first.locator('.decides').waitFor(PATIENCE);
      expect(await first.getByRole('heading').textContent()).toBe('GPT-4o');
      const quote = first.locator('.decides.wrong');
      expect((await quote.textContent())?.length).toBeGreaterThan(20);
      await page.locator('.formatted').first().waitFor(PATIENCE);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      const box = await quote.boundingBox();
      expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
      expectClean();
    },
  );

  nightly(test)(
    'own judgments of these cases have the prompts of the release behind the same note, with licence and source',
    async () => {
      const own = await opened.page.context().newPage();
      await own.goto(`${site.origin}/your-results/`);
      await own.getByLabel('Choose a folder').setInputFiles(join(HERE, 'data', BENCHMARK, 'runs', 'gpt4o'));
      const pages = own.getByRole('navigation', { name: 'Pages of your results' });
      await pages.getByRole('link', { name: 'Cases' }).click(PATIENCE);
      const note = own.locator('#content-note');
      await expect.poll(() => note.isVisible(), PATIENCE).toBe(true);
      expect(await note.locator(':focus').textContent()).toBe('Show the cases');
      await own.keyboard.press('Enter');
      await expect.poll(() => note.isVisible()).toBe(false);
      await caseLinks(own).first().click(PATIENCE);
      await own
        .locator('.rationales .credit')
        .getByText(/TIGER AI Lab.*MIT licence/)
        .waitFor(PATIENCE);
      expect(await note.isVisible()).toBe(false);
      await own.close();
    },
  );

  test('all of it without an error, a violation of the policy or a foreign request', () => opened.expectClean());
});

const number = (n: number): string => n.toLocaleString('en-GB').replaceAll(',', '\u202f');

/** Per run and case, from the records alone: right where every labelled answer has the label's value. */
const VERDICTS = `SELECT j.run, j.instance, bool_and(j.verdict IS NOT NULL AND j.verdict = g.value) AS is_right
FROM judgments j JOIN gold g ON g.instance = j.instance AND g.criterion = j.criterion AND g.annotator = '' AND g.kind = 'preference'
GROUP BY ALL`;
const who = (run: string, right: boolean): string =>
  `instance IN (SELECT instance FROM (${VERDICTS}) WHERE run = '${run}' AND is_right = ${right})`;

nightly(describeShared)('viescore', 'cases of real judges: what the page says is what the records say', () => {
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
    opened = await openShared(`/${REAL}/explore/`, {
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

  test('the start page shows a case of real judges with its prompt and the sentence that decided, which opens on that judge', async () => {
    const start = await page.context().newPage();
    await start.goto(`${real.site.origin}/`);
    const card = start.locator('.hero .one-case');
    expect(await card.locator('.demo').count()).toBe(0);
    const prompt = (await card.locator('.prompt').textContent()) ?? '';
    const reason = (await card.locator('blockquote').textContent()) ?? '';
    const judge = (await card.locator('dt').nth(1).textContent()) ?? '';
    expect([prompt, reason]).not.toContain('');
    await card.locator('.opens').click();
    await expect.poll(() => start.locator('main').textContent(), PATIENCE).toContain(prompt);
    expect(await start.locator('main').textContent()).toContain(reason.split(/[:.] /).at(-1));
    expect(await start.locator('.rationale h3').first().textContent()).toBe(judge);
    await start.close();
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
    expect((await caseLinks(page).allTextContents()).slice(0, 15)).toEqual(both.slice(0, 15));
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
    await page.getByRole('searchbox', { name: 'Words in a reason' }).fill('Blurry artifacts');
    const found = new Set<string>();
    for (const name of (await filesBelow(real.release.out)).filter((file) => /cases\/\d+\./.test(file))) {
      const text = gunzipSync(readFileSync(join(real.release.out, name))).toString();
      for (const line of text.trimEnd().split('\n')) {
        const { instance, judgments = [] } = JSON.parse(line) as {
          readonly instance: string;
          readonly judgments?: readonly { readonly rationale?: string }[];
        };
        const words = new Set(
          judgments.flatMap(({ rationale = '' }) => rationale.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
        );
        if (words.has('blurry') && words.has('artifacts')) found.add(instance);
      }
    }
    expect(found.size).toBeGreaterThan(5);
    await expectCount(found.size);
    await expect
      .poll(() => page.locator('.case-table td mark').first().textContent(), PATIENCE)
      .toMatch(/^(?:blurry|artifacts)$/i);
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
