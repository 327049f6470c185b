import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { colourFindings, LOOKS, structureFindings } from './axe.ts';
import { builtPages, someOfEachKind } from './built-pages.ts';
import { addressOf, drawnSmall, type OpenedPage, openPage, openShared } from './page.ts';

const ALL = builtPages();
/** What every page has to be is asked of its text in built-pages.test.ts. */
const PAGES = drawn(ALL, someOfEachKind(ALL)).map(({ path }) => path);
const ONE_OF_EACH = someOfEachKind(ALL, ({ kind, path }) => (kind === 'other' ? path : kind));
/** Where axe is asked for more than colours, and in which windows: daily on a phone and at a desk by turns. */
const FOR_AXE = new Map(
  drawn(someOfEachKind(ALL), ONE_OF_EACH).map(({ path }, i) => [path, drawn([390, 1440], [i % 2 === 0 ? 390 : 1440])]),
);

/** What a page must have and must not do at any width. Runs in the page. */
function structureOf() {
  const root = document.documentElement;
  // A box or a list in a label is pressed anywhere on the label; marks of drawings lie where their values are, and have keys besides.
  const targets = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [role=button]')]
    .filter(
      (element) => element.tabIndex >= 0 && !element.matches('.skip') && getComputedStyle(element).display !== 'inline',
    )
    .map((element) => {
      // Some lie over all of what they stand in: a head of a board, a card.
      const { position, inset } = getComputedStyle(element, '::after');
      const over = position === 'absolute' && inset === '0px' ? element.offsetParent : null;
      return over ?? element.closest('label') ?? element;
    });
  const small = targets.filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && Math.min(width, height) < 23.9;
  });
  const tables = [...document.querySelectorAll('nav[aria-label="Tables"] a')];
  const tops = tables.filter((a) => a.checkVisibility()).map((a) => a.getBoundingClientRect().top);
  return {
    width: innerWidth,
    // Parts stand in a box of their own, a border lower. On a phone they are a sheet.
    isOneLine: innerWidth < 1000 || tops.length === 0 || Math.max(...tops) - Math.min(...tops) < 4,
    scrollsSideways: Math.max(0, root.scrollWidth - root.clientWidth),
    smallTargets: small.map((element) => element.outerHTML.slice(0, 80)),
  };
}

/** Drawings and lines of controls that are wider than their box, letters that are too small to read or larger than in other charts, and texts that lie on something, as they stand on the screen. Runs in the page. */
function drawingFaults(least: number): readonly string[] {
  const nameOf = (element: Element): string => `${element.closest('[id]')?.id}: ${element.textContent.slice(0, 40)}`;
  // Strips of marks have room for a finger beyond their ends; that the page is not wider for it is asked for every part of it.
  const wide = [...document.querySelectorAll('figure.figure, .drawing')]
    .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
    .map((box) => `${nameOf(box)} is ${box.scrollWidth} px in ${box.clientWidth} px`);
  const small = [...document.querySelectorAll<SVGTextElement>('svg text')].flatMap((text) => {
    const shown = text.getBoundingClientRect();
    if (shown.width === 0 || shown.right <= 0 || !text.checkVisibility({ visibilityProperty: true })) return [];
    const box = text.closest('figure, .drawing')?.getBoundingClientRect();
    // What lies wholly outside its box is cut off there: names of a large grid, which stand below it as a list.
    if (box !== undefined && shown.right <= box.left + 1) return [];
    const { c = 0, d = 1 } = text.getScreenCTM() ?? {};
    const size = Number.parseFloat(getComputedStyle(text).fontSize) * Math.hypot(c, d);
    const [from, to] = text.closest('.drawing') === null ? [9, Number.POSITIVE_INFINITY] : [least, 12.3];
    return size < from || size > to ? [`${nameOf(text)} has letters of ${size.toFixed(1)} px`] : [];
  });
  // Lines of controls, of tables and of pages wrap or are a sheet: nothing of them is beyond an edge.
  const cut = [...document.querySelectorAll('.bar, nav.tables, nav.sub, header nav')]
    .filter((line) => line.checkVisibility() && line.scrollWidth > line.clientWidth + 1)
    .map((line) => `${line.localName}.${line.className} is cut: ${line.scrollWidth} px in ${line.clientWidth} px`);
  // On the strip of a board and below it no text lies on another text, a line, a judge or an interval.
  const parts = '.interval-strip u, .interval-strip :is(u > span, .glyph, a > i), .strip-names span';
  const boxes = [...document.querySelectorAll(parts)]
    .map((part) => ({ part, box: part.getBoundingClientRect() }))
    .filter(({ box }) => box.width * box.height > 0);
  const covered = boxes.flatMap(({ part, box }) => {
    if (part.textContent.trim() === '' || part.localName === 'u') return [];
    const below = boxes.filter(
      ({ part: other, box: own }) =>
        other !== part && own.left < box.right && box.left < own.right && own.top < box.bottom && box.top < own.bottom,
    );
    return below.map(({ part: other }) => `${part.textContent} on ${other.outerHTML.slice(0, 80)}`);
  });
  return [...wide, ...small, ...cut, ...covered];
}

