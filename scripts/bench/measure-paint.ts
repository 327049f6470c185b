import type { Browser, Page } from 'playwright-core';
import { median, type PaintFigures } from './budgets.ts';
import { enlargePacked } from './enlarge.ts';
import { bringPainted } from './painted.ts';

/** What the leaderboards' controls look like to a visitor's keyboard: header buttons that sort, a search box in the same island. */
export const SORT_BUTTON = 'astro-island thead button:not([popovertarget])';
const SEARCH_BOX = 'astro-island input[type=search]';
const ROWS = 100;
const COLUMNS = 14;
const REPEATS = 7;
const PATIENCE_MS = 5000;

type Action =
  | { readonly kind: 'sort'; readonly place: number }
  | { readonly kind: 'type'; readonly selector: string; readonly text: string };

/**
 * Does something in the page and waits until the table's rows differ and are painted.
 * Gives the time from the event to the paint in ms; null if the rows stayed as they were.
 */
async function timeUntilPainted(page: Page, action: Action): Promise<number | null> {
  await bringPainted(page);
  return page.evaluate(
    async ({ action, sortButton, patience }) => {
      const rows = () =>
        [...document.querySelectorAll('astro-island tbody tr')].map((row) => row.textContent.slice(0, 40)).join('\n');
      const [selector, place] = action.kind === 'sort' ? [sortButton, action.place] : [action.selector, 0];
      const element = document.querySelectorAll<HTMLElement>(selector)[place];
      if (!element) return null;
      const before = rows();
      await window.painted();
      const started = performance.now();
      if (action.kind === 'sort') element.click();
      else if (element instanceof HTMLInputElement) {
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
        set?.call(element, action.text);
        element.dispatchEvent(new InputEvent('input', { bubbles: true, data: action.text }));
      }
      while (performance.now() - started < patience) {
        await window.painted();
        const now = performance.now();
        if (rows() !== before) return now - started;
      }
      return null;
    },
    { action, sortButton: SORT_BUTTON, patience: PATIENCE_MS },
  );
}

/** Sorts by the first column that sorts; a second click makes up for a table already in that order. */
export async function sortOnce(page: Page): Promise<number | null> {
  const click: Action = { kind: 'sort', place: 0 };
  return (await timeUntilPainted(page, click)) ?? (await timeUntilPainted(page, click));
}

async function repeat(page: Page, actions: readonly Action[]): Promise<number | null> {
  const times: number[] = [];
  for (let round = 0; round < REPEATS; round += 1) {
    for (const action of actions) {
      const time = await timeUntilPainted(page, action);
      if (time === null) return null;
      times.push(time);
    }
  }
  return median(times);
}

/**
 * Sorts by the first two columns in turn, starting from a table sorted by the second. With one column alone the third click restores the
 * default order, which may equal the sorted one, and then no repaint could be observed.
 */
export async function repeatSort(page: Page): Promise<number | null> {
  const first: Action = { kind: 'sort', place: 0 };
  const second: Action = { kind: 'sort', place: 1 };
  await timeUntilPainted(page, second);
  return repeat(page, [first, second]);
}

/** Finds a piece of text that some rows hold and others do not. */
function partOfAName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll('astro-island tbody tr th')].map((cell) => cell.textContent.trim());
    const words = names.flatMap((name) => name.split(/\s+/)).filter((word) => word !== '');
    return words.find((word) => names.some((name) => !name.includes(word))) ?? words[0] ?? '';
  });
}

/** Gives the island a table of the budget's size when it comes alive. */
async function enlarge(page: Page): Promise<void> {
  await page.route(/\/boards\/[^/]+\.json$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: enlargePacked(await response.text(), ROWS, COLUMNS) });
  });
}

/** Sorts and filters again and again. Null if the page has no table that sorts. */
export async function measurePaints(browser: Browser, address: string, path: string): Promise<PaintFigures | null> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await enlarge(page);
  await page.goto(address, { waitUntil: 'networkidle' });
  if ((await page.locator(SORT_BUTTON).count()) === 0) {
    await context.close();
    return null;
  }
  await sortOnce(page);
  const size = await page.evaluate(() => ({
    rows: document.querySelectorAll('astro-island tbody tr').length,
    columns: document.querySelectorAll('astro-island tbody tr:first-child td').length,
  }));
  const sort = await repeatSort(page);
  const text = await partOfAName(page);
  const filter = await repeat(page, [
    { kind: 'type', selector: SEARCH_BOX, text },
    { kind: 'type', selector: SEARCH_BOX, text: '' },
  ]);
  await context.close();
  return { path, ...size, sort, filter };
}
