import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WorkDatabase } from '../../../src/release/duckdb.ts';
import { writeWords } from '../../../src/release/instances/case-lines.ts';
import { WordIndex } from '../../../src/release/instances/case-words.ts';
import { HashedPages, ReleaseFiles } from '../../../src/release/writer.ts';
import { indexPath, PAGE_SIZE, shardPath } from '../../../src/schema/release-paths.ts';
import { scratch } from '../../scratch.ts';

const PARTS = 2 * PAGE_SIZE + 1;

async function write(out: string, textOf: (part: number) => string) {
  const pages = new HashedPages(new ReleaseFiles(out), (part, hash) => shardPath('mini', part, hash));
  for (let part = 0; part < PARTS; part++) await pages.add(part, JSON.stringify(textOf(part)));
  return pages.index(PARTS);
}

describe('index pages', () => {
  test('a changed part rewrites itself and its page, and no other file', async () => {
    const out = await fs.mkdtemp(path.join(os.tmpdir(), 'judgeboard-pages-'));
    onTestFinished(() => fs.rm(out, { recursive: true, force: true }));
    const before = await write(out, (part) => `part ${part}`);
    const names = new Set(await fs.readdir(out, { recursive: true }));
    const after = await write(out, (part) => (part === PAGE_SIZE + 3 ? 'another' : `part ${part}`));
    const added = (await fs.readdir(out, { recursive: true })).filter((name) => !names.has(name));
    expect(added.map((name) => name.replace(/\.[0-9a-f]{6,12}\./, '.*.')).sort()).toEqual([
      path.join('mini', 'shards', `${PAGE_SIZE + 3}.*.json.gz`),
      path.join('mini', 'shards', 'index-1.*.json'),
    ]);
    expect([0, 1, 2].map((page) => indexPath(before, page) === indexPath(after, page))).toEqual([true, false, true]);
  });
});

test('an index of words takes more of them than the database holds back at a time', async () => {
  const [CASES, WORDS] = [2500, 60];
  const out = await scratch();
  const work = await WorkDatabase.open(await scratch());
  const index = await WordIndex.open(work);
  for (let i = 0; i < CASES; i += 1) index.add(i, ['all', ...Array.from({ length: WORDS }, (_, k) => `w${i}x${k}`)]);
  const written = await writeWords(work, index, { files: new ReleaseFiles(out), benchmark: 'mini' });
  work.close();
  expect(written?.buckets).toBeGreaterThan(16);
  const files = (await fs.readdir(out, { recursive: true })).filter((name) => name.endsWith('.gz'));
  const buckets = await Promise.all(files.map(async (name) => gunzipSync(await fs.readFile(path.join(out, name)))));
  const found = buckets.flatMap((bytes) => Object.entries(JSON.parse(bytes.toString()) as Record<string, number[]>));
  expect(found).toHaveLength(CASES * WORDS + 1);
  expect(found.find(([word]) => word === 'all')?.[1]).toEqual([0, ...Array.from({ length: CASES - 1 }, () => 1)]);
  expect(found.find(([word]) => word === 'w1234x56')?.[1]).toEqual([1234]);
});
