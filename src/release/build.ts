import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type AuditOutcome, runAudit } from '../audit/index.ts';
import type { Data } from '../schema/data.ts';
import type { Problem } from '../schema/problem.ts';
import type { PublishedCell } from '../schema/published.ts';
import { type Manifest, RELEASE_SCHEMA } from '../schema/release.ts';
import { buildBoard } from './board.ts';
import { loadData } from './load.ts';
import { writePublishedScores } from './published-scores.ts';
import type { Registry } from './read.ts';
import { ReleaseWriter, replaceFolder } from './writer.ts';

/** Of DuckDB in Node and in the browser: the results of one release come from one engine. */
const ENGINE = 'DuckDB 1.4.3';

export interface Built {
  readonly problems: readonly Problem[];
  /** Null when there were problems: the last release is untouched. */
  readonly manifest: Manifest | null;
}

/** Names and bytes of every file below the folder, in a fixed order: two equal trees have one hash. */
async function hashInputs(folder: string): Promise<string> {
  const hash = createHash('sha256').update(`${RELEASE_SCHEMA}\n${ENGINE}\n`);
  const names = (await fs.readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((e) => e.isFile())
    .map((e) => path.relative(folder, path.join(e.parentPath, e.name)).split(path.sep).join('/'))
    .sort();
  for (const name of names) hash.update(`${name}\n`).update(await fs.readFile(path.join(folder, name)));
  return hash.digest('hex').slice(0, 12);
}

async function writeBoards(
  writer: ReleaseWriter,
  data: Data,
  cells: readonly PublishedCell[],
  release: string,
): Promise<void> {
  const judges = new Map(data.judges.map((j) => [j.id, j]));
  for (const { benchmark, tables } of data.benchmarks) {
    for (const [id, table] of Object.entries(tables)) {
      const own = cells.filter((c) => c.benchmark === benchmark.id && c.table === id);
      const board = buildBoard({ benchmark, id, table, cells: own, judges, release });
      await writer.writeHashed(`boards/${benchmark.id}/${id}.json`, JSON.stringify(board), {
        type: 'application/json',
        title: `${benchmark.name}, table ${table.table}`,
        about: `${table.title}: values, intervals, ranks and reference lines as shown.`,
        rows: board.rows.length,
      });
    }
  }
}

async function writeRelease(data: Data, audit: AuditOutcome, release: string, folder: string): Promise<Manifest> {
  const writer = new ReleaseWriter(folder);
  const { report, findings, cells } = audit;
  await writePublishedScores(writer, cells);
  await writeBoards(writer, data, cells, release);
  const registry: Registry = {
    benchmarks: data.benchmarks.map((b) => b.benchmark),
    judges: data.judges,
    audit: report,
    findings,
    cells,
  };
  await writer.writeHashed('registry.json', JSON.stringify(registry), {
    type: 'application/json',
    title: 'Registry',
    about: 'Benchmarks, judges, audit report, claims and every printed cell.',
  });
  const manifest: Manifest = {
    schema: RELEASE_SCHEMA,
    release,
    engine: ENGINE,
    benchmarks: data.benchmarks.map(({ benchmark, tables }) => ({
      id: benchmark.id,
      name: benchmark.name,
      synthetic: benchmark.synthetic,
      tables: Object.keys(tables),
      instances: null,
    })),
    files: writer.files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  };
  await fs.writeFile(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

/** Builds the release of `root`/data into `out`. With any problem nothing is written and the last release stays. */
export async function buildRelease(root: string, out: string): Promise<Built> {
  const { value: data, problems: unsound } = await loadData(root);
  if (unsound.length > 0) return { problems: unsound, manifest: null };
  const audit = runAudit(data);
  const { problems } = audit;
  if (problems.length > 0) return { problems, manifest: null };
  const next = `${out}.next`;
  await fs.rm(next, { recursive: true, force: true });
  await fs.mkdir(next, { recursive: true });
  const manifest = await writeRelease(data, audit, await hashInputs(path.join(root, 'data')), next);
  await replaceFolder(next, out);
  return { problems, manifest };
}
