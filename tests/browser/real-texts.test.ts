import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerBuild } from '../../scripts/commands/build.ts';
import { registerFetch } from '../../scripts/commands/fetch.ts';
import { type RunningSite, serve } from '../../scripts/serve.ts';
import { drawn, nightly } from '../drawn.ts';
import { run } from '../importers/command.ts';
import { scratch } from '../scratch.ts';
import { describeShared, sharedData } from '../shared-data.ts';
import { buildPages } from './build-pages.ts';
import { appears, type OpenedPage, openPage, openShared } from './page.ts';
import { answers, caseLinks, counted, rationales } from './places.ts';
import { archiveSavedBy } from './saved.ts';
import { expectOpenOn, stepAndReturn, toFailedCase } from './walk.ts';

const BENCHMARK = 'genai-bench';
const ARCHIVE = 'genai-bench.tar.gz';
const MINUTES = 10 * 60_000;

const SEEN = ['index', '[benchmark]/explore', '[benchmark]/case'].map((page) => `${page}.astro`);

/** Runs that the pages are looked at with. */
const RUNS = ['gpt4o', 'gemini-1-5-pro', 'random'];

/** A site of GenAI-Bench alone, its texts fetched from the archive by the commands. */
async function siteWithTexts(): Promise<RunningSite> {
  const root = await scratch();
  const runs = join(root, 'data', BENCHMARK, 'runs');
  const done = async (register: Parameters<typeof run>[0], ...args: readonly string[]): Promise<void> => {
    const { code, err } = await run(register, [...args, '--root', root]);
    if (code !== 0) throw new Error(err);
  };
  mkdirSync(join(root, 'data'));
  cpSync('data/judges.yaml', join(root, 'data', 'judges.yaml'));
  cpSync(join('data', BENCHMARK), join(root, 'data', BENCHMARK), { recursive: true });
  await done(registerFetch, 'fetch', BENCHMARK, '--from', sharedData(ARCHIVE));
  // Proves that the texts give the committed figures, or ends with an error.
  if (drawn(true, false)) await done(registerFetch, 'fetch', BENCHMARK, '--check');
  for (const one of readdirSync(runs)) if (!RUNS.includes(one)) rmSync(join(runs, one), { recursive: true });
  await done(registerBuild, 'build', '--offline', '--out', join(root, 'public', 'data'));
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
      await expect.poll(() => note.isVisible()).toBe(true);
      const before = await top();
      expect(await note.locator(':focus').textContent()).toBe('Show the cases');
      await page.keyboard.press('Enter');
      await expect.poll(() => note.isVisible()).toBe(false);
      expect(await top()).toBe(before);
      await expect.poll(() => page.locator('.case-table .prompt').count()).toBeGreaterThan(0);
    });
    expect(await note.isVisible()).toBe(false);
    await page.reload();
    await answers(page).waitFor();
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
    await expect.poll(() => counted(page).textContent()).toMatch(/^\d+ of 3\D?723 cases$/);
    const count = Number.parseInt((await counted(page).textContent()) ?? '', 10);
    expect(count).toBeGreaterThan(5);
    await expect.poll(() => page.locator('.case-table td mark').first().textContent()).toMatch(/^anatomy$/i);
    await page.getByRole('button', { name: 'Download' }).click();
    const panel = page.getByRole('dialog', { name: 'Download' });
    await panel.getByLabel('with prompts and reasons').check();
    const { data, provenance } = await archiveSavedBy(panel.getByRole('button', { name: 'JSON Lines' }));
    const rows = String(data)
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
    expect(provenance['texts']).toMatch(/^GenAI-Bench, TIGER AI Lab.*MIT licence/);
    const id = encodeURIComponent(String(rows[0]?.['instance']));
    await page.goto(`${site.origin}/${BENCHMARK}/case/?id=${id}&judges=gpt4o,gemini-1-5-pro`);
    await page.locator('.rationale').first().waitFor();
    // Whole texts come a moment after the case, and are then formatted: their letters stay.
    const letters = (words: unknown): string => String(words).replaceAll(/[^a-z]/gi, '');
    for (const [i, run] of (['gpt4o', 'gemini-1-5-pro'] as const).entries())
      await expect
        .poll(async () => letters(await page.locator('.rationale').nth(i).textContent()))
        .toContain(letters(rows[0]?.[`reason:${run}`]).slice(0, 45));
  });

  test.each(drawn(['mouse', 'keys', 'touch'] as const, ['keys'] as const))(
    'by %s: the sentence in which GPT-4o decides wrongly is on the screen one step behind its list',
    async (way) => {
      const { page, expectClean } = await openPage(`/${BENCHMARK}/explore/?wrong=gpt4o`, {
        origin: site.origin,
        width: 1440,
        height: 900,
        context: { hasTouch: way === 'touch' },
      });
      const note = page.locator('#content-note');
      await expect.poll(() => note.isVisible()).toBe(true);
      await page.keyboard.press('Enter');
      const link = caseLinks(page).first();
      await link.waitFor();
      if (way === 'mouse') await link.click();
      if (way === 'touch') await link.tap();
      if (way === 'keys') {
        await link.focus();
        await page.keyboard.press('Enter');
      }
      const first = rationales(page).first();
      await first.locator('.decides').waitFor();
      expect(await first.getByRole('heading').textContent()).toBe('GPT-4o');
      const quote = first.locator('.decides.wrong');
      expect((await quote.textContent())?.length).toBeGreaterThan(20);
      await page.locator('.formatted').first().waitFor();
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
      await own.getByLabel('Choose a folder').setInputFiles(join('data', BENCHMARK, 'runs', 'gpt4o'));
      const pages = own.getByRole('navigation', { name: 'Pages of your results' });
      await pages.getByRole('link', { name: 'Cases' }).click();
      const note = own.locator('#content-note');
      await expect.poll(() => note.isVisible()).toBe(true);
      expect(await note.locator(':focus').textContent()).toBe('Show the cases');
      await own.keyboard.press('Enter');
      await expect.poll(() => note.isVisible()).toBe(false);
      await caseLinks(own).first().click();
      await appears(own.locator('.rationales .credit').getByText(/TIGER AI Lab.*MIT licence/));
      expect(await note.isVisible()).toBe(false);
      await own.close();
    },
  );

  test('all of it without an error, a violation of the policy or a foreign request', () => opened.expectClean());
});
