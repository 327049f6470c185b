import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startFailure } from '../../src/client/engine-failure.ts';
import { ClientFailure, type FailureKind } from '../../src/client/failure.ts';
import { request } from '../../src/client/fetch.ts';
import { RELEASE_SCHEMA } from '../../src/schema/release-paths.ts';
import { writeTexts } from '../browser/client/release.ts';
import { scratchFolder } from '../scratch.ts';

const ORIGIN = 'https://site.example';
const folder = scratchFolder();
const RELEASE = '0123456789ab';
const texts = writeTexts(folder, 'small', 50);
const instances = { database: 'small.duckdb.gz', instances: 50, judgments: 50, runs: 1, ...texts };
const MANIFEST = {
  schema: RELEASE_SCHEMA,
  release: RELEASE,
  engine: 'DuckDB',
  benchmarks: [{ id: 'small', name: 'Small', synthetic: true, tables: [], instances }],
  files: [],
};

type Answer = (file: () => Buffer<ArrayBuffer>, cache: RequestCache | undefined) => Response;
const sound: Answer = (file) => new Response(file());

/** What the server answers for a shard and for the manifest, and what was asked of it. */
const server = { shard: sound, manifest: sound, asked: [] as string[] };
const page = { release: null as string | null };

const fileOf = (name: string): Buffer<ArrayBuffer> =>
  name === 'manifest.json' ? Buffer.from(JSON.stringify(MANIFEST)) : readFileSync(path.join(folder, name));

beforeEach(() => {
  Object.assign(server, { shard: sound, manifest: sound, asked: [] });
  page.release = null;
  // What was loaded is remembered by the modules.
  vi.resetModules();
  vi.stubGlobal('location', { origin: ORIGIN });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { querySelector: () => (page.release === null ? null : { content: page.release }) });
  vi.stubGlobal('fetch', async (url: string, { cache }: RequestInit) => {
    const name = new URL(url).pathname.replace('/data/', '');
    server.asked.push(`${cache} ${name}`);
    const answer = /shards\/\d+\./.test(name) ? server.shard : name === 'manifest.json' ? server.manifest : sound;
    return answer(() => fileOf(name), cache);
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The case, or what became of it. Failures are of the modules that were loaded last. */
async function loaded(signal?: AbortSignal): Promise<unknown> {
  const { loadCase } = await import('../../src/client/case.ts');
  return loadCase('small', 'i1', signal === undefined ? {} : { signal }).catch((error: unknown) => error);
}

const status =
  (code: number): Answer =>
  () =>
    new Response('no', { status: code });
const unreached: Answer = () => {
  throw new TypeError('Failed to fetch');
};
const BROKEN: Answer = (file) =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(file().subarray(0, 100)),
      pull: (controller) => controller.error(new TypeError('network error')),
    }),
  );
const inflatedWrong: Answer = (file) => new Response(file().fill(0x55, 20, 60));
/** More, once inflated, than any sound file has. */
const BOMB = gzipSync(Buffer.alloc(70e6), { level: 1 });
const hostPage: Answer = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
const json =
  (text: string): Answer =>
  () =>
    new Response(text);

