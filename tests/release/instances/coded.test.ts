import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { OFFICIAL_SETTINGS } from '../../../src/metrics/query.ts';
import { scoreRunsInto } from '../../../src/metrics/score.ts';
import { RECORD_TABLES } from '../../../src/schema/records.ts';
import type { Query } from '../../../src/sql/query.ts';
import { openEngine } from '../../engine.ts';
import { type BuiltRelease, built, project, query } from './project.ts';

/** The database of a release in DuckDB-WASM, attached under a name of its own, read-only, as in the browser. */
async function attached({ out, manifest }: BuiltRelease): Promise<Query> {
  const db = await openEngine();
  const file = await fs.readFile(path.join(out, manifest.benchmarks[0]?.instances?.database ?? ''));
  db.registerFileBuffer('some.duckdb', new Uint8Array(gunzipSync(file)));
  const connection = db.connect();
  const run: Query = async (sql, params = []) => {
    const statement = connection.prepare(sql);
    const rows = statement.query(...params).toArray();
    statement.close();
    return rows.map((row) => row.toJSON());
  };
  await run(`ATTACH 'some.duckdb' AS "some-name" (READ_ONLY)`);
  await run('USE "some-name"');
  return run;
}

const COLUMNS = 'run, metric, slice, num::VARCHAR AS num, den::VARCHAR AS den';
const SCORES = `SELECT ${COLUMNS}, cluster, instance FROM contributions ORDER BY ALL`;
const SUMS = `SELECT ${COLUMNS}, cluster FROM cluster_sums ORDER BY ALL`;

test('the coded tables of a release show text in the browser, and the same scores as are worked out there', async () => {
  const release = await built(await project());
  const wasm = await attached(release);
  const stored = await wasm(SCORES);
  expect(stored.length).toBeGreaterThan(400);
  expect(stored).toEqual(await query(release, SCORES));
  const sums = await wasm(SUMS);
  expect(sums).toEqual(await query(release, SUMS));
  for (const table of ['responses', 'gold', 'judgments', 'contributions'] as const) {
    const columns = await wasm(`SELECT column_name AS name, column_type AS type FROM (DESCRIBE ${table})`);
    expect(columns.map(({ name, type }) => `${name} ${type}`).join(', ')).toBe(
      RECORD_TABLES[table].replaceAll('"', ''),
    );
  }
  expect(await wasm('SELECT run FROM contributions WHERE metric = ?', ['none'])).toEqual([]);
  await wasm(`CREATE TEMP TABLE contributions (${RECORD_TABLES.contributions})`);
  expect(await wasm(SUMS)).toEqual(sums);
  await scoreRunsInto(wasm, OFFICIAL_SETTINGS);
  expect(await wasm(SCORES)).toEqual(stored);
});
