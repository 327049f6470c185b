import type { Locator, Page } from 'playwright-core';

/** The places of pages that many tests look at, by role and name. */

/** How many cases a list holds: `12 of 944 cases`. */
export const counted = (page: Page): Locator =>
  page.getByRole('group', { name: 'Selection', exact: true }).getByRole('status');

/** The links of a list of cases, from the top. */
export const caseLinks = (page: Page): Locator =>
  page
    .getByRole('table', { name: /^Cases of / })
    .getByRole('rowheader')
    .getByRole('link');

/** The verdicts of a case: who was right on which question. */
export const answers = (page: Page): Locator => page.getByRole('region', { name: 'Verdicts', exact: true });

/** The line above a case: where it stands in its list, and the steps to its neighbours. */
export const placeOfCase = (page: Page): Locator => page.getByRole('navigation', { name: 'Place of this case' });

/** The pictures of a case. */
export const pictures = (page: Page): Locator => page.getByRole('region', { name: 'Picture', exact: true });

/** What judges wrote of a case, a pane each. */
export const rationales = (page: Page): Locator => page.getByRole('region', { name: /^Rationale of / });

/** The part of a case that holds what judges wrote of it. */
export const reasons = (page: Page): Locator => page.getByRole('region', { name: 'Reasons', exact: true });

/** Chooses the hard cases on a page of figures of Shapes. */
export async function chooseHard(page: Page): Promise<void> {
  await page.locator('main astro-island').first().hover();
  await page.locator('main astro-island[ssr]').first().waitFor({ state: 'detached' });
  await page.locator('.cases-filter > summary').click();
  await page.locator('.cases-facets').getByText('Difficulty', { exact: true }).click();
  await page.getByRole('group', { name: 'Difficulty' }).getByRole('button', { name: /^hard/i }).click();
}
