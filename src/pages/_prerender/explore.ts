import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type CaseColumns, readCaseColumns } from '../../cases/columns/layout.ts';
import { withWrongLosses } from '../../cases/gather.ts';
import { gatherList, type Prerendered } from '../../explore/gather-list.ts';
import { withDuckDB } from '../../release/duckdb.ts';
import { RELEASE_FOLDER } from '../../release/read.ts';
import { membersOfKey } from '../../release/read-packs.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { InstanceData } from '../../schema/release.ts';
import { type CaseText, hash32, wholeCase } from '../../schema/release-paths.ts';
import type { Case, StoredCase } from '../../schema/stored-case.ts';
import { contentNote } from '../../schema/words.ts';
import type { Query } from '../../sql/query.ts';

export const withDatabase = <T>(file: string, use: (query: Query) => Promise<T>): Promise<T> =>
  withDuckDB(path.join(RELEASE_FOLDER, file), use);

/** Reads a case with its texts; null where the release does not hold it. */
export async function caseOfRelease({ cases }: InstanceData, id: string): Promise<Case | null> {
  const found = await membersOfKey<StoredCase>(RELEASE_FOLDER, cases, hash32(id));
  const one = found.find(({ instance }) => instance === id);
  return one === undefined ? null : wholeCase(one);
}

/**
 * Gives the lines of the first cases, in their order, without answers, since no judge is asked for. Nothing where a note stands before
 * prompts: the note needs scripts, and so must the prompts behind it.
 */
async function firstLines(
  benchmark: Benchmark,
  { lines, texts }: InstanceData,
  first: Prerendered['first'],
): Promise<CaseText[]> {
  if (lines === undefined || contentNote(benchmark, texts) !== null) return [];
  return Promise.all(
    first.map(async ({ instance, _place }) => {
      const [line] = await membersOfKey<CaseText>(RELEASE_FOLDER, lines, _place);
      if (line === undefined) throw new Error(`${benchmark.id} has no line of the case ${instance}`);
      return { ...line, said: [] };
    }),
  );
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
