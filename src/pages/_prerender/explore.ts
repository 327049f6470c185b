import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { FIRST_CASES, gatherList } from '../../explore/gather-list.ts';
import type { Prerendered } from '../../explore/prerendered.ts';
import { RELEASE_FOLDER } from '../../release/read.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import { contentNote } from '../../schema/content-note.ts';
import { CaseLines } from '../../schema/page-files.ts';
import type { InstanceData } from '../../schema/release.ts';
import { indexPath, linesPath, PAGE_SIZE } from '../../schema/release-paths.ts';
import { IndexPage } from '../../schema/shard.ts';
import type { Query } from '../../sql/query.ts';
import { literal } from '../../sql/quote.ts';

/** Opens a database of the release, inflated into a folder of its own where it is stored gzipped. */
export async function withDatabase<T>(file: string, use: (query: Query) => Promise<T>): Promise<T> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'judgeboard-explore-'));
  const stored = path.join(RELEASE_FOLDER, file);
  const plain = file.endsWith('.gz') ? path.join(folder, 'cases.duckdb') : stored;
  try {
    if (plain !== stored) await fs.writeFile(plain, gunzipSync(await fs.readFile(stored)));
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    try {
      await connection.run(`ATTACH ${literal(plain)} AS cases (READ_ONLY)`);
      await connection.run('USE cases');
      return await use(async (sql, params = []) =>
        (await connection.runAndReadAll(sql, [...params])).getRowObjectsJS(),
      );
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/**
 * Gives what the list says of the first cases, without the answers, which no judge is asked for. Nothing where a note stands before prompts: the note
 * needs scripts, and so must what it stands before.
 */
async function firstLines(benchmark: Benchmark, { lines, texts }: InstanceData): Promise<CaseLines> {
  if (contentNote(benchmark, texts) !== null) return [];
  const found: CaseLines = [];
  for (let block = 0; lines !== undefined && found.length < FIRST_CASES; block += 1) {
    const page = await fs.readFile(
      path.join(RELEASE_FOLDER, indexPath(lines.index, Math.floor(block / PAGE_SIZE))),
      'utf8',
    );
    const hash = IndexPage.parse(JSON.parse(page))[block % PAGE_SIZE];
    if (!hash) break;
    const json = gunzipSync(
      await fs.readFile(path.join(RELEASE_FOLDER, linesPath(benchmark.id, block, hash))),
    ).toString();
    found.push(...CaseLines.parse(JSON.parse(json)));
  }
  return found.slice(0, FIRST_CASES).map((line) => ({ ...line, said: [] }));
}

/** Gives what the explorer of a benchmark shows before any script runs, from its database in the release. */
export function prerender(benchmark: Benchmark, data: InstanceData, release: string): Promise<Prerendered> {
  return withDatabase(data.database, async (query) => ({
    ...(await gatherList(query, benchmark, {
      benchmark: benchmark.id,
      name: benchmark.name,
      licence: benchmark.data_licence,
      release,
      ...(data.lines === undefined ? {} : { lines: data.lines.holds }),
      words: data.postings !== undefined,
    })),
    lines: await firstLines(benchmark, data),
    texts: data.texts ?? null,
  }));
}
