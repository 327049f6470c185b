import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { StoredBoard } from '../../src/schema/board.ts';
import { drawn, nightly } from '../drawn.ts';
import { caseAddress, pairCase, serveCases } from './case-release.ts';
import { addressOf, drawnSmall, type OpenedPage, openShared, turnTo } from './page.ts';
import { holdEngine } from './pool.ts';

const { folder } = inject('site');
/** What a value that is none looks like in a text. No page and no file of this site has another use for these words. */
const BAD = String.raw`\b(?:NaN|Infinity|undefined)\b|\[object `;

const built = (pattern: string): string[] => globSync(pattern, { cwd: folder }).toSorted();
const source = (file: string): string => readFileSync(join(folder, file), 'utf8');
const pathOf = (file: string): string => `/${file.replace(/index\.html$/, '')}`;

test('no built page and no file of data has a number that is none', () => {
  const files = [...built('**/*.html'), ...built('**/*.json'), ...built('data/**/*.csv')];
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const text = source(file).replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '');
    const hit = new RegExp(BAD).exec(text);
    return hit === null ? [] : [`${file}: …${text.slice(Math.max(0, hit.index - 80), hit.index + 40)}…`];
  });
  expect(found).toEqual([]);
});

interface Walked {
  /** What was looked at, one name each. */
  readonly states: readonly string[];
  readonly found: readonly string[];
}

interface Walk {
  readonly bad: string;
  /** Values to choose in the lists that have them; elsewhere the option farthest down. */
  readonly values: readonly string[];
}

/**
 * Chooses options of every list in the page, one list after the other, then presses every head that sorts and every switch, and looks at all texts and attributes
 * after each. Runs in the page, where a state costs a frame.
 */
async function walk({ bad, values }: Walk): Promise<Walked> {
  const word = new RegExp(bad);
  const states: string[] = [];
  const found: string[] = [];
  const main = document.querySelector('main') as HTMLElement;
  const frame = () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 0));
  const look = async (state: string) => {
    const from = performance.now();
    do await frame();
    while (main.querySelector('[aria-busy="true"]') !== null && performance.now() - from < 20_000);
    // What stands in quotes is what the address asked for; scripts and their properties are no text.
    const text = `${document.title} ${main.innerHTML}`
      .replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>| props="[^"]*"/g, '')
      .replaceAll(/“[^”<>]*”/g, '');
    const at = word.exec(text)?.index;
    if (at !== undefined) found.push(`${state}: …${text.slice(Math.max(0, at - 60), at + 40)}…`);
    states.push(state);
  };
  const choose = (list: HTMLSelectElement, value: string) => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(list, value);
    list.dispatchEvent(new Event('change', { bubbles: true }));
  };
  await look('as opened');
  const lists = () =>
    [...main.querySelectorAll('select')].filter((list) => !list.labels[0]?.textContent.startsWith('Add'));
  for (const i of lists().keys()) {
    const first = lists()[i]?.value ?? '';
    const others = [...(lists()[i]?.options ?? [])].filter(({ value, disabled }) => value !== first && !disabled);
    const wanted = others.filter(({ value }) => values.includes(value));
    for (const { value, text } of wanted.length > 0 ? wanted : others.slice(-1)) {
      const list = lists()[i];
      if (list === undefined) continue;
      choose(list, value);
      await look(`list ${i + 1}: ${text}`);
    }
  }
  for (const button of main.querySelectorAll<HTMLElement>('thead .sort, .bar button[aria-pressed]')) {
    if (button.closest('.facet') !== null) continue;
    button.click();
    await look(button.textContent);
  }
  // Of each facet the value that fewest cases have, alone: the one before is let go at the same time.
  let before: HTMLElement | undefined;
  for (const facet of main.querySelectorAll('.bar .facet')) {
    const rarest = [...facet.querySelectorAll<HTMLElement>('button[aria-pressed]')].at(-1);
    if (rarest === undefined) continue;
    before?.click();
    rarest.click();
    before = rarest;
    await look(rarest.textContent);
  }
  return { states, found };
}

let opened: OpenedPage;
let page: Page;
beforeAll(async () => {
  opened = await openShared('/');
  page = opened.page;
});
afterAll(() => opened.close());

/** Opens an address, wakes what sleeps until somebody comes near, and walks through what the page offers. */
async function expectNumbers(path: string, least: number, values: readonly string[] = []): Promise<void> {
  const { pathname, href } = new URL(addressOf(path));
  // A page that starts the query engine keeps it from one address to the next.
  if (/\/(?:compare|explore)\/$/.test(pathname) && new URL(page.url()).pathname === pathname) await turnTo(page, href);
  else {
    await holdEngine(page);
    await page.goto(href);
  }
  const bar = page.locator('.bar, .selection').first();
  if (await bar.isVisible()) await bar.hover();
  await page.locator('main astro-island[ssr]:not([client="visible"])').first().waitFor({ state: 'detached' });
  const small = await drawnSmall(page);
  const { states, found } = await page.evaluate(walk, { bad: BAD, values }).finally(small.end);
  expect(found).toEqual([]);
  expect(states.length, states.join(', ')).toBeGreaterThanOrEqual(least);
}