/** How a browser says that a gzip file or a connection ends too early is its own affair: tests/browser/client-faults.test.ts. */
describe('a case', () => {
  const FAULTS: readonly (readonly [what: string, file: 'shard' | 'manifest', answer: Answer, kind: FailureKind])[] = [
    ['its shard is missing', 'shard', status(404), 'not-found'],
    ['its shard is gone', 'shard', status(410), 'not-found'],
    ['the server fails', 'shard', status(503), 'server-error'],
    ['the server is out of reach', 'shard', unreached, 'unreachable'],
    ['the connection breaks', 'shard', BROKEN, 'truncated'],
    ['its shard is empty', 'shard', () => new Response(null), 'truncated'],
    ['its shard is another file', 'shard', () => new Response(gzipSync('[]')), 'damaged'],
    ['its shard is a page of the host', 'shard', hostPage, 'damaged'],
    ['its shard is a page without its type', 'shard', json('<!doctype html>'), 'damaged'],
    ['its shard is no sound gzip', 'shard', inflatedWrong, 'damaged'],
    ['its shard is a bomb', 'shard', () => new Response(BOMB), 'damaged'],
    ['the manifest is no JSON', 'manifest', json('{'), 'damaged'],
    ['the manifest is another file', 'manifest', json(`{"schema":${RELEASE_SCHEMA}}`), 'damaged'],
    ['the release has another form', 'manifest', json(`{"schema":${RELEASE_SCHEMA + 1}}`), 'stale-release'],
  ];
  test.each(FAULTS)('says so when %s, and can be tried again', async (_, file, answer, kind) => {
    server[file] = answer;
    const failure = await loaded();
    expect(failure).toMatchObject({ name: 'ClientFailure', kind });
    const { what, why, todo } = failure as ClientFailure;
    for (const text of [what, why, todo]) expect(text).toMatch(/^\S.{8,}[.!]$/s);
    server[file] = sound;
    expect(await loaded()).toMatchObject({ instance: 'i1', prompt: 'Prompt 1' });
  });

  test('says that one is offline, and asks nobody but the browser’s own copies', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    Object.assign(server, { shard: unreached, manifest: unreached });
    expect(await loaded()).toMatchObject({ kind: 'offline', wayOn: 'retry' });
    expect(server.asked).toEqual(['force-cache manifest.json', 'force-cache manifest.json']);
  });

  test('tells a new deploy from a missing file', async () => {
    server.shard = status(404);
    expect(await loaded()).toMatchObject({ kind: 'not-found' });
    const before = server.asked.length;
    server.manifest = json(JSON.stringify({ ...MANIFEST, release: 'ba9876543210' }));
    expect(await loaded()).toMatchObject({ kind: 'stale-release', wayOn: 'reload' });
    expect(server.asked.slice(before).at(-1)).toBe('no-cache manifest.json');
  });

  test('refuses the data of another release than the page shows', async () => {
    page.release = 'ffffffffffff';
    expect(await loaded()).toMatchObject({
      kind: 'stale-release',
      wayOn: 'reload',
      why: expect.stringContaining('ffffffffffff'),
    });
    page.release = RELEASE;
    expect(await loaded()).toMatchObject({ instance: 'i1' });
  });

  test('is not held up by a damaged copy that the browser kept', async () => {
    server.shard = (file, cache) => (cache === 'force-cache' ? new Response('<!doctype html>') : sound(file, cache));
    expect(await loaded()).toMatchObject({ instance: 'i1' });
    expect(server.asked.slice(-2).map((line) => line.split(' ')[0])).toEqual(['force-cache', 'reload']);
  });

  test('seen once can be seen again without the server', async () => {
    server.manifest = (file, cache) => (cache === 'force-cache' ? sound(file, cache) : unreached(file, cache));
    expect(await loaded()).toMatchObject({ instance: 'i1' });
  });

  test('can be given up', async () => {
    expect(await loaded(AbortSignal.abort())).toMatchObject({ name: 'AbortError' });
  });
});

test.each([
  ['is missing', '/engine/e.wasm', status(404), 'engine-unavailable'],
  ['is a page of the host', '/engine/e.wasm', hostPage, 'engine-unavailable'],
  ['is out of reach', '/engine/e.wasm', unreached, 'engine-unavailable'],
  ['is there, but no file of data', '/data/small.duckdb.gz', status(404), 'not-found'],
] as const)('the engine cannot be started where it %s', async (_, file, answer, kind) => {
  vi.stubGlobal('fetch', async () => answer(() => Buffer.alloc(0), undefined));
  const failure: unknown = await request(`${ORIGIN}${file}`).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ClientFailure);
  expect(startFailure(failure)).toMatchObject({ kind, wayOn: 'retry' });
});
