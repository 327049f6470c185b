import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildRelease } from '../../../src/release/build.ts';
import { SILENT } from '../../../src/release/progress.ts';
import { formatProblem } from '../../../src/schema/problem.ts';
import { literal } from '../../../src/sql/quote.ts';
import { scratch } from '../../scratch.ts';
import { built, foreign, instances, lines, project, query, readBuilt } from './project.ts';

/** What a build of `root` gives: the benchmarks that it reads, and its files but databases, which hold random ids, and lists of files. */
async function buildOf(root: string) {
  const out = await scratch();
  const steps: string[] = [];
  const progress = { ...SILENT, step: (name: string) => steps.push(name) };
  const { problems } = await buildRelease(root, out, { progress });
  expect(problems.map(formatProblem)).toEqual([]);
  const { manifest, files } = await readBuilt(out);
  const told = files.filter(({ path: name }) => !/\.duckdb|croissant/.test(name));
  return {
    read: steps.flatMap((name) => /^Reading (.*)/.exec(name)?.[1] ?? []).sort(),
    release: manifest.release,
    files: told.map(({ path: name, bytes, sha256 }) => [name, bytes, sha256]),
    packs: manifest.benchmarks.map(({ instances: data }) => [data?.cases, data?.lines]),
  };
}

/** A build of the same records by a project that has built nothing before. */
async function cleanBuildOf(root: string) {
  const clean = await scratch();
  await fs.cp(path.join(root, 'data'), path.join(clean, 'data'), { recursive: true });
  return buildOf(clean);
}

const FILE = 'data/foreign-1/runs/one/judgments.jsonl';

test('a benchmark is built again where its records have changed, as from clean, and no other is', async () => {
  const root = await project(foreign(1));
  const first = await buildOf(root);
  expect(first.read).toEqual(['Foreign 1', 'Mini']);
  const sound = await fs.readFile(path.join(root, FILE), 'utf8');
  await fs.writeFile(path.join(root, FILE), sound.replace('"verdict":"a"', '"verdict":"b"'));
  const changed = await buildOf(root);
  expect(changed.read).toEqual(['Foreign 1']);
  expect(changed.release).not.toBe(first.release);
  // Bytes that change while the time of their file stays, as in a copy, have changed.
  const file = path.join(root, 'data/mini/gold.jsonl');
  const { atime, mtime } = await fs.stat(file);
  const gold = await fs.readFile(file, 'utf8');
  await fs.writeFile(file, gold.replace('"value":"a"', '"value":"b"'));
  await fs.utimes(file, atime, mtime);
  const both = await buildOf(root);
  expect(both.read).toEqual(['Mini']);
  expect({ ...both, read: first.read }).toEqual(await cleanBuildOf(root));
  // Going back costs nothing, and so does what has not changed: parts of some earlier states stay.
  await fs.writeFile(path.join(root, FILE), sound);
  await fs.writeFile(file, gold);
  expect(await buildOf(root)).toEqual({ ...first, read: [] });
});

test('two builds of one project at once both make the release', async () => {
  const root = await project();
  const [one, other] = await Promise.all([buildOf(root), buildOf(root)]);
  expect(one.files.length).toBeGreaterThan(20);
  expect(one).toEqual(other);
});

test('a download says the same as the database in both formats, row by row, also where a CSV is gzipped', async () => {
  const cases = instances(2600).map((row, i) => ({ ...row, ...(i % 60 === 0 ? { cluster: `c${i % 180}` } : {}) }));
  const release = await built(await project({ 'data/mini/instances.jsonl': lines(cases) }, 2600));
  for (const table of ['judgments', 'contributions', 'cluster_sums', 'gold', 'instances']) {
    const pathOf = (ending: RegExp): string => {
      const found = release.files.find(({ path: name }) => name.startsWith(`mini/${table}.`) && ending.test(name));
      return literal(path.join(release.out, found?.path ?? ''));
    };
    const order = table === 'cluster_sums' ? 'ORDER BY cluster, metric, slice, run' : '';
    const says = (from: string, over = ''): Promise<unknown> =>
      query(
        release,
        `SELECT count(*) AS n, sum(hash(rows)) AS digest FROM (SELECT COLUMNS(*)::VARCHAR, row_number() OVER (${over}) AS place FROM ${from}) AS rows`,
      );
    const stored = await says(table, order);
    expect(stored, table).not.toEqual([{ n: 0n, digest: null }]);
    expect(await says(`read_parquet(${pathOf(/\.parquet$/)})`), table).toEqual(stored);
    const types = await query(release, `DESCRIBE ${table}`);
    const columns = types.map(
      ({ column_name: name, column_type: type }) => `${literal(String(name))}: ${literal(String(type))}`,
    );
    const csv = `(SELECT coalesce(COLUMNS(*)::VARCHAR, '') FROM read_csv(${pathOf(/\.csv(\.gz)?$/)}, header = true, columns = {${columns.join(', ')}}))`;
    expect(await says(csv), table).toEqual(
      await says(`(SELECT coalesce(COLUMNS(*)::VARCHAR, '') FROM ${table} ${order})`),
    );
  }
  expect(release.files.some(({ path: name }) => name.endsWith('.csv.gz'))).toBe(true);
});
