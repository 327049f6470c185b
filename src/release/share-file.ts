import fs, { constants } from 'node:fs';

/**
 * Gives a file a second name beside its first, which must not be taken; where the file system cannot, copies it. Both names may be of the same bytes from then
 * on, so nothing may ever write into either: who wants others writes a new file.
 */
export function shareFile(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch {
    // Another file system, one without links, or one whose links of this file are used up. What else is wrong stops the copy, too.
    fs.copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
}
