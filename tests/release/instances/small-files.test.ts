import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { KeptResults } from '../../../src/release/instances/kept.ts';
import { SmallFiles } from '../../../src/release/instances/small-files.ts';
import { scratch } from '../../scratch.ts';
import { built, filesBelow, instances, judgments, lines, project, writeFiles } from './project.ts';
import { fromClean, released } from './released.ts';

/** Some shards, and some blocks of lines. */
const CASES = 600;
/** These are linked: shards, lines, words, pictures and small pictures. */
const KINDS = ['lines', 'media', 'shards', 'thumbs', 'words'];

let root: string;

/** Folders of parts, the last one made first. */
async function parts(): Promise<readonly string[]> {
  const cache = path.join(root, '.cache', 'release');
  const names = await fs.readdir(cache);
  const dated = await Promise.all(
    names.map(async (name) => ({ name, time: (await fs.stat(path.join(cache, name))).mtimeMs })),
  );
  return dated.sort((a, b) => b.time - a.time).map(({ name }) => path.join(cache, name, 'files'));
}

/** The files of a kind but its lists. */
const smallOf = (kind: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => name.startsWith(`mini/${kind}/`) && !name.includes('/index-'));

/** Inodes of the files below a folder, by their names. */
async function inodes(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = await filesBelow(folder);
  return new Map(
    await Promise.all(names.map(async (name) => [name, (await fs.stat(path.join(folder, name))).ino] as const)),
  );
}

/** Changes what the second run says of one case. */
const change = (at: number, verdict = 'b'): Promise<void> =>
  writeFiles(
    root,
    new Map([
      [
        'data/mini/runs/two/judgments.jsonl',
        lines(judgments(CASES, 'Second').map((row, i) => (i === at ? { ...row, verdict } : row))),
      ],
    ]),
  );

beforeAll(async () => {
  const noise = Buffer.from(Array.from({ length: 600 * 400 * 3 }, (_, i) => (i * 7919) % 251));
  const large = await sharp(noise, { raw: { width: 600, height: 400, channels: 3 } })
    .png()
    .toBuffer();
  const rows = instances(CASES).map((row, i) =>
    i === 5 ? { ...row, media: [{ src: 'large.png', alt: 'noise' }] } : row,
  );
  const files = { 'data/mini/instances.jsonl': lines(rows), 'data/mini/media/large.png': large };
  root = await project(files, CASES);
  await released(root);
}, 300_000);

test('files that a change leaves as they are have a second name and no second copy', async () => {
  await change(7);
  const out = await released(root);
  const [now = '', before = ''] = await parts();
  const [mine, last] = [await inodes(now), await inodes(before)];
  for (const kind of KINDS) {
    const own = smallOf(kind, [...mine.keys()]);
    const linked = own.filter((name) => last.get(name) === mine.get(name));
    // One shard and one block of lines tell of the changed case.
    expect([kind, own.length - linked.length]).toEqual([kind, kind === 'shards' || kind === 'lines' ? 1 : 0]);
    expect(linked.length, kind).toBeGreaterThan(0);
  }
  expect(out).toEqual(await fromClean(root));
}, 300_000);

test('what is published, read or kept elsewhere has one name: who writes into it changes no part', async () => {
  const { out } = await built(root);
  for (const folder of [out, path.join(root, 'data'), path.join(root, '.cache', 'kept')])
    for (const name of await filesBelow(folder)) expect((await fs.stat(path.join(folder, name))).nlink, name).toBe(1);
}, 300_000);

const DAMAGES: readonly ((file: string) => Promise<unknown>)[] = [
  async (file) => fs.truncate(file, Math.floor((await fs.stat(file)).size / 2)),
  // Other bytes, as many and as old.
  async (file) => {
    const { atime, mtime } = await fs.stat(file);
    const bytes = await fs.readFile(file);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 255;
    await fs.writeFile(file, bytes);
    await fs.utimes(file, atime, mtime);
  },
  (file) => fs.rm(file),
  // A folder in its place.
  async (file) => {
    await fs.rm(file);
    await fs.mkdir(file);
  },
];

test('files of the last part that are damaged or gone are made anew, byte for byte', async () => {
  for (const from of [0, 1]) {
    const [last = ''] = await parts();
    const names = await filesBelow(last);
    for (const kind of KINDS) {
      const own = smallOf(kind, names);
      expect(own, kind).not.toEqual([]);
      // Of a kind with a single file this damages it in two ways, one after the other.
      for (const [i, name] of own.entries()) await DAMAGES[(from + i) % DAMAGES.length]?.(path.join(last, name));
    }
    await change(100 + from);
    expect(await released(root)).toEqual(await fromClean(root));
  }
}, 300_000);

test('a last part that is gone, or of which the list is damaged, is done without', async () => {
  await fs.rm(path.join(root, '.cache', 'release'), { recursive: true });
  await change(200);
  expect(await released(root)).toEqual(await fromClean(root));
  const [kept = ''] = await fs.readdir(path.join(root, '.cache', 'kept'));
  const folder = path.join(root, '.cache', 'kept', kept);
  for (const name of await fs.readdir(folder)) {
    const bytes = await fs.readFile(path.join(folder, name));
    if (bytes.includes('"part":"mini-')) await fs.writeFile(path.join(folder, name), bytes.subarray(0, -9));
  }
  await change(201);
  expect(await released(root)).toEqual(await fromClean(root));
}, 300_000);

test('two builds at once, one of which removes what the other takes from, both make the release', async () => {
  await change(300);
  const clean = await fromClean(root);
  const both = await Promise.all([released(root), released(root)]);
  expect(both).toEqual([clean, clean]);
}, 300_000);

/** Small files of a part that follows one with these files. */
async function after(files: Readonly<Record<string, string>>): Promise<readonly [small: SmallFiles, out: string]> {
  const folder = await scratch();
  const cache = path.join(folder, 'cache');
  const kept = new KeptResults(path.join(folder, 'kept'));
  const first = new SmallFiles(path.join(cache, 'first', 'files'), { kept, cache });
  for (const [name, content] of Object.entries(files)) first.write(name, content);
  await first.keep(kept, 'first');
  const out = path.join(cache, 'second', 'files');
  return [new SmallFiles(out, { kept, cache }), out];
}

test('a file is taken or written once, and never written into', async () => {
  const [small, out] = await after({ 'a/one.bin': 'one' });
  expect([small.again('a/one.bin'), small.again('a/one.bin'), small.again('a/two.bin')]).toEqual([true, true, false]);
  small.write('a/one.bin', 'other');
  expect(await fs.readFile(path.join(out, 'a/one.bin'), 'utf8')).toBe('one');
  expect((await fs.stat(path.join(out, 'a/one.bin'))).nlink).toBe(2);
});

test('that there is none is found once', async () => {
  const [small, out] = await after({ 'thumbs/none.webp': '' });
  const make = (): Promise<Uint8Array> => Promise.reject(new Error('made again'));
  expect(await small.put('thumbs/none.webp', make)).toBe(false);
  expect(await small.put('thumbs/new.webp', async () => new Uint8Array())).toBe(false);
  expect(await small.put('thumbs/some.webp', async () => new Uint8Array([1]))).toBe(true);
  expect(await filesBelow(out)).toEqual([path.join('thumbs', 'some.webp')]);
});
