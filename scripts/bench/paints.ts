import type { Browser, Page } from 'playwright-core';
import type { PageBoard, PageRow } from '../../src/board/page-board.ts';
import { type BoardJson, boardOfPage, pageBoard } from '../../src/board/page-board.ts';
import type { BoardCell } from '../../src/schema/board.ts';
import { median, SORT_BUTTON, sortOnce, type TableAct, timeUntilRows } from './acts.ts';

/** Gives the item at an index that wraps around at the end of the list. */
function cyclic<T>(items: readonly T[], index: number): T | undefined {
  return items[index % items.length];
}

/** Gives the same cell, its value moved a little so that copies of a row are not ties. */
function moved(cell: BoardCell, decimals: number, step: number): BoardCell {
  if (cell.value === null) return cell;
  const value = Number((cell.value + step).toFixed(decimals));
  return { ...cell, value, printed: value.toFixed(decimals) };
}

/** Gives the board with as many rows and columns as asked for, by repeating its own: what the budget for large tables needs. */
export function enlargeBoard(board: PageBoard, rows: number, columns: number): PageBoard {
  const wide = Array.from({ length: columns }, (_, index) => cyclic(board.columns, index)).flatMap((column, index) =>
    column === undefined ? [] : [{ column: { ...column, key: `${column.key}-${index}` }, from: column.key }],
  );
  const long = Array.from({ length: rows }, (_, index): PageRow[] => {
    const row = cyclic(board.rows, index);
    if (row === undefined) return [];
    const round = Math.floor(index / board.rows.length);
    const cells = wide.flatMap(({ column, from }) => {
      const cell = row.cells[from];
      return cell === undefined ? [] : [[column.key, moved(cell, column.decimals, round * 0.37)] as const];
    });
    return [{ ...row, id: `${row.id}-${index}`, name: `${row.name} ${index}`, cells: Object.fromEntries(cells) }];
  });
  return { ...board, columns: wide.map(({ column }) => column), rows: long.flat(), references: [], sort: null };
}

/** Gives the same for the file that a board island reads. */
export const enlargePacked = (packed: string, rows: number, columns: number): string =>
  JSON.stringify(pageBoard(enlargeBoard(boardOfPage(JSON.parse(packed) as BoardJson), rows, columns)));

const ROWS = 100;
const COLUMNS = 14;
const REPEATS = 7;

/** Median times in ms from the event to the painted change, on a table of 100 rows and 14 columns. */
export interface PaintTimes {
  readonly path: string;
  readonly sort: number | null;
  readonly filter: number | null;
}

async function repeat(page: Page, acts: readonly TableAct[]): Promise<number | null> {
  const times: number[] = [];
  for (let round = 0; round < REPEATS; round += 1) {
    for (const act of acts) {
      const time = await timeUntilRows(page, act);
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
async function repeatSort(page: Page): Promise<number | null> {
  await timeUntilRows(page, { sort: 1 });
  return repeat(page, [{ sort: 0 }, { sort: 1 }]);
}

function partOfAName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll('astro-island tbody tr th')].map((cell) => cell.textContent.trim());
    const words = names.flatMap((name) => name.split(/\s+/)).filter((word) => word !== '');
    return words.find((word) => names.some((name) => !name.includes(word))) ?? words[0] ?? '';
  });
}

/** Sorts and filters a leaderboard, enlarged in the file that its island reads, again and again. */
export async function measurePaints(browser: Browser, site: string, path: string): Promise<PaintTimes> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.route(/\/boards\/[^/]+\.json$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: enlargePacked(await response.text(), ROWS, COLUMNS) });
    });
    await page.goto(site + path.slice(1), { waitUntil: 'networkidle' });
    if ((await page.locator(SORT_BUTTON).count()) === 0) return { path, sort: null, filter: null };
    await sortOnce(page);
    const sort = await repeatSort(page);
    const text = await partOfAName(page);
    return { path, sort, filter: await repeat(page, [{ type: text }, { type: '' }]) };
  } finally {
    await context.close();
  }
}
