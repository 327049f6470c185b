import fs from 'node:fs/promises';
import path from 'node:path';
import { RECORD_KINDS } from '../records/kinds.ts';
import { IMPORT_FILE } from '../schema/import.ts';
import { nullIfMissing } from './own-folder.ts';
import { realFolder } from './scratch-folder.ts';
import { replaceFolder } from './writer.ts';

/** Files that an import writes. */
const IMPORTED_FILES: ReadonlySet<string> = new Set([
  'run.yaml',
  'published.csv',
  IMPORT_FILE,
  ...RECORD_KINDS.map((kind) => `${kind}.jsonl`),
]);

/** Files by which a run folder is known; an import that could not name its run writes the last one only. */
const RUN_FILES = ['run.yaml', 'published.csv', IMPORT_FILE];

/** Says why a run folder with these names must not be replaced, in a sentence; null when an import wrote all of it. */
function foreignIn(out: string, names: readonly string[]): string | null {
  if (!names.includes(IMPORT_FILE))
    return `${out} is a run folder that no import wrote (there is no ${IMPORT_FILE} in it); choose another --out`;
  const others = names.filter((name) => !IMPORTED_FILES.has(name));
  return others.length === 0
    ? null
    : `${out} holds what no import wrote: ${others.join(', ')}; put it elsewhere, or choose another --out`;
}

const isInside = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}${path.sep}`);

/**
 * Says why an import from `from` may not write the folder `out`, in a sentence; null when it may: nothing is there, or `replace` is said and an earlier import
 * wrote all of it. A mistyped --out therefore deletes nobody's files.
 */
export async function runPlaceRefusal(
  out: string,
  { from, replace }: { readonly from: string; readonly replace: boolean },
): Promise<string | null> {
  const stat = await fs.stat(out).catch(nullIfMissing);
  if (stat === null) {
    const link = await fs.lstat(out).catch(nullIfMissing);
    return link === null ? null : `${out} is a link that leads nowhere; choose another --out`;
  }
  const names = stat.isDirectory() ? (await fs.readdir(out)).sort() : [out];
  if (names.length === 0) return null;
  if (!RUN_FILES.some((name) => names.includes(name)))
    return `${out} exists and is no run folder; choose another --out`;
  if (!replace) return `${out} exists; say --replace to write it anew`;
  if (isInside(await fs.realpath(from), await fs.realpath(out)))
    return `${out} is what --in reads; choose another --out`;
  return foreignIn(out, names);
}

/** Moves a whole run folder to its place. Without `replace` that place must be free still: another process may have been faster. */
export async function placeRun(
  scratch: string,
  out: string,
  { replace }: { readonly replace: boolean },
): Promise<void> {
  const place = await realFolder(out);
  if (replace) return replaceFolder(scratch, place);
  // Removes an empty folder, and no other.
  await fs.rmdir(place).catch(nullIfMissing);
  await fs.rename(scratch, place);
}
