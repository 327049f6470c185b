import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { appears, openPage } from './page.ts';
import { caseLinks } from './places.ts';

const scratch = scratchFolder();

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
  await appears(
    page.getByRole('heading', { name: /^(often \(yours\) against seldom|seldom \(yours\) against often) \(yours\)$/ }),
  );
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
