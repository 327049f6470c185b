import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, nullIfMissing } from './own-folder.ts';
import { isRunning } from './running.ts';

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Gives the process that made a scratch folder with such a beginning of its name; null for other names. */
function makerOf(name: string, prefix: string): number | null {
  const pid = name.startsWith(prefix) ? /^(\d+)-[0-9a-f]{8}$/.exec(name.slice(prefix.length))?.[1] : undefined;
  return pid === undefined ? null : Number(pid);
}

/** Says whether a name is that of a scratch folder. */
export const isScratch = (name: string, prefix: string): boolean => makerOf(name, prefix) !== null;

/** Removes the scratch folders of processes that were killed before they were done. */
async function removeLeft(folder: string, prefix: string): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    const maker = makerOf(name, prefix);
    if (maker !== null && !isRunning(maker)) await fs.rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/** Gives the folder that a path leads to, links followed, so that what is put there does not take the place of a link. */
export const realFolder = async (folder: string): Promise<string> =>
  (await fs.realpath(folder).catch(nullIfMissing)) ?? path.resolve(folder);

/**
 * Gives `work` a new folder in `folder`, to write in and to take files from when they are whole. It is gone when the work ends, fails or is
 * stopped by Ctrl-C; what was killed leaves it until the next one.
 */
export async function withScratch<T>(
  folder: string,
  prefix: string,
  work: (scratch: string) => Promise<T>,
): Promise<T> {
  await makeFolder(folder);
  await removeLeft(folder, prefix);
  const scratch = path.join(folder, `${prefix}${process.pid}-${randomUUID().slice(0, 8)}`);
  const stop = (signal: keyof typeof EXIT_CODES): void => {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 2 });
    process.exit(EXIT_CODES[signal]);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    await makeFolder(scratch);
    return await work(scratch);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    await fs.rm(scratch, { recursive: true, force: true });
  }
}
