import { globSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { addressOf, openPage } from './page.ts';

const { folder } = inject('site');
const PAGES = globSync('**/index.html', { cwd: folder }).map(
  (file) => `/${file.replaceAll('\\', '/').replace('index.html', '')}`,
);

/** Columns of tables in which no row has a word, a number or a drawing; and how many columns were looked at. Runs in the browser. */
async function emptyIn(address: string): Promise<{ readonly empty: readonly string[]; readonly seen: number }> {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
  const isEmpty = (cell: Element | undefined): boolean =>
    /^[\s–-]*$/.test(cell?.textContent ?? '') && cell?.querySelector('svg, img, i, b, a') === null;
  const empty: string[] = [];
  let seen = 0;
  for (const table of page.querySelectorAll('table')) {
    const heads = [...([...(table.tHead?.rows ?? [])].at(-1)?.cells ?? [])];
    // Rows that a cell of the row above reaches into have fewer cells: the row above says the same of them.
    const rows = [...table.tBodies]
      .flatMap((body) => [...body.rows].map((row) => [...row.cells].flatMap((cell) => Array(cell.colSpan).fill(cell))))
      .filter((cells) => cells.length === heads.length);
    if (rows.length === 0) continue;
    heads.forEach((head, i) => {
      seen += 1;
      if (rows.every((cells) => isEmpty(cells[i])))
        empty.push(`${table.caption?.textContent?.trim() ?? 'a table'}: ${head.textContent?.trim()}`);
    });
  }
  return { empty, seen };
}

test('a column that has no value in any row is not shown', async () => {
  const { page, close } = await openPage('/methods/');
  const found: string[] = [];
  let columns = 0;
  for (const path of PAGES) {
    const { empty, seen } = await page.evaluate(emptyIn, addressOf(path));
    found.push(...empty.map((words) => `${path}, ${words}`));
    columns += seen;
  }
  await close();
  expect(columns).toBeGreaterThan(1000);
  expect(found).toEqual([]);
});
