import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startFailure } from '../../src/client/engine-failure.ts';
import { ClientFailure, type FailureKind } from '../../src/client/failure.ts';
import { request } from '../../src/client/fetch.ts';
import { RELEASE_SCHEMA } from '../../src/schema/release-paths.ts';
import { WORDS, writeTexts } from '../browser/client/release.ts';
import { scratchFolder } from '../scratch.ts';

const ORIGIN = 'https://site.example';
const folder = scratchFolder();
const RELEASE = '0123456789ab';
const { texts, tails } = writeTexts(folder, 'small', 50);
const instances = { database: 'small.duckdb.gz', instances: 50, judgments: 50, runs: 1, ...texts };
const MANIFEST = {
  schema: RELEASE_SCHEMA,
  release: RELEASE,
  engine: 'DuckDB',
  benchmarks: [{ id: 'small', name: 'Small', synthetic: true, tables: [], instances }],
  files: [],
};

type Range = readonly [from: number, to: number];
type Answer = (file: () => Buffer<ArrayBuffer>, cache: RequestCache | undefined, range: Range | null) => Response;
const part = (bytes: Uint8Array<ArrayBuffer>, [from, to]: Range, headers: Record<string, string> = {}): Response =>
  new Response(bytes, { status: 206, headers: { 'content-range': `bytes ${from}-${to - 1}/9999`, ...headers } });
const whole: Answer = (file) => new Response(file());
const sound: Answer = (file, cache, range) =>
  range === null ? whole(file, cache, range) : part(file().subarray(...range), range);

/** What the server answers for packs, for their indexes and for the manifest, and what was asked of it. */
const server = { pack: sound, index: sound, manifest: sound, asked: [] as string[] };
const page = { release: null as string | null };

const fileOf = (name: string): Buffer<ArrayBuffer> =>
  name === 'manifest.json' ? Buffer.from(JSON.stringify(MANIFEST)) : readFileSync(path.join(folder, name));

