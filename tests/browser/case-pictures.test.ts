import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { caseAddress, pairCase, serveCases } from './case-release.ts';
import { openFaulty, openPage } from './page.ts';
import { answers, pictures, rationales } from './places.ts';

const SITE = 'chromaica.github.io';
const CASE = `/viescore/case/?id=${encodeURIComponent('mask-guided-ie/sample_315319_1/SDInpaint-SDXLInpaint')}`;
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Stands in for the other site: what was asked of it, and what it answers. */
async function otherSite(page: Page) {
  const asked: string[] = [];
  const answer: { now: 'picture' | 'gone' | 'silent' } = { now: 'picture' };
  await page.route(`https://${SITE}/**`, async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    if (answer.now === 'gone') await route.abort('connectionfailed');
    if (answer.now === 'picture') await route.fulfill({ contentType: 'image/png', body: PIXEL });
  });
  return { asked, answer };
}

const open = (page: Page) => page.getByRole('button', { name: `Show them from ${SITE}` });
const drawn = (page: Page) =>
  pictures(page)
    .getByRole('img')
    .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length);

test('the frame of a picture has its shape, told before it comes', async () => {
  const { page } = await openPage('/shapes/case/?id=pair-000003');
  const shown = pictures(page).getByRole('img').first();
  const natural = () => shown.evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight);
  await expect.poll(natural).toBeGreaterThan(1);
  const told = await shown.evaluate((img) => Number(img.style.getPropertyValue('--shape')));
  expect(told).toBeCloseTo(await natural(), 3);
  const { width = 0, height = 0 } = (await shown.boundingBox()) ?? {};
  expect(width / height).toBeCloseTo(told, 2);
});

describe('pictures of another site', () => {
  test('come after one click that names it, and none before; the tab remembers it, until it is told to stop', async () => {
    let other = { asked: [] as string[] };
    const { page } = await openFaulty(CASE, {
      fresh: true,
      prepare: async (page) => {
        other = await otherSite(page);
      },
    });
    await answers(page).waitFor();
    expect(await pictures(page).textContent()).toContain(SITE);
    expect(await pictures(page).getByRole('img').count()).toBe(0);
    expect(other.asked).toEqual([]);
    await open(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => drawn(page)).toBe(3);
    expect(other.asked).toHaveLength(3);
    const policy = await pictures(page)
      .getByRole('img')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).referrerPolicy));
    expect(new Set(policy)).toEqual(new Set(['no-referrer']));
    await page.reload();
    await answers(page).waitFor();
    await expect.poll(() => drawn(page)).toBe(3);
    await page.getByRole('button', { name: `Show none from ${SITE}` }).click();
    expect(await pictures(page).getByRole('img').count()).toBe(0);
    await page.reload();
    await answers(page).waitFor();
    expect(await pictures(page).getByRole('img').count()).toBe(0);
  });

  test('of a site that is gone, or silent, are told with another try', async () => {
    let other = { answer: { now: 'picture' as 'picture' | 'gone' | 'silent' } };
    const { page } = await openFaulty(CASE, {
      fresh: true,
      prepare: async (page) => {
        await page.clock.install();
        other = await otherSite(page);
      },
    });
    await answers(page).waitFor();
    other.answer.now = 'gone';
    await open(page).click();
    const again = pictures(page).getByRole('button', { name: 'Try again' });
    await expect.poll(() => again.count()).toBe(3);
    expect(await pictures(page).textContent()).toContain(`${SITE} did not send it`);
    other.answer.now = 'silent';
    await again.first().click();
    const silence = pictures(page).getByText('has sent nothing for eight seconds');
    const afterEight = async (): Promise<number> => {
      await page.clock.fastForward(8000);
      return silence.count();
    };
    await expect.poll(afterEight).toBe(1);
    await pictures(page).getByRole('button', { name: 'Stop waiting' }).click();
    other.answer.now = 'picture';
    await again.first().click();
    await expect.poll(() => drawn(page)).toBe(1);
  });

  test('are allowed by the policy of that page alone', () => {
    const policy = (page: string): string =>
      /content-security-policy" content="([^"]*)/.exec(
        readFileSync(join(inject('site').folder, page, 'index.html'), 'utf8'),
      )?.[1] ?? '';
    expect(policy('viescore/case')).toContain(`img-src 'self' data: blob: https://${SITE}`);
    for (const page of ['viescore', 'viescore/explore', 'genai-bench/case', 'shapes/case'])
      expect(policy(page)).not.toContain(SITE);
  });
});

test('a case that a search found opens on the judge with the words marked, and the first in view', async () => {
  const long = Array.from({ length: 300 }, (_, i) => `Line ${i} of what it sees.`).join('\n\n');
  const list = encodeURIComponent('?words=blurry leaves');
  const { page } = await openPage(caseAddress('made-0001', `&list=${list}&judges=noisy-checker-pairwise`), {
    prepare: (page) =>
      serveCases(page, [pairCase(['Nothing here.', `${long}\n\nThe **Blurry** leaves decide.\n\n${long}`])]),
  });
  const reading = rationales(page).locator('.reading');
  await reading.locator('.formatted mark').first().waitFor();
  expect(await reading.locator('mark').allTextContents()).toEqual(['Blurry', 'leaves']);
  const isSeen = () =>
    page.evaluate(() => {
      const mark = document.querySelector('.reading mark')?.getBoundingClientRect();
      const box = document.querySelector('.reading')?.getBoundingClientRect();
      if (mark === undefined || box === undefined) return false;
      return mark.top >= Math.max(0, box.top) && mark.bottom <= Math.min(innerHeight, box.bottom);
    });
  await expect.poll(isSeen).toBe(true);
  await page.getByRole('button', { name: 'As text' }).click();
  await expect.poll(() => reading.locator('.words mark').allTextContents()).toEqual(['Blurry', 'leaves']);
});

test('300 hits in one case are all marked, right to left, too', async () => {
  const said = `${'الصورة ضبابية blurry. '.repeat(300)}`;
  const { page } = await openPage(
    caseAddress('made-0001', `&list=${encodeURIComponent('?words=blurry')}&judges=noisy-checker-pairwise`),
    { width: 390, prepare: (page) => serveCases(page, [pairCase(['No.', said])]) },
  );
  await expect.poll(() => rationales(page).locator('mark').count()).toBe(300);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('where the build lacks the texts, a case still says its task, its lengths and what each judge said', async () => {
  const { page } = await openPage('/genai-bench/case/?id=image_edition%2F461&list=%3Fwrong%3Dgpt4o');
  await answers(page).waitFor();
  const main = await page.getByRole('main').textContent();
  for (const words of [
    'Two edits of one picture by one instruction.',
    'Its prompt, of 167 characters, is not in this build.',
    'It said B; the label says otherwise.',
    /1.623 characters, not in this build/,
  ])
    expect(main).toMatch(words instanceof RegExp ? words : new RegExp(words));
});
