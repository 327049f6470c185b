import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type AuditOutcome, runAudit } from '../audit/index.ts';
import type { Data } from '../schema/data.ts';
import type { Problem } from '../schema/problem.ts';
import type { PublishedCell } from '../schema/published.ts';
import { type Manifest, RELEASE_SCHEMA } from '../schema/release.ts';
import { buildBoard } from './board.ts';
import { type BuiltParts, buildParts, type PartOptions } from './instance-parts.ts';
import { hashFolder } from './instances/inputs.ts';
import { loadData } from './load.ts';
import { publishRelease } from './publish.ts';
import { writePublishedScores } from './published-scores.ts';
import type { Registry, StoredBoard } from './read.ts';
import { ReleaseWriter } from './writer.ts';

/** Of DuckDB in Node and in the browser: the results of one release come from one engine. */
const ENGINE = 'DuckDB 1.4.3';

export interface Built {
  /** What stopped the build; or, of a build that keeps going, what was left out. */
  readonly problems: readonly Problem[];
  /** Null when there were problems: the last release is untouched. */
  readonly manifest: Manifest | null;
}

/** Files whose content decides the release, beside those that parts are made of. */
const isOwnInput = (name: string): boolean => name.endsWith('.yaml') || name.includes('/published/');

async function releaseId(root: string, parts: BuiltParts): Promise<string> {
  const data = await hashFolder(path.join(root, 'data'), (name) => isOwnInput(name) && !name.includes('/runs/'));
  return createHash('sha256').update([RELEASE_SCHEMA, ENGINE, data, parts.key].join('\n')).digest('hex').slice(0, 12);
}

async function writeBoard(writer: ReleaseWriter, board: StoredBoard): Promise<void> {
  const where = board.source === 'computed' ? board.heading : `table ${board.number}`;
  await writer.writeHashed(`boards/${board.benchmark}/${board.table}.json`, JSON.stringify(board), {
    type: 'application/json',
    title: `${board.benchmarkName}, ${where}`,
    about: `${board.title}: values, intervals, ranks and reference lines as shown.`,
    rows: board.rows.length,
  });
}

async function writeBoards(
  writer: ReleaseWriter,
  data: Data,
  cells: readonly PublishedCell[],
  { parts }: BuiltParts,
): Promise<void> {
  const judges = new Map(data.judges.map((j) => [j.id, j]));
  for (const { benchmark, tables } of data.benchmarks) {
    for (const [id, table] of Object.entries(tables)) {
      const own = cells.filter((c) => c.benchmark === benchmark.id && c.table === id);
      await writeBoard(writer, buildBoard({ benchmark, id, table, cells: own, judges }));
    }
  }
  for (const { part } of parts) for (const board of part.boards) await writeBoard(writer, board);
}

async function writeRelease(
  data: Data,
  audit: AuditOutcome,
  built: BuiltParts,
  release: string,
  folder: string,
): Promise<Manifest> {
  const writer = new ReleaseWriter(folder);
  const partOf = new Map(built.parts.map(({ benchmark, part }) => [benchmark, part]));
  const { report, findings, cells } = audit;
  await writePublishedScores(writer, cells);
  await writeBoards(writer, data, cells, built);
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
  const ingest = built.parts.map(({ part }) => part.ingest);
  await writer.writeHashed('ingest.json', JSON.stringify(ingest), {
    type: 'application/json',
    title: 'Ingest report',
    about: 'What became of the records of every run: rows read, accepted and left out, with the reasons.',
  });
  const listed = [...writer.files, ...built.parts.flatMap(({ part }) => part.files)];
  const manifest: Manifest = {
    schema: RELEASE_SCHEMA,
    release,
    engine: ENGINE,
    benchmarks: data.benchmarks.map(({ benchmark, tables }) => ({
      id: benchmark.id,
      name: benchmark.name,
      synthetic: benchmark.synthetic,
      tables: [...Object.keys(tables), ...(partOf.get(benchmark.id)?.boards ?? []).map((b) => b.table)],
      instances: partOf.get(benchmark.id)?.data ?? null,
    })),
    files: listed.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  };
  await fs.writeFile(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

/**
 * Builds the release of `root`/data into `out`. With any problem nothing is written and the last release stays, unless
 * `options.onProblems` says to keep going: then records with problems are left out and listed.
 */
export async function buildRelease(root: string, out: string, options: PartOptions = {}): Promise<Built> {
  const { value: data, problems: unsound } = await loadData(root);
  if (unsound.length > 0) return { problems: unsound, manifest: null };
  const audit = runAudit(data);
  if (audit.problems.length > 0) return { problems: audit.problems, manifest: null };
  const built = await buildParts(root, data, ENGINE, options);
  if (built.problems.length > 0 && options.onProblems !== 'keep-going')
    return { problems: built.problems, manifest: null };
  const cache = path.join(root, '.cache');
  await fs.mkdir(cache, { recursive: true });
  const next = await fs.mkdtemp(path.join(cache, 'next-'));
  try {
    const manifest = await writeRelease(data, audit, built, await releaseId(root, built), next);
    await publishRelease([next, ...built.parts.map(({ folder }) => folder)], out);
    return { problems: built.problems, manifest };
  } finally {
    await fs.rm(next, { recursive: true, force: true });
  }
}
