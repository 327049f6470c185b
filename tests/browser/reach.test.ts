import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import Ajv from 'ajv/dist/2020.js';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { headersFor, parseHeaderRules } from '../../scripts/serve/headers.ts';
import { ApiIndex, ApiJudge } from '../../src/schema/api.ts';
import type { Board } from '../../src/schema/board.ts';
import type { Case } from '../../src/schema/stored-case.ts';
import { scratch } from '../scratch.ts';
import { PATIENCE } from './board-page.ts';
import { addressOf, openFaulty, openPage } from './page.ts';

/** The site as other pages, README files and programs have it. */

const { folder, address, origin } = inject('site');
const BASE = new URL(address).pathname;
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const jsonOf = (file: string): unknown => JSON.parse(textOf(file));
/** The file of the built site at an address below its base. */
const fileAt = (path: string): string => path.slice(BASE.length);
const index = ApiIndex.parse(jsonOf('api/v1/index.json'));
const boards = index.benchmarks.flatMap((benchmark) =>
  benchmark.boards.map((board) => ({ ...board, benchmark: benchmark.id })),
);

test('the list of all and the files of judges are as their descriptions say, and each address that they name is there', () => {
  const ajv = new Ajv({ strict: false, formats: { uri: true } });
  const sound = { index: ajv.compile(jsonOf(fileAt(index.schema)) as object) };
  expect(sound.index(jsonOf('api/v1/index.json')), JSON.stringify(sound.index.errors)).toBe(true);
  const judges = index.judges.map(({ json }) => ApiJudge.parse(jsonOf(fileAt(json))));
  const judge: (file: unknown) => boolean = ajv.compile(jsonOf(fileAt(judges[0]?.schema ?? '')) as object);
  expect(judges.length).toBeGreaterThan(50);
  expect(judges.flatMap((one) => (judge(one) ? [] : [one.judge.id]))).toEqual([]);
  const pages = [...index.benchmarks, ...index.judges, ...boards].map(({ page }) => `${page}index.html`);
  const named = [
    ...pages,
    ...boards.flatMap(({ json, markdown, embed }) => [json ?? '', markdown, `${embed}index.html`]),
    ...index.benchmarks.flatMap(({ records, packs }) => [
      ...Object.values(records),
      ...(packs === null ? [] : [packs.index, ...packs.files]),
    ]),
    ...judges.flatMap(({ values }) => values.map(({ badge }) => badge)),
  ].flatMap((path) => path ?? []);
  expect(named.filter((path) => !existsSync(join(folder, fileAt(path))))).toEqual([]);
  const whole = index.downloads.filter(({ inflated, bytes }) => inflated === undefined && bytes < 100_000);
  const wrong = whole.filter(
    ({ file, sha256 }) =>
      createHash('sha256')
        .update(readFileSync(join(folder, fileAt(file))))
        .digest('hex') !== sha256,
  );
  expect(whole.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

/** `duckdb -c` where the command is missing, by the library that the project has. */
const DUCKDB = `#!${process.execPath}
const { DuckDBInstance } = require('@duckdb/node-api');
DuckDBInstance.create(':memory:').then(async (db) => {
  const rows = await (await db.connect()).runAndReadAll(process.argv.at(-1));
  console.log(String(rows.getRows()[0][0]));
});
`;

const isThere = (tool: string): boolean =>
  (process.env['PATH'] ?? '').split(':').some((at) => existsSync(join(at, tool)));

test.runIf(['curl', 'jq'].every(isThere))(
  'a stranger’s script comes from the list of all to GPT-4o’s value with its interval, and makes it again from the rows behind it',
  async () => {
    const at = await scratch();
    writeFileSync(join(at, 'duckdb'), DUCKDB);
    chmodSync(join(at, 'duckdb'), 0o755);
    const env = { ...process.env, PATH: `${at}:${process.env['PATH']}`, NODE_PATH: resolve('node_modules') };
    const { stdout } = await promisify(execFile)('sh', [resolve('examples/gpt-4o.sh'), origin], { cwd: at, env });
    const [said = '', again = ''] = stdout.trim().split('\n');
    const [, value = '', low = '', high = ''] =
      /^Four-way accuracy: ([\d.]+), ([\d.]+) to ([\d.]+), rank 1 to \d+ of 16$/.exec(said) ?? [said];
    // GenAI-Bench's own board prints 45.59.
    expect(Number(value)).toBeCloseTo(45.5908, 3);
    expect(Number(low)).toBeLessThan(Number(value));
    expect(Number(high)).toBeGreaterThan(Number(value));
    expect(Number(again)).toBeCloseTo(Number(value), 9);
  },
);

test.runIf(['curl', 'jq', 'od'].every(isThere))(
  'a stranger’s script reads one case by its id: its prompt’s length, labels and judgments, of the bytes of the case alone',
  async () => {
    for (const { benchmark, id } of [
      { benchmark: 'shapes', id: 'pair-000007' },
      { benchmark: 'genai-bench', id: 'image_edition/7' },
    ]) {
      const asked = [resolve('examples/case.sh'), origin, benchmark, id];
      const { stdout } = await promisify(execFile)('sh', asked, { cwd: await scratch() });
      const found = JSON.parse(stdout) as Case;
      const { files = [] } = index.benchmarks.find((one) => one.id === benchmark)?.packs ?? {};
      const lines = files.flatMap((file) =>
        gunzipSync(readFileSync(join(folder, fileAt(file))))
          .toString()
          .split('\n'),
      );
      const line = lines.find((text) => text.includes(`"instance":${JSON.stringify(id)},`)) ?? '{}';
      expect(found, id).toEqual(JSON.parse(line));
      expect(found.judgments.length, id).toBeGreaterThan(3);
      expect(textOf(`${benchmark}/case/index.html`)).toContain(
        `type="application/json" href="${BASE}api/v1/index.json"`,
      );
    }
  },
);

test('pages of boards and judges name their JSON, and the Markdown of a board has each of its rows with its printed values', () => {
  const twinOf = (page: string): string =>
    /<link rel="alternate" type="application\/json" href="([^"]+)"/.exec(textOf(`${fileAt(page)}index.html`))?.[1] ??
    '';
  for (const { page, json } of [...boards, ...index.judges]) expect(twinOf(page), page).toBe(json);
  for (const { json, markdown, page } of boards) {
    const { rows } = jsonOf(fileAt(json ?? '')) as Board;
    const lines = textOf(fileAt(markdown)).split('\n');
    const cells = lines.filter((line) => line.startsWith('| ')).slice(2);
    for (const row of rows.filter(({ kind }) => kind === 'judge')) {
      const printed = Object.values(row.cells).map((cell) =>
        cell.printed.replaceAll(/[*_]{2}/g, '').replace(/^-(?=\d)/, '\u2212'),
      );
      const isOf = (line: string): boolean =>
        line.replaceAll('\\', '').includes(row.name) &&
        printed.every((text) => line.replaceAll('\\', '').includes(text));
      expect(cells.some(isOf), `${markdown}: ${row.name}`).toBe(true);
    }
    expect(lines.join('\n')).toContain(`${fileAt(page)}\n`);
  }
  const named = [...textOf('llms.txt').matchAll(/\]\((\S+?)\)/g)].map(([, url = '']) => fileAt(new URL(url).pathname));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
});

