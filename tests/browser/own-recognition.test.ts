import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { choose } from './own-page.ts';
import { openPage } from './page.ts';

const REPORTED = path.join(import.meta.dirname, '../fixtures/reported');
const scratch = scratchFolder();

test('files are read as a table where somebody says so, and answers that nobody can read are said first', {
  timeout: 180_000,
}, async () => {
  const { page, expectClean } = await openPage('/your-results/');
  const editor = page.getByRole('heading', { name: /What do the columns of .* mean\?/ });

  // Known by its name alone, and nothing in it fits: the errors are told, and so is the way out.
  const named = path.join(scratch, '20260101_000000_samples_multi_crit_open_ended.jsonl');
  fs.copyFileSync(path.join(REPORTED, 'question-id-taken-for-multi-crit/brackets.jsonl'), named);
  await choose(page, named);
  await page.getByText('Nothing in these files could be used').waitFor({ timeout: 60_000 });
  await page.getByText(/^4\d errors, \d warnings? in the files$/).waitFor();
  await page.getByRole('button', { name: 'Read it as a table instead' }).click();
  await editor.waitFor({ timeout: 60_000 });
  expect(await page.getByText(/errors?, .* in the files/).count()).toBe(0);
  await page.getByRole('button', { name: 'Read it as what it looks like' }).click();
  await page.getByText('Nothing in these files could be used').waitFor({ timeout: 60_000 });

  // The editor says at once that no verdict was found; whoever goes on is told before any value.
  await choose(page, path.join(REPORTED, 'answer-in-json-fence/fenced.jsonl'));
  await editor.waitFor({ timeout: 60_000 });
  const place = page.getByLabel('Where the verdict stands in output');
  await place.selectOption('by the rules of the official codes');
  await page.locator('.attempt').getByText('most answers of the judge could not be read').waitFor();
  await page.getByRole('button', { name: 'Use this mapping' }).click();
  const first = page.locator('.own-result').getByRole('alert');
  await first.waitFor({ timeout: 60_000 });
  expect(await first.textContent()).toMatch(/"```json \{ .*Model B.*found "40 of 40 without a verdict or score"/);
  const order = await page
    .locator('.own-result > :is([role="alert"], .standings, details, p:last-child)')
    .evaluateAll((all) => all.map((one) => one.getAttribute('role')));
  expect(order[0]).toBe('alert');
  await expectClean();
});
