import fs from 'node:fs/promises';
import path from 'node:path';
import type { Benchmark } from '../schema/benchmark.ts';
import type { Board, StoredBoard } from '../schema/board.ts';
import type { DatedReleases } from '../schema/dated-release.ts';
import type { Judge } from '../schema/judge.ts';
import type { Problem } from '../schema/problem.ts';
import type { AuditReport, FindingResult, PublishedCell } from '../schema/published.ts';
import { type DescribedRun, type IngestReport, Manifest, ReleaseFile } from '../schema/release.ts';

/** All that the pages are prerendered from: written by `build.ts`, read back here, nowhere else. */
export interface Release extends ReleaseRegistry {
  readonly manifest: Manifest;
  readonly boards: readonly Board[];
  /** Per benchmark with runs: what became of their records. */
  readonly ingest: readonly IngestReport[];
  /** Per benchmark its runs; none where it has none. */
  readonly runs: ReadonlyMap<string, readonly DescribedRun[]>;
}

/** The prerender inputs beside the boards, by the first part of their file name. */
export interface ReleaseRegistry {
  readonly benchmarks: readonly Benchmark[];
  readonly judges: readonly Judge[];
  readonly audit: AuditReport;
  readonly findings: readonly FindingResult[];
  readonly cells: readonly PublishedCell[];
  /** What a build that kept going left out of the descriptions and published tables; empty otherwise. */
  readonly unsound: readonly Problem[];
  readonly dated: DatedReleases;
}

/** Says whether a benchmark has anything to tell in its audit: flagged cells, or records left out or remarked on. */
export const hasAudit = ({ audit, ingest }: Pick<Release, 'audit' | 'ingest'>, id: string): boolean =>
  audit.flags.some(({ benchmark }) => benchmark === id) ||
  ingest.some(({ benchmark, errors, warnings }) => benchmark === id && errors + warnings > 0);

export const RELEASE_FOLDER = path.join(process.cwd(), 'public', 'data');

/** Says that a folder holds no release. */
export class NoRelease extends Error {
  constructor(folder: string) {
    super(`No release in ${path.relative('.', folder) || folder}. Run \`npm run judgeboard -- build\` first.`);
  }
}

/** Names a release by the dated one that has its values, else by its hash: what citations, links and files of values say. */
export const releaseName = ({ manifest, dated }: Pick<Release, 'manifest' | 'dated'>): string =>
  dated.today.id ?? manifest.release;

/** Reads the release in a folder. */
export async function readReleaseAt(folder: string): Promise<Release> {
  const text = await fs.readFile(path.join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new NoRelease(folder);
  });
  const stored = Manifest.parse(JSON.parse(text));
  const parsed = async (name: string): Promise<unknown> =>
    JSON.parse(await fs.readFile(path.join(folder, name), 'utf8')) as unknown;
  const files = stored.list === undefined ? stored.files : ReleaseFile.array().parse(await parsed(stored.list));
  const manifest = { ...stored, files };
  const json = (prefix: string): Promise<unknown[]> => {
    const names = files.map((f) => f.path).filter((name) => name.startsWith(prefix) && name.endsWith('.json'));
    return Promise.all(names.map(parsed));
  };
  const [registry] = (await json('registry.')) as [ReleaseRegistry];
  const [ingest] = (await json('ingest.')) as [readonly IngestReport[]];
  const release = releaseName({ manifest, ...registry });
  const boards = ((await json('boards/')) as StoredBoard[]).map((board): Board => ({ ...board, release }));
  const runs = new Map<string, readonly DescribedRun[]>();
  for (const { id, instances } of manifest.benchmarks)
    if (instances !== null) runs.set(id, (await parsed(instances.described_runs)) as readonly DescribedRun[]);
  return { manifest, ...registry, boards, ingest, runs };
}

let loaded: Promise<Release> | undefined;

export function readRelease(): Promise<Release> {
  loaded ??= readReleaseAt(RELEASE_FOLDER);
  return loaded;
}
