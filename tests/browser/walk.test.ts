import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openPage } from './page.ts';
import { answers, caseLinks, pictures, placeOfCase, rationales } from './places.ts';
import { expectOpenOn, stepAndReturn, toFailedCase } from './walk.ts';

const BENCHMARK = 'genai-bench';
const manifest = join(inject('site').folder, 'data', 'manifest.json');
const { benchmarks } = JSON.parse(readFileSync(manifest, 'utf8')) as {
  benchmarks: { id: string; instances: { texts?: { present: boolean } } | null }[];
};
const fetched = benchmarks.find(({ id }) => id === BENCHMARK)?.instances?.texts?.present === true;

test.skipIf(fetched)(
  'without texts: from the start page to a real judge’s failed case, what is missing said, and back',
  async () => {
    expect(existsSync(manifest)).toBe(true);
    const { page } = await openPage('/');
    const engine: string[] = [];
    page.on('request', (request) => {
      if (/\.wasm|\.duckdb/.test(request.url()) && page.url().includes('/case/')) engine.push(request.url());
    });
    const judge = await toFailedCase(page);
    await expectOpenOn(page, judge);
    const reason = await rationales(page).first().boundingBox();
    expect((reason?.y ?? Infinity) + (reason?.height ?? 0), 'two clicks, and no scrolling').toBeLessThanOrEqual(900);
    const reasons = page.locator('main');
    expect(await reasons.textContent()).toContain('not in this build');
    expect(await reasons.textContent()).toContain(`fetch ${BENCHMARK}`);
    expect(await reasons.textContent()).toContain('MIT');
    expect(await rationales(page).first().textContent()).toMatch(/\d characters, not in this build/);
    expect(await pictures(page).textContent()).toContain('not in the authors’ repository');
    expect(await page.locator('#content-note').count()).toBe(0);
    await stepAndReturn(page);
    expect(engine, 'no engine is asked for while stepping').toEqual([]);
  },
);

test('a judge’s failed cases are one click away from its page', async () => {
  const { page } = await openPage('/judge/gpt-4o/');
  await page
    .getByRole('link', { name: /^Where .* was wrong, / })
    .first()
    .click();
  await expect.poll(() => page.locator('.chips').textContent()).toContain('GPT-4o');
});

test('a list without filters travels too, and comes back at its place', async () => {
  const { page } = await openPage(`/${BENCHMARK}/explore/`, { width: 1440 });
  await caseLinks(page).nth(2).waitFor();
  const cut = () => page.locator('.case-scroll').evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(await cut(), 'the last column is whole on a desk').toBeLessThanOrEqual(0);
  await caseLinks(page).nth(2).click();
  await answers(page).waitFor();
  await expect.poll(() => page.locator('.crumbs .num').textContent()).toMatch(/^3 of /);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.locator('.crumbs .num').textContent()).toMatch(/^2 of /);
  const id = await page.locator('.case-id').textContent();
  await placeOfCase(page).getByRole('link', { name: 'Cases' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(id);
});

test('a benchmark without cases shows those that its paper prints, and the way to real ones', async () => {
  const { page } = await openPage('/multi-crit/case/');
  await page.getByRole('link', { name: 'Cases that its paper prints' }).click();
  await page.locator('summary').filter({ hasText: 'table 19' }).click();
  const joint = page.getByRole('row', { name: /^Hallucination 2/ });
  expect(await joint.locator('.verdict-mark').allTextContents()).toEqual(['2', '2 right', '1 wrong']);
  await page.getByRole('link', { name: /^Real cases: / }).click();
  await caseLinks(page).first().waitFor();
});
