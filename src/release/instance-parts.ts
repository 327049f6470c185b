import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Data } from '../schema/data.ts';
import type { Problem } from '../schema/problem.ts';
import type { IngestReport } from '../schema/release.ts';
import { DEFAULTS, type ShapesOptions } from '../shapes/generate.ts';
import { hashFolder, isRecordFile, sourceHash } from './instances/inputs.ts';
import { benchmarkPart, type OnProblems, type ReleasePart } from './instances/part.ts';
import { type Progress, SILENT } from './instances/progress.ts';
import { generatedFolder, isGenerated } from './instances/shapes-folder.ts';
import { isFetched, pinnedSource } from './texts/source.ts';

/** How the instance-level half of a release is built. */
export interface PartOptions {
  readonly shapes?: ShapesOptions;
  readonly onProblems?: OnProblems;
  readonly progress?: Progress;
}

interface BuiltPart {
  readonly benchmark: string;
  readonly part: ReleasePart;
  /** Its files, as below `public/data`. */
  readonly folder: string;
}

export interface BuiltParts {
  readonly parts: readonly BuiltPart[];
  /** What became of the records of every benchmark with runs, also of one whose runs could not be used at all. */
  readonly ingest: readonly IngestReport[];
  readonly problems: readonly Problem[];
  /** Hash of everything that the parts depend on. */
  readonly key: string;
}

/** Folders of the code that decides what is in a part: all that `src/release/instances` is made of, by imports of any depth. */
export const PART_CODE = ['cases', 'importers', 'metrics', 'records', 'release', 'schema', 'shapes', 'sql', 'stats'];

/** How many results of earlier builds are kept beside those in use, so that going back to an earlier state costs nothing. */
const KEPT = 6;

/**
 * Removes all but the newest entries of a folder whose names begin with `prefix`, and never one that is in use (`used`, names); also
 * what killed builds left behind.
 */
async function keepNewest(folder: string, prefix: string, used: ReadonlySet<string>): Promise<void> {
  const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const dated = await Promise.all(
    names
      .filter((name) => name.startsWith(prefix) && !used.has(name))
      .map(async (name) => ({ name, time: (await fs.stat(path.join(folder, name))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.time - a.time).slice(KEPT);
  for (const { name } of old) await fs.rm(path.join(folder, name), { recursive: true, force: true });
}

const digest = (parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex');

/**
 * The instance-level parts of all benchmarks with runs, new or from `root`/.cache. Problems are those that were left out, or,
 * where they stop the build, the reason why parts are missing.
 */
export async function buildParts(root: string, data: Data, engine: string, options: PartOptions): Promise<BuiltParts> {
  const { shapes = DEFAULTS, onProblems = 'stop', progress = SILENT } = options;
  const cache = path.join(root, '.cache');
  const common = digest([engine, await sourceHash(PART_CODE), JSON.stringify(data.judges)]);
  const parts: BuiltPart[] = [];
  const problems: Problem[] = [];
  const ingest: IngestReport[] = [];
  const keys: string[] = [];
  const generated = new Set<string>();
  for (const { benchmark } of data.benchmarks) {
    const own = path.join(root, 'data', benchmark.id);
    const made = isGenerated(benchmark.id) ? await generatedFolder(cache, shapes, progress) : null;
    const { pinned: source, problems: unread } = await pinnedSource(root, benchmark.id);
    problems.push(...unread);
    const fetched = source !== null && (await isFetched(source));
    const texts = fetched ? await sourceHash(['importers']) : '';
    const key = digest([common, await hashFolder(own, isRecordFile), made?.key ?? '', texts]);
    const folder = made?.folder ?? own;
    const input = { benchmark, judges: data.judges, folder, label: `data/${benchmark.id}`, key, source, fetched };
    const result = await benchmarkPart(input, path.join(cache, 'release'), onProblems, progress);
    problems.push(...result.problems);
    if (result.ingest !== null) ingest.push(result.ingest);
    if (made !== null) generated.add(path.basename(made.folder));
    if (result.part === null) continue;
    parts.push({ benchmark: benchmark.id, part: result.part, folder: result.folder });
    keys.push(key);
  }
  const used = new Set(parts.map(({ folder }) => path.basename(path.dirname(folder))));
  await keepNewest(path.join(cache, 'release'), '', used);
  await keepNewest(cache, 'shapes-', generated);
  await keepNewest(cache, 'next-', new Set());
  return { parts, ingest, problems, key: digest(keys) };
}
