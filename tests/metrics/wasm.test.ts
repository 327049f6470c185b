import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METRICS } from '../../src/metrics/index.ts';
import type { Metric } from '../../src/metrics/metric.ts';
import { OFFICIAL_SETTINGS, type Settings } from '../../src/metrics/query.ts';
import { contributionsOf, prepare } from '../../src/metrics/score.ts';
import { readSums, runsWithRows, type Sums, sliceSums } from '../../src/metrics/sums.ts';
import { valueOfRun } from '../../src/metrics/values.ts';
import { RECORD_TABLES } from '../../src/schema/records.ts';
import type { Query } from '../../src/sql/query.ts';
import { drawn } from '../drawn.ts';
import { openEngine } from '../engine.ts';
import { type Database, openDatabase } from './database.ts';
import { generate } from './generate.ts';
import { ATTRIBUTES, load } from './load.ts';

/** DuckDB-WASM in this process, as pages get it. */
async function openWasm(): Promise<Query> {
  const connection = (await openEngine()).connect();
  return async (sql, params = []) => {
    const statement = connection.prepare(sql);
    const rows = statement.query(...params).toArray();
    statement.close();
    return rows.map((row) => row.toJSON());
  };
}

const SETS = drawn(120, 12);
const SCALED: ReadonlySet<string> = new Set(['bd', 'bc']);

/** Every metric of every run. */
function valuesOf(sums: Sums): (readonly [run: string, metric: Metric, value: number | null])[] {
  return runsWithRows(sums.rows).flatMap((run) =>
    METRICS.map((metric) => [run, metric, valueOfRun(sums, metric, { run }).summary.value] as const),
  );
}

describe('DuckDB-WASM', () => {
  let native: Database;
  let wasm: Query;
  beforeAll(async () => {
    native = await openDatabase(ATTRIBUTES);
    await load(
      native,
      Array.from({ length: SETS }, (_, n) => generate(n)),
    );
    wasm = await openWasm();
    for (const name of Object.keys(RECORD_TABLES)) {
      const columns = await native.query(`SELECT column_name, column_type FROM (DESCRIBE ${name})`);
      await wasm(
        `CREATE TABLE ${name} (${columns.map((c) => `"${c['column_name']}" ${c['column_type']}`).join(', ')})`,
      );
      const rows = await native.query(`SELECT * FROM ${name}`);
      const literal = (v: unknown) => (typeof v === 'string' ? `'${v.replaceAll("'", "''")}'` : String(v));
      for (let i = 0; i < rows.length; i += 500) {
        const values = rows.slice(i, i + 500).map((row) => `(${Object.values(row).map(literal).join(', ')})`);
        await wasm(`INSERT INTO ${name} VALUES ${values.join(', ')}`);
      }
    }
  });
  afterAll(() => native.close());

  it.each<[string, Settings]>([
    ['official rules', OFFICIAL_SETTINGS],
    ['missing as wrong', { ...OFFICIAL_SETTINGS, missing: 'wrong' }],
    ['annotators', { ...OFFICIAL_SETTINGS, judged: 'annotators' }],
  ])('scores to the last bit as Node does: %s', async (_, settings) => {
    const sums = await Promise.all(
      [native.query, wasm].map(async (query) => {
        await prepare(query, settings);
        return readSums(query, { from: contributionsOf(METRICS) });
      }),
    );
    const totals = sums.map(({ rows }) => sliceSums(rows));
    expect(totals[0]?.length).toBeGreaterThan(10 * SETS);
    expect(totals[1]).toEqual(totals[0]);
    const [inNode, inWasm] = sums.map(valuesOf);
    expect(inNode?.filter(([, , value]) => value !== null).length).toBeGreaterThan(5 * SETS);
    expect(inWasm).toEqual(inNode);
    // Scores outside 1 to 10 may leave the range of BD and BC, which is flagged; nothing else may, not by a last bit.
    const shares = (inNode ?? []).filter(
      ([, { range, rows }]) => range?.[1] === 1 && !rows.some((id) => SCALED.has(id)),
    );
    expect(shares.length).toBeGreaterThan(3 * SETS);
    for (const [run, { id, range }, value] of shares) {
      if (value === null) continue;
      expect(value, `${id} of ${run}`).toBeGreaterThanOrEqual(range?.[0] ?? 0);
      expect(value, `${id} of ${run}`).toBeLessThanOrEqual(range?.[1] ?? 1);
    }
  });
});
