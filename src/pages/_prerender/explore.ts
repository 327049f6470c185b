import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type CaseColumns, readCaseColumns } from '../../cases/columns/read.ts';
import { withWrongLosses } from '../../cases/gather.ts';
import { gatherList, type Prerendered } from '../../explore/gather-list.ts';
import { withDuckDB } from '../../release/duckdb.ts';
import { RELEASE_FOLDER } from '../../release/read.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { InstanceData } from '../../schema/release.ts';
import {
  type CaseLines,
  indexPath,
  linesPath,
  PAGE_SIZE,
  shardOf,
  shardPath,
  wholeCase,
} from '../../schema/release-paths.ts';
import { type Case, IndexPage, type PageIndex, type StoredCase } from '../../schema/shard.ts';
import { contentNote } from '../../schema/words.ts';
import type { Query } from '../../sql/query.ts';

export async function withDatabase<T>(file: string, use: (query: Query) => Promise<T>): Promise<T> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judgeboard-explore-'));
  const stored = path.join(RELEASE_FOLDER, file);
  const plain = file.endsWith('.gz') ? path.join(folder, 'cases.duckdb') : stored;
  try {
    if (plain !== stored) await fs.writeFile(plain, gunzipSync(await fs.readFile(stored)));
    return await withDuckDB(plain, use);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** Reads one of the numbered files that an index names; an empty list where it has none of this number. */
async function numbered<T>(index: PageIndex, number: number, pathOf: (hash: string) => string): Promise<T[]> {
  const page = await fs.readFile(path.join(RELEASE_FOLDER, indexPath(index, Math.floor(number / PAGE_SIZE))), 'utf8');
  const hash = IndexPage.parse(JSON.parse(page))[number % PAGE_SIZE];
  if (!hash) return [];
  return JSON.parse(gunzipSync(await fs.readFile(path.join(RELEASE_FOLDER, pathOf(hash)))).toString()) as T[];
}

/** Reads the lines of one block of a benchmark's cases. */
const blockLines = (benchmark: string, index: PageIndex, block: number): Promise<CaseLines> =>
  numbered(index, block, (hash) => linesPath(benchmark, block, hash));

/** Reads a case with its texts; null where the release does not hold it. */
export async function caseOfRelease(
  benchmark: string,
  { index, shards }: InstanceData,
  id: string,
): Promise<Case | null> {
  const shard = shardOf(id, shards);
  const cases = await numbered<StoredCase>(index, shard, (hash) => shardPath(benchmark, shard, hash));
  const found = cases.find(({ instance }) => instance === id);
  return found === undefined ? null : wholeCase(found);
}

/**
 * Gives the lines of the first cases, in their order, without answers, since no judge is asked for. Nothing where a note stands before
 * prompts: the note needs scripts, and so must the prompts behind it.
 */
async function firstLines(
  benchmark: Benchmark,
  { lines, texts }: InstanceData,
  first: Prerendered['first'],
): Promise<CaseLines> {
  if (lines === undefined || contentNote(benchmark, texts) !== null) return [];
  const { cases, index } = lines;
  const blocks = new Map<number, CaseLines>();
  for (const block of new Set(first.map(({ _place }) => Math.floor(_place / cases))))
    blocks.set(block, await blockLines(benchmark.id, index, block));
  return first.map(({ instance, _place }) => {
    const line = blocks.get(Math.floor(_place / cases))?.[_place % cases];
    if (line === undefined) throw new Error(`${benchmark.id} has no line of the case ${instance}`);
    return { ...line, said: [] };
  });
}

const gathered = new Map<string, Promise<Prerendered>>();

/**
 * Gives what the explorer of a benchmark shows before any script runs, from its database in the release: once for the explorer and for the page of a
 * case, which steps through its lists.
 */
export function prerender(benchmark: Benchmark, data: InstanceData, release: string): Promise<Prerendered> {
  const known = gathered.get(data.database) ?? gatherExplorer(benchmark, data, release);
  gathered.set(data.database, known);
  return known;
}

export async function releaseColumns({ columns }: InstanceData): Promise<CaseColumns> {
  return readCaseColumns(new Uint8Array(gunzipSync(await fs.readFile(path.join(RELEASE_FOLDER, columns.cases)))));
}

function gatherExplorer(benchmark: Benchmark, data: InstanceData, release: string): Promise<Prerendered> {
  return withDatabase(data.database, async (query) => {
    const list = await gatherList(query, await releaseColumns(data), {
      benchmark,
      id: benchmark.id,
      name: benchmark.name,
      licence: benchmark.data_licence,
      release,
      ...(data.lines === undefined ? {} : { lines: data.lines.holds }),
      words: data.postings !== undefined,
    });
    const choices = { ...list.choices, losses: await withWrongLosses(query, list.choices) };
    return { ...list, choices, lines: await firstLines(benchmark, data, list.first), texts: data.texts ?? null };
  });
}
