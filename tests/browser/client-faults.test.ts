import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdDecompressSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WASM, WASM_PATH } from '../../src/client/engine-files.ts';
import {
  buildSite,
  faulty,
  type Habits,
  type Host,
  host,
  type Visit,
  type VisitOptions,
  visit,
} from './client/host.ts';
import { browser } from './page.ts';

let site: Awaited<ReturnType<typeof buildSite>>;
let visitor: BrowserContext;
const open: { host: Host; visit: Visit }[] = [];
beforeAll(async () => {
  site = await buildSite();
  visitor = await (await browser()).newContext();
});
afterEach(async () => {
  await visitor.setOffline(false);
  for (const one of open.splice(0)) {
    await one.visit.close();
    one.host.close();
  }
});

async function visitTo(habits: Habits, options: VisitOptions = {}) {
  const own = await host(site.folder, habits);
  const visited = await visit(own, { again: visitor, ...options });
  open.push({ host: own, visit: visited });
  return { ...visited, requests: own.requests };
}

const file = (path: string): Buffer => readFileSync(join(site.folder, path));

const PACK = /\/cases\/\d+\./;
const ENGINE = /\.wasm\.[a-z]+$/;

/** What a browser itself says or keeps. All other faults of fetching: tests/client/fetch-faults.test.ts; of the engine, as a visitor is told of them: explore-faults.test.ts. */
describe('a case', () => {
  const CASES: readonly { what: string; pattern: RegExp; kind: string; reply: Parameters<typeof faulty>[1] }[] = [
    {
      what: 'its pack is cut off',
      pattern: PACK,
      kind: 'truncated',
      reply: (path, r) => r.end(file(path).subarray(0, 20)),
    },
    {
      what: 'the connection breaks',
      pattern: PACK,
      kind: 'truncated',
      reply: (path, r) => {
        r.setHeader('content-length', file(path).byteLength);
        r.write(file(path).subarray(0, 20), () => r.destroy());
      },
    },
    { what: 'its pack has other bytes', pattern: PACK, kind: 'damaged', reply: (path, r) => r.end(broken(path)) },
  ];

  function broken(path: string): Buffer {
    const bytes = Buffer.from(file(path));
    bytes.fill(0x55, 20);
    return bytes;
  }

  test.each(CASES)('says so when $what, and can be tried again', async ({ pattern, kind, reply }) => {
    const { fault, mend } = faulty(pattern, reply);
    const { page } = await visitTo({ fault });
    const failure = await page.evaluate(() => window.client.failureOf(window.client.loadCase('small', 'i1')));
    expect(failure.kind, failure.message).toBe(kind);
    for (const text of [failure.what, failure.why, failure.todo]) expect(text).toMatch(/^\S.{8,}[.!]$/s);
    mend();
    const found = await page.evaluate(() => window.client.loadCase('small', 'i1'));
    expect(found.prompt).toBe('Prompt 1');
  });

  test('is offline', async () => {
    const { page } = await visitTo({});
    await page.context().setOffline(true);
    const failure = await page.evaluate(() => window.client.failureOf(window.client.loadCase('small', 'i1')));
    expect(failure).toMatchObject({ kind: 'offline', wayOn: 'retry' });
    await page.context().setOffline(false);
    expect((await page.evaluate(() => window.client.loadCase('small', 'i1'))).prompt).toBe('Prompt 1');
  });

  test('is not held up by a damaged copy that the browser kept', async () => {
    const { fault, mend } = faulty(PACK, (_, response) => {
      response.setHeader('cache-control', 'max-age=31536000, immutable').end('<!doctype html>');
    });
    const { page, requests } = await visitTo({ fault });
    const load = () => page.evaluate(() => window.client.failureOf(window.client.loadCase('small', 'i1')));
    expect((await load()).kind).toBe('truncated');
    const url = requests.findLast((line) => PACK.test(line))?.split(' ')[1];
    mend();
    const kept = await page.evaluate(async (path) => (await fetch(`/sub${path}`)).text(), url);
    expect(kept).toContain('doctype');
    expect((await page.evaluate(() => window.client.loadCase('small', 'i1'))).prompt).toBe('Prompt 1');
  });

  test('seen once can be seen again without the server', async () => {
    const state = { cut: false };
    const { page, requests } = await visitTo({
      fault: (path, response) => {
        if (!state.cut || !path.startsWith('data/')) return undefined;
        response.destroy();
        return true;
      },
    });
    await page.evaluate(() => window.client.loadCase('small', 'i1'));
    state.cut = true;
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.waitForFunction(() => 'client' in window);
    expect((await second.evaluate(() => window.client.loadCase('small', 'i1'))).prompt).toBe('Prompt 1');
    expect(requests.slice(3).filter((line) => !line.includes('manifest'))).toEqual([]);
    await second.close();
  });
});

