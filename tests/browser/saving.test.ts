import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { openPage } from './page.ts';
import { saved } from './saved.ts';
import { siteDatabase } from './site-database.ts';

const SIDE_BY_SIDE = '/shapes/figures/pairwise-judges/';

const query = siteDatabase();
const one = async (sql: string): Promise<number> => Number((await query(sql))[0]?.['value']);

/** Width and height in the head of a PNG file. */
const sizeOf = (png: Buffer): readonly number[] => [png.readUInt32BE(16), png.readUInt32BE(20)];

/** Reads a PDF back: its words, and its size in points. */
async function readPdf(file: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  const { text } = await extractText(pdf, { mergePages: true });
  return { text: text.replace(/\s+/g, ' '), width, height, pages: pdf.numPages };
}

test('a figure is saved with its title, legend, source, n and release, and its whole table as CSV', async () => {
  const { page } = await openPage(SIDE_BY_SIDE);
  const figure = page.locator('#agreement-pairwise');
  const svg = String(await saved(figure, 'svg'));
  const release = await page.locator('meta[name=release]').first().getAttribute('content');
  for (const text of [
    'Which judges prefer the same responses',
    'disagree',
    'n = ',
    'Shapes',
    'runs',
    `release ${release}`,
    '#agreement-pairwise',
  ]) {
    expect(svg).toContain(text);
  }
  expect(svg).not.toMatch(/NaN|undefined|var\(--/);
  // The drawing of a desk, without the one that a phone shows in its place.
  expect(String(await saved(page.locator('#instance-matrix-pairwise'), 'svg')).match(/>hardest cases</g)).toHaveLength(
    1,
  );
  expect((await saved(figure, 'png')).toString('latin1', 1, 4)).toBe('PNG');
  const csv = String(await saved(figure, 'csv'));
  const judged = await one("SELECT count(DISTINCT run) AS value FROM runs WHERE protocol = 'pairwise'");
  expect(csv.trim().split('\r\n').length).toBe(1 + (judged * (judged + 1)) / 2);
});

test('a heat table is saved as a picture of its cells, and as its numbers', async () => {
  const { page } = await openPage('/mm-judgebias/figures/');
  const figure = page.locator('figure:has(.heat-table)').first();
  const cells = await figure.locator('.heat-table td').allTextContents();
  expect(cells.length).toBeGreaterThan(200);
  const svg = String(await saved(figure, 'svg'));
  expect([...svg.matchAll(/>([+−]?\d\.\d{2})</g)].map(([, text]) => text)).toEqual(cells);
  expect([...svg.matchAll(/<rect [^>]*fill="rgb[^>]*fill-opacity="0\.5"/g)].length).toBeGreaterThan(0);
  for (const name of await figure.locator('.heat-table tbody th').allTextContents()) expect(svg).toContain(`>${name}<`);
  expect(svg).not.toMatch(/NaN|undefined|var\(--/);
  const [head = '', ...rows] = String(await saved(figure, 'csv'))
    .trim()
    .split('\r\n');
  expect(head.startsWith('Judge,')).toBe(true);
  expect(rows.flatMap((row) => row.split(',').slice(-(head.split(',').length - 1)))).toEqual(cells);
});

test('a table of slices is saved as a picture, from its beginning although it is scrolled', async () => {
  // As wide as a narrow window: on a phone the table is drawn whole.
  const { page } = await openPage(SIDE_BY_SIDE, { width: 660, height: 400 });
  const figure = page.locator('#slices-pairwise');
  const box = figure.locator('.slices');
  await box.evaluate((scrolled) => scrolled.scrollTo({ left: 70, top: 60, behavior: 'instant' }));
  const svg = String(await saved(figure, 'svg'));
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
  expect([...svg.matchAll(/<rect [^>]*fill="rgb[^>]*fill-opacity="0\.5"/g)].length).toBeGreaterThan(0);
  expect(svg).not.toMatch(/NaN|undefined|var\(--/);
  expect(await box.evaluate((scrolled) => [scrolled.scrollLeft, scrolled.scrollTop])).toEqual([70, 60]);
  expect((await saved(figure, 'png')).toString('latin1', 1, 4)).toBe('PNG');
});

const POINTS_PER_MM = 72 / 25.4;

test('a scatter of printed numbers is saved for a paper, one and two columns wide, as SVG, PNG and PDF with words that can be read', async () => {
  const { page } = await openPage('/multi-crit/figures/', { theme: 'dark' });
  const figure = page.locator('#size-table-3');
  const release = (await page.locator('meta[name=release]').first().getAttribute('content')) ?? '';
  const names = await figure.locator('.on-desk .named').allTextContents();
  for (const mm of drawn([85, 175], [175])) {
    const svg = String(await saved(figure, 'svg', String(mm)));
    expect(svg).toContain(` width="${mm}mm"`);
    expect(svg, 'paper is light').toMatch(/<rect [^>]*fill="rgb\(255, 255, 255\)"/);
    const png = await saved(figure, 'png', String(mm));
    expect(Math.abs((sizeOf(png)[0] ?? 0) - (mm / 25.4) * 300)).toBeLessThan(1);
    const pdf = await readPdf(await saved(figure, 'pdf', String(mm)));
    expect(pdf.pages).toBe(1);
    expect(pdf.width).toBeCloseTo(mm * POINTS_PER_MM, 1);
    for (const words of [
      'PAcc against model size',
      'table 3, 18 judges',
      'Multi-Crit',
      release,
      'parameters, 10⁹ (log)',
    ])
      expect(pdf.text).toContain(words);
    if (mm === 175) for (const name of names) expect(pdf.text).toContain(name);
  }
  const wide = await saved(figure, 'png', 'px', 1500);
  expect(sizeOf(wide)[0]).toBe(1500);
  expect(String(await saved(figure, 'svg', 'px', 1500))).toMatch(/^<svg [^>]*width="1500"/);
});

test('pairs of scores are saved with the line of unchanged scores and the words of both axes, once', async () => {
  const { page } = await openPage('/shapes/figures/perturbation/');
  const figure = page.locator('#score-pairs');
  const svg = String(await saved(figure, 'svg'));
  // Nine scores stay where they were, of each perturbation that should lower them; 1 cannot fall.
  const unchanged = await figure.locator('td.unchanged').count();
  expect(unchanged).toBeGreaterThan(20);
  const lines = [...svg.matchAll(/<line x1="([\d.]+)" y1="([\d.]+)" x2="([\d.]+)" y2="([\d.]+)"/g)].map((found) =>
    found.slice(1).map(Number),
  );
  expect(lines.length).toBe(unchanged);
  for (const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] of lines) expect(x2 > x1 && y2 < y1, 'it rises').toBe(true);
  expect(svg.match(/>Score before: across\. After: up\.</g)?.length).toBe(1);
});

test('a comparison and a plot are saved from the keyboard; the window closes with Escape and gives the focus back', async () => {
  const compared = await openPage('/compare/?judges=gpt-4o,o3');
  const figure = compared.page.locator('figure.headline-pair');
  await figure.locator('svg:visible').waitFor();
  const pdf = await readPdf(await saved(figure, 'pdf', '85'));
  for (const words of ['o3 against GPT-4o', 'ahead', 'Compare judges', 'tables']) expect(pdf.text).toContain(words);
  expect(String(await saved(figure, 'csv')).split('\r\n')[0]).toContain('Difference, 95 %');
  compared.expectClean();
  await compared.close();
  const { page } = await openPage('/plot/');
  const button = page.locator('#plot [data-save]');
  await button.waitFor();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Save “/ }).waitFor();
  await page.keyboard.press('Escape');
  expect(await button.evaluate((own) => own === document.activeElement)).toBe(true);
  expect(String(await saved(page.locator('#plot'), 'svg'))).toContain('Plot anything, Judgeboard');
});
