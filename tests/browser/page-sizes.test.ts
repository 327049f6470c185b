import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';
import { WASM, WASM_PATH, WORKER, WORKER_PATH } from '../../src/client/engine-files.ts';
import { type PrerenderedFigures, runFile } from '../../src/figures/page/case-figures.ts';

/**
 * Bytes of a page before any interaction, gzipped: the page itself with its sheets, pictures and scripts, whatever these import. Pictures
 * that wait until somebody comes near them (`loading="lazy"`) are not counted, since each browser has its own nearness.
 */
const LIMITS: Readonly<Record<string, number>> = {
  home: 45_000,
  board: 30_000,
  judge: 40_000,
  // It counts and links: neither it nor a check's page may grow with benchmarks.
  audit: 25_000,
  'audit of a benchmark': 40_000,
  figures: 40_000,
  explorer: 35_000,
  // In the frame of somebody else's page.
  embed: 20_000,
  other: 30_000,
};
/** Of the page itself, without what it shares with others. */
const FIGURES_PAGE = 20_000;

/** What the figures of another judge are drawn from: the page's data, which come with the first choice, and the judge's own. */
const OTHER_JUDGE = 10_000;

/** It comes with the first press into the search box of any page. */
const FIND_INDEX = 8_000;

/** Before any interaction; scripts in bytes, gzipped, those in the page included. */
const BOARD_REQUESTS = 5;
const BOARD_SCRIPTS = 4_000;
const PAGE_AND_ICON = 2;

/** Code and sheet of the card of a value and of a run, which come with the first press. */
const CARD = 6_000;