/** In px: on a phone, and at a desk. */
const SMALLEST_LETTERS = [9, 10] as const;
const drawingsOf = (least: number): string => `(${drawingFaults})(${least})`;

const WELL_FORMED = { isOneLine: true, scrollsSideways: 0, smallTargets: [] };

/** What pages are asked for, and what they answer. */
interface Answers {
  readonly structure: ReturnType<typeof structureOf>;
  readonly looks: readonly string[];
  readonly drawings: readonly string[];
}

const STRUCTURE = `(${structureOf})()`;

/** Asks a page for several things at once: each way to it and back takes about as long as what it answers. */
const seen = <Name extends keyof Answers>(
  page: Page,
  questions: Readonly<Record<Name, string>>,
): Promise<Pick<Answers, Name>> =>
  page.evaluate(`({ ${Object.entries(questions).map(([name, question]) => `${name}: ${question}`)} })`);

/** One page goes from address to address: leaving nothing behind, it need not be emptied in between. After a failure a new one goes on. */
describe('sound on a phone and on a desk, in both themes', () => {
  let opened: OpenedPage | undefined;
  let small: Awaited<ReturnType<typeof drawnSmall>> | undefined;
  let isDone = true;
  const leave = async (): Promise<void> => {
    await small?.end();
    await opened?.close();
  };
  afterAll(leave);

  test.for(PAGES)('%s', async (path) => {
    if (!isDone || opened === undefined || small === undefined) {
      await leave();
      opened = await openShared('/404.html');
      small = await drawnSmall(opened.page);
    }
    isDone = false;
    const { page, faults } = opened;
    const before = faults.length;
    // The page before need not be laid out for another width and theme.
    await page.evaluate(() => document.documentElement.style.setProperty('display', 'none'));
    await small.resize(390);
    await page.emulateMedia({ colorScheme: 'light' });
    expect((await page.goto(addressOf(path), { waitUntil: 'load' }))?.status()).toBe(200);
    const { drawings, structure: narrow } = await seen(page, {
      structure: STRUCTURE,
      drawings: drawingsOf(SMALLEST_LETTERS[0]),
    });
    expect.soft(drawings, 'drawings on a phone').toEqual([]);
    expect.soft(narrow, 'at 390 px').toEqual({ ...WELL_FORMED, width: 390 });
    if (FOR_AXE.get(path)?.includes(390)) expect.soft(await structureFindings(page), 'axe at 390 px').toEqual([]);
    await small.resize(1440);
    const {
      looks,
      structure: wide,
      drawings: onDesk,
    } = await seen(page, { structure: STRUCTURE, looks: LOOKS, drawings: drawingsOf(SMALLEST_LETTERS[1]) });
    expect.soft(onDesk, 'drawings on a desk').toEqual([]);
    expect.soft(wide, 'at 1440 px').toEqual({ ...WELL_FORMED, width: 1440 });
    if (FOR_AXE.get(path)?.includes(1440)) expect.soft(await structureFindings(page), 'axe at 1440 px').toEqual([]);
    // Colours do not depend on the width: they are looked at where all of a page is shown.
    expect.soft(await colourFindings(page, looks), 'colours, light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect.soft(await colourFindings(page), 'colours, dark').toEqual([]);
    expect(faults.slice(before), 'faults').toEqual([]);
    isDone = true;
  });
});

test('colours that cannot be read, on a page whose other colours were seen, and markup that is not sound are found', async () => {
  const { page, close } = await openPage('/404.html');
  expect([
    ...(await structureFindings(page)),
    ...(await colourFindings(page)),
    ...(await colourFindings(page)),
  ]).toEqual([]);
  const broken = [
    ['color-contrast', '<p style="color: rgb(200 200 200); background: rgb(210 210 210)">Faint</p>'],
    ['button-name', '<button type="button"> </button>'],
    ['link-name', '<a href="/"><span></span></a>'],
    ['image-alt', '<img src="/favicon.svg">'],
    ['heading-order', '<h5>Too deep</h5>'],
    ['landmark-no-duplicate-main', '<main>Twice</main>'],
    ['list', '<ul><p>No item</p></ul>'],
    ['label', '<input type="text">'],
    ['aria-required-children', '<p role="list">Nothing</p>'],
    ['nested-interactive', '<button type="button">One <a href="/">two</a></button>'],
    ['scrollable-region-focusable', '<div style="height: 9px; overflow: auto">Much<br>more<br>text</div>'],
    ['label-content-name-mismatch', '<button type="button" aria-label="Other">Words</button>'],
    ['aria-hidden-focus', '<p aria-hidden="true"><a href="/">Hidden</a></p>'],
  ] as const;
  const all = broken.map(([, html]) => html).join('');
  await page.evaluate((markup) => document.querySelector('main')?.insertAdjacentHTML('beforeend', markup), all);
  const found = [...(await structureFindings(page)), ...(await colourFindings(page))].join();
  for (const [rule, html] of broken) expect.soft(found, html).toContain(rule);
  await close();
});
