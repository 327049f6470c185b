import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { ALL_RUNS, SHAPES_DEFAULTS } from '../../scripts/shapes/runs.ts';
import { nightly } from '../drawn.ts';
import { scratchFolder } from '../scratch.ts';
import { makeWorld } from '../shapes/world.ts';
import { resultLinks } from './own-page.ts';
import { openPage } from './page.ts';
import { caseLinks } from './places.ts';

const scratch = scratchFolder();

const [BASE, OTHER] = ['full-checker-pairwise', 'image-blind-pairwise'] as const;
const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const CASES = 30;

/** A run folder with cases of its own; the judge is wrong on every so many of them. */
function ownRun(run: string, wrong: number): Readonly<Record<string, string>> {
  const ids = Array.from({ length: CASES }, (_, i) => `mine-${i}`);
  const criterion = 'completeness';
  const judged = (instance: string, i: number) => ({
    ...{ instance, criterion, parse: 'ok', verdict: i % wrong === 0 ? 'b' : 'a' },
  });
  return {
    'run.yaml': `run: ${run}\nbenchmark: multi-crit\njudge: ${run}\nprotocol: pairwise\n`,
    'instances.jsonl': lines(ids.map((instance) => ({ instance, split: 'open_ended', prompt: 'What?' }))),
    'gold.jsonl': lines(ids.map((instance) => ({ instance, criterion, kind: 'preference', value: 'a' }))),
    'judgments.jsonl': lines(ids.map(judged)),
  };
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  fs.mkdirSync(path.join(scratch, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(scratch, folder, name), text);
}

/** Two runs that the site publishes, as folders of judgments, and a run of another benchmark. */
function folders(): string {
  const world = makeWorld(SHAPES_DEFAULTS.size, SHAPES_DEFAULTS.seed);
  for (const name of [BASE, OTHER]) {
    const run = ALL_RUNS.find((one) => one.run === name);
    write(`site/${name}`, { 'run.yaml': stringify(run), 'judgments.jsonl': lines(world.rows(name)) });
  }
  write('site/mine', ownRun('mine', 31));
  return path.join(scratch, 'site');
}

/** What the tables of the comparison case by case say, row by row, without what tells own judges from others. */
async function told(page: Page): Promise<string[]> {
  await page.locator('.pair .paired').first().waitFor({ timeout: 60_000 });
  const rows = await page.locator('.pair .paired:not(.most) tr').allTextContents();
  return rows.map((row) => row.replaceAll(' (yours)', ''));
}

test('own runs are compared with each other, and a count of cases opens these cases; nothing of them is asked for', {
  timeout: 180_000,
}, async () => {
  const asked: string[] = [];
  const { page } = await openPage('/your-results/', {
    prepare: async (opened) => opened.on('request', (request) => asked.push(request.url())),
  });
  write('own/often', ownRun('often', 2));
  write('own/seldom', ownRun('seldom', 5));
  await page.getByLabel('Choose a folder').setInputFiles(path.join(scratch, 'own'));
  const pages = page.getByRole('navigation', { name: 'Pages of your results' });
  await pages.getByRole('link', { name: 'Compare' }).click({ timeout: 60_000 });
  await page
    .getByRole('heading', { name: /^(often \(yours\) against seldom|seldom \(yours\) against often) \(yours\)$/ })
    .first()
    .waitFor({ timeout: 60_000 });
  await page.locator('.pair .paired').first().waitFor({ timeout: 60_000 });
  // Of 30 cases one is wrong on 15 and the other on 6, and both on 3.
  const counts = page.locator('.pair .paired').first().locator('.side a');
  const numbers = (await counts.allTextContents()).map((text) => Number.parseInt(text, 10));
  expect(numbers).toEqual(expect.arrayContaining([3, 12]));
  await counts.filter({ hasText: '12' }).first().click();
  await page.getByText(`12 of ${CASES} cases`).waitFor({ timeout: 60_000 });
  await caseLinks(page).filter({ hasText: 'mine-2' }).first().waitFor();
  expect(asked.filter((url) => /mine-|yours-/.test(decodeURIComponent(url).replace('/your-results/', '')))).toEqual([]);
});

nightly(test)(
  'own runs are compared with each other and with a judge of the site, by the numbers of the site',
  {
    timeout: 240_000,
  },
  async () => {
    const asked: string[] = [];
    const { page } = await openPage('/your-results/', {
      prepare: async (opened) => opened.on('request', (request) => asked.push(request.url())),
    });
    await page.getByLabel('Choose a folder').setInputFiles(folders());
    const pages = page.getByRole('navigation', { name: 'Pages of your results' });
    await pages.getByRole('link', { name: 'Compare' }).click({ timeout: 60_000 });

    // Both own runs are compared at once.
    await page
      .getByRole('heading', { name: 'Image-blind checker (yours) against Full checker (yours)' })
      .first()
      .waitFor({ timeout: 60_000 });
    const own = await told(page);

    // A table of “Who is ahead” opens with both rows at its top.
    await page.locator('.headline-pair tbody th a').first().click();
    const first = page.locator('.own-result table.board tbody tr th');
    await expect
      .poll(async () => (await first.allTextContents()).slice(0, 2).join(), { timeout: 60_000 })
      .toMatch(/\(yours\).*\(yours\)/);
    await page.goBack();
    await page.locator('.pair .paired').first().waitFor({ timeout: 60_000 });

    // The same judges of the site give the same numbers.
    const published = await openPage('/compare/?judges=full-checker,image-blind&in=shapes.pairwise');
    expect(await told(published.page)).toEqual(own);
    await published.close();
    expect(own.length).toBeGreaterThan(20);

    // One's own judge against the same judge of the site: nothing between them.
    await page.getByRole('button', { name: 'Remove Full checker (yours)' }).click();
    await page.getByRole('combobox', { name: 'Add a judge' }).selectOption({ label: 'Image-blind checker' });
    await page
      .getByRole('heading', { name: 'Image-blind checker against Image-blind checker (yours)' })
      .first()
      .waitFor({ timeout: 60_000 });
    await page.getByText('ahead in 0 metrics, behind in 0').waitFor({ timeout: 60_000 });

    // Back to both; the cases on which one of them is ahead open in the list of own cases.
    await page.goBack();
    await page.goBack();
    const link = page.locator('.pair .side.below a').first();
    await link.waitFor({ timeout: 60_000 });
    const count = Number.parseInt((await link.textContent()) ?? '', 10);
    await link.click();
    await page.getByText(new RegExp(`^${count} of \\d+ cases$`)).waitFor({ timeout: 60_000 });

    // Other results that are opened while these are still gathered have their own cases, and back again.
    const mine = resultLinks(page).filter({ hasText: 'mine on Multi-Crit' });
    await mine.click();
    await resultLinks(page).filter({ hasNotText: 'mine on' }).click();
    await mine.click();
    await page.getByText('30 cases', { exact: true }).waitFor({ timeout: 60_000 });
    await caseLinks(page).filter({ hasText: 'mine-' }).first().waitFor();
    expect(asked.filter((url) => /mine-|yours-/.test(decodeURIComponent(url).replace('/your-results/', '')))).toEqual(
      [],
    );
  },
);