const { folder } = inject('site');
const BASE = process.env['SITE_BASE']?.replace(/\/*$/, '/') ?? '/';

/** Null for a page that comes alive at once: what that takes is the bench's. */
function kindOf(page: string): keyof typeof LIMITS | null {
  const [first = '', second = ''] = page.split('/');
  if (page === 'index.html') return 'home';
  if (second === 'figures') return 'figures';
  if (first !== 'audit' && second === 'audit') return 'audit of a benchmark';
  if (second === 'explore') return 'explorer';
  if (first === 'embed') return first;
  if (first === 'judge' || first === 'audit') return first;
  const html = readFileSync(join(folder, page), 'utf8');
  if (/<astro-island[^>]* client="(?!interaction)/.test(html)) return null;
  return html.includes('<table class="board"') ? 'board' : 'other';
}

const sizes = new Map<string, number>();
function size(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const bytes = readFileSync(join(folder, file));
  const own = /\.(?:png|webp|jpg|gz|ico)$/.test(file) ? bytes.length : gzipSync(bytes).length;
  sizes.set(file, own);
  return own;
}

// A line of its own stands before the imports of some (`COMPILE_AT_ONCE`).
const importsOf = (script: string): string[] =>
  [
    ...readFileSync(join(folder, script), 'utf8').matchAll(
      /(?:^|[;}])(?:import|export)(?:[^"'();]*?from)?"\.\/([^"]+)"/gm,
    ),
  ]
    .map(([, name = '']) => `_astro/${name}`)
    .filter((file) => existsSync(join(folder, file)));

/** Files that a page asks for while it loads. */
function filesOf(page: string): ReadonlySet<string> {
  const html = readFileSync(join(folder, page), 'utf8');
  const asked = html.matchAll(
    /<link rel="(?:stylesheet|modulepreload|preload)"[^>]* href="([^"]+)"|<(?:script|img)(?![^>]* loading="lazy")[^>]* src="([^"]+)"/g,
  );
  const files = new Set([...asked].map(([, sheet, other]) => (sheet ?? other ?? '').slice(BASE.length)));
  for (const file of files) if (file.endsWith('.js')) for (const one of importsOf(file)) files.add(one);
  return files;
}

const pages = globSync('**/index.html', { cwd: folder }).map((page) => page.replaceAll('\\', '/'));

test('no page is heavier than those of its kind may be', () => {
  const heavy: string[] = [];
  const seen = new Set<string>();
  for (const page of pages) {
    const kind = kindOf(page);
    if (kind === null) continue;
    seen.add(kind);
    const bytes = [page, ...filesOf(page)].reduce((sum, file) => sum + size(file), 0);
    if (bytes > (LIMITS[kind] ?? 0)) heavy.push(`${page}: ${bytes} B, ${kind} pages ${LIMITS[kind]} B`);
    if (kind === 'figures' && size(page) > FIGURES_PAGE)
      heavy.push(`${page}: ${size(page)} B alone, figures pages ${FIGURES_PAGE} B`);
  }
  expect([...seen].sort()).toEqual(Object.keys(LIMITS).sort());
  expect(heavy).toEqual([]);
});

/** Scripts written into a page itself, gzipped together as the bench does. */
function inlineScripts(html: string): number {
  const text = [...html.matchAll(/<script(?![^>]* src=)([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/ type="(?!module"|text\/javascript")/.test(attributes))
    .map(([, , script]) => script)
    .join('\n');
  return text === '' ? 0 : gzipSync(text).length;
}

test('every leaderboard keeps its budgets of requests and scripts', () => {
  const over: string[] = [];
  const boards = pages.filter((page) => kindOf(page) === 'board');
  expect(boards.length).toBeGreaterThan(40);
  // Tables with a picture of settings are among them, which had a script of their own once.
  expect(boards.some((page) => /class="table-picture\b/.test(readFileSync(join(folder, page), 'utf8')))).toBe(true);
  for (const page of boards) {
    const files = [...filesOf(page)];
    const requests = files.length + PAGE_AND_ICON;
    const scripts = files.filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + size(file), 0);
    const inAll = scripts + inlineScripts(readFileSync(join(folder, page), 'utf8'));
    if (requests > BOARD_REQUESTS) over.push(`${page}: ${requests} requests, boards ${BOARD_REQUESTS}`);
    if (inAll > BOARD_SCRIPTS) over.push(`${page}: ${inAll} B of scripts, boards ${BOARD_SCRIPTS} B`);
  }
  expect(over).toEqual([]);
});

test('the figures of any other judge take few bytes of data, on every page of every benchmark', () => {
  const over: string[] = [];
  const seen = new Set<string>();
  for (const page of pages.filter((one) => kindOf(one) === 'figures')) {
    const html = readFileSync(join(folder, page), 'utf8');
    const file = /<meta name="figures" content="([^"]+)"/.exec(html)?.[1]?.slice(BASE.length);
    const bar = html.slice(html.indexOf('<div class="figures-bar'), html.indexOf('<section class="protocol"'));
    if (file === undefined || !bar.includes('<select')) continue;
    seen.add(page);
    const { closely } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Pick<PrerenderedFigures, 'closely'>;
    const ofJudges = Object.values(closely).map((hash) => size(join(dirname(file), `${runFile(hash)}.json`)));
    const bytes = size(file) + Math.max(0, ...ofJudges);
    if (bytes > OTHER_JUDGE) over.push(`${page}: ${bytes} B, limit ${OTHER_JUDGE} B`);
  }
  // Two ways of judging of Shapes, and two benchmarks more.
  expect(seen.size).toBeGreaterThanOrEqual(4);
  expect(over).toEqual([]);
});

test('what the search box reads is small', () => {
  expect(size('find.json')).toBeLessThanOrEqual(FIND_INDEX);
});

test('React stands in one file, and an explorer’s scripts in few', () => {
  const scripts = globSync('_astro/*.js', { cwd: folder });
  const withReact = scripts.filter((file) => readFileSync(join(folder, file), 'utf8').includes('react.dev/errors/'));
  expect(withReact).toHaveLength(1);
  const page = readFileSync(join(folder, 'shapes/explore/index.html'), 'utf8');
  const island = /component-url="([^"]+)"/.exec(page)?.[1]?.slice(BASE.length) ?? '';
  const all = new Set([island]);
  for (const file of all) for (const one of importsOf(file)) all.add(one);
  expect(all.size).toBeGreaterThan(2);
  expect(all.size).toBeLessThanOrEqual(25);
});

test('the engine is served under names and with bytes that the page accepts, small enough for hosts', () => {
  const packed = readFileSync(join(folder, WASM_PATH));
  const files = [zstdDecompressSync(packed), readFileSync(join(folder, WORKER_PATH))];
  const found = files.map((file) => [createHash('sha256').update(file).digest('hex'), file.byteLength]);
  expect(found).toEqual([WASM, WORKER].map(({ sha256, bytes }) => [sha256, bytes]));
  expect(WASM_PATH).toContain(WASM.sha256.slice(0, 12));
  expect(packed.byteLength).toBeLessThan(6_200_000);
});

test('the card of a value takes few bytes of its own', () => {
  const own = globSync(['_astro/ProofCard.*.js', '_astro/RunCard.*.js', '_astro/proof.*.css'], { cwd: folder });
  expect(own.length).toBe(3);
  expect(own.reduce((sum, file) => sum + size(file), 0)).toBeLessThanOrEqual(CARD);
});
