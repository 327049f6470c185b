import { beforeAll, expect, test } from 'vitest';
import { builtPages } from './built-pages.ts';
import { addressOf, openShared } from './page.ts';

/**
 * Words that a visitor reads before opening anything, tables and drawings left out. About half of what the pages said when only printed tables
 * were shown, with a tenth of room; a page that needs more has something to say behind a fold. Measures are spelled out where they are spoken of first.
 */
const MOST: Readonly<Record<string, number>> = {
  // What a judge is, one case, and six cards, each with what is judged and one or two sentences.
  home: 480,
  // With the corrected share, the same winner and how few labels turn a first place.
  methods: 1850,
  data: 120,
  audit: 300,
  'audit of a benchmark': 180,
  check: 90,
  about: 600,
  board: 70,
  // A board with where criteria conflict, and with length against what is measured.
  'first page': 116,
  figures: 390,
  explorer: 160,
  case: 60,
  // With profiles of three benchmarks at most, a sentence each; the same winner, about 40 words a benchmark; a form for a share, with its example.
  judge: 330,
  // A statement and its whole answer, as table and picture.
  sql: 220,
  // With what the longest printed figure says.
  embed: 120,
  other: 160,
};

/** What a page must have, and what stands in it. The functions run in a browser, on a page that is read and not opened. */
function structureOf(page: Document) {
  const rows = [...page.querySelectorAll('tbody')].flatMap((body) => {
    const texts = [...body.rows].map((row) => row.textContent.trim()).filter((text) => /[a-z]/i.test(text));
    return texts.filter((text, index) => texts.indexOf(text) !== index);
  });
  const ids = [...page.querySelectorAll('[id]')].map((element) => element.id);
  return {
    lang: page.documentElement.lang !== '',
    title: page.title.trim() !== '',
    description: (page.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '') !== '',
    headings: page.querySelectorAll('h1').length,
    rowsTwice: rows,
    repeatedIds: ids.filter((id, index) => ids.indexOf(id) !== index),
    // A box that scrolls is a stop of the keyboard.
    unreached: [...page.querySelectorAll('.scroll-box:not([tabindex="0"])')].map((box) => box.ariaLabel),
  };
}

const WELL_FORMED = {
  ...{ lang: true, title: true, description: true, headings: 1 },
  ...{ rowsTwice: [], repeatedIds: [], unreached: [] },
};

function outlineOf(page: Document, address: string) {
  return {
    ids: [...page.querySelectorAll('[id]')].map((element) => element.id),
    links: [...page.querySelectorAll('a[href], link[href], img[src], script[src]')].map(
      (element) => new URL(element.getAttribute('href') ?? element.getAttribute('src') ?? '', address).href,
    ),
    here: [...page.querySelectorAll('header [aria-current]')].map((one) => one.firstChild?.textContent),
    canonical: page.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? '',
    heading: (page.querySelector('h1')?.textContent ?? '').replace(/\s+/g, ' ').trim(),
  };
}