describe('the engine', () => {
  const start = (page: Visit['page']) =>
    page.evaluate(async () => {
      const failure = await window.client.failureOf(window.client.startEngine());
      return { ...failure, phase: window.client.engineState.get().phase };
    });
  const answers = async (page: Visit['page']): Promise<void> => {
    const rows = await page.evaluate(async () =>
      (await window.client.openDatabase('small')).query('SELECT count(*) AS n FROM contributions'),
    );
    expect(rows).toEqual([{ n: 20_000 }]);
  };

  test.each(['WebAssembly', 'Worker', 'DecompressionStream'])(
    'is told to be impossible without %s',
    async (feature) => {
      const { page } = await visitTo({}, { before: `delete globalThis.${feature};` });
      expect(await start(page)).toMatchObject({ kind: 'unsupported', wayOn: 'none', phase: 'failed' });
    },
  );

  test('is refused when it is not what was built, does not hang when it cannot be compiled, and can be tried again', async () => {
    const before = `
      const create = URL.createObjectURL;
      const fail = "WebAssembly.compileStreaming = () => Promise.reject(new WebAssembly.CompileError('no wasm'));";
      globalThis.spoil = () => { URL.createObjectURL = (blob) => create(/javascript/.test(blob.type) ? new Blob([fail, blob], { type: blob.type }) : blob); };
      globalThis.mend = () => { URL.createObjectURL = create; };`;
    const { fault, mend } = faulty(ENGINE, (path, response) => {
      const bytes = zstdDecompressSync(file(path));
      // One byte of the data section differs: it would compile. A page reads the engine as gzip, too.
      bytes[bytes.lastIndexOf('DuckDB')] = 0x58;
      response.end(gzipSync(bytes, { level: 1 }));
    });
    const { page } = await visitTo({ fault }, { before });
    expect(await start(page)).toMatchObject({ kind: 'engine-unavailable', wayOn: 'retry', phase: 'failed' });
    mend();
    await page.evaluate('spoil()');
    expect(await start(page)).toMatchObject({ kind: 'engine-unavailable', phase: 'failed' });
    await page.evaluate('mend()');
    await answers(page);
  });

  test('works over plain HTTP, where the browser gives neither storage nor hashes', async () => {
    const { fault, mend } = faulty(ENGINE, (path, response) => response.end(file(path).subarray(0, 1_000_000)));
    const own = await host(site.folder, { fault });
    const visited = await visit(
      { ...own, origin: 'http://judgeboard.test' },
      { context: { proxy: { server: own.origin } } },
    );
    open.push({ host: own, visit: visited });
    expect(await start(visited.page)).toMatchObject({ kind: 'engine-unavailable', wayOn: 'retry', phase: 'failed' });
    mend();
    await answers(visited.page);
    const [isSecure, phase] = await visited.page.evaluate(() => [
      isSecureContext,
      window.client.engineState.get().phase,
    ]);
    expect([isSecure, phase]).toEqual([false, 'ready']);
    expect((await visited.page.evaluate(() => window.client.loadCase('small', 'i1'))).prompt).toBe('Prompt 1');
    expect(visited.faults).toEqual([]);
  });

  test('replaces a kept copy that does not start', async () => {
    const { page, requests } = await visitTo({});
    await page.evaluate(
      async ([path, bytes]) => {
        const url = performance.getEntriesByType('navigation')[0]?.name ?? '';
        const cache = await caches.open('judgeboard-engine');
        const headers = { 'Content-Type': 'application/wasm', 'Content-Length': String(bytes) };
        await cache.put(new URL(path, url).href, new Response(new Blob([new Uint8Array(bytes)]), { headers }));
      },
      [WASM_PATH, WASM.bytes] as const,
    );
    expect(requests.filter((line) => line.includes('.wasm'))).toHaveLength(0);
    await answers(page);
    expect(requests.filter((line) => line.includes('.wasm'))).toHaveLength(1);
  });
});
