import { globSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { addressOf, openPage } from './page.ts';

const { folder } = inject('site');
const PAGES = globSync('**/index.html', { cwd: folder })
  .map((file) => `/${file.replaceAll('\\', '/').replace('index.html', '')}`)
  .sort();

/** What reads alike in a page: rows and columns of one table; panels, row names and legend entries of one figure; headings. Runs in the browser. */
async function alikeIn({ path, address }: { path: string; address: string }): Promise<readonly string[]> {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
  const words = (element: Element | null | undefined): string =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const alike: string[] = [];
  const check = (where: string, names: readonly string[]): void => {
    const own = names.filter((name) => name !== '');
    for (const name of new Set(own.filter((one, i) => own.indexOf(one) !== i)))
      alike.push(`${path}, ${where}: “${name}” ${own.filter((one) => one === name).length} times`);
  };

  /** A name of each column: its own with those of the groups over it. */
  function columnsOf(table: HTMLTableElement): string[] {
    const grid: string[][] = [];
    const rows = [...(table.tHead?.rows ?? [])];
    rows.forEach((row, r) => {
      let at = 0;
      for (const cell of row.cells) {
        while (grid[r]?.[at] !== undefined) at += 1;
        for (let down = 0; down < Math.max(1, cell.rowSpan); down += 1) {
          const line = grid[r + down] ?? [];
          grid[r + down] = line;
          for (let across = 0; across < cell.colSpan; across += 1) line[at + across] = cell.abbr || words(cell);
        }
        at += cell.colSpan;
      }
    });
    const width = Math.max(0, ...grid.map((row) => row.length));
    return Array.from({ length: width }, (_, i) => [...new Set(grid.map((row) => row[i] ?? ''))].join(' · '));
  }

  for (const table of page.querySelectorAll('table')) {
    const name = words(table.caption) || words(table.closest('figure')?.querySelector('h3')) || 'a table';
    check(`columns of ${name}`, columnsOf(table));
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
    // A board's row is named by its head, a figure's by all words before its first number; a list may say several things of one judge, but nothing twice.
    const isNumber = (cell: Element): boolean => /^[−–+-]?\d|^–?$/.test(words(cell));
    // Scores that a row is about, and not what it says.
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map(words);
    const isAbout = (i: number): boolean => heads[i] === 'Before' || heads[i] === 'After';
    const partsOf = (row: HTMLTableRowElement): readonly Element[] => {
      const cells = [...row.cells];
      if (table.classList.contains('board')) return cells.filter((cell) => cell.tagName === 'TH');
      const first = cells.findIndex((cell, i) => i > 0 && isNumber(cell) && !isAbout(i));
      return table.closest('figure.figure') === null || first < 0 ? cells : cells.slice(0, first);
    };
    check(
      `rows of ${name}`,
      rows.map((row) => partsOf(row).map(words).join(' · ')),
    );
  }
  for (const figure of page.querySelectorAll('figure.figure')) {
    const title = words(figure.querySelector('h3'));
    const drawings = [...figure.querySelectorAll('.drawing svg[aria-label]')];
    // One of a desk and the one that stands in its place on a phone are never seen together.
    check(
      `drawings of ${title}`,
      drawings.filter((svg) => svg.closest('.on-phone') === null).map((svg) => svg.getAttribute('aria-label') ?? ''),
    );
    for (const svg of drawings)
      check(
        `names in ${title}`,
        [...svg.querySelectorAll('text.label')].map((text) => text.querySelector('title')?.textContent ?? words(text)),
      );
    for (const legend of figure.querySelectorAll('.legend-row'))
      check(`legend of ${title}`, [...legend.children].map(words));
  }
  check('figures', [...page.querySelectorAll('figure.figure h3')].map(words));
  check('headings', [...page.querySelectorAll('main h2')].map(words));
  const canonical = page.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? '';
  return [canonical, words(page.querySelector('h1')), ...alike];
}

test('no two rows, columns, panels, names or headings of one table, figure or page read alike, and no two pages', async () => {
  const { page, close } = await openPage('/methods/');
  const found: string[] = [];
  // A benchmark's first table stands at the benchmark's own address, too: it is one page.
  const titles = new Map<string, string>();
  for (const path of PAGES) {
    const [canonical = '', title = '', ...alike] = await page.evaluate(alikeIn, { path, address: addressOf(path) });
    found.push(...alike);
    titles.set(canonical, title);
  }
  await close();
  expect(found).toEqual([]);
  const named = Map.groupBy(titles, ([, title]) => title);
  expect(
    [...named].filter(([, of]) => of.length > 1).map(([title, of]) => `${title}: ${of.map(([address]) => address)}`),
  ).toEqual([]);
});
