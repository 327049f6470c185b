import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openPage } from './page.ts';
import { counted } from './places.ts';
import { shapesDatabase } from './shapes-database.ts';

const SIDE_BY_SIDE = '/shapes/figures/pairwise-judges/';
const WAIT = { timeout: 30_000 };
/** So high that a list of a hundred cases has all of its rows. */
const TALL = { height: 6000 };

const query = shapesDatabase();
const one = async (sql: string): Promise<number> => Number((await query(sql))[0]?.['value']);

test('a chart is one tab stop, whatever the number of its marks; a tap reads a mark and the next one opens it', async () => {
  const { page, expectClean, close } = await openPage(SIDE_BY_SIDE, {
    width: 390,
    height: 844,
    context: { hasTouch: true },
  });
  const marks = await page.locator('[data-marks] a').count();
  expect(marks).toBeGreaterThan(200);
  expect(
    await page
      .locator('[data-marks] a')
      .evaluateAll((all) => all.filter((a) => (a as HTMLElement).tabIndex >= 0).length),
  ).toBe(0);
  const cell = page.locator('#agreement-pairwise td a').nth(2);
  await cell.scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      await cell.tap();
      return page.url().includes('/explore/') ? 'opened' : page.getByRole('tooltip').textContent();
    }, WAIT)
    .toMatch(/κ .* shared answers.*Tap again to open/);
  await cell.tap();
  await page.waitForURL('**/shapes/explore/**');
  expectClean();
  await close();
});

