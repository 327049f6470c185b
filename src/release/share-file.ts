import fs, { constants } from 'node:fs';

/**
 * Links a file under a second name, which must be free, or copies it where the file system has no links. Both names may share their bytes
 * from then on, so neither may ever be written into: changed content goes into a new file.
 */
export function shareFile(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch {
    // Another file system, one without links, or too many links to this file. Any other fault stops the copy, too.
    fs.copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
}
