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

/** The table of a case: who said what to which question. */
export const answers = (page: Page): Locator =>
  page.getByRole('region', { name: /^Answers of all judges/ }).getByRole('table');
