import { constants, type Dirent } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

const HASHED = /\.(?:[0-9a-f]{12}|[0-9a-f]{6})\./;
const MANIFEST = 'manifest.json';
const PARTIAL = '.partial';

const absent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** Every file below a folder, relative, with `/`. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries: Dirent[] = (await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(absent)) ?? [];
  return entries
    .filter((e) => e.isFile())
    .map((e) => path.relative(folder, path.join(e.parentPath, e.name)).split(path.sep).join('/'));
}

/** A hashed name says what is inside; of the few others the bytes are compared. */
async function isThere(from: string, to: string, name: string): Promise<boolean> {
  const [source, target] = await Promise.all([fs.stat(from), fs.stat(to).catch(absent)]);
  if (target === null || source.size !== target.size) return false;
  return HASHED.test(name) || (await fs.readFile(from)).equals(await fs.readFile(to));
}

/** Copies beside the target and renames, so that a file is never seen half. */
async function place(from: string, to: string): Promise<void> {
  await fs.mkdir(path.dirname(to), { recursive: true });
  await fs.copyFile(from, `${to}${PARTIAL}`, constants.COPYFILE_FICLONE);
  await fs.rename(`${to}${PARTIAL}`, to);
}

async function removeOthers(folder: string, wanted: ReadonlySet<string>): Promise<void> {
  for (const name of await filesBelow(folder)) if (!wanted.has(name)) await fs.rm(path.join(folder, name));
  const folders = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const paths = folders.filter((e) => e.isDirectory()).map((e) => path.join(e.parentPath, e.name));
  for (const below of paths.sort((a, b) => b.length - a.length)) {
    if ((await fs.readdir(below)).length === 0) await fs.rmdir(below);
  }
}

/**
 * Makes `out` hold exactly the files of the folders, which together are one release. What is there already is not written
 * again. Hashed files come first, then the few with fixed names, the manifest last, and only then old files go: whenever this
 * is interrupted, the manifest in `out` names files that are all there.
 */
export async function publishRelease(folders: readonly string[], out: string): Promise<void> {
  const lists = await Promise.all(
    folders.map(async (folder) => (await filesBelow(folder)).map((name) => ({ folder, name }))),
  );
  const rank = (name: string): number => (name === MANIFEST ? 2 : HASHED.test(name) ? 0 : 1);
  const files = lists.flat().sort((a, b) => rank(a.name) - rank(b.name));
  for (const { folder, name } of files) {
    const [from, to] = [path.join(folder, name), path.join(out, name)];
    if (!(await isThere(from, to, name))) await place(from, to);
  }
  await removeOthers(out, new Set(files.map(({ name }) => name)));
}
