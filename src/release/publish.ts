import { createHash } from 'node:crypto';
import { constants, readFileSync, statSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { filesOfSet, PACK_DIGITS } from '../schema/packs.ts';
import type { Manifest, ReleaseFile } from '../schema/release.ts';
import { entriesOf, filesBelow, makeFolder } from './folders.ts';
import { fileStream } from './input-run.ts';
import type { WrittenRelease } from './write-release.ts';
import { sha256 } from './writer.ts';

/** A file of a release that cannot be read back as it was listed. */
export interface FileDamage {
  /** As below `public/data`. */
  readonly name: string;
  /** What is wrong, in a sentence without its subject. */
  readonly reason: string;
}

const readErrorWords = (error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'is missing' : `cannot be read (${code ?? String(error)})`;
};

/** Computes the SHA-256 (hex) of a file's bytes, inflated where it is stored gzipped. Streams. */
async function inflatedHash(
  file: string,
  { bytes: size, inflated }: Pick<ReleaseFile, 'bytes' | 'inflated'>,
): Promise<string> {
  const hash = createHash('sha256');
  const consume = async (bytes: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of bytes) hash.update(chunk);
  };
  const source = fileStream(file, size);
  if (inflated !== undefined) await pipeline(source, createGunzip(), consume);
  else await pipeline(source, consume);
  return hash.digest('hex');
}

const OTHER_BYTES = 'holds other bytes than were written';

/** Looks for damage of a file, which not being readable is, too. */
async function damageFound(name: string, look: () => Promise<string | null>): Promise<FileDamage[]> {
  const reason = await look().catch(readErrorWords);
  return reason === null ? [] : [{ name, reason }];
}

export const damageOf = (
  folder: string,
  listed: Pick<ReleaseFile, 'path' | 'bytes' | 'sha256' | 'inflated'>,
): Promise<FileDamage[]> =>
  damageFound(listed.path, async () => {
    const file = path.join(folder, listed.path);
    const { size } = await fs.stat(file);
    if (size !== listed.bytes) return `has ${size} bytes and not ${listed.bytes}`;
    return (await inflatedHash(file, listed)) === listed.sha256 ? null : OTHER_BYTES;
  });

/** Gives what is wrong with a pack or an index, whose name holds the hash of its bytes. */
const packDamage = (folder: string, name: string): Promise<FileDamage[]> =>
  damageFound(name, async () => {
    const found = sha256(await fs.readFile(path.join(folder, name)));
    return name.includes(`.${found.slice(0, PACK_DIGITS)}.`) ? null : OTHER_BYTES;
  });

/**
 * Reads back what lies in a folder: every listed file by its size and the SHA-256 of its inflated bytes, and every pack and
 * index that the manifest leads to. Gives what is missing or different; a sound release gives none.
 */
export async function readBack(
  folder: string,
  { manifest, files }: { readonly manifest: Manifest; readonly files: readonly ReleaseFile[] },
): Promise<readonly FileDamage[]> {
  const damage: FileDamage[] = [];
  for (const file of files) damage.push(...(await damageOf(folder, file)));
  for (const { instances } of manifest.benchmarks)
    for (const set of [instances?.cases, instances?.lines, instances?.postings])
      if (set !== undefined) for (const name of filesOfSet(set)) damage.push(...(await packDamage(folder, name)));
  return damage;
}

const HASHED = /\.(?:[0-9a-f]{12}|[0-9a-f]{6})\./;
/** Ends the path of a file named by a hash, as all files of a release are that its list does not name: of an index page, or any other. */
const NAMED_BY_HASH = /(?:^|\/)index-\d+\.[0-9a-f]{6}\.json$|(?:^|[./])[0-9a-f]{12}\.[^/]+$/;
const MANIFEST = 'manifest.json';
const PARTIAL = '.partial';
/** Marks a folder into which a release is being written: a build that is interrupted leaves it behind. */
const WRITING = '.judgeboard-release';

/** What every manifest has had since the first, so that those of earlier versions are known as ours, too. */
const AnyManifest = z.looseObject({ schema: z.number(), release: z.string(), benchmarks: z.array(z.unknown()) });

/** As much of a manifest, and of the list that it names, as tells what files there are. */
const Listing = z.looseObject({ list: z.string() });
const ListedFiles = z.array(z.looseObject({ path: z.string() }));

/** Reads a file of JSON; null where it cannot be read. */
async function jsonIn(folder: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await fs.readFile(path.join(folder, name), 'utf8'));
  } catch {
    return null;
  }
}

/** Says whether the files of a folder, of which these are the names, are a release that may be replaced. */
export async function isRelease(folder: string, names: readonly string[]): Promise<boolean> {
  if (names.includes(WRITING)) return true;
  // A file that cannot be read as a manifest was not written by us.
  return names.includes(MANIFEST) && AnyManifest.safeParse(await jsonIn(folder, MANIFEST)).success;
}

