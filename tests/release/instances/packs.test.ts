import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { WorkDatabase } from '../../../src/release/duckdb.ts';
import { writeWords } from '../../../src/release/instances/case-lines.ts';
import { WordIndex } from '../../../src/release/instances/case-words.ts';
import { PackWriter } from '../../../src/release/instances/packs.ts';
import { membersOfKey } from '../../../src/release/read-packs.ts';
import { ReleaseFiles } from '../../../src/release/writer.ts';
import { encodeIndex, filesOfSet, indexRange, membersIn, packPath, placeOfKey } from '../../../src/schema/packs.ts';
import { hash32 } from '../../../src/schema/release-paths.ts';
import { inNode } from '../../browser/client/release.ts';
import { scratch } from '../../scratch.ts';

/** What anybody has who gets such a file. */
const READER = 'zcat';
const PARTS = 300;

function write(out: string, textOf: (part: number) => string) {
  const to = { count: PARTS, bytes: 3 * 4 * 2 ** 20 };
  const packs = new PackWriter(new ReleaseFiles(out), 'mini/cases/*.jsonl.gz', to);
  const tails = Array.from({ length: PARTS }, (_, part) =>
    packs.add(hash32(`i${part}`), `{"a":"${textOf(part)}",`, `"list":[${part}]}\n`),
  );
  return { set: packs.close('hashed'), tails };
}

describe('packs', () => {
  test('a changed member rewrites its pack and the index, and no other file', async () => {
    const out = await scratch();
    write(out, (part) => `part ${part}`);
    const names = new Set(await fs.readdir(out, { recursive: true }));
    write(out, (part) => (part === 150 ? 'another' : `part ${part}`));
    const added = (await fs.readdir(out, { recursive: true })).filter((name) => !names.has(name));
    expect(added.map((name) => name.replace(/\.[0-9a-f]{12}\./, '.*.')).sort()).toEqual([
      path.join('mini', 'cases', '1.*.jsonl.gz'),
      path.join('mini', 'cases', 'index.*.bin'),
    ]);
  });

  test('zcat and DuckDB read a pack as JSON lines; a member is found by its key, and its end is inflated alone', async () => {
    const out = await scratch();
    const { set, tails } = write(out, (part) => `part ${part}`);
    const names = filesOfSet(set).filter((name) => name.endsWith('.gz'));
    expect(names).toHaveLength(3);
    const texts = names.map((name) => execFileSync(READER, [path.join(out, name)]).toString());
    const rows = texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => JSON.parse(line) as object);
    expect(rows).toEqual(Array.from({ length: PARTS }, (_, part) => ({ a: `part ${part}`, list: [part] })));
    const sql = `SELECT count(*)::INTEGER AS n, sum(list[1])::INTEGER AS s FROM read_json('${path.join(out, 'mini/cases/*.jsonl.gz')}')`;
    expect(await inNode(path.join(out, 'x.duckdb'), [sql])).toEqual([{ n: PARTS, s: (PARTS * (PARTS - 1)) / 2 }]);
    for (const part of [0, 7, 299]) {
      expect(await membersOfKey(out, set, hash32(`i${part}`))).toEqual([{ a: `part ${part}`, list: [part] }]);
      const [pack, start, length] = tails[part] ?? [0, 0, 0];
      const bytes = await fs.readFile(path.join(out, packPath(set, pack)));
      expect(inflateRawSync(bytes.subarray(start, start + length)).toString()).toBe(`"list":[${part}]}\n`);
    }
    expect(await membersOfKey(out, set, hash32('nobody'))).toEqual([]);
  });

  test('the stretch of the index that a page asks for holds every key, at any size', async () => {
    for (const count of [1, 128, 129, 4000]) {
      const keys = Array.from({ length: count }, (_, i) => hash32(`case ${i}`)).sort((a, b) => a - b);
      const members = keys.map((key) => ({ key, at: [0, key, 1, 'abcdefabcdef'] as const }));
      const bytes = encodeIndex(members, (one) => createHash('sha256').update(one).digest('hex'));
      const about = { path: '', index: '', packs: '', members: count };
      const away = keys.map((key, i) => Math.abs(placeOfKey(key, { ...about, slack: 0 }) - i));
      const set = { ...about, slack: Math.max(...away) };
      for (const key of keys) {
        const [from, to] = indexRange(set, key);
        expect(membersIn(bytes.subarray(from, to)).some((one) => one.key === key && one.at[1] === key)).toBe(true);
        expect(to).toBeLessThanOrEqual(bytes.length);
      }
      expect(membersIn(bytes)).toEqual(members);
      for (const i of [0, count - 1])
        expect(membersIn(bytes.subarray(...indexRange(about, i))).length).toBeGreaterThan(0);
    }
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
  expect(written?.members).toBeGreaterThan(16);
  const files = (await fs.readdir(out, { recursive: true })).filter((name) => name.endsWith('.gz'));
  const buckets = await Promise.all(files.map(async (name) => gunzipSync(await fs.readFile(path.join(out, name)))));
  const lines = buckets.flatMap((bytes) => bytes.toString().trimEnd().split('\n'));
  const found = lines.flatMap((line) => Object.entries(JSON.parse(line) as Record<string, number[]>));
  expect(found).toHaveLength(CASES * WORDS + 1);
  expect(found.find(([word]) => word === 'all')?.[1]).toEqual([0, ...Array.from({ length: CASES - 1 }, () => 1)]);
  expect(found.find(([word]) => word === 'w1234x56')?.[1]).toEqual([1234]);
});
