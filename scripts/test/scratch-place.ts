import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux's folder for files in memory. */
const IN_MEMORY = '/dev/shm';
/** Bytes free there from which on tests cannot fill it: at once they need about one gigabyte. */
const ROOM = 8 * 2 ** 30;

/** The folder for what tests write and throw away: in memory where a machine has plenty, since a small release waits for its disk hundreds of times. */
export function scratchPlace(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize < ROOM ? tmpdir() : IN_MEMORY;
}