beforeEach(() => {
  Object.assign(server, { pack: sound, index: sound, manifest: sound, asked: [] });
  page.release = null;
  // What was loaded is remembered by the modules.
  vi.resetModules();
  vi.stubGlobal('location', { origin: ORIGIN });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { querySelector: () => (page.release === null ? null : { content: page.release }) });
  vi.stubGlobal('fetch', async (url: string, { cache, headers }: RequestInit) => {
    const name = new URL(url).pathname.replace('/data/', '');
    server.asked.push(`${cache} ${name}`);
    const [from, last] = new Headers(headers).get('range')?.match(/\d+/g)?.map(Number) ?? [];
    const range = from === undefined || last === undefined ? null : ([from, last + 1] as const);
    const file = name === 'manifest.json' ? 'manifest' : /\/index\./.test(name) ? 'index' : 'pack';
    return server[file](() => fileOf(name), cache, range);
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The case, or what became of it. Failures are of the modules that were loaded last. */
async function loaded(signal?: AbortSignal): Promise<unknown> {
  const { loadCase } = await import('../../src/client/packs.ts');
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
/** A host that gives no ranges, of a file with other bytes in the part that is asked for. */
const wholeWrong: Answer = (file, _, range) => new Response(file().fill(0x55, ...(range ?? [])));
const flipped: Answer = (file, _, range) => {
  const [from, to] = range ?? [0, 1];
  const bytes = file();
  bytes[to - 9] = (bytes[to - 9] ?? 0) ^ 1;
  return part(bytes.subarray(from, to), [from, to]);
};
const cutOff: Answer = (file, _, range) => {
  const [from, to] = range ?? [0, 0];
  return part(file().subarray(from, to - 20), [from, to]);
};
const elsewhere: Answer = (file, _, range) => {
  const [from, to] = range ?? [0, 0];
  return part(file().subarray(from + 1, to + 1), [from + 1, to + 1]);
};
const unsaid: Answer = (file, _, range) => new Response(file().subarray(...(range ?? [])), { status: 206 });
/** A browser that unpacks by itself what lies there packed gives fewer bytes, or others. */
const packed: Answer = (file, _, range) =>
  new Response(file().subarray(0, range?.[0]), { headers: { 'content-encoding': 'gzip' } });
const beyond: Answer = () => new Response('no', { status: 416, headers: { 'content-range': 'bytes */20' } });
/** More than any sound file has. */
const LARGE = Buffer.alloc(70e6);
const hostPage: Answer = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
const json =
  (text: string): Answer =>
  () =>
    new Response(text);

describe('a case', () => {
  type File = 'pack' | 'index' | 'manifest';
  const FAULTS: readonly (readonly [what: string, file: File, answer: Answer, kind: FailureKind])[] = [
    ['its pack is missing', 'pack', status(404), 'not-found'],
    ['its pack is gone', 'pack', status(410), 'not-found'],
    ['the server fails', 'pack', status(503), 'server-error'],
    ['the server is out of reach', 'pack', unreached, 'unreachable'],
    ['the connection breaks', 'pack', BROKEN, 'truncated'],
    ['its pack is empty', 'pack', () => new Response(null), 'truncated'],
    ['its pack is cut off', 'pack', cutOff, 'truncated'],
    ['its pack is shorter than a whole one', 'pack', () => new Response(gzipSync('[]')), 'truncated'],
    ['its pack ends before the case', 'pack', beyond, 'truncated'],
    ['its pack has another bit', 'pack', flipped, 'damaged'],
    ['its pack is another file', 'pack', wholeWrong, 'damaged'],
    ['other bytes come than were asked for', 'pack', elsewhere, 'damaged'],
    ['bytes come of which the server does not say which', 'pack', unsaid, 'damaged'],
    ['bytes come packed once more', 'pack', packed, 'damaged'],
    ['its pack is a page of the host', 'pack', hostPage, 'damaged'],
    ['its pack is larger than any', 'pack', () => new Response(LARGE), 'damaged'],
    ['the index is missing', 'index', status(404), 'not-found'],
    ['the index has another bit', 'index', flipped, 'damaged'],
    ['the index is cut off', 'index', cutOff, 'truncated'],
    ['the index is another file', 'index', wholeWrong, 'damaged'],
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
    Object.assign(server, { pack: unreached, manifest: unreached });
    expect(await loaded()).toMatchObject({ kind: 'offline', wayOn: 'retry' });
    expect(server.asked).toEqual(['force-cache manifest.json', 'force-cache manifest.json']);
  });

  test('tells a new deploy from a missing file', async () => {
    server.pack = status(404);
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
    server.pack = (...asked) => (asked[1] === 'force-cache' ? new Response('<!doctype html>') : sound(...asked));
    expect(await loaded()).toMatchObject({ instance: 'i1' });
    expect(server.asked.slice(-2).map((line) => line.split(' ')[0])).toEqual(['force-cache', 'reload']);
  });

  test('seen once can be seen again without the server', async () => {
    server.manifest = (...asked) => (asked[1] === 'force-cache' ? sound(...asked) : unreached(...asked));
    expect(await loaded()).toMatchObject({ instance: 'i1' });
  });

  test('opens at a host that ignores ranges, which is asked for a pack once', async () => {
    Object.assign(server, { pack: whole, index: whole });
    const { loadCase } = await import('../../src/client/packs.ts');
    for (let i = 0; i < 50; i += 1) expect(await loadCase('small', `i${i}`)).toMatchObject({ prompt: `Prompt ${i}` });
    expect(server.asked.filter((line) => /\.gz$/.test(line)).length).toBe(texts.cases.packs.length / 12);
  });

  test('answers of cases are read alone, neighbours with one request, and each with its own failure', async () => {
    const { loadJudgments } = await import('../../src/client/packs.ts');
    const of = (i: number) => ({ id: `i${i}`, at: tails[i] });
    const found = await loadJudgments('small', [of(3), of(4), of(49), { id: 'i7', at: undefined }]);
    const said = async (id: string) => (await found.get(id))?.map(({ rationale, order }) => [rationale, order]);
    expect(await said('i4')).toEqual([['Case 4: <script>alert(1)</script>', 'ab']]);
    expect(await said('i49')).toEqual([['Case 49: <script>alert(1)</script>', 'ab']]);
    expect(await said('i7')).toEqual([]);
    expect(server.asked).toHaveLength(1 + 2);
    server.pack = flipped;
    const failing = await loadJudgments('small', [of(3), of(9)]);
    expect(await failing.get('i3')).toHaveLength(1);
    await expect(failing.get('i9')).rejects.toMatchObject({ kind: 'damaged' });
    server.pack = sound;
    expect(await (await loadJudgments('small', [of(9)])).get('i9')).toHaveLength(1);
  });

  test('without a network answers that came before are there, and others are not asked for', async () => {
    const { loadJudgments } = await import('../../src/client/packs.ts');
    const of = async (i: number) => (await loadJudgments('small', [{ id: `i${i}`, at: tails[i] }])).get(`i${i}`);
    await of(3);
    vi.stubGlobal('navigator', { onLine: false });
    const before = server.asked.length;
    expect(await of(3)).toHaveLength(1);
    await expect(of(20)).rejects.toMatchObject({ kind: 'offline', wayOn: 'retry' });
    expect(server.asked.length).toBe(before);
  });

  test('can be given up', async () => {
    expect(await loaded(AbortSignal.abort())).toMatchObject({ name: 'AbortError' });
  });
});

test('a search costs a page of an index and one bucket per word, and reads no word of the language', async () => {
  const { searchRationales } = await import('../../src/explore/selection.ts');
  expect(await searchRationales('small', 'Square RED red')).toEqual([2, 4999]);
  expect(server.asked.filter((line) => /words\/\d/.test(line)).length).toBeLessThanOrEqual(2);
  expect(await searchRationales('small', 'constructor')).toEqual(WORDS['constructor']);
  expect(await searchRationales('small', 'nowhere')).toEqual([]);
  expect(await searchRationales('small', 'toString')).toEqual([]);
  expect(await searchRationales('small', ' – ')).toBeNull();
});

test.each([
  ['is missing', '/engine/e.wasm', status(404), 'engine-unavailable'],
  ['is a page of the host', '/engine/e.wasm', hostPage, 'engine-unavailable'],
  ['is out of reach', '/engine/e.wasm', unreached, 'engine-unavailable'],
  ['is there, but no file of data', '/data/small.duckdb.gz', status(404), 'not-found'],
] as const)('the engine cannot be started where it %s', async (_, file, answer, kind) => {
  vi.stubGlobal('fetch', async () => answer(() => Buffer.alloc(0), undefined, null));
  const failure: unknown = await request(`${ORIGIN}${file}`).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ClientFailure);
  expect(startFailure(failure)).toMatchObject({ kind, wayOn: 'retry' });
});
