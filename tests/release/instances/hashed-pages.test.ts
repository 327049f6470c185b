import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HashedPages, SmallFiles } from '../../../src/release/instances/small-files.ts';
import { indexPath, PAGE_SIZE, shardPath } from '../../../src/schema/release-paths.ts';

const PARTS = 2 * PAGE_SIZE + 1;

async function write(out: string, textOf: (part: number) => string) {
  const pages = new HashedPages(new SmallFiles(out), (part, hash) => shardPath('mini', part, hash));
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
