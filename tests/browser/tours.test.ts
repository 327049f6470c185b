import path from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { appears, openPage } from './page.ts';
import { caseLinks, counted } from './places.ts';

/** What a visitor comes for, from the first page on, by each kind of hand; a judge for captions stands in navigation.test.ts, a wrong reason in real-texts.test.ts. */

type Way = 'mouse' | 'keys' | 'touch';
/** All in the nightly run: of each way one daily, since what is pressed is the same. */
const waysOf = (daily: Way): readonly Way[] => drawn(['mouse', 'keys', 'touch'], [daily]);

async function press(way: Way, target: Locator): Promise<void> {
  if (way === 'mouse') return target.click();
  if (way === 'touch') return target.tap();
  await target.focus();
  await target.page().keyboard.press('Enter');
}

const open = (way: Way, address: string) =>
  openPage(
    address,
    way === 'touch' ? { width: 390, height: 844, context: { hasTouch: true, isMobile: true } } : { width: 1440 },
  );

test.each(waysOf('keys'))(
  'by %s: a printed value in doubt is checked: home, audit, its flag, the cell in its table',
  async (way) => {
    const { page, expectClean } = await open(way, '/');
    await press(way, page.getByRole('link', { name: 'printed values in doubt' }));
    await press(way, page.locator('main a[href$="/multi-crit/audit/"]').first());
    const flag = page.getByRole('row', { name: /^UnifiedReward-7B/ }).first();
    const printed = '64.2.0';
    await flag.getByText(printed).waitFor();
    await press(way, flag.getByRole('rowheader').getByRole('link'));
    await page.waitForURL(/\/multi-crit\/table-4\/\?pin=unifiedreward-7b/);
    await press(way, page.locator('tr.pinned td.suspect button').first());
    const why = 'the number has more than one decimal point';
    await expect.poll(() => page.getByText(why).first().isVisible()).toBe(true);
    expectClean();
  },
);

test.each(waysOf('touch'))('by %s: the rows of a list come as code for pandas, by condition', async (way) => {
  const { page, expectClean } = await open(way, '/genai-bench/explore/?wrong=gpt4o');
  await caseLinks(page).first().waitFor();
  await expect.poll(() => counted(page).textContent()).toMatch(/^1\s922 of /);
  await press(way, page.getByRole('button', { name: 'Download' }));
  await press(way, page.getByRole('button', { name: 'pandas', exact: true }));
  const code = await page.getByRole('textbox', { name: 'Code for pandas' }).inputValue();
  expect(code).toContain('import pandas as pd');
  expect(code).toContain('judgments["run"].isin(["gpt4o"])');
  expect(code.length).toBeLessThan(1500);
  expectClean();
});

const RUN = ['run.yaml', 'judgments.jsonl.gz'].map((name) => path.resolve('data/shapes/runs/longest-pairwise', name));

test.each(waysOf('mouse'))(
  'by %s: a file is dropped, judgments alone stand among the judges of the release',
  async (way) => {
    const { page, expectClean } = await open(way, '/');
    await press(way, page.locator('main').getByRole('link', { name: 'Try your judge' }).first());
    const chosen = page.waitForEvent('filechooser');
    await press(way, page.getByLabel('Choose files'));
    await (await chosen).setFiles(RUN);
    await page.getByText(/that were judged are in this site's release/).waitFor();
    await page.getByText('Paired tests over shared judgments').first().waitFor();
    await appears(page.getByRole('row', { name: /\(yours\)/ }));
    expectClean();
  },
);
