import fs from 'node:fs/promises';
import path from 'node:path';

/** Returns null for a missing file; throws any other error. */
export const nullIfMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/**
 * Makes a folder and those above it, one after the other. Node's own recursive way never ends where a file system answers that the
 * folder above is not there although it is, as /proc does. Throws the errors of the file system.
 */
export async function makeFolder(folder: string): Promise<void> {
  const whole = path.resolve(folder);
  if ((await fs.stat(whole).catch(nullIfMissing)) !== null) {
    // If a file is in its way, the error names it.
    await fs.readdir(whole);
    return;
  }
  if (path.dirname(whole) !== whole) await makeFolder(path.dirname(whole));
  await fs.mkdir(whole).catch((error: NodeJS.ErrnoException) => {
    // Another process may have been faster.
    if (error.code !== 'EEXIST') throw error;
  });
}

/**
 * Says why a command must not write into a folder, in a sentence; null when it may: the folder is not there yet, is empty, or `isOurs` says of
 * the names in it that this command made it. A mistyped `--out` therefore deletes nobody's files.
 */
export async function refusalOf(
  folder: string,
  command: string,
  isOurs: (names: readonly string[]) => boolean | Promise<boolean>,
): Promise<string | null> {
  const stat = await fs.stat(folder).catch(nullIfMissing);
  if (stat === null) return null;
  if (!stat.isDirectory()) return `${folder} is no folder`;
  const names = await fs.readdir(folder);
  if (names.length === 0 || (await isOurs(names))) return null;
  return `${folder} holds files that \`judgeboard ${command}\` did not make; choose an empty folder`;
}