/** Columns of tables in which no row has a word, a number or a drawing; and how many columns were looked at. */
function emptyColumns(page: Document): { readonly empty: readonly string[]; readonly seen: number } {
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

/** What reads alike in a page: rows and columns of one table; panels, row names and legend entries of one figure; headings. */
function alikeIn(page: Document): readonly string[] {
  const words = (element: Element | null | undefined): string =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const alike: string[] = [];
  const check = (where: string, names: readonly string[]): void => {
    const own = names.filter((name) => name !== '');
    for (const name of new Set(own.filter((one, i) => own.indexOf(one) !== i)))
      alike.push(`${where}: “${name}” ${own.filter((one) => one === name).length} times`);
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
  return alike;
}

/** How many words stand open in a page; the rest of it is gone afterwards. */
function openWords(page: Document): number {
  const unread =
    'table, nav, svg, button, select, math, pre, output, template, script, style, noscript, dialog, [hidden], [popover], [aria-hidden=true], .hidden, .legend-row, .nojs, .failed';
  for (const element of page.querySelectorAll(unread)) element.remove();
  for (const fold of page.querySelectorAll('details:not([open])'))
    for (const part of [...fold.childNodes])
      if (!(part instanceof Element) || part.localName !== 'summary') part.remove();
  const texts = page.createTreeWalker(page.querySelector('main') ?? page.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    count += text.nodeValue?.match(/\p{L}[\p{L}\p{N}'’.-]*/gu)?.length ?? 0;
  return count;
}

interface Read {
  readonly path: string;
  readonly kind: string;
  readonly structure: ReturnType<typeof structureOf>;
  readonly outline: ReturnType<typeof outlineOf>;
  readonly columns: ReturnType<typeof emptyColumns>;
  readonly alike: readonly string[];
  readonly isFirst: boolean;
  readonly isBoard: boolean;
  readonly words: number;
  readonly replaced: readonly string[];
}

/** Reads a page and asks all of it, which takes no longer than reading it. */
const question = (address: string): string => `(async () => {
  const address = ${JSON.stringify(address)};
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
  return { structure: (${structureOf})(page), outline: (${outlineOf})(page, address), columns: (${emptyColumns})(page), alike: (${alikeIn})(page), isFirst: page.querySelector('.first-pictures') !== null, isBoard: page.querySelector('table.board') !== null, replaced: page.body.textContent.match(${REPLACED}) ?? [], words: (${openWords})(page) };
})()`;

/** Sentences that others have replaced, since readers did not know what they meant. */
const REPLACED =
  /: judges side by side|: all judges on conflicts|from the cases, for any judge|helped (?:to )?make|constant answer [AB]\b|no such page|Mistyped|may be as good|Mark words that only|lost points here|one row an answer|dearest first|verdicts first|failed cases|all answers match the label|could be first in \d/gi;

const pages: Read[] = [];
beforeAll(async () => {
  const { page, close } = await openShared('/404.html');
  for (const { path, kind } of builtPages())
    pages.push({ path, kind, ...(await page.evaluate<Omit<Read, 'path' | 'kind'>>(question(addressOf(path)))) });
  await close();
});

test('every page has a language, a title, a description and one heading, no row twice and no id twice, and no box that scrolls without the keyboard', () => {
  expect(pages.length).toBeGreaterThan(150);
  expect(pages.map(({ path, structure }) => [path, structure])).toEqual(pages.map(({ path }) => [path, WELL_FORMED]));
});

test('links lead to pages, files and headings that exist', async () => {
  const home = addressOf('/');
  const idsOf = new Map(pages.map(({ path, outline }) => [addressOf(path), new Set(outline.ids)]));
  const statusOf = new Map<string, number>();
  const broken: string[] = [];
  for (const { path, outline } of pages) {
    for (const link of new Set(outline.links)) {
      const url = new URL(link);
      if (url.origin !== new URL(home).origin) continue;
      const target = url.origin + url.pathname;
      if (!statusOf.has(target))
        statusOf.set(target, (await fetch(target, { method: 'HEAD', redirect: 'manual' })).status);
      const fragment = decodeURIComponent(url.hash.slice(1));
      if (statusOf.get(target) !== 200) broken.push(`${path} → ${link} (${statusOf.get(target)})`);
      else if (fragment && idsOf.get(target)?.has(fragment) === false) broken.push(`${path} → ${link} (no such id)`);
    }
  }
  expect(statusOf.size).toBeGreaterThan(300);
  expect(broken).toEqual([]);
});

test('the heading of every board and of every page of figures is a question', () => {
  const asked = pages.filter(({ kind, isBoard }) => (kind === 'board' && isBoard) || kind === 'figures');
  expect(asked.length).toBeGreaterThan(60);
  expect(asked.filter(({ outline }) => !outline.heading.endsWith('?')).map(({ path }) => path)).toEqual([]);
});

test('the header marks where one is', () => {
  const here = Object.fromEntries(pages.map(({ path, outline }) => [path, outline.here]));
  expect(here).toMatchObject({
    '/': ['Judgeboard'],
    '/methods/': ['Docs', 'Methods'],
    '/judge/o4-mini/': ['Judges'],
    '/audit/out-of-range/': ['Docs', 'Audit'],
    '/multi-crit/about/': ['Benchmarks', 'Multi-Crit'],
    '/shapes/explore/': ['Cases'],
    '/plot/': ['Compare'],
  });
});

test('a column that has no value in any row is not shown', () => {
  expect(pages.reduce((sum, { columns }) => sum + columns.seen, 0)).toBeGreaterThan(1000);
  expect(pages.flatMap(({ path, columns }) => columns.empty.map((words) => `${path}, ${words}`))).toEqual([]);
});

test('no two rows, columns, panels, names or headings of one table, figure or page read alike, and no two pages', () => {
  expect(pages.flatMap(({ path, alike }) => alike.map((words) => `${path}, ${words}`))).toEqual([]);
  // A benchmark's first table stands at the benchmark's own address, too: it is one page.
  const titles = new Map(pages.map(({ outline }) => [outline.canonical, outline.heading]));
  const named = Map.groupBy(titles, ([, title]) => title);
  expect(
    [...named].filter(([, of]) => of.length > 1).map(([title, of]) => `${title}: ${of.map(([address]) => address)}`),
  ).toEqual([]);
});

test('no page says more at a glance than its kind may', () => {
  const read = pages.map(({ path, kind, isFirst, words }) => ({ path, kind: isFirst ? 'first page' : kind, words }));
  const byKind = Map.groupBy(read, ({ kind }) => kind);
  // Each kind was met, and its pages are not empty.
  expect([...byKind.keys()].sort()).toEqual(Object.keys(MOST).sort());
  for (const [kind, own] of byKind) expect(Math.max(...own.map(({ words }) => words)), kind).toBeGreaterThan(5);
  const long = read.filter(({ kind, words }) => words > (MOST[kind] ?? 0));
  expect(long.map(({ path, kind, words }) => `${path}: ${words} words, ${kind} pages ${MOST[kind]}`)).toEqual([]);
});

test('no page says what the words that replaced it say better', () => {
  expect(pages.filter(({ replaced }) => replaced.length > 0).map(({ path, replaced }) => [path, replaced])).toEqual([]);
});