test('a badge says the rank that its board’s page shows, and the release', () => {
  const badges = globSync('badges/*/*/*.svg', { cwd: folder });
  expect(badges.length).toBeGreaterThan(300);
  const named = new RegExp(`>release (?:${[index.release, ...index.releases.map(({ id }) => id)].join('|')})</text>`);
  for (const file of badges) {
    const [, benchmark, table, name = ''] = file.replaceAll('\\', '/').split('/');
    const board = boards.find((one) => one.benchmark === benchmark && one.table === table);
    const { rows, sort } = jsonOf(fileAt(board?.json ?? '')) as Board;
    const row = rows.find(({ id }) => `${id}.svg` === name);
    const { best, worst } = row?.cells[sort?.column ?? '']?.rank ?? { best: 0, worst: 0 };
    const svg = textOf(file);
    expect(svg, file).toContain(`>rank ${best === worst ? best : `${best}–${worst}`} of `);
    expect(svg, file).toMatch(named);
    expect(/<title>(.*?)<\/title>/.exec(svg)?.[1]?.length, file).toBeGreaterThan(30);
  }
});

test('what is made for frames may stand in any, and no other page', () => {
  const rules = parseHeaderRules(textOf('_headers'));
  const policyOf = (path: string) => headersFor(path, rules).get('content-security-policy');
  const pages = globSync('**/*.html', { cwd: folder }).map((file) => `/${file.replaceAll('\\', '/')}`);
  const [framed, others] = [true, false].map((is) => pages.filter((page) => page.startsWith('/embed/') === is));
  expect(framed?.length).toBeGreaterThan(70);
  for (const page of others ?? [])
    for (const path of [page, page.replace(/index\.html$/, ''), page.replace(/\/index\.html$/, '') || '/'])
      expect(policyOf(path), path).toBe("frame-ancestors 'none'");
  for (const page of framed ?? [])
    for (const path of [page, page.replace(/index\.html$/, '')]) expect(policyOf(path), path).toBeUndefined();
  for (const page of framed ?? []) {
    expect(textOf(page), page).toContain('<meta name="robots" content="noindex">');
    expect(textOf(page), page).not.toMatch(/<script|astro-island/);
  }
});

