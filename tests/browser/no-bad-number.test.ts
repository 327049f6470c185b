import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { caseAddress, pairCase, BENCHMARK as SHAPES, serveCases } from './case-release.ts';
import { addressOf, type OpenedPage, openPage } from './page.ts';

const { folder } = inject('site');
/** What a value that is none looks like in a text. No page and no file of this site has another use for these words. */
const BAD = String.raw`\b(?:NaN|Infinity|undefined)\b|\[object `;

const built = (pattern: string): string[] => globSync(pattern, { cwd: folder }).toSorted();
const source = (file: string): string => readFileSync(join(folder, file), 'utf8');
const pathOf = (file: string): string => `/${file.replace(/index\.html$/, '')}`;

test('no built page and no file of data has a number that is none', () => {
  const files = [...built('**/*.html'), ...built('data/**/*.{json,csv}')];
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

/**
 * Chooses options of every list in the page, `most` of each, evenly spread, then presses every head that sorts and every
 * switch, and looks at all texts and attributes after each. Runs in the page, where a state costs a few frames.
 */
async function walk({ bad, most }: { readonly bad: string; readonly most: number }): Promise<Walked> {
  const word = new RegExp(bad);
  const states: string[] = [];
  const found: string[] = [];
  const main = document.querySelector('main') as HTMLElement;
  const frame = () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 0));
  const look = async (state: string) => {
    const from = performance.now();
    do await frame();
    while (main.querySelector('[aria-busy="true"]') !== null && performance.now() - from < 20_000);
    await frame();
    const texts = [main.textContent ?? '', document.title];
    for (const element of main.querySelectorAll('*'))
      for (const { name, value } of element.attributes) if (name !== 'props') texts.push(`${name}=${value}`);
    // What stands in quotes is what the address asked for.
    for (const text of texts.map((one) => one.replaceAll(/“[^”]*”/g, ''))) {
      const at = word.exec(text)?.index;
      if (at !== undefined) found.push(`${state}: …${text.slice(Math.max(0, at - 60), at + 40)}…`);
    }
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
    const options = [...(lists()[i]?.options ?? [])].filter(({ value, disabled }) => value !== first && !disabled);
    const step = Math.max(1, Math.ceil(options.length / most));
    for (const { value, text } of options.filter((_, n) => (options.length - 1 - n) % step === 0)) {
      const list = lists()[i];
      if (list === undefined) continue;
      choose(list, value);
      await look(`list ${i + 1}: ${text}`);
    }
    const list = lists()[i];
    if (list !== undefined) choose(list, first);
  }
  for (const button of main.querySelectorAll<HTMLElement>('thead .sort, .bar button[aria-pressed]')) {
    button.click();
    await look(button.textContent);
  }
  return { states, found };
}

let opened: OpenedPage;
let page: Page;
beforeAll(async () => {
  opened = await openPage('/');
  page = opened.page;
});
afterAll(() => opened.close());

/** Opens an address, wakes what sleeps until somebody comes near, and walks through what the page offers. */
async function expectNumbers(path: string, least: number, most = 1): Promise<void> {
  await page.goto(addressOf(path));
  const bar = page.locator('.bar, .selection').first();
  if (await bar.isVisible()) await bar.hover();
  await page.locator('main astro-island[ssr][client="load"]').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  const { states, found } = await page.evaluate(walk, { bad: BAD, most });
  expect(found).toEqual([]);
  expect(states.length, states.join(', ')).toBeGreaterThanOrEqual(least);
}

const BOARDS = built('*/*/index.html').filter((file) => source(file).includes('<table class="board"'));
/** Printed boards are all of one kind: some stand for the others, whose pages are read above. */
const SOME_BOARDS = [...Map.groupBy(BOARDS.map(pathOf), (path) => path.split('/')[1])].flatMap(([benchmark, paths]) =>
  benchmark === SHAPES ? paths : paths.slice(-3),
);
const ofRuns = (setting: string): string[] =>
  built(`data/switched/*/*/${setting}.*.json`).map((file) => `/${file.split('/').slice(2, 4).join('/')}/`);

describe('boards: rows as the baseline, every sort, every switch', () => {
  test.each(SOME_BOARDS)('%s', (path) => expectNumbers(path, 3, 12));
  test.each([
    ...ofRuns('missing').map((path) => `${path}?missing=wrong`),
    ...ofRuns('zeros').map((path) => `${path}?zeros=official&lines=off`),
  ])('%s', (path) => expectNumbers(path, 20, 12));
  test('a column hidden, one at the left, a row at the top, a baseline that nobody is', () =>
    expectNumbers('/shapes/perturbation/?hide=discernment&left=coverage&pin=volatile-perturbation&base=nobody', 15));
});

describe('comparisons, under every metric and over both sets of rows', () => {
  test.each([
    ['coin-flip,always-first', 3],
    ['coin-flip,full-checker,noisy-checker,image-blind&support=shared', 4],
    ['always-error,padder,constant&in=shapes.critique', 3],
    ['volatile,always-lowest&in=shapes.perturbation', 3],
    ['constructor,undefined,null,nan', 1],
    ['coin-flip,toString&by=pacc;split=nowhere', 1],
  ])('%s', (judges, least) => expectNumbers(`/compare/?judges=${judges}`, least));
});

test.each([
  '',
  '?metric=pacc&run=coin-flip-pairwise',
  '?metric=bd&run=volatile-perturbation&slice=dimension=nowhere',
  '?critique=0-0;0;rubric-length',
  '?pair=0;0',
  '?length=-0',
  '?words=nobody-says-this',
  '?right=coin-flip-pairwise&wrong=coin-flip-pairwise&sort=-longest',
  '?outcome=none&parse=failed',
])('the explorer %s', (search) => expectNumbers(`/shapes/explore/${search}`, 1));

describe('figures, with every judge, metric and cut', () => {
  test.each(built('*/figures/**/index.html').map(pathOf))(
    '%s',
    (path) => expectNumbers(path, path.startsWith('/shapes/') ? 3 : 1),
    180_000,
  );
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
  expect(await page.locator('.case-body .stack').count()).toBe(1);
  await page.unrouteAll();
});

test('nothing went wrong on the way', () => opened.expectClean());