test('a figure is saved with its title, legend, source, n and release, and its whole table as CSV', async () => {
  const { page, expectClean, close } = await openPage(SIDE_BY_SIDE);
  const saved = async (format: string, figure = 'agreement-pairwise'): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download', WAIT),
      page
        .locator(`#${figure}`)
        .getByRole('button', { name: new RegExp(`^${format}`) })
        .click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${figure}.${format.toLowerCase()}`);
    return readFileSync((await download.path()) ?? '', format === 'PNG' ? 'latin1' : 'utf8');
  };
  const svg = await saved('SVG');
  const release = await page.locator('meta[name=release]').first().getAttribute('content');
  for (const text of [
    'Which judges prefer the same responses',
    'disagree',
    'n = ',
    'runs',
    `release ${release}`,
    '#agreement-pairwise',
  ]) {
    expect(svg).toContain(text);
  }
  expect(svg).not.toMatch(/NaN|undefined|var\(--/);
  // The drawing of a desk, without the one that a phone shows in its place.
  expect((await saved('SVG', 'instance-matrix-pairwise')).match(/>hardest cases</g)).toHaveLength(1);
  expect((await saved('PNG')).slice(1, 4)).toBe('PNG');
  const csv = await saved('CSV');
  const judged = await one("SELECT count(DISTINCT run) AS value FROM runs WHERE protocol = 'pairwise'");
  expect(csv.trim().split('\r\n').length).toBe(1 + (judged * (judged + 1)) / 2);
  expectClean();
  await close();
});

test('a heat table is saved as a picture of its cells, and as its numbers', async () => {
  const { page, expectClean, close } = await openPage('/mm-judgebias/figures/');
  const figure = page.locator('figure:has(.heat-table)').first();
  const saved = async (name: RegExp): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download', WAIT),
      figure.getByRole('button', { name }).click(),
    ]);
    return readFileSync((await download.path()) ?? '', 'utf8');
  };
  const cells = await figure.locator('.heat-table td').allTextContents();
  expect(cells.length).toBeGreaterThan(200);
  const svg = await saved(/^SVG/);
  expect([...svg.matchAll(/>([+−]?\d\.\d{2})</g)].map(([, text]) => text)).toEqual(cells);
  expect([...svg.matchAll(/<rect [^>]*fill="rgb[^>]*fill-opacity="0\.5"/g)].length).toBeGreaterThan(0);
  for (const name of await figure.locator('.heat-table tbody th').allTextContents()) expect(svg).toContain(`>${name}<`);
  expect(svg).not.toMatch(/NaN|undefined|var\(--/);
  const [head = '', ...rows] = (await saved(/^CSV/)).trim().split('\r\n');
  expect(head.startsWith('Judge,')).toBe(true);
  expect(rows.flatMap((row) => row.split(',').slice(-(head.split(',').length - 1)))).toEqual(cells);
  expectClean();
  await close();
});

test('a table of slices is saved as a picture, from its beginning although it is scrolled', async () => {
  // As wide as a narrow window: on a phone the table is drawn whole.
  const { page, expectClean, close } = await openPage(SIDE_BY_SIDE, { width: 660, height: 400 });
  const figure = page.locator('#slices-pairwise');
  const box = figure.locator('.slices');
  await box.evaluate((scrolled) => scrolled.scrollTo({ left: 90, top: 60, behavior: 'instant' }));
  const saved = async (name: RegExp): Promise<Buffer> => {
    const [download] = await Promise.all([
      page.waitForEvent('download', WAIT),
      figure.getByRole('button', { name }).click(),
    ]);
    return readFileSync((await download.path()) ?? '');
  };
  const svg = (await saved(/^SVG/)).toString();
  expect(svg, 'what is cut by what').toContain(`>${await box.locator('caption').textContent()}<`);
  const cells = await box.locator('td a').allTextContents();
  expect(cells.length).toBeGreaterThan(20);
  const drawn = [...svg.matchAll(/<text (?<at>[^>]*)>(?<text>[^<]*)</g)].map(({ groups = {} }) => groups);
  expect(drawn.filter(({ text = '' }) => cells.includes(text)).length).toBe(cells.length);
  const judges = await box.locator('tbody th').allTextContents();
  const heads = drawn.filter(({ text = '' }) => judges.includes(text));
  // Longer names are broken into lines on a phone.
  expect(heads.length).toBeGreaterThan(2);
  const left = heads.map(({ at = '' }) => Number(/ x="([\d.-]+)"/.exec(` ${at}`)?.[1]));
  expect(Math.max(...left)).toBeLessThan(20);
  expect([...svg.matchAll(/<rect [^>]*fill="rgb[^>]*fill-opacity="0\.55"/g)].length).toBeGreaterThan(0);
  expect(svg).not.toMatch(/NaN|undefined|var\(--/);
  expect(await box.evaluate((scrolled) => [scrolled.scrollLeft, scrolled.scrollTop])).toEqual([90, 60]);
  expect((await saved(/^PNG/)).toString('latin1', 1, 4)).toBe('PNG');
  expectClean();
  await close();
});

test('where labels may say more than one or the other, a cell of what labels and a judge say opens its pairs', async () => {
  const { page, expectClean, close } = await openPage('/genai-bench/figures/', TALL);
  const cell = page
    .locator('#confusion')
    .getByRole('link', { name: /Labelled “Both bad”.*says “A better”/ })
    .first();
  const [, n = ''] = /: ([\d\u202f]+) pairs/.exec((await cell.getAttribute('aria-label')) ?? '') ?? [];
  expect(Number(n.replaceAll('\u202f', ''))).toBeGreaterThan(10);
  await cell.click();
  await page.waitForURL('**/genai-bench/explore/**');
  await expect.poll(() => counted(page).textContent(), WAIT).toMatch(new RegExp(`^${n} of `));
  expect(await page.getByText('labelled both bad').first().isVisible()).toBe(true);
  expectClean();
  await close();
});

test('the heat tables of several splits are saved as one list, with each number in a cell of its own', async () => {
  const { page, expectClean, close } = await openPage('/genai-bench/figures/');
  const figure = page.locator('#confusion');
  const [download] = await Promise.all([
    page.waitForEvent('download', WAIT),
    figure.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  const [head = '', ...lines] = readFileSync((await download.path()) ?? '', 'utf8')
    .trim()
    .split('\r\n');
  expect(head).toMatch(/^,label × judge,A better,,B better,,/);
  const saved = lines.map((line) => line.match(/"[^"]*"|[^,]+|(?<=,)(?=,|$)/g) ?? []);
  // From the words of each mark: `Labelled “A better”, GPT-4o says “B better”: 103 pairs, …`.
  const marks = await figure.locator('td a').evaluateAll((all) => all.map((a) => a.getAttribute('aria-label') ?? ''));
  const told = marks.flatMap((words) => words.match(/: ([\d\s]+) (?:pairs|answers)/)?.slice(1) ?? '0');
  expect(told.length).toBeGreaterThan(50);
  expect(saved.flatMap(([, , ...cells]) => cells.filter((_, i) => i % 2 === 0))).toEqual(
    told.map((n) => n.replaceAll(/\s/g, ' ')),
  );
  expect(new Set(saved.map(([split]) => split)).size).toBe(await figure.locator('table').count());
  expectClean();
  await close();
});

test('on a phone every two judges fit the line, with numbers for names that a list explains; saved they are as on a wide screen', async () => {
  const { page, expectClean, close } = await openPage(SIDE_BY_SIDE, { width: 390, height: 844 });
  const figure = page.locator('#agreement-pairwise');
  const box = figure.locator('.heat-table');
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const names = await box.locator('tbody th span').allTextContents();
  expect(await box.locator('tbody th small').allTextContents()).toEqual(names.map((_, i) => String(i + 1)));
  expect(await box.locator('li:visible').allTextContents()).toEqual(names.map((name) => name.trim()));
  const [download] = await Promise.all([
    page.waitForEvent('download', WAIT),
    figure.getByRole('button', { name: /^SVG/ }).click(),
  ]);
  const svg = readFileSync((await download.path()) ?? '', 'utf8');
  const drawn = [...svg.matchAll(/<text (?<at>[^>]*)>(?<text>[^<]*)</g)].map(({ groups = {} }) => groups);
  const cells = await box.locator('td a').allTextContents();
  expect(drawn.filter(({ text = '' }) => /^(?:−?\.\d\d|1|–)$/.test(text)).length).toBeGreaterThanOrEqual(cells.length);
  for (const name of names) expect(drawn.map(({ text }) => text)).toContain(name.trim());
  expect(await box.evaluate((part) => part.classList.contains('as-wide'))).toBe(false);
  expectClean();
  await close();
});
