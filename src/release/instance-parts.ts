import fs from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { StoredBoard } from '../schema/board.ts';
import type { Problem } from '../schema/problem.ts';
import type { ProjectData } from '../schema/published.ts';
import type { IngestReport } from '../schema/release.ts';
import { nullIfMissing } from './folders.ts';
import { hashFolder, hasRuns, isRecordFile, sourceHash } from './instances/load-runs.ts';
import { cachedPart, makePart, type OnProblems, type PartInput, type PartResult } from './instances/part.ts';
import type { PartMessage } from './instances/part-thread.ts';
import type { ReadShare } from './instances/share.ts';
import type { ReleasePart } from './instances/write-part.ts';
import { type Progress, SILENT } from './progress.ts';
import { fetchedExtent, pinnedSource } from './texts/source.ts';
import { sha256 } from './writer.ts';

/** The version of DuckDB in Node and in the browser: the results of one release come from one engine. */
export const ENGINE = 'DuckDB 1.4.3';

/** Each part takes memory of its own, up to half a gigabyte for ten million judgments. */
const MOST_THREADS = 4;

/** Where this process keeps compiled code, its threads do, too: that is half of what it takes to begin one. They learn of it by the environment alone. */
function threadEnv(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: path.dirname(folder) };
}

/** Has a part made by a thread. What the thread throws is thrown here. */
function madeBy(thread: Worker, input: PartInput, report: (message: PartMessage) => void): Promise<PartResult> {
  return new Promise((resolve, reject) => {
    thread.removeAllListeners();
    thread.on('message', (message: PartMessage) => {
      if (message.kind === 'result') resolve(message.result);
      else report(message);
    });
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error(`the thread that made ${input.benchmark.id} has ended`)));
    thread.postMessage(input);
  });
}

/** Steps of several parts at a time as one line of progress: counts are those of the part that began the last step. */
function oneLine(progress: Progress): (input: PartInput) => (message: PartMessage) => void {
  let speaker: PartInput | null = null;
  return (input) => (message) => {
    if (message.kind === 'step') {
      speaker = input;
      progress.step(message.name);
    } else if (message.kind === 'count' && speaker === input) progress.count(message.done, message.unit, message.total);
  };
}

/**
 * Makes parts side by side, as many as there are processors, in the order given. A single one is made here, since a thread takes most of a
 * second to begin. Where one fails no more are begun; those under way are finished, and cached for the next build, before the error is thrown.
 */
export async function makeParts(inputs: readonly PartInput[], progress: Progress): Promise<readonly PartResult[]> {
  const [first, second] = inputs;
  if (first === undefined) return [];
  if (second === undefined) return [await makePart(first, progress)];
  const reporterOf = oneLine(progress);
  const made: Promise<PartResult>[] = [];
  const waiting = [...inputs.entries()];
  const work = async (): Promise<void> => {
    const thread = new Worker(new URL('./instances/part-thread.ts', import.meta.url), { env: threadEnv() });
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [place, input] = next;
        const making = madeBy(thread, input, reporterOf(input));
        made[place] = making;
        await making;
      }
    } catch (error) {
      waiting.length = 0;
      throw error;
    } finally {
      await thread.terminate();
    }
  };
  const threads = Math.min(inputs.length, os.availableParallelism(), MOST_THREADS);
  const ended = await Promise.allSettled(Array.from({ length: threads }, work));
  const parts = await Promise.all(made);
  // A thread that could not start reports nothing itself.
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return parts;
}

export interface PartOptions {
  readonly onProblems?: OnProblems;
  readonly progress?: Progress;
  /** What other machines read of each benchmark; left out where this one reads all. */
  readonly shares?: ReadonlyMap<string, readonly ReadShare[]> | undefined;
}

interface BuiltPart {
  readonly benchmark: string;
  readonly part: ReleasePart;
  readonly folder: string;
}

export interface BuiltParts {
  readonly parts: readonly BuiltPart[];
  /** What became of the records of every benchmark with runs, also of one whose runs could not be used at all. */
  readonly ingest: readonly IngestReport[];
  readonly problems: readonly Problem[];
  readonly key: string;
}

