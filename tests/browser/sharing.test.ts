import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { PREVIEW } from '../../src/ui/href.ts';

/** What services that show links, and search engines, find of each page. No browser is needed for it. */

const { folder } = inject('site');
const BASE = process.env['SITE_BASE']?.replace(/\/*$/, '/') ?? '/';
const MOST_BYTES = 40_000;

/** Nobody shares a link to what stands in a frame, and nothing finds it. */
const isPage = (file: string): boolean => !file.startsWith('embed');

const pages = globSync('**/index.html', { cwd: folder })
  .filter(isPage)
  .map((file) => file.replaceAll('\\', '/'))
  .map((file) => ({ path: `/${file.replace('index.html', '')}`, html: readFileSync(join(folder, file), 'utf8') }));

const named = (html: string, name: string): string =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
const canonicalOf = (html: string): string => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? '';

/** Width and height in the head of a PNG file. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return `${png.readUInt32BE(16)}×${png.readUInt32BE(20)}`;
}

test('every page names a picture that exists, is small, and has the size that services show', () => {
  expect(pages.length).toBeGreaterThan(50);
  for (const { path, html } of pages) {
    const picture = new URL(named(html, 'og:image'));
    expect(picture.origin, path).toBe(new URL(canonicalOf(html)).origin);
    const file = join(folder, picture.pathname.slice(BASE.length));
    expect(existsSync(file), `${path}: ${picture.pathname}`).toBe(true);
    const png = readFileSync(file);
    expect(sizeOf(png), path).toBe(`${PREVIEW.width}×${PREVIEW.height}`);
    expect(png.length, path).toBeLessThanOrEqual(MOST_BYTES);
    expect(named(html, 'twitter:card'), path).toBe('summary_large_image');
  }
});

test('every board, judge and page of figures has a picture of its own', () => {
  const own = pages.filter(
    ({ path, html }) => /^\/judge\/|\/figures\//.test(path) || html.includes('<table class="board"'),
  );
  expect(own.length).toBeGreaterThan(100);
  const pictures = Map.groupBy(own, ({ html }) => named(html, 'og:image'));
  for (const [picture, of] of pictures)
    expect(new Set(of.map(({ html }) => canonicalOf(html))).size, `${picture} of ${of.map(({ path }) => path)}`).toBe(
      1,
    );
  expect(pictures.has(named(pages.find(({ path }) => path === '/')?.html ?? '', 'og:image'))).toBe(false);
});

test('the sitemap holds the canonical address of every page, and no other', () => {
  const sitemap = globSync('sitemap-[0-9]*.xml', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  const listed = sitemap.flatMap((xml) => [...xml.matchAll(/<loc>([^<]*)</g)].map(([, address = '']) => address));
  const canonical = pages.map(({ html }) => canonicalOf(html));
  // The start page of a benchmark is its first leaderboard, which has an address of its own.
  expect(new Set(canonical).size).toBeLessThan(pages.length);
  expect(listed.toSorted()).toEqual([...new Set(canonical)].sort());
  // A canonical address is a page that calls itself so.
  const self = new Set(pages.map(({ path, html }) => `${new URL(canonicalOf(html)).origin}${BASE}${path.slice(1)}`));
  expect(canonical.filter((address) => !self.has(address))).toEqual([]);
});

test('boards, benchmarks and the release describe themselves as data sets, with files that exist', () => {
  const described = pages.filter(
    ({ path, html }) => path === '/data/' || path.endsWith('/about/') || html.includes('<table class="board"'),
  );
  expect(described.length).toBeGreaterThan(50);
  for (const { path, html } of described) {
    const texts = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)</g)].map(([, text = '']) => text);
    expect(texts.length, path).toBe(1);
    const set = JSON.parse(texts[0] ?? '{}');
    expect(set, path).toMatchObject({ '@type': 'Dataset', url: canonicalOf(html) });
    expect(
      [set.name, set.license].every((text) => text.length > 3),
      path,
    ).toBe(true);
    expect(set.distribution.length, path).toBeGreaterThan(0);
    for (const { contentUrl } of set.distribution) {
      const file = new URL(contentUrl).pathname.slice(BASE.length);
      expect(existsSync(join(folder, file)), `${path}: ${file}`).toBe(true);
    }
    if (html.includes('<table class="board"'))
      expect(
        set.distribution.map(({ encodingFormat }: { encodingFormat: string }) => encodingFormat),
        path,
      ).toEqual(['text/csv']);
  }
});

test('the audit of a benchmark with printed cells begins with its cells by status, before any list of them', () => {
  const printed = pages.filter(({ path, html }) => path.endsWith('/audit/') && /id="doubt["-]/.test(html));
  expect(printed.length).toBeGreaterThan(2);
  for (const { path, html } of printed) {
    const picture = html.indexOf('class="status-bars"');
    expect(picture, path).toBeGreaterThan(0);
    expect(picture, path).toBeLessThan(html.indexOf('class="chapter"'));
  }
});

test('ready pairs say what their two marks mean', () => {
  const html = pages.find(({ path }) => path === '/compare/')?.html ?? '';
  const pairs = html.slice(html.indexOf('class="ready-pairs'));
  expect(pairs).toContain('mark-square');
  expect(pairs).toContain('significant at 5 %');
  expect(pairs).toContain('mark-hollow');
  expect(pairs).toContain('perhaps by chance, or not tested');
});
