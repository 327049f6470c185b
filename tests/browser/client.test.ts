import { createServer } from 'node:http';
import { join } from 'node:path';
import { version } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { buildSite, type Host, host, polled, type Visit, visit } from './client/host.ts';
import { inNode } from './client/release.ts';

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

  test('rows hold plain values only', async () => {
    const [row] = await visitor.page.evaluate(async () => {
      const { query } = await window.client.openDatabase('small');
      return query(`SELECT 1::BIGINT AS big, sum(i) AS huge, -1.25::DECIMAL(9, 2) AS decimal, count(*) AS n, 'nan'::DOUBLE AS nan,
        0.1::DOUBLE AS double, 'é' AS text, true AS flag, NULL AS nothing, [1.5::DECIMAL(3, 1), NULL] AS list, [['a']] AS nested,
        -3::HUGEINT AS negative FROM range(5) r(i)`);
    });
    expect(row).toEqual({
      big: 1,
      huge: 10,
      decimal: -1.25,
      n: 5,
      nan: Number.NaN,
      double: 0.1,
      text: 'é',
      flag: true,
      nothing: null,
      list: [1.5, null],
      nested: [['a']],
      negative: -3,
    });
  });

  test('what has no plain value is a failure with its statement', async () => {
    const failures = await visitor.page.evaluate(async () => {
      const { query } = await window.client.openDatabase('small');
      const { failureOf } = window.client;
      return Promise.all([
        failureOf(query('SELECT 9007199254740993 AS big')),
        failureOf(query("SELECT DATE '2024-01-01' AS day")),
        failureOf(query('SELECT nope FROM contributions')),
        failureOf(query('SELEC 1')),
        failureOf(query('SELECT ?', ['\0'])),
      ]);
    });
    expect(failures.map(({ kind }) => kind)).toEqual(failures.map(() => 'query-failed'));
    expect(failures.map(({ why }) => why)).toEqual([
      expect.stringContaining('9007199254740993'),
      expect.stringContaining('"day"'),
      expect.stringContaining('Binder Error'),
      expect.stringMatching(/^Parser Error: syntax error/),
      expect.stringContaining('NUL'),
    ]);
    expect(failures[2]?.message).toContain('SELECT nope FROM contributions');
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
    expect(outcome).toEqual([true, false, [{ n: 20_000 }], [{ n: 200_000 }]]);
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
