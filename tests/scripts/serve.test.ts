import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headersFor, parseHeaderRules } from '../../scripts/serve/headers.ts';
import { type RunningSite, serve } from '../../scripts/serve.ts';
import { scratchFolder } from '../scratch.ts';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** Node's own client: `fetch` would inflate, follow redirects and tidy paths such as `/../`. */
function ask(origin: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        });
      });
    })
      .on('error', reject)
      .end();
  });
}

const LONG_TEXT = '<h1>Boards</h1>'.repeat(300);
const FILES: Readonly<Record<string, string>> = {
  'index.html': '<h1>Home</h1>',
  '404.html': '<h1>No such page</h1>',
  _headers:
    '# all\n/*\n  X-Frame-Options: DENY\n\n/embed/*\n  X-Framed: yes\n\n/data/special.csv\n  Cache-Control: no-store\n',
  'board/index.html': LONG_TEXT,
  '_astro/island.Bk3xYz_1.js': 'export {}',
  'data/manifest.json': '{}',
  'data/table-0123456789abcdef.duckdb': '0123456789',
  'data/scores.parquet': 'PAR1',
  'data/lines.jsonl': '{}\n',
  'data/scores.csv': 'a,b\n',
  'data/special.csv': 'a,b\n',
  'data/engine.wasm.gz': 'gz',
  '.secret': 'hidden',
};

const folder = scratchFolder();
let site: RunningSite;
let based: RunningSite;

beforeAll(async () => {
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  site = await serve({ folder, port: 0 });
  based = await serve({ folder, port: 0, base: 'judge/board' });
});

afterAll(() => Promise.all([site.close(), based.close()]));

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/data/engine.wasm.gz', 'application/gzip'],
  ['/data/scores.parquet', 'application/vnd.apache.parquet'],
  ['/data/table-0123456789abcdef.duckdb', 'application/octet-stream'],
  ['/data/lines.jsonl', 'application/jsonl; charset=utf-8'],
  ['/data/scores.csv', 'text/csv; charset=utf-8'],
  ['/_astro/island.Bk3xYz_1.js', 'text/javascript; charset=utf-8'],
])('%s is sent as %s', async (path, type) => {
  const { status, headers } = await ask(site.origin, path, { 'accept-encoding': 'gzip' });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe(type);
});

test.each([
  ['/_astro/island.Bk3xYz_1.js', 'public, max-age=31536000, immutable'],
  ['/data/table-0123456789abcdef.duckdb', 'public, max-age=31536000, immutable'],
  ['/data/manifest.json', 'no-cache'],
  ['/board/', 'no-cache'],
  ['/data/special.csv', 'no-store'],
])('%s may be kept: %s', async (path, kept) => {
  expect((await ask(site.origin, path)).headers['cache-control']).toBe(kept);
});

describe('ranges', () => {
  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ])('%s is %s', async (range, body, contentRange) => {
    const answer = await ask(site.origin, '/data/table-0123456789abcdef.duckdb', { range });
    expect(answer.status).toBe(206);
    expect(answer.body).toBe(body);
    expect(answer.headers['content-range']).toBe(contentRange);
  });

  test('one past the end is refused and says how long the file is', async () => {
    const answer = await ask(site.origin, '/data/table-0123456789abcdef.duckdb', { range: 'bytes=10-' });
    expect(answer.status).toBe(416);
    expect(answer.headers['content-range']).toBe('bytes */10');
  });

  test('of a text is never compressed', async () => {
    const answer = await ask(site.origin, '/board/', { range: 'bytes=0-2999', 'accept-encoding': 'gzip, br' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.body).toBe(LONG_TEXT.slice(0, 3000));
  });

  test('HEAD tells length and that ranges work', async () => {
    const answer = await ask(site.origin, '/data/table-0123456789abcdef.duckdb', {}, 'HEAD');
    expect(answer.headers).toMatchObject({ 'content-length': '10', 'accept-ranges': 'bytes' });
  });
});

test.each(['gzip', 'br'])('text is compressed with %s, data is not', async (encoding) => {
  const page = await ask(site.origin, '/board/', { 'accept-encoding': encoding });
  expect(page.headers['content-encoding']).toBe(encoding);
  const data = await ask(site.origin, '/data/table-0123456789abcdef.duckdb', { 'accept-encoding': encoding });
  expect(data.headers['content-encoding']).toBeUndefined();
});

