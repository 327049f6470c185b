import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { PackWriter } from '../../../src/release/instances/packs.ts';
import { ReleaseFiles } from '../../../src/release/writer.ts';
import { RECORD_TABLES } from '../../../src/schema/records.ts';
import type { Manifest } from '../../../src/schema/release.ts';
import { bucketOf, hash32, RELEASE_SCHEMA } from '../../../src/schema/release-paths.ts';

const hashOf = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Runs statements on a new one-thread database in a file; the last one's rows are the answer. */
export async function inNode(file: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run(`ATTACH '${file}' AS one (STORAGE_VERSION 'v1.2.0')`);
  await connection.run('USE one');
  let rows: Record<string, unknown>[] = [];
  for (const sql of statements) rows = (await connection.runAndReadAll(sql)).getRowObjectsJS();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

/** Values that do not add up exactly, so that a different order of addition would show. */
const CONTRIBUTIONS = `INSERT INTO contributions
SELECT 'run-' || i % 7, 'c' || i % 997, 'i' || i % 5000, 'bc', 'bias_type=t' || i % 9, sin(i) / 3, 1 + (i % 10) / 7 FROM range(ROWS) r(i)`;

function tables(rows: number): string[] {
  return [
    ...Object.entries(RECORD_TABLES).map(([name, columns]) => `CREATE TABLE ${name} (${columns})`),
    CONTRIBUTIONS.replace('ROWS', String(rows)),
    `INSERT INTO instances SELECT 'i' || i, 'c' || i % 997, '', i FROM range(5000) r(i)`,
  ];
}

export const WORDS: Readonly<Record<string, readonly number[]>> = {
  red: [0, 2, 4, 4999],
  square: [2, 3, 4999],
  constructor: [7],
};

/** Writes cases and words into packs: returns what the manifest says of them. */
export function writeTexts(folder: string, benchmark: string, instances: number) {
  const files = new ReleaseFiles(folder);
  const cases = new PackWriter(files, `${benchmark}/cases/*.jsonl.gz`, { count: instances, bytes: 2 ** 23 });
  const tails = Array.from({ length: instances }, (_, i) => {
    const id = `i${i}`;
    const judgments = [{ run: 'run-1', parse: 'ok', rationale: `Case ${i}: <script>alert(1)</script>` }];
    const head = JSON.stringify({ instance: id, prompt: `Prompt ${i}` }).slice(0, -1);
    return cases.add(hash32(id), `${head},"judgments":`, `${JSON.stringify(judgments)}}\n`);
  });
  const buckets = new Map<number, Record<string, number[]>>();
  for (const [word, rows] of Object.entries(WORDS)) {
    const gaps = rows.map((row, k) => row - (rows[k - 1] ?? 0));
    buckets.set(bucketOf(word, 4), { ...buckets.get(bucketOf(word, 4)), [word]: gaps });
  }
  const words = new PackWriter(files, `${benchmark}/words/*.jsonl.gz`, { count: 4, bytes: 1 });
  for (let k = 0; k < 4; k += 1) words.add(k, buckets.has(k) ? JSON.stringify(buckets.get(k)) : '');
  const columns = { cases: 'none.bin.gz', details: 'none.bin.gz', criteria: null };
  const sets = { cases: cases.close('hashed'), postings: words.close('numbered') };
  return { texts: { ...sets, columns, described_runs: 'demo/runs.json' }, tails };
}

/** Writes a small release into `folder`: `small` and `large` with cases, `bare` without. */
export async function writeRelease(folder: string): Promise<Manifest> {
  const files: Manifest['files'] = [];
  const benchmarks: Manifest['benchmarks'] = [];
  for (const { id, rows } of [
    { id: 'small', rows: 20_000 },
    { id: 'large', rows: 60_000 },
  ]) {
    const raw = join(folder, `${id}.duckdb`);
    mkdirSync(folder, { recursive: true });
    rmSync(raw, { force: true });
    await inNode(raw, tables(rows));
    const bytes = readFileSync(raw);
    const database = `${id}.duckdb.gz`;
    writeFileSync(join(folder, database), gzipSync(bytes));
    const about = { type: 'application/vnd.duckdb', title: id, about: '' };
    const stored = readFileSync(join(folder, database)).byteLength;
    files.push({ ...about, path: database, bytes: stored, inflated: bytes.byteLength, sha256: hashOf(bytes) });
    const instances = {
      database,
      instances: 5000,
      judgments: rows,
      runs: 7,
      ...(await writeTexts(folder, id, 5000)).texts,
    };
    benchmarks.push({ id, name: id, synthetic: true, tables: [], instances });
  }
  benchmarks.push({ id: 'bare', name: 'Bare', synthetic: false, tables: [], instances: null });
  const manifest: Manifest = {
    schema: RELEASE_SCHEMA,
    release: '0123456789ab',
    engine: 'DuckDB 1.4.3',
    benchmarks,
    files,
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return manifest;
}
