import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { turnVerdict, writeStoredShapes } from '../../../scripts/bench/stored-shapes.ts';
import { buildRelease } from '../../../src/release/build.ts';
import { hashFolder } from '../../../src/release/instances/inputs.ts';
import { formatProblem } from '../../../src/schema/problem.ts';
import { scratch } from '../../scratch.ts';

/** Runs of every protocol of Shapes: every kind of board and of test is there, and switches change some. */
const RUNS = [
  ...['longest-pairwise', 'full-checker-pairwise', 'noisy-checker-pairwise'],
  ...['run-noisy-perturbation', 'full-checker-critique'],
];
const ADDED = 'longest-pairwise';
const REMOVED = 'full-checker-critique';

let root: string;
let folder: string;
let away: string;

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

/** What every file of a release says that is built from `root`/data, with what earlier builds kept there or without. */
async function released(from: string): Promise<Record<string, string>> {
  const out = path.join(await scratch(), 'data');
  const { problems, release } = await buildRelease(from, out);
  expect(problems.map(formatProblem)).toEqual([]);
  const files: Record<string, string> = {};
  for (const entry of await fs.readdir(out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const name = path.relative(out, path.join(entry.parentPath, entry.name));
    if (name.endsWith('.duckdb.gz')) files[name] = await contentOf(path.join(out, name));
    // These two repeat the sums of the database.
    else if (!/^(manifest|files\..*)\.json$/.test(name)) files[name] = await hashFolder(out, (one) => one === name);
  }
  const { files: _, list: __, ...manifest } = release?.manifest ?? {};
  return { ...files, manifest: JSON.stringify(manifest) };
}

/** What is built of the records as they are now by a project that has built nothing before. */
async function fromClean(): Promise<Record<string, string>> {
  const clean = await scratch();
  await fs.cp(path.join(root, 'data'), path.join(clean, 'data'), { recursive: true });
  return released(clean);
}

async function keptFiles(): Promise<string[]> {
  const kept = path.join(root, '.cache', 'kept');
  const [own = ''] = await fs.readdir(kept);
  return (await fs.readdir(path.join(kept, own))).map((name) => path.join(kept, own, name));
}

async function replaceLine(file: string, from: string, to: string): Promise<void> {
  const at = path.join(folder, file);
  const text = await fs.readFile(at, 'utf8');
  expect(text).toContain(from);
  await fs.writeFile(at, text.replace(from, to));
}

beforeAll(async () => {
  root = await scratch();
  away = await scratch();
  folder = await writeStoredShapes(root, 8);
  for (const run of await fs.readdir(path.join(folder, 'runs')))
    if (!RUNS.includes(run)) await fs.rm(path.join(folder, 'runs', run), { recursive: true });
  await fs.rename(path.join(folder, 'runs', ADDED), path.join(away, ADDED));
  await released(root);
}, 300_000);

async function turnLabel(): Promise<void> {
  const gold = await fs.readFile(path.join(folder, 'gold.jsonl'), 'utf8');
  const line = gold.split('\n').find((one) => one.includes('"preference"') && one.includes('"value":"a"')) ?? '';
  await replaceLine('gold.jsonl', line, line.replace('"value":"a"', '"value":"b"'));
}

const CHANGES: readonly (readonly [what: string, change: () => Promise<unknown>])[] = [
  ['a changed judgment', () => turnVerdict(folder, 'noisy-checker-pairwise')],
  [
    'a changed label, and another name of the benchmark',
    async () => {
      await turnLabel();
      await replaceLine('benchmark.yaml', 'name: Shapes', 'name: Shapes again');
    },
  ],
  [
    'a run more, and one less',
    async () => {
      await fs.rename(path.join(away, ADDED), path.join(folder, 'runs', ADDED));
      await fs.rm(path.join(folder, 'runs', REMOVED), { recursive: true });
    },
  ],
];

test.each(CHANGES)(
  '%s: a build with what earlier ones kept is a clean build, byte for byte',
  async (_, change) => {
    await change();
    expect(await released(root)).toEqual(await fromClean());
  },
  300_000,
);

test('what a change does not touch is not made again, and what is damaged is', async () => {
  const before = await keptFiles();
  await replaceLine('runs/run-noisy-perturbation/judgments.jsonl', '"score":', '"cost":1,"score":');
  await released(root);
  const after = await keptFiles();
  const used = after.filter((file) => before.includes(file));
  // Boards of another protocol, and columns of cases, which do not tell of costs.
  expect(used.length).toBeGreaterThan(3);
  expect(used.length).toBeLessThan(after.length);

  await turnVerdict(folder, 'full-checker-pairwise');
  for (const file of after) await fs.truncate(file, 40);
  expect(await released(root)).toEqual(await fromClean());
}, 300_000);