test('an answer without a file has the headers of its address, and is not kept', async () => {
  const missing = ['/embed/gone/', '/gone/', '/data/gone-0123456789abcdef.parquet'];
  const answers = await Promise.all(missing.map((path) => ask(site.origin, path)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(answers.map(({ headers }) => headers['x-framed'])).toEqual(['yes', undefined, undefined]);
  expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(['no-cache', 'no-cache', 'no-cache']);
});

test('an unchanged file is not sent again', async () => {
  const { headers } = await ask(site.origin, '/data/manifest.json');
  const again = await ask(site.origin, '/data/manifest.json', { 'if-none-match': String(headers['etag']) });
  expect(again.status).toBe(304);
});

const HIDDEN = ['/.secret', '/%2esecret', '/%2Esecret', '//.secret', '/board/..%2f.secret', '/./.secret', '/.secret.'];
const RULES = [
  '/_headers',
  '/%5fheaders',
  '/%5Fheaders',
  '//_headers',
  '/_HEADERS',
  '/./_headers',
  '/_headers/',
  '/_headers%20',
];

test.each(['/nothing', '/nothing/', '/board/nothing.html', ...HIDDEN, ...RULES])('%s is not found', async (path) => {
  const answer = await ask(site.origin, path);
  expect(answer.status).toBe(404);
  expect(answer.body).toContain('No such page');
  expect(answer.headers['x-frame-options']).toBe('DENY');
});

test.each(['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '/%00'])(
  '%s does not leave the folder',
  async (path) => {
    expect((await ask(site.origin, path)).status).toBeGreaterThanOrEqual(400);
  },
);

test('only reading is allowed', async () => {
  expect((await ask(site.origin, '/', {}, 'POST')).status).toBe(405);
});

/** Spellings that browsers take for another host when they stand in a redirect, or might. */
const AWAY = [
  '//board',
  '///board',
  '/\\board',
  '//board/..',
  '/%2fboard',
  '/%5cboard',
  '/.//board',
  '//board?x=1',
  'http://board/board',
];

test.each(AWAY)('%s leads to no other place', async (path) => {
  for (const at of [site, based]) {
    const { headers } = await ask(at.origin, path);
    const location = new URL(String(headers['location'] ?? '/'), at.origin);
    expect(location.origin).toBe(at.origin);
    expect(headers['location'] ?? '').not.toMatch(/^\/[/\\]/);
  }
});

test('every answer has the headers of the whole site', async () => {
  const answers = await Promise.all([
    ask(site.origin, '/'),
    ask(site.origin, '/board'),
    ask(site.origin, '/nothing'),
    ask(site.origin, '/%00'),
    ask(site.origin, '/', {}, 'POST'),
    ask(site.origin, '/data/manifest.json', { range: 'bytes=99-' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 302, 404, 404, 405, 416]);
  for (const { headers } of answers)
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
});

test('a folder without its slash leads to the page and keeps the query', async () => {
  const answer = await ask(site.origin, '/board?sort=a');
  expect([answer.status, answer.headers['location']]).toEqual([302, '/board/?sort=a']);
});

describe('under a base path', () => {
  test('pages are below it only', async () => {
    expect(based.address).toBe(`${based.origin}/judge/board/`);
    expect((await ask(based.origin, '/judge/board/')).body).toContain('Home');
    expect((await ask(based.origin, '/judge/board/data/manifest.json')).status).toBe(200);
    expect((await ask(based.origin, '/data/manifest.json')).status).toBe(404);
  });

  test.each([
    ['/', '/judge/board/'],
    ['/judge/board', '/judge/board/'],
    ['/judge/board/board', '/judge/board/board/'],
  ])('%s leads to %s', async (path, location) => {
    expect((await ask(based.origin, path)).headers['location']).toBe(location);
  });
});

test('a taken port gives way to the next', async () => {
  const port = Number(new URL(site.origin).port);
  const other = await serve({ folder, port });
  expect(Number(new URL(other.origin).port)).toBeGreaterThan(port);
  await other.close();
});

test('a folder without a site is refused with what to do', async () => {
  await expect(serve({ folder: join(folder, 'data'), port: 0 })).rejects.toThrow('npm run build');
});

test('rules of _headers add up, the later ones win', () => {
  const rules = parseHeaderRules('/*\r\n  A: 1\r\n  B: x: y\r\n/data/*.csv\r\n\tA: 2\r\n');
  expect(Object.fromEntries(headersFor('/data/a.csv', rules))).toMatchObject({ a: '2', b: 'x: y' });
  expect(Object.fromEntries(headersFor('/data/aXcsv', rules))).toMatchObject({ a: '1', b: 'x: y' });
});

test('a name in a rule of _headers stands for one part of the path', () => {
  const rules = parseHeaderRules('/data/:benchmark/media/*\n  A: 1\n');
  expect(headersFor('/data/shapes/media/dot.png', rules).get('a')).toBe('1');
  expect(headersFor('/data/shapes/more/media/dot.png', rules).get('a')).toBeUndefined();
});

test('a file that is named by its hash never changes', () => {
  const [kept, asked] = ['/data/shapes/media/00574feafa19.png', '/data/shapes/media/dot.png'].map((path) =>
    headersFor(path, []).get('cache-control'),
  );
  expect([kept, asked]).toEqual(['public, max-age=31536000, immutable', 'no-cache']);
  // Chromium keeps parts of a file under a strong tag alone.
  expect(headersFor('/data/shapes/cases/0.00574feafa19.jsonl.gz', []).get('etag')).toBe('"0.00574feafa19.jsonl.gz"');
});

test.each(['cases', 'lines', 'media', 'thumbs', 'words'])(
  'other hosts are told that what lies in %s is named by its hash',
  (kind) => {
    const cache = headersFor(`/data/shapes/${kind}/x`, parseHeaderRules(readFileSync('public/_headers', 'utf8')));
    expect(cache.get('cache-control')).toBe('public, max-age=31536000, immutable');
  },
);