/** Rows of a board, one for each set of states in which its cells are: with a number or without, with an error, in doubt. */
function rowsByState({ columns, rows }: StoredBoard): string[] {
  const stateOf = (row: StoredBoard['rows'][number]): string => {
    const cells = columns.map(({ key }) => row.cells[key]);
    const states = cells.map((cell) => `${cell?.status} ${cell?.value === null} ${cell?.se === null}`);
    return [...new Set(states)].toSorted().join();
  };
  const judges = rows.filter(({ kind }) => kind !== 'total');
  return [...Map.groupBy(judges, stateOf).values()].flatMap((alike) => alike.slice(-1).map(({ id }) => id));
}

/**
 * Scripts work out differences to a baseline, heat, order and words. They take two cells and their column, so boards of one origin, use
 * and (in the nightly run) units are alike, and so are baselines whose cells are in the same states. What is printed on each is read from its file
 * above, and every difference is asked in Node (tests/board/all-boards.test.ts). Of each kind of board the one whose rows are in most states is walked.
 */
const BOARDS = Map.groupBy(
  built('data/boards/**/*.json').map((file) => JSON.parse(source(file)) as StoredBoard),
  ({ source: origin, kind, columns }) =>
    [origin, kind, ...drawn([...new Set(columns.map(({ unit }) => unit))].toSorted(), [])].join(),
);
const A_BOARD_OF_EACH_KIND = [...BOARDS.values()].flatMap((alike) =>
  alike.toSorted((a, b) => rowsByState(b).length - rowsByState(a).length).slice(0, 1),
);
const ofRuns = (setting: string): string[] =>
  built(`data/switched/*/*/${setting}.*.json`).map((file) => `/${file.split('/').slice(2, 4).join('/')}/`);

/** All in the nightly run: each of them costs a second or two of the engine. */
const someOf = <T>(all: readonly T[]): readonly T[] =>
  drawn(
    all,
    all.filter((_, i) => i % 4 === 3),
  );

describe('boards: rows as the baseline, every sort, every switch', () => {
  test.each(A_BOARD_OF_EACH_KIND.map((board) => [`/${board.benchmark}/${board.table}/`, board] as const))(
    '%s',
    (path, board) => expectNumbers(path, board.columns.length, rowsByState(board)),
  );
  test.each([
    ...ofRuns('missing')
      .slice(drawn(-2, -1))
      .map((path) => `${path}?missing=wrong`),
    ...ofRuns('zeros').map((path) => `${path}?zeros=official&lines=off`),
  ])('%s', (path) => expectNumbers(path, 10));
  test('a column hidden, one at the left, a row at the top, a baseline that nobody is', () =>
    expectNumbers('/shapes/perturbation/?hide=discernment&left=coverage&pin=volatile-perturbation&base=nobody', 10));
});

const COMPARED: readonly (readonly [judges: string, least: number])[] = [
  ['always-error,padder,constant&in=shapes.critique', 3],
  ['volatile,always-lowest&in=shapes.perturbation', 3],
  ['constructor,undefined,null,nan', 1],
  ['coin-flip,always-first', 3],
  ['coin-flip,toString&by=pacc;split=nowhere', 1],
  ['coin-flip,full-checker,image-blind&support=shared', 4],
];
describe('comparisons, under every metric and over both sets of rows', () => {
  test.each(someOf(COMPARED))('%s', (judges, least) => expectNumbers(`/compare/?judges=${judges}`, least));
});

const EXPLORED = [
  '',
  '?metric=pacc&run=coin-flip-pairwise',
  '?metric=bd&run=volatile-perturbation&slice=dimension=nowhere',
  '?critique=0-0;0;rubric-length',
  '?pair=0;0',
  '?length=-0',
  '?words=nobody-says-this',
  '?right=coin-flip-pairwise&wrong=coin-flip-pairwise&sort=-longest',
  '?outcome=none&parse=failed',
];
test.each(someOf(EXPLORED))('the explorer %s', (search) => expectNumbers(`/shapes/explore/${search}`, 1));

/** Pages that have the same figures: their headings, in order. */
const figuresOn = (file: string): string =>
  [...source(file).matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, heading]) => heading).join();
const FIGURES = Map.groupBy(built('*/figures/**/index.html'), figuresOn);

// Each takes the engine seconds; the numbers of every judge are read from its file above.
nightly(describe)('figures, with another judge, metric and cut: a page of each set of figures', () => {
  const pages = [...FIGURES.values()].flatMap((alike) => alike.slice(0, 1).map(pathOf));
  test.each(pages)('%s', (path) => expectNumbers(path, 1));
});

const contribution = { run: 'full-checker-pairwise', metric: 'pacc', rows: 1, lost: 0, num: 0, den: 0 };
test.each([
  ['as it should be', pairCase(['yes', 'no'])],
  ['without answers', pairCase([])],
  ['of nothing', pairCase([], { prompt: '', attributes: {}, responses: [], gold: [] })],
  ['with contributions that have no denominator', pairCase(['yes', 'no'], { contributions: [contribution] })],
])('a case %s', async (_, made) => {
  await serveCases(page, [made]);
  await expectNumbers(caseAddress('made-0001'), 1);
  expect(await page.locator('.case-body .drawn').count()).toBe(1);
  await page.unrouteAll();
});

test('nothing went wrong on the way', () => opened.expectClean());
