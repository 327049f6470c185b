import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync, zstdDecompressSync } from 'node:zlib';
import { version } from '@duckdb/node-api';
import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WASM, WASM_PATH } from '../../src/client/engine-files.ts';
import { drawn } from '../drawn.ts';
import {
  buildSite,
  faulty,
  type Habits,
  type Host,
  host,
  POLICY,
  polled,
  type Visit,
  type VisitOptions,
  visit,
} from './client/host.ts';
import { inNode } from './client/release.ts';
import { browser } from './page.ts';

let site: Awaited<ReturnType<typeof buildSite>>;
let plain: Host;
/** One visitor for all tests that do not need a fresh one. */
let visitor: Visit;

beforeAll(async () => {
  site = await buildSite();
  plain = await host(site.folder);
  visitor = await visit(plain);
});
afterAll(async () => {
  await visitor.close();
  plain.close();
});

const SUMS = `SELECT run, metric, slice, sum(num) AS num, sum(den) AS den, count(*)::INTEGER AS n
FROM contributions GROUP BY ALL ORDER BY ALL`;
/** Outlasts the test unless it is cancelled. How soon it ends then is measured by `bench`. */
const ENDLESS = 'SELECT sum(sin(i)) FROM range(1000000000000) r(i)';

describe('queries', () => {
  test.each(['small', 'large'])('sums over %s have the same bits as in Node', async (benchmark) => {
    const rows = await visitor.page.evaluate(async ([id, sql]) => (await window.client.openDatabase(id)).query(sql), [
      benchmark,
      SUMS,
    ] as const);
    expect(rows).toEqual(await inNode(join(plain.data, `${benchmark}.duckdb`), [SUMS]));
    expect(rows).toHaveLength(63);
  });

  test('page and build run the same DuckDB; engine and databases are fetched whole, once, from this origin', async () => {
    const rows = await visitor.page.evaluate(async () =>
      (await window.client.openDatabase('small')).query('SELECT version() AS version'),
    );
    expect(rows).toEqual([{ version: version() }]);
    const of = (name: string) => plain.requests.filter((line) => line.includes(name));
    expect(of('small.duckdb')).toEqual(['GET /data/small.duckdb.gz']);
    expect(of('large.duckdb')).toEqual(['GET /data/large.duckdb.gz']);
    const engine = plain.requests.filter((line) => line.includes('/engine/')).map((line) => line.split('.')[0]);
    expect(engine.sort()).toEqual(['GET /engine/duckdb-browser-eh', 'GET /engine/duckdb-eh']);
    expect(visitor.faults).toEqual([]);
  });

  test('values are bound, whatever they hold', async () => {
    const texts = ["it's", '";--', '\\', '¬ 🙂', '', '?'];
    const found = await visitor.page.evaluate(async (values) => {
      const { query } = await window.client.openDatabase('small');
      const answers = [];
      for (const value of values) answers.push(...(await query('SELECT ? AS text, length(?) AS n', [value, value])));
      const [numbers] = await query(
        "SELECT ? + 0.2 AS sum, typeof(?) AS type, ? IS NULL AS isNull, ? AS yes, '?' AS mark",
        [0.1, 0.1, null, true],
      );
      return { answers, numbers };
    }, texts);
    expect(found.answers).toEqual(texts.map((text) => ({ text, n: [...text].length })));
    expect(found.numbers).toEqual({ sum: 0.1 + 0.2, type: 'DOUBLE', isNull: true, yes: true, mark: '?' });
  });

  /** Which values are plain ones is asked in Node (tests/client/arrow-rows.test.ts). */
  test('what fails is a failure with its statement', async () => {
    const failures = await visitor.page.evaluate(async () => {
      const { query } = await window.client.openDatabase('small');
      const { failureOf } = window.client;
      return Promise.all([failureOf(query('SELECT nope FROM contributions')), failureOf(query('SELECT ?', ['\0']))]);
    });
    expect(failures).toMatchObject([
      { kind: 'query-failed', why: expect.stringContaining('Binder Error') },
      { kind: 'query-failed', why: expect.stringContaining('NUL') },
    ]);
    expect(failures[0]?.message).toContain('SELECT nope FROM contributions');
  });

  test('an answer is kept until something may have changed it', async () => {
    const outcome = await visitor.page.evaluate(async () => {
      const { query } = await window.client.openDatabase('small');
      await query('CREATE OR REPLACE TEMP TABLE setting AS SELECT 1 AS value');
      const first = await query('SELECT value FROM setting');
      const again = await query('SELECT value FROM setting');
      await query('INSERT INTO setting VALUES (?)', [2]);
      return [first === again, await query('SELECT value FROM setting ORDER BY ALL')];
    });
    expect(outcome).toEqual([true, [{ value: 1 }, { value: 2 }]]);
  });

  test('a query that is given up ends before it is done, waiting or running, and the next one is answered', async () => {
    const { page } = visitor;
    const given = await page.evaluateHandle(async (sql) => {
      const { query } = await window.client.openDatabase('small');
      const [running, waiting] = [new AbortController(), new AbortController()];
      const first = window.client.failureOf(query(sql, [], running));
      const second = window.client.failureOf(query(sql, [], waiting));
      return { running, waiting, first, second };
    }, ENDLESS);
    await polled(page);
    const outcome = await given.evaluate(async ({ running, waiting, first, second }) => {
      const { query } = await window.client.openDatabase('small');
      waiting.abort();
      const told = await second;
      running.abort();
      return { next: await query('SELECT 42 AS n'), names: [(await first).name, told.name] };
    });
    expect(outcome.names).toEqual(['AbortError', 'AbortError']);
    expect(outcome.next).toEqual([{ n: 42 }]);
  });

  test('a query that is given up while its values are bound never runs', async () => {
    const outcome = await visitor.page.evaluate(async (sql) => {
      const { query } = await window.client.openDatabase('small');
      const seen: unknown[] = [];
      for (const wait of [0, 1, 2, 4, 8]) {
        const controller = new AbortController();
        const given = window.client.failureOf(query(`${sql} WHERE i > ?`, [wait], controller));
        await new Promise((resolve) => setTimeout(resolve, wait));
        controller.abort();
        const next = await query('SELECT ?::INTEGER AS n', [wait]);
        seen.push([(await given).name, next]);
      }
      return seen;
    }, ENDLESS);
    expect(outcome).toEqual([0, 1, 2, 4, 8].map((n) => ['AbortError', [{ n }]]));
  });

  test('a large result comes in batches, and leaving the loop lets others in', async () => {
    const outcome = await visitor.page.evaluate(async () => {
      const { query, batches } = await window.client.openDatabase('large');
      let rows = 0;
      let longest = 0;
      for await (const batch of batches('SELECT run, instance, num FROM contributions WHERE num > ?', [0])) {
        rows += batch.length;
        longest = Math.max(longest, batch.length);
      }
      for await (const batch of batches('SELECT num FROM contributions')) if (batch.length > 0) break;
      const [counted] = await query('SELECT count(*) AS n FROM contributions WHERE num > 0');
      return { rows, longest, counted };
    });
    expect(outcome.counted).toEqual({ n: outcome.rows });
    expect(outcome.longest).toBeLessThan(10_000);
  });

  test('a closed database is attached anew when it is needed', async () => {
    const outcome = await visitor.page.evaluate(async () => {
      const first = await window.client.openDatabase('small');
      const [small, other] = await Promise.all([
        window.client.openDatabase('small'),
        window.client.openDatabase('large'),
      ]);
      await first.close();
      const second = await window.client.openDatabase('small');
      return [
        small === first,
        second === first,
        await second.query('SELECT count(*) AS n FROM contributions'),
        await other.query('SELECT count(*) AS n FROM contributions'),
      ];
    });
    expect(outcome).toEqual([true, false, [{ n: 20_000 }], [{ n: 60_000 }]]);
  });
});

