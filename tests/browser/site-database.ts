import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Query } from '../../src/sql/query.ts';

/** Asks the database of a benchmark that the tested site serves, in Node: what the pages show is compared with this. */
export function siteDatabase(benchmark = 'shapes'): Query {
  const scratch = mkdtempSync(join(tmpdir(), 'judgeboard-site-'));
  let query: Query = () => Promise.reject(new Error('not open yet'));
  beforeAll(async () => {
    const { folder } = inject('site');
    const [stored = ''] = globSync(`data/${benchmark}/${benchmark}.*.duckdb.gz`, { cwd: folder });
    const plain = join(scratch, 'site.duckdb');
    writeFileSync(plain, gunzipSync(readFileSync(join(folder, stored))));
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    await connection.run(`ATTACH '${plain}' AS site (READ_ONLY)`);
    await connection.run('USE site');
    query = async (sql, params = []) => (await connection.runAndReadAll(sql, [...params])).getRowObjectsJS();
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  return (sql, params) => query(sql, params);
}