export const runBoards = ({ parts }: Pick<BuiltParts, 'parts'>): readonly StoredBoard[] =>
  parts.flatMap(({ part }) => part.boards);

/** Folders of the code that decides what is in a part: all that `src/release/instances` is made of, by imports of any depth. */
export const PART_CODE = ['cases', 'importers', 'metrics', 'records', 'release', 'schema', 'scoring', 'sql', 'stats'];

/** Parts of earlier builds that stay cached beside those in use, so that going back to an earlier state costs nothing. */
const CACHED_PARTS = 6;

/**
 * Removes all but the newest entries of a folder whose names begin with `prefix`, and never one that is in use (`used`, names); also
 * what killed builds left behind.
 */
async function keepNewest(folder: string, prefix: string, used: ReadonlySet<string>): Promise<void> {
  const names = (await fs.readdir(folder).catch(nullIfMissing)) ?? [];
  const dated = await Promise.all(
    names
      .filter((name) => name.startsWith(prefix) && !used.has(name))
      .map(async (name) => ({ name, time: (await fs.stat(path.join(folder, name))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.time - a.time).slice(CACHED_PARTS);
  for (const { name } of old) await fs.rm(path.join(folder, name), { recursive: true, force: true });
}

const digest = (parts: readonly string[]): string => sha256(parts.join('\n'));

/** Names the code and the engine that decide what is in a part. */
export const codeVersion = async (): Promise<string> => digest([ENGINE, await sourceHash(PART_CODE)]);

/** Says what the part of every benchmark with runs is made of. Problems are those of descriptions of sources. */
export async function partInputs(
  root: string,
  data: ProjectData,
  { onProblems = 'stop', shares }: PartOptions,
): Promise<{ readonly inputs: readonly PartInput[]; readonly problems: readonly Problem[] }> {
  const cache = path.join(root, '.cache');
  const common = digest([await codeVersion(), JSON.stringify(data.judges)]);
  const inputs: PartInput[] = [];
  const problems: Problem[] = [];
  for (const { benchmark } of data.benchmarks) {
    const own = path.join(root, 'data', benchmark.id);
    if (!(await hasRuns(own))) continue;
    const { pinned: source, problems: unread } = await pinnedSource(root, benchmark.id);
    problems.push(...unread);
    const extent = source === null ? null : await fetchedExtent(source);
    const texts = extent === null ? '' : `${extent} ${await sourceHash(['importers'])}`;
    const key = digest([common, await hashFolder(own, isRecordFile), texts]);
    inputs.push({
      benchmark,
      judges: data.judges,
      folder: own,
      label: `data/${benchmark.id}`,
      cache: path.join(cache, 'release'),
      key,
      onProblems,
      source,
      extent,
      shares: shares?.get(benchmark.id) ?? null,
    });
  }
  return { inputs, problems };
}

/**
 * Makes the instance-level parts of all benchmarks with runs, new or from `root`/.cache. Problems are those that were left out, or,
 * where they stop the build, the reason why parts are missing.
 */
export async function buildParts(root: string, data: ProjectData, options: PartOptions): Promise<BuiltParts> {
  const { inputs, problems } = await partInputs(root, data, options);
  const cached = await Promise.all(inputs.map(cachedPart));
  const missing = inputs.filter((_, i) => cached[i] === null);
  const made = await makeParts(missing, options.progress ?? SILENT);
  const results = inputs.flatMap((input, i) => cached[i] ?? made[missing.indexOf(input)] ?? []);
  const parts = inputs.flatMap(({ benchmark, key }, i) => {
    const result = results[i];
    return result === undefined || result.part === null ? [] : [{ ...result, benchmark: benchmark.id, key }];
  });
  const cache = path.join(root, '.cache');
  await keepNewest(
    path.join(cache, 'release'),
    '',
    new Set(parts.map(({ folder }) => path.basename(path.dirname(folder)))),
  );
  await keepNewest(cache, 'next-', new Set());
  return {
    parts,
    ingest: results.flatMap(({ ingest }) => ingest ?? []),
    problems: [...problems, ...results.flatMap((result) => result.problems)],
    key: digest(parts.map(({ key }) => key)),
  };
}