describe('SQL reaches this release and nothing else', () => {
  // The policy of the site only adds to what the engine itself refuses.
  const OPEN = { path: 'open.html', policy: 'no policy at all' };
  test.each(drawn([{ path: '', policy: 'the policy of the site' }, OPEN], [OPEN]))(
    'under $policy',
    async ({ path }) => {
      const asked: string[] = [];
      const other = createServer((request, response) => {
        asked.push(request.url ?? '');
        response.setHeader('access-control-allow-origin', '*').end('a,b\n1,2\n');
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const address = other.address();
      const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
      const { page, close } = await visit(plain, { path });
      const failures = await page.evaluate(async (foreign) => {
        const { query } = await window.client.openDatabase('small');
        const statements = [
          `ATTACH '${foreign}/x.duckdb' AS x (READ_ONLY)`,
          `SELECT * FROM read_csv('${foreign}/x.csv')`,
          `SELECT * FROM read_text('${foreign}/x.txt')`,
          `SELECT * FROM read_blob('${location.origin}/sub/data/manifest.json')`,
          `SELECT * FROM '${foreign}/x.parquet'`,
          `COPY (SELECT 1) TO '${foreign}/x.csv'`,
          `COPY (SELECT 1) TO 'x.csv'`,
          `LOAD '${foreign}/x.duckdb_extension.wasm'`,
          `SELECT * FROM glob('*')`,
          `ATTACH 'other.duckdb'`,
          `SET enable_external_access = true`,
          `SET autoload_known_extensions = true`,
          `SET custom_extension_repository = '${foreign}'`,
          `SET memory_limit = '4GB'`,
          'RESET lock_configuration',
          'DELETE FROM contributions',
        ];
        const told = [];
        for (const sql of statements) told.push(await window.client.failureOf(query(sql)));
        await query(`INSTALL httpfs FROM '${foreign}'`).catch(() => undefined);
        await query(`SELECT * FROM read_parquet('${foreign}/x.parquet')`).catch(() => undefined);
        return told;
      }, origin);
      expect(failures.filter(({ kind }) => kind !== 'query-failed')).toEqual([]);
      expect(asked).toEqual([]);
      await close();
      other.close();
    },
  );
});

test('all of this leaves no error, no violation of the policy and no foreign request', () => {
  expect(visitor.faults).toEqual([]);
});

/** Hosts with habits of their own, and one visitor for most of them. */
let returning: BrowserContext;
const open: { host: Host; visit: Visit }[] = [];
beforeAll(async () => {
  returning = await (await browser()).newContext();
});
afterEach(async () => {
  for (const one of open.splice(0)) {
    await one.visit.close();
    one.host.close();
  }
});

async function visitTo(habits: Habits, options: VisitOptions = {}) {
  const own = await host(site.folder, habits);
  const visited = await visit(own, { again: returning, ...options });
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
