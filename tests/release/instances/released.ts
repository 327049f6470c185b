import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'vitest';
import { buildRelease } from '../../../src/release/build.ts';
import { fileHashes, hashFolder } from '../../../src/release/instances/inputs.ts';
import { type Progress, SILENT } from '../../../src/release/instances/progress.ts';
import { formatProblem } from '../../../src/schema/problem.ts';
import { scratch } from '../../scratch.ts';

const CONTENT = ['main.runs', 'main.instances', 'main.judges', 'stored.responses', 'stored.gold', 'stored.run_gold'];
const LARGE = ['stored.judgments', 'stored.contributions', 'stored.cases'];

/** What the tables of a stored database say: DuckDB leaves bytes in its file that mean nothing and differ from build to build. */
async function contentOf(file: string): Promise<string> {
  const database = path.join(await scratch(), 'content.duckdb');
  await fs.writeFile(database, gunzipSync(await fs.readFile(file)));
  const instance = await DuckDBInstance.create(database, { threads: '1', access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const sums = [...CONTENT, ...LARGE].map(
    (table) =>
      `SELECT '${table}', count(*)::VARCHAR, coalesce(sum(hash(rows, rows.rowid)), 0)::VARCHAR FROM ${table} AS rows`,
  );
  const rows = (await connection.runAndReadAll(sums.join(' UNION ALL '))).getRows();
  connection.closeSync();
  instance.closeSync();
  return JSON.stringify(rows);
}

/** What every file of a release says that is built from `root`/data, with what earlier builds kept there or without; `progress` hears of it. */
export async function released(from: string, progress: Progress = SILENT): Promise<Record<string, string>> {
  const out = path.join(await scratch(), 'data');
  const { problems, release } = await buildRelease(from, out, { progress });
  expect(problems.map(formatProblem)).toEqual([]);
  const files: Record<string, string> = {};
  for (const [name, hash] of await fileHashes(out)) {
    if (name.endsWith('.duckdb.gz')) files[name] = await contentOf(path.join(out, name));
    // These two repeat the sums of the database.
    else if (!/^(manifest|files\..*)\.json$/.test(name)) files[name] = hash;
  }
  const { files: _, list: __, ...manifest } = release?.manifest ?? {};
  return { ...files, manifest: JSON.stringify(manifest) };
}

/** What clean builds made of each state of records, by their hash: records that are as they were need no second one. */
const fromRecords = new Map<string, Promise<Record<string, string>>>();

/** What is built of the records in `root` as they are now by a project that has built nothing before. */
export async function fromClean(root: string): Promise<Record<string, string>> {
  const records = path.join(root, 'data');
  const state = await hashFolder(records);
  const build = async () => {
    const clean = await scratch();
    await fs.cp(records, path.join(clean, 'data'), { recursive: true });
    return released(clean);
  };
  const known = fromRecords.get(state) ?? build();
  fromRecords.set(state, known);
  return known;
}
