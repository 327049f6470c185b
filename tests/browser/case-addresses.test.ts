import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { caseAddress } from './case-release.ts';
import { addressOf, openFaulty, openPage, turnTo } from './page.ts';
import { answers, caseLinks, counted, placeOfCase } from './places.ts';

/** Addresses of cases that somebody edited or copied badly, and what may happen between a list and its cases. */

const LIST = '/shapes/explore/?wrong=always-first-pairwise';

async function openFromList(page: Page, row: number): Promise<void> {
  await expect.poll(() => counted(page).textContent()).toMatch(/^\d+ of /);
  await caseLinks(page).nth(row).click();
  await answers(page).waitFor();
}

const isAt = (page: Page, place: RegExp) => expect.poll(() => placeOfCase(page).textContent()).toMatch(place);

test('blanks that were copied along with an id are no part of it; a list of names that do not exist is the list of all cases; an id as long as nobody’s is told as unknown, and not as none', async () => {
  const all = encodeURIComponent('?');
  const { page } = await openPage(`/shapes/case/?id=%20pair-000002%20&list=${all}`);
  await answers(page).waitFor();
  await isAt(page, /3 of 1\D?434/);
  const list = encodeURIComponent('?wrong=nobody&metric=bogus&split=nowhere&list=%3F');
  await page.goto(addressOf(caseAddress('pair-000002', `&list=${list}&judges=,,&criterion=`)));
  await answers(page).waitFor();
  await isAt(page, /3 of 1\D?434/);
  expect(await answers(page).locator('.is-asked').count()).toBe(0);
  await turnTo(page, addressOf(caseAddress('x'.repeat(700))));
  await page.getByText(/^There is no case “xxx/).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('where the tab stores nothing, or nonsense, a list still leads through its cases and back', async () => {
  for (const block of [
    `Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } });`,
    `Storage.prototype.getItem = () => '{"list":"?wrong=always-first-pairwise","ids":"no","first":-1,"total":"x"}';`,
  ]) {
    const { page, expectClean, close } = await openPage(LIST, {
      fresh: true,
      prepare: (page) => page.addInitScript(block),
    });
    await openFromList(page, 1);
    await isAt(page, /2 of 4\d\d/);
    await page.keyboard.press('ArrowRight');
    await isAt(page, /3 of 4\d\d/);
    await placeOfCase(page).getByRole('link', { name: 'Filtered cases' }).click();
    await expect.poll(() => counted(page).textContent()).toMatch(/^\d+ of /);
    expectClean();
    await close();
  }
});

test('a step that the network does not bring leads back: the case before is still there', async () => {
  const { page } = await openFaulty(LIST, { fresh: true });
  await openFromList(page, 1);
  await isAt(page, /2 of 4\d\d/);
  await page.context().setOffline(true);
  const failed = page.locator('.failed-case');
  for (let step = 0; step < 12 && (await failed.count()) === 0; step += 1) {
    const before = await placeOfCase(page).textContent();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(async () => (await failed.count()) > 0 || (await placeOfCase(page).textContent()) !== before)
      .toBe(true);
  }
  expect(await failed.textContent()).toContain('You are offline.');
  await page.keyboard.press('ArrowLeft');
  await answers(page).waitFor();
  await page.context().setOffline(false);
});
