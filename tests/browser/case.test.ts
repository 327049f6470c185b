import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { colourFindings, structureFindings } from './axe.ts';
import { BENCHMARK, caseAddress, pairCase, serveCases } from './case-release.ts';
import { openFaulty, openPage, painted, scrollUp } from './page.ts';
import { answers, pictures, placeOfCase, rationales, reasons } from './places.ts';

const PATIENCE = { timeout: 10_000 };

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
/** The row of a question, by the beginning of its name. */
const row = (page: Page, label: string) =>
  answers(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${label}`) }) });
const reading = (page: Page, name: string) => page.getByRole('region', { name: `Rationale of ${name}` });

describe('a pair', () => {
  test('costs three data requests beside its picture, and no engine', async () => {
    let requests: string[] = [];
    let bytes = 0;
    const { page } = await openPage(caseAddress('pair-000003'), {
      prepare: async (page) => {
        requests = dataRequests(page);
        page.on('response', async (response) => {
          if (/\/data\/.*(?:shards\/|manifest)/.test(response.url())) bytes += (await response.body()).byteLength;
        });
      },
    });
    await ready(page);
    await page.waitForLoadState('networkidle');
    const data = requests.filter((path) => !path.includes('/media/'));
    expect(data.map((path) => path.replace(/\.[0-9a-f]{6,12}/, '').replace(/\/\d+\.json/, '/n.json'))).toEqual([
      `${BENCHMARK}/shards/index-0.json`,
      `${BENCHMARK}/shards/n.json.gz`,
      'manifest.json',
    ]);
    expect(bytes).toBeLessThan(48 * 1024);
    expect(
      await page.evaluate(
        () => performance.getEntriesByType('resource').filter((r) => /wasm|duckdb/.test(r.name)).length,
      ),
    ).toBe(0);
  });

  test('shows answers beside the label, with conflicts, repeats and the other order; which metrics it cost whom; and words that one response has, until it is asked to stop', async () => {
    const { page } = await openPage(caseAddress('pair-000003'));
    await ready(page);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Tell a short story');
    expect(await page.locator('.case-head').textContent()).toContain('synthetic demonstration');
    expect(await page.locator('.case-head').textContent()).toContain('4 criterion conflicts');
    const hallucination = row(page, 'Hallucination');
    expect(await hallucination.locator('.verdict-mark.gold').textContent()).toBe('B');
    expect(await hallucination.getByRole('rowheader').textContent()).toContain('Completeness');
    const head = await answers(page).getByRole('columnheader').allTextContents();
    const cell = (name: string) => hallucination.getByRole('cell').nth(head.indexOf(name) - 1);
    expect(await cell('Full checker').locator('.verdict-mark').getAttribute('class')).toContain('right');
    expect(await cell('Contrarian').locator('.verdict-mark').getAttribute('class')).toContain('wrong');
    expect(await cell('Contrarian').textContent()).toContain('wrong');
    expect(await cell('Always first').textContent()).toContain('swapped: B');
    expect(await cell('Noisy checker').textContent()).toContain('4 of 5 right');
    const pane = page.getByRole('region', { name: 'Metrics on this case' });
    const pacc = pane.locator('details', { hasText: 'PAcc' }).first();
    expect(await pacc.locator('summary').textContent()).toMatch(/lost by \d+ of 11/);
    await pacc.locator('summary').click();
    const line = (name: string) => pacc.locator('tr', { has: page.getByRole('rowheader', { name, exact: true }) });
    expect(await line('Full checker').locator('.verdict-mark').getAttribute('class')).toContain('right');
    expect(await line('Contrarian').locator('.verdict-mark').getAttribute('class')).toContain('wrong');
    const marks = page.getByRole('region', { name: 'Response B' }).locator('mark');
    expect(await marks.allTextContents()).toContain('somewhere');
    expect(await page.getByRole('region', { name: 'Response B' }).textContent()).toContain('57 words');
    await page.getByRole('button', { name: /^Mark words/ }).click();
    await page.waitForURL(/diff=off/);
    expect(await page.locator('mark').count()).toBe(0);
  });

  test('a cell opens the judge’s reasons; judges, question, view, order and repeat stand in the address', async () => {
    const { page, expectClean } = await openPage(caseAddress('pair-000003', '&judges=longest-pairwise'));
    await ready(page);
    await page.getByRole('button', { name: /^Noisy checker, Hallucination/ }).click();
    await page.waitForURL(/criterion=hallucination/);
    expect(query(page)).toContain('judges=longest-pairwise,noisy-checker-pairwise');
    expect(await reading(page, 'Noisy checker').textContent()).toContain('On hallucination');
    await page.getByRole('button', { name: 'B first' }).click();
    await page.waitForURL(/order=ba/);
    await expect.poll(() => reading(page, 'Noisy checker').textContent(), PATIENCE).toContain('I cannot help');
    await page.getByLabel('Repeat').selectOption('2');
    await page.waitForURL(/repeat=2/);
    expect(await reading(page, 'Longest').textContent()).toContain('no repeat 3');
    await page.getByRole('button', { name: 'Raw output' }).click();
    await page.waitForURL(/view=raw/);
    const seen = await reasons(page).textContent();
    const other = await openPage(new URL(page.url()).pathname + new URL(page.url()).search);
    await ready(other.page);
    await expect.poll(() => reasons(other.page).textContent(), PATIENCE).toBe(seen);
    await page.goBack();
    await expect.poll(() => query(page), PATIENCE).not.toContain('view=raw');
    expectClean();
    await other.close();
  });

  test('up to four judges side by side', async () => {
    const { page } = await openPage(caseAddress('pair-000003', '&judges=coin-flip-pairwise,longest-pairwise'));
    await ready(page);
    await page.getByRole('button', { name: /^Judges:/ }).click();
    const panel = page.getByRole('dialog', { name: 'Judges side by side' });
    await panel.getByLabel('Full checker').check();
    await panel.getByLabel('Contrarian').check();
    await page.waitForURL(/contrarian/);
    expect(await panel.getByLabel('Always first').isDisabled()).toBe(true);
    expect(await rationales(page).count()).toBe(4);
  });
});

describe('a perturbation', () => {
  test('has both pictures under a wipe that the keyboard moves, both scores, and its contribution', async () => {
    const { page } = await openPage(caseAddress('edit-000000'));
    await ready(page);
    const wipe = page.getByRole('slider', { name: /picture before and after/ });
    await wipe.focus();
    await page.keyboard.press('End');
    expect(await wipe.inputValue()).toBe('100');
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('.wipe').getAttribute('style')).toContain('99%');
    expect(await row(page, 'Score before').textContent()).toContain('6');
    expect(await row(page, 'Score after: Text dominance').textContent()).toContain('N/A');
    const bd = page.locator('.earned-row');
    expect(await bd.locator('.verdict-mark.right').count()).toBeGreaterThan(0);
    expect(await bd.textContent()).toContain('not counted');
    await page.getByRole('button', { name: 'After', exact: true }).click();
    await page.waitForURL(/side=after/);
    expect(await page.locator('.wipe').count()).toBe(0);
    expect(await pictures(page).getByRole('img').getAttribute('alt')).toBe('All black');
  });

  test('has both prompts where the prompt is what changes', async () => {
    const { page } = await openPage(caseAddress('edit-000001'));
    await ready(page);
    expect(await page.getByRole('region', { name: 'Prompt before' }).textContent()).toContain('Which letters');
    expect(await page.getByRole('region', { name: 'Prompt after' }).textContent()).toContain('The prompt is empty.');
  });

  test('of a question without a picture says so', async () => {
    const { page } = await openPage(caseAddress('edit-000006'));
    await ready(page);
    expect(await pictures(page).textContent()).toContain('There is none');
    expect(await pictures(page).getByRole('img').count()).toBe(1);
  });
});

test('a critique: label, quality, reference, scores by each scorer, correction', async () => {
  const { page } = await openPage(caseAddress('reply-000000', '&judges=full-checker-critique'));
  await ready(page);
  expect(await row(page, 'Critique: verdict').locator('.verdict-mark.gold').textContent()).toBe('error');
  expect(await row(page, 'Critique: score by Neutral rubric').textContent()).toContain('9');
  expect(await page.getByRole('region', { name: /^Reference critique/ }).textContent()).toContain('quality 0 of 10');
  const checker = reading(page, 'Full checker');
  expect(await checker.textContent()).toMatch(/8\s*by Length-loving rubric.*9\s*by Neutral rubric/s);
  expect(await checker.locator('.block').count()).toBe(1);
  await page.getByRole('button', { name: 'Correction', exact: true }).click();
  await page.waitForURL(/criterion=correction/);
  await expect.poll(() => checker.textContent(), PATIENCE).toContain('Answer: 2.');
});

describe('the picture', () => {
  test('opens in a window with levels, closes with Esc, and gives the focus back', async () => {
    const { page } = await openPage(caseAddress('pair-000003'));
    await ready(page);
    await page.getByRole('button', { name: 'Zoom Picture' }).click();
    const dialog = page.getByRole('dialog', { name: 'Picture' });
    await dialog.waitFor();
    const width = () => dialog.locator('img').evaluate((img) => img.getBoundingClientRect().width);
    const whole = await width();
    await page.keyboard.press('+');
    await expect.poll(async () => Math.round((await width()) / whole), PATIENCE).toBe(2);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count(), PATIENCE).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENCE).toContain('Zoom');
  });
});

describe('a list', () => {
  const LIST = encodeURIComponent('?task=count');

  test('is stepped through with buttons and arrow keys; the way of looking stays', async () => {
    const { page } = await openPage(caseAddress('pair-000003', `&list=${encodeURIComponent('?')}&view=raw`));
    await ready(page);
    await placeOfCase(page)
      .getByText(/4 of 1\u202f434/)
      .waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: /Next/ }).click();
    await page.waitForURL(/id=pair-000004/);
    expect(query(page)).toContain('view=raw');
    await placeOfCase(page)
      .getByText(/5 of 1\u202f434/)
      .waitFor({ timeout: 30_000 });
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(/id=pair-000003/);
    await page.goBack();
    await page.waitForURL(/id=pair-000004/);
    expect(await page.locator('.toast').count()).toBe(0);
  });

  test('keeps its filter, and says when the case is not in it', async () => {
    const { page } = await openPage(caseAddress('pair-000003', `&list=${LIST}`));
    await ready(page);
    await placeOfCase(page).getByText('not in this list').waitFor({ timeout: 30_000 });
    expect(await page.getByRole('link', { name: 'Filtered cases' }).getAttribute('href')).toMatch(
      /explore\/\?task=count$/,
    );
    expect(await page.getByRole('button', { name: /Next/ }).isDisabled()).toBe(true);
  });
});

test('unknown and broken parameters are named; the rest works', async () => {
  const { page } = await openPage(
    caseAddress('pair-000003', '&colour=red&judges=nobody,longest-pairwise&criterion=beauty&view=raw'),
  );
  await ready(page);
  const notice = page.getByRole('alert').filter({ hasText: 'ignored' });
  for (const part of ['colour', 'nobody', 'beauty']) expect(await notice.textContent()).toContain(part);
  expect(await rationales(page).count()).toBe(1);
  await notice.getByRole('button', { name: 'Clean the address' }).click();
  expect(query(page)).toBe('?id=pair-000003&judges=longest-pairwise&view=raw');
});

test('texts scroll together, and apart on request', async () => {
  const long = (word: string, n: number): string => Array.from({ length: n }, (_, i) => `${word} ${i}`).join('\n');
  const { page } = await openPage(caseAddress('made-0001'), {
    prepare: (page) => serveCases(page, [pairCase([long('one', 400), long('two', 150)])]),
  });
  await ready(page);
  const texts = page.locator('.reading');
  const share = (i: number) => texts.nth(i).evaluate((e) => e.scrollTop / (e.scrollHeight - e.clientHeight));
  await texts.nth(0).evaluate((e) => e.scrollTo(0, (e.scrollHeight - e.clientHeight) / 2));
  await expect.poll(() => share(1), PATIENCE).toBeCloseTo(0.5, 1);
  await page.getByRole('button', { name: 'Scroll together' }).click();
  await page.waitForURL(/scroll=apart/);
  await scrollUp(texts.nth(0));
  expect(await share(1)).toBeGreaterThan(0.4);
});

test('with the keyboard alone: an answer, its question, another view, the window of judges', async () => {
  const { page } = await openPage(caseAddress('pair-000003'), { reducedMotion: true });
  await ready(page);
  const press = async (name: RegExp, key = 'Enter'): Promise<void> => {
    for (let i = 0; i < 200; i += 1) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => document.activeElement?.textContent ?? '');
      if (name.test(label)) break;
    }
    expect(await page.evaluate(() => document.activeElement?.matches(':focus-visible'))).toBe(true);
    await page.keyboard.press(key);
  };
  await press(/^Longest, Grounding/);
  await page.waitForURL(/criterion=grounding/);
  expect(await reading(page, 'Longest').textContent()).toContain('characters');
  await press(/^Formatted$/, ' ');
  await page.waitForURL(/view=formatted/);
  await page.keyboard.press('Shift+Tab');
  await press(/^As text$/);
  await page.waitForFunction(() => !location.search.includes('view='));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await press(/^Judges:/);
  await page.getByRole('dialog', { name: 'Judges side by side' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENCE).toMatch(/^Judges:/);
});

test('with the network gone what is on the page works on; what it cannot have any more it says', async () => {
  const { page } = await openFaulty(caseAddress('pair-000003'), { fresh: true });
  await ready(page);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Longest, Clarity/ }).click();
  await page.waitForURL(/criterion=clarity/);
  await page.getByRole('button', { name: 'Formatted' }).click();
  await page.getByText('could not be loaded: shown as text').first().waitFor();
  await page.getByRole('button', { name: 'Zoom Picture' }).click();
  await pictures(page).getByRole('alert').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  await page.context().setOffline(false);
  await page.reload();
  await page.locator('.formatted').first().waitFor();
});

test('the link is copied', async () => {
  const { page } = await openPage(caseAddress('pair-000003', '&view=raw'), {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await ready(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test('on paper every judge has its column: nothing is cut off where the page would scroll', async () => {
  const { page } = await openPage(caseAddress('pair-000003'), { width: 720 });
  await ready(page);
  await page.emulateMedia({ media: 'print' });
  const last = await answers(page).getByRole('columnheader').last().boundingBox();
  expect((last?.x ?? 0) + (last?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(720);
});

describe('every kind of case, both themes, phone and desk', () => {
  test.each(
    drawn(
      ['pair-000003', 'edit-000000', 'edit-000001', 'reply-000000', 'choice-000000', 'whole-000000'],
      ['pair-000003', 'edit-000000', 'reply-000000'],
    ),
  )('%s', async (id) => {
    const { page } = await openPage(caseAddress(id), { width: 390, reducedMotion: true });
    await ready(page);
    for (const [width, theme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme });
      await painted(page);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBeLessThanOrEqual(0);
      expect(await structureFindings(page), `${id} at ${width}`).toEqual([]);
      expect(await colourFindings(page), `${id}, ${theme}`).toEqual([]);
    }
  });
});
