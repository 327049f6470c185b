import type { Visitor } from './visitor.ts';

/** One thing that a visitor does, and sees that it worked. */
export interface TourStep {
  readonly what: string;
  readonly take: (visitor: Visitor) => Promise<unknown>;
}

const textOfPage = (selector: string): string =>
  `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? '')`;
const COUNT = textOfPage('.selection output');
const CRUMBS = textOfPage('.crumbs');

const step = (what: string, take: TourStep['take']): TourStep => ({ what, take });

/**
 * Home → board → cell → cases → words → a case → the next one → back to the list → figures → comparison → a judge → one's own results, by mouse and keys,
 * and what has to hold on a narrow window.
 */
export const TOUR: readonly TourStep[] = [
  step('home shows where judges stand', async ({ go, sees }) => {
    await go('/');
    await sees('standings', 'return document.querySelectorAll(".standing").length > 2');
  }),
  step('the navigation leads to the synthetic benchmark', async ({ click, sees }) => {
    await click('header nav summary');
    await click('header nav a[href$="/shapes/"]');
    await sees('the board', 'return document.querySelectorAll("table.board tbody tr").length > 5');
  }),
  step('a column sorts its board', async ({ click, sees }) => {
    await click('th[abbr="Clarity"] .sort');
    await sees('the order in the address', 'return location.search.includes("sort=")');
  }),
  step('a cell opens its cases', async ({ click, sees }) => {
    await click('a[href*="metric=cmr"][href*="run=noisy-checker-pairwise&"]');
    await sees('the number of cases', `return location.pathname.includes('/explore/') && /^\\d+ of /.test(${COUNT})`);
  }),
  step('words of reasons narrow the list', async ({ click, type, sees }) => {
    const before = await sees('the number of cases', `return ${COUNT}`);
    await click('input[aria-label="Words in a reason"]');
    await type('leaves');
    await sees('words in the address', 'return location.search.includes("words=leaves")');
    await sees('fewer cases', `return ${COUNT} !== ${JSON.stringify(before)} && /^\\d+ of /.test(${COUNT})`);
  }),
  step('a row opens its case', async ({ click, sees }) => {
    await click('.case-table tbody tr:nth-of-type(2) th a');
    await sees('answers', `return document.querySelector('.answers') !== null && / of \\d/.test(${CRUMBS})`);
  }),
  step('the arrow key goes to the next case', async ({ press, sees }) => {
    const before = await sees('the place in the list', `return ${CRUMBS}`);
    await press('ArrowRight');
    await sees('another place', `return ${CRUMBS} !== ${JSON.stringify(before)}`);
    await sees('its answers', 'return document.querySelector(".case-body")?.getAttribute("aria-busy") === "false"');
  }),
  step('the list comes back as it was', async ({ click, sees }) => {
    await click('.crumbs a[href*="/explore/"]');
    await sees('the same words', `return location.search.includes('words=leaves') && /^\\d+ of /.test(${COUNT})`);
  }),
  step('the query engine answers', async ({ go, sees }) => {
    await go('/compare/?judges=full-checker,noisy-checker');
    await sees('a comparison', 'return document.querySelectorAll("main table tbody tr").length > 3');
  }),
  step('figures are drawn and have their numbers', async ({ go, sees }) => {
    await go('/shapes/figures/');
    await sees('drawings', 'return document.querySelectorAll("figure .drawing svg").length > 1');
    await sees('tables', 'return document.querySelectorAll("figure table").length > 1');
  }),
  step('a plot shows what its address asks for, and pins a judge', async ({ go, click, sees }) => {
    await go('/plot/?x=price-output');
    const marks = 'document.querySelectorAll("#plot .wide.chart a").length';
    await sees(
      'prices, of judges that have one',
      `return ${marks} > 2 && /price of output/.test(${textOfPage('#plot h3')})`,
    );
    await sees('it, and no longer nothing', 'return !document.documentElement.dataset.query');
    await click('#plot .pin-judge');
    await sees('the judge in the address', 'return location.search.includes("pin=")');
    await sees('its mark with a ring', 'return document.querySelector("#plot .pin-ring") !== null');
  }),
  step('the theme changes and is remembered', async ({ click, sees, go }) => {
    const ground = 'getComputedStyle(document.body).backgroundColor';
    const before = await sees('a ground', `return ${ground}`);
    await click('button[aria-label^="Theme"]');
    await click('button[aria-label^="Theme"]');
    await sees('a theme', 'return document.documentElement.dataset.theme');
    const after = await sees('a ground', `return ${ground}`);
    await go('/audit/');
    await sees('the same ground', `return ${ground} === ${JSON.stringify(after)}`);
    await click('button[aria-label^="Theme"]');
    await sees('the system’s theme', `return ${ground} === ${JSON.stringify(before)}`);
  }),
  step('a judge’s page shows where it stands', async ({ go, sees }) => {
    await go('/judges/');
    await sees('judges', 'return document.querySelectorAll("tr[data-names]").length > 20');
    await go('/judge/gpt-4o/');
    await sees('places', 'return document.querySelectorAll(".place-line").length > 1');
  }),
  step('one’s own results can be dropped', async ({ go, sees }) => {
    await go('/your-results/');
    await sees('a place for files', 'return document.querySelector("input[type=file]") !== null');
  }),
  step('nothing scrolls sideways in a narrow window', async ({ go, resize, sees }) => {
    await resize(390, 844);
    for (const path of ['/', '/multi-crit/', '/judge/gpt-4o/', '/audit/']) {
      await go(path);
      await sees(path, 'return document.documentElement.scrollWidth <= document.documentElement.clientWidth');
    }
  }),
];
