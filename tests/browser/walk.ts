import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { answers, caseLinks, rationales } from './places.ts';

/** A visitor's walk from the start page to a real case, its neighbours and back, with texts and without. */

const WHERE = '.crumbs .num';

/** The place said above a case: `2 of 944`. */
const placeOf = (page: Page): Promise<string | null> => page.locator(WHERE).textContent();

/**
 * From the start page to a case that the first judge of GenAI-Bench lost: two clicks, and what `onList` does between them. Gives the judge's
 * name.
 */
export async function toFailedCase(page: Page, onList: () => Promise<void> = async () => {}): Promise<string> {
  const link = page.getByRole('link', { name: /^Where .* was wrong \([\d\s]+\) in GenAI-Bench$/ });
  const judge = /^Where (.*) was wrong/.exec((await link.textContent()) ?? '')?.[1] ?? '';
  await link.click();
  await caseLinks(page).first().waitFor();
  await expect.poll(() => page.locator('.case-scroll').getAttribute('aria-busy')).toBe('false');
  await onList();
  await caseLinks(page).first().click();
  await answers(page).waitFor();
  return judge;
}

/** The case opens on the judge asked for: marked among the verdicts, wrong; its reason first, beside one that was right where somebody was. */
export async function expectOpenOn(page: Page, judge: string): Promise<void> {
  expect(await page.locator('.answers .is-asked .name').first().textContent()).toBe(judge);
  const reasons = rationales(page);
  expect(await reasons.count()).toBe(2);
  expect(await reasons.nth(0).locator('h3').textContent()).toBe(judge);
  expect(await reasons.nth(0).locator('.verdict-mark').first().getAttribute('class')).not.toContain('right');
  const isSomebodyRight = (await page.locator('.answers .chip-of.right').count()) > 0;
  const beside = await reasons.nth(1).locator('.verdict-mark').first().getAttribute('class');
  expect(beside?.includes('right')).toBe(isSomebodyRight);
}

/** Steps by keys, also after a click in the page, and comes back to the row of the last case. */
export async function stepAndReturn(page: Page): Promise<void> {
  expect(await placeOf(page)).toMatch(/^1 of /);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => placeOf(page)).toMatch(/^2 of /);
  await answers(page).getByRole('heading').first().click();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => placeOf(page)).toMatch(/^3 of /);
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => placeOf(page)).toMatch(/^4 of /);
  expect(await next.evaluate((button) => button === document.activeElement)).toBe(true);
  const id = await page.locator('.case-id').textContent();
  await page.getByRole('link', { name: /^Cases: / }).click();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe(id);
  expect(await page.locator(':focus').locator('xpath=ancestor::tr').getAttribute('aria-rowindex')).toBe('5');
}
