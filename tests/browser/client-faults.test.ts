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
  POLICY,
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

const ENGINE = /\.wasm\.[a-z]+$/;

/** What goes wrong with cases is asked in Node (tests/client/fetch-faults.test.ts) and on their page (case-faults.test.ts). */
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

/** The page's own policy without one of its words, as a header: the stricter of the two holds. */
const policy = (from: string, to: string): Habits => ({
  headers: { 'content-security-policy': POLICY.replace(from, to) },
});

const MISSING: readonly (Habits & { readonly what: string; readonly says: string })[] = [
  {
    what: 'allows no WebAssembly',
    ...policy(" 'wasm-unsafe-eval'", ''),
    says: "The query engine could not be started. A policy of this server (Content-Security-Policy) forbids WebAssembly: its script-src lacks 'wasm-unsafe-eval'.",
  },
  {
    what: 'allows no workers from blobs',
    ...policy('worker-src blob:', "worker-src 'self'"),
    says: 'The query engine could not be started. A policy of this server (Content-Security-Policy) forbids its worker: its worker-src lacks blob:.',
  },
  {
    what: 'answers with its first page for a file that it does not have',
    ...faulty(/\.duckdb/, (_, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html>');
    }),
    says: '/sub/data/small.duckdb.gz is no file but a page of the server (text/html).',
  },
];

test.each(MISSING)('a host that $what is told so in a sentence', async ({ says, headers = {}, fault }) => {
  const { page } = await visitTo({ headers, ...(fault && { fault }) });
  const told = await page.evaluate(async () => {
    try {
      await (await window.client.openDatabase('small')).query('SELECT 1');
      return 'nothing failed';
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(told).toContain(says);
});

test('a host that labels packs as packed is told so in a sentence', async () => {
  const { page } = await visitTo({ encoding: 'always' });
  const failure = await page.evaluate(() => window.client.failureOf(window.client.loadCase('small', 'i17')));
  expect(failure.message).toMatch(
    /labels it as packed \(Content-Encoding: gzip\)|the server sends parts of files in a way that browsers refuse/,
  );
});
