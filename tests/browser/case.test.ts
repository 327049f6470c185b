import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { colourFindings, structureFindings } from './axe.ts';
import { BENCHMARK, caseAddress } from './case-release.ts';
import { shown } from './case-walk.ts';
import { addressOf, openFaulty, openPage, painted, turnTo } from './page.ts';
import { answers, pictures, placeOfCase, rationales, reasons } from './places.ts';

async function ready(page: Page): Promise<void> {
  await answers(page).waitFor();
}

/** Paths of everything fetched below the release. */
function dataRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/data/')) paths.push(pathname.replace(/^.*\/data\//, ''));
  });
  return paths;
}

const query = (page: Page): string => decodeURIComponent(new URL(page.url()).search);
/** A question with its verdicts, by its name. */
const question = (page: Page, label: string) =>
  answers(page)
    .locator('.question')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`^${label}$`) }) });
/** The judges of one group: `right 8`. */
const group = (page: Page, label: string, kind: string) =>
  question(page, label).getByRole('group', { name: new RegExp(`: ${kind} \\d+$`) });
const reading = (page: Page, name: string) => page.getByRole('region', { name: `Rationale of ${name}` });

test('a pair costs three data requests beside its picture, and no engine; shows who was right by the label, which metrics it cost whom, and words that one response has; its picture opens in a window; on paper every judge is named', async () => {
  let requests: string[] = [];
  let bytes = 0;
  const { page } = await openPage(caseAddress('pair-000003'), {
    prepare: async (page) => {
      requests = dataRequests(page);
      page.on('response', async (response) => {
        if (/\/data\/.*(?:cases\/|manifest)/.test(response.url())) bytes += (await response.body()).byteLength;
      });
    },
  });
  await ready(page);
  await page.waitForLoadState('networkidle');
  const data = requests.filter((path) => !path.includes('/media/'));
  expect(data.map((path) => path.replace(/\.[0-9a-f]{12}/, '').replace(/\/\d+\.json/, '/n.json'))).toEqual([
    `${BENCHMARK}/cases/index.bin`,
    `${BENCHMARK}/cases/n.jsonl.gz`,
    'manifest.json',
  ]);
  expect(bytes).toBeLessThan(48 * 1024);
  const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(fetched.filter((name) => /wasm|duckdb/.test(name))).toEqual([]);

  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Tell a short story');
  expect(await page.locator('.case-head').textContent()).toContain('synthetic demonstration');
  expect(await page.locator('.case-head').textContent()).toContain('4 criterion conflicts');
  const hallucination = question(page, 'Hallucination');
  expect(await hallucination.locator('.verdict-mark.gold').textContent()).toBe('B');
  expect(await hallucination.textContent()).toContain('Completeness');
  const [right, wrong] = [group(page, 'Hallucination', 'right'), group(page, 'Hallucination', 'wrong')];
  const judge = (of: typeof right, name: RegExp) => of.getByRole('button', { name });
  expect(await judge(right, /^Full checker/).count()).toBe(1);
  expect(await judge(wrong, /^Contrarian/).count()).toBe(1);
  expect(await judge(wrong, /^Always first/).textContent()).toContain('swapped: B');
  expect(await judge(right, /^Noisy checker 4 of 5 right /).textContent()).toContain('4 of 5 right');
  const judges = (await right.getByRole('button').count()) + (await wrong.getByRole('button').count());
  expect(await right.textContent()).toContain(`right ${await right.getByRole('button').count()}`);
  expect(judges).toBe(11);
  await page.getByText('What each metric makes of it').click();
  const pacc = page.locator('.earned-pane').getByRole('row', { name: /^PAcc / });
  const lost = (await pacc.getByRole('cell').first().textContent()) ?? '';
  expect(lost).toMatch(/^\d+ of 11: .*Contrarian/);
  expect(lost).not.toContain('Full checker');
  const marks = page.getByRole('region', { name: 'Response B' }).locator('mark');
  expect(await marks.allTextContents()).toContain('somewhere');
  expect(await page.getByRole('region', { name: 'Response B' }).textContent()).toContain('57 words');
  await page.getByRole('button', { name: 'Highlight differences' }).click();
  await page.waitForURL(/diff=off/);
  expect(await page.locator('mark').count()).toBe(0);

  // The picture has levels, closes with Esc, and gives the focus back.
  await page.getByRole('button', { name: 'Zoom Picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await dialog.waitFor();
  const width = () => dialog.locator('img').evaluate((img) => img.getBoundingClientRect().width);
  const whole = await width();
  await page.keyboard.press('+');
  await expect.poll(async () => Math.round((await width()) / whole)).toBe(2);
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Zoom');

  // Nothing is cut off where the page would scroll.
  await page.setViewportSize({ width: 720, height: 900 });
  await page.emulateMedia({ media: 'print' });
  const ends = await answers(page)
    .locator('.chip-of')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(ends.length).toBeGreaterThan(10);
  expect(Math.max(...ends)).toBeLessThanOrEqual(720);
});

test('a cell opens the judge’s reasons; judges, question, view, order and repeat stand in the address, which is copied', async () => {
  const { page, expectClean } = await openPage(caseAddress('pair-000003', '&judges=longest-pairwise'), {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await ready(page);
  await group(page, 'Hallucination', 'right')
    .getByRole('button', { name: /^Noisy checker 4 of 5 right / })
    .click();
  await page.waitForURL(/criterion=hallucination/);
  expect(query(page)).toContain('judges=longest-pairwise,noisy-checker-pairwise');
  expect(await reading(page, 'Noisy checker').textContent()).toContain('On hallucination');
  await page.getByRole('button', { name: 'B first' }).click();
  await page.waitForURL(/order=ba/);
  await expect.poll(() => reading(page, 'Noisy checker').textContent()).toContain('I cannot help');
  await page.getByLabel('Repeat').selectOption('2');
  await page.waitForURL(/repeat=2/);
  expect(await reading(page, 'Longest').textContent()).toContain('no repeat 3');
  await page.getByRole('button', { name: 'Raw output' }).click();
  await page.waitForURL(/view=raw/);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').first().waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(page.url());
  const seen = await reasons(page).textContent();
  const other = await openPage(new URL(copied).pathname + new URL(copied).search);
  await ready(other.page);
  await expect.poll(() => reasons(other.page).textContent()).toBe(seen);
  await page.goBack();
  await expect.poll(() => query(page)).not.toContain('view=raw');
  expectClean();
  await other.close();
});

test('unknown and broken parameters are named, and the rest works; up to four judges stand side by side', async () => {
  const { page } = await openPage(
    caseAddress(
      'pair-000003',
      '&colour=red&judges=nobody,coin-flip-pairwise,longest-pairwise&criterion=beauty&view=raw',
    ),
  );
  await ready(page);
  const notice = page.getByRole('alert').filter({ hasText: 'ignored' });
  for (const part of ['colour', 'nobody', 'beauty']) expect(await notice.textContent()).toContain(part);
  const names = () => rationales(page).getByRole('heading').allTextContents();
  expect(await names()).toHaveLength(2);
  await notice.getByRole('button', { name: 'Clean the address' }).click();
  expect(query(page)).toBe('?id=pair-000003&judges=coin-flip-pairwise,longest-pairwise&view=raw');
  const chip = (name: RegExp) => question(page, 'Clarity').getByRole('button', { name });
  for (const name of [/^Full checker/, /^Contrarian/, /^Always first/]) await chip(name).click();
  expect(await names()).toHaveLength(4);
  expect(await names()).toContain('Always first');
  await chip(/^Always first/).click();
  expect(await names()).toHaveLength(3);
});

test('a perturbation has both pictures under a wipe that the keyboard moves, both scores and its contribution, or both prompts; a critique label, quality, reference, scores by each scorer and correction', async () => {
  const { page } = await openPage(caseAddress('edit-000000'));
  const turn = async (id: string, more = ''): Promise<void> => {
    await turnTo(page, addressOf(caseAddress(id, more)));
    await shown(page, id);
  };
  await ready(page);
  const wipe = page.getByRole('slider', { name: /picture before and after/ });
  await wipe.focus();
  await page.keyboard.press('End');
  expect(await wipe.inputValue()).toBe('100');
  await page.keyboard.press('ArrowLeft');
  expect(await page.locator('.wipe').getAttribute('style')).toContain('99%');
  expect(await question(page, 'Score before').textContent()).toContain('6');
  expect(await question(page, 'Score after: Text dominance').textContent()).toContain('N/A');
  const bd = answers(page).locator('.question').last();
  expect(await bd.getByRole('group', { name: /right/ }).getByRole('button').count()).toBeGreaterThan(0);
  expect(await bd.textContent()).toContain('not counted');
  await page.getByRole('button', { name: 'After', exact: true }).click();
  await page.waitForURL(/side=after/);
  expect(await page.locator('.wipe').count()).toBe(0);
  expect(await pictures(page).getByRole('img').getAttribute('alt')).toBe('All black');

  await turn('edit-000001');
  expect(await page.getByRole('region', { name: 'Prompt before' }).textContent()).toContain('Which letters');
  expect(await page.getByRole('region', { name: 'Prompt after' }).textContent()).toContain('The prompt is empty.');
  await turn('edit-000006');
  expect(await pictures(page).textContent()).toContain('There is none');
  expect(await pictures(page).getByRole('img').count()).toBe(1);

  await turn('reply-000000', '&judges=full-checker-critique');
  expect(await question(page, 'Critique: verdict').locator('.verdict-mark.gold').textContent()).toBe('error');
  expect(await question(page, 'Critique: score by Neutral rubric').textContent()).toContain('9');
  expect(await page.getByRole('region', { name: /^Reference critique/ }).textContent()).toContain('quality 0 of 10');
  const checker = reading(page, 'Full checker');
  expect(await checker.textContent()).toMatch(/8\s*by Length-loving rubric.*9\s*by Neutral rubric/s);
  expect(await checker.locator('.passage').count()).toBe(1);
  await page.getByRole('button', { name: 'Correction', exact: true }).click();
  await page.waitForURL(/criterion=correction/);
  await expect.poll(() => checker.textContent()).toContain('Answer: 2.');
});

test('a list keeps its filter and says when the case is not in it; it is stepped through with buttons and arrow keys, and the way of looking stays', async () => {
  const { page } = await openPage(caseAddress('pair-000003', `&list=${encodeURIComponent('?task=count')}&view=raw`));
  await ready(page);
  const place = (words: string | RegExp) => placeOfCase(page).getByText(words).waitFor();
  await place('not in this list');
  const filtered = page.getByRole('link', { name: 'Filtered cases' });
  expect(await filtered.getAttribute('href')).toMatch(/explore\/\?task=count$/);
  const next = page.getByRole('button', { name: /Next/ });
  expect(await next.isDisabled()).toBe(true);

  await turnTo(page, addressOf(caseAddress('pair-000003', `&list=${encodeURIComponent('?')}&view=raw`)));
  await place(/4 of 1\u202f434/);
  await next.click();
  await page.waitForURL(/id=pair-000004/);
  expect(query(page)).toContain('view=raw');
  await place(/5 of 1\u202f434/);
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/id=pair-000003/);
  await page.goBack();
  await page.waitForURL(/id=pair-000004/);
  expect(await page.locator('.toast').count()).toBe(0);
});

test('with the keyboard alone: an answer, its question, another view, and a reason less', async () => {
  const { page } = await openPage(caseAddress('pair-000003'), { reducedMotion: true });
  await ready(page);
  const press = async (name: RegExp, key = 'Enter', step = 'Tab'): Promise<void> => {
    for (let i = 0; i < 200; i += 1) {
      await page.keyboard.press(step);
      const label = await page.evaluate(() => {
        const { activeElement: at } = document;
        return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
      });
      if (name.test(label)) break;
    }
    expect(await page.evaluate(() => document.activeElement?.matches(':focus-visible'))).toBe(true);
    await page.keyboard.press(key);
  };
  await press(/^Longest.*, Grounding$/);
  await page.waitForURL(/criterion=grounding/);
  expect(await reading(page, 'Longest').textContent()).toContain('characters');
  await press(/^As text$/, ' ');
  await page.waitForURL(/view=text/);
  await page.keyboard.press('Shift+Tab');
  await press(/^Formatted$/);
  await page.waitForFunction(() => !location.search.includes('view='));
  const before = await rationales(page).count();
  await press(/^Longest.*, Grounding$/, 'Enter', 'Shift+Tab');
  await expect.poll(() => rationales(page).count()).toBe(before - 1);
});

test('with the network gone what is on the page works on; what it cannot have any more it says', async () => {
  const { page } = await openFaulty(caseAddress('pair-000003', '&view=text'), { fresh: true });
  await ready(page);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Longest.*, Clarity$/ }).click();
  await page.waitForURL(/criterion=clarity/);
  await page.getByRole('button', { name: 'Formatted' }).click();
  await page.getByText('could not be loaded: shown as text').first().waitFor();
  await page.getByRole('button', { name: 'Zoom Picture' }).click();
  await page.getByRole('dialog', { name: 'Picture' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  await page.context().setOffline(false);
  await page.reload();
  await page.locator('.formatted').first().waitFor();
});

test('every kind of case is sound, on a phone and at a desk, dark and light', async () => {
  const { page } = await openPage(caseAddress('pair-000003'), { reducedMotion: true });
  for (const id of drawn(
    ['pair-000003', 'edit-000000', 'edit-000001', 'reply-000000', 'choice-000000', 'whole-000000'],
    ['pair-000003', 'edit-000000', 'reply-000000'],
  )) {
    await turnTo(page, addressOf(caseAddress(id)));
    await shown(page, id);
    for (const [width, theme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme });
      await painted(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${id} at ${width}`).toBeLessThanOrEqual(width);
      expect(await structureFindings(page), `${id} at ${width}`).toEqual([]);
      expect(await colourFindings(page), `${id}, ${theme}`).toEqual([]);
    }
  }
});