test('a judge’s page has the code of its badge on each leaderboard that ranks it', async () => {
  const { page } = await openPage('/judge/gpt-4o/');
  await page.getByRole('button', { name: 'Badges' }).click();
  const panel = page.getByRole('dialog', { name: 'Badges' });
  await panel.getByLabel('Badge on').selectOption({ label: 'GenAI-Bench, Image generation' });
  for (const [wanted, code] of [
    ['a badge (Markdown)', /^\[!\[GPT-4o: rank on GenAI-Bench, Image generation\]\((\S+)\)\]\((\S+)\)$/],
    [
      'a badge (HTML)',
      /^<a href="([^"]+)"><img src="([^"]+)" alt="GPT-4o: rank on GenAI-Bench, Image generation"><\/a>$/,
    ],
  ] as const) {
    await panel.getByRole('button', { name: wanted }).click();
    const written = await panel.getByLabel(`Code for ${wanted}`).inputValue();
    const places = code.exec(written)?.slice(1) ?? [];
    expect(places.sort(), written).toEqual([
      addressOf('/badges/genai-bench/pairwise-image_generation/gpt4o.svg'),
      addressOf('/genai-bench/pairwise-image_generation/?pin=gpt4o'),
    ]);
    expect(existsSync(join(folder, 'badges/genai-bench/pairwise-image_generation/gpt4o.svg'))).toBe(true);
  }
});

test('a frame of a figure or table that is gone has a sentence and the way to its benchmark, and nothing else', async () => {
  const { page } = await openFaulty('/embed/genai-bench/gone/', { status: 404 });
  await page.getByText('genai-bench/gone').waitFor();
  expect(await page.locator('header, footer, .skip').count()).toBe(0);
  expect((await page.locator('main').textContent())?.trim().replaceAll(/\s+/g, ' ')).toBe(
    'The table or figure genai-bench/gone, which this page shows from Judgeboard, is not in its release of today. GenAI-Bench · What changed',
  );
  expect(
    await page
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname)),
  ).toEqual(['/genai-bench/', '/changes/'].map((path) => new URL(addressOf(path)).pathname));
});

/** Serves a page of somebody else's that holds these addresses in frames. */
async function framing(addresses: readonly string[]): Promise<string> {
  const frames = addresses.map((one) => `<iframe width="390" height="800" src="${one}"></iframe>`);
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>A paper</title>${frames.join('')}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** The text of the nth frame; '' where the browser refuses to show it. */
const framedText = async (page: Page, at: number): Promise<string> => {
  const frame = await (await page.locator('iframe').nth(at).elementHandle())?.contentFrame();
  return frame?.url().startsWith('chrome-error:') ? '' : ((await frame?.locator('body').textContent()) ?? '');
};

test('somebody else’s page shows a board without scripts at 390 px in the theme that it asks for, and no other page; a board that is gone says so', async () => {
  const board = '/embed/genai-bench/pairwise-image_generation/';
  const wanted = [`${board}#dark`, `${board}#light`, '/genai-bench/', '/embed/genai-bench/gone/'];
  const { page } = await openFaulty('/404.html', { javaScript: false });
  await page.goto(await framing(wanted.map(addressOf)), PATIENCE);
  const [dark = '', , refused, gone] = await Promise.all(wanted.map((_, at) => framedText(page, at)));
  expect(dark).toContain('GenAI-Bench, Image generation on Judgeboard');
  expect(dark).toContain('GPT-4o');
  expect(refused).toBe('');
  expect(gone).toContain('is not in this release');
  const frames = page.frames().filter((frame) => frame.url().includes(board));
  const looks = await Promise.all(
    frames.map(async (frame) => ({
      ground: await frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor),
      wide: await frame.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth),
    })),
  );
  expect(looks.map(({ wide }) => wide)).toEqual([0, 0]);
  expect(new Set(looks.map(({ ground }) => ground)).size).toBe(2);
});