/**
 * Says whether a file is there already. A hashed name says what is inside; of the others, most of them pictures, the bytes are compared.
 * There are thousands of files, and nothing else to do meanwhile: a promise for each costs ten times what the question does.
 */
function isThere(from: string, to: string, name: string): boolean {
  const [source, target] = [statSync(from), statSync(to, { throwIfNoEntry: false })];
  if (source.size !== target?.size) return false;
  return HASHED.test(name) || readFileSync(from).equals(readFileSync(to));
}

/** Copies beside the target and renames, so that nobody sees half a file. */
async function place(from: string, to: string): Promise<void> {
  await makeFolder(path.dirname(to));
  await fs.copyFile(from, `${to}${PARTIAL}`, constants.COPYFILE_FICLONE);
  await fs.rename(`${to}${PARTIAL}`, to);
}

/** Reads what a release that is there lists: its manifest, and its list of files. What cannot be read lists nothing. */
async function listedIn(folder: string): Promise<string[]> {
  const { data: manifest } = Listing.safeParse(await jsonIn(folder, MANIFEST));
  if (manifest === undefined) return [];
  const { data: files = [] } = ListedFiles.safeParse(await jsonIn(folder, manifest.list));
  return [manifest.list, ...files.map((file) => file.path)];
}

/** Gives the folder at the top in which a file of a release lies; of one in none its name without the hash. */
const placeOf = (name: string): string => /^[^/]+\//.exec(name)?.[0] ?? name.replace(/[0-9a-f]{12}/, '*');

/** Removes what is of an earlier release or of an interrupted build; files that somebody else put there stay. */
async function removeOthers(folder: string, wanted: ReadonlySet<string>, old: readonly string[]): Promise<void> {
  const known = new Set([...wanted, ...old, WRITING, MANIFEST]);
  // Somebody's file may be called like a hash, by a date or a word.
  const places = new Set([...known].map(placeOf));
  const isOurs = (name: string): boolean => {
    const whole = name.endsWith(PARTIAL) ? name.slice(0, -PARTIAL.length) : name;
    return known.has(whole) || (NAMED_BY_HASH.test(whole) && places.has(placeOf(whole)));
  };
  const others = (await filesBelow(folder)).filter((name) => !wanted.has(name));
  for (const name of others) if (isOurs(name)) await fs.rm(path.join(folder, name));
  const paths = (await entriesOf(folder, true))
    .filter((e) => e.isDirectory())
    .map((e) => path.join(e.parentPath, e.name));
  for (const below of paths.sort((a, b) => b.length - a.length)) {
    if ((await fs.readdir(below)).length === 0) await fs.rmdir(below);
  }
}

/** Reads back what was placed and places what is damaged once more. Returns what is still not as it was listed. */
async function checkPlaced(
  out: string,
  sources: ReadonlyMap<string, string>,
  release: Pick<WrittenRelease, 'manifest' | 'files'>,
): Promise<readonly FileDamage[]> {
  const damaged = await readBack(out, release);
  if (damaged.length === 0) return [];
  for (const { name } of damaged) {
    const from = sources.get(name);
    if (from !== undefined) await place(from, path.join(out, name));
  }
  return readBack(out, release);
}

/**
 * Makes `out` hold the files of the folders, which together are one release, and none of an earlier one. What is there already is not written
 * again. Hashed files come first, then the few with fixed names; then every file that `release` lists is read back, and only if all
 * are as they were written comes the manifest, and last the old files go: whenever this is interrupted, the manifest in `out` names
 * files that are all there. Gives what could not be read back; then the last release stays.
 */
export async function publishRelease(
  folders: readonly string[],
  out: string,
  release: Pick<WrittenRelease, 'manifest' | 'files'> | null,
): Promise<readonly FileDamage[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => (await filesBelow(folder)).map((name) => ({ folder, name }))),
  );
  const rank = (name: string): number => (name === MANIFEST ? 2 : HASHED.test(name) ? 0 : 1);
  const files = lists.flat().sort((a, b) => rank(a.name) - rank(b.name));
  await makeFolder(out);
  const old = await listedIn(out);
  await fs.writeFile(path.join(out, WRITING), '');
  const put = async (folder: string, name: string): Promise<void> => {
    const [from, to] = [path.join(folder, name), path.join(out, name)];
    if (!isThere(from, to, name)) await place(from, to);
  };
  for (const { folder, name } of files) if (name !== MANIFEST) await put(folder, name);
  const sources = new Map(files.map(({ folder, name }) => [name, path.join(folder, name)]));
  const damage = release === null ? [] : await checkPlaced(out, sources, release);
  if (damage.length > 0) return damage;
  for (const { folder, name } of files) if (name === MANIFEST) await put(folder, name);
  await removeOthers(out, new Set(files.map(({ name }) => name)), old);
  return [];
}
