import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { RELEASE_FOLDER, type Release } from '../../release/read.ts';
import { boardName } from '../../schema/board.ts';
import { compareReleases, type DatedValue, datedFile, datedValues, UnreadRelease } from '../../schema/dated-release.ts';
import { type ChangesData, datedPath, openingPair } from '../../site/changes/changes.ts';
import { nameHash } from './benchmark.ts';
import type { ReadRelease } from './changes-feed.ts';

/** Reads the values of a release; null where another version wrote them. */
async function readValues(file: string): Promise<readonly DatedValue[] | null> {
  const bytes = await fs.readFile(path.join(RELEASE_FOLDER, file));
  try {
    return datedValues(path.basename(file, '.csv.gz'), gunzipSync(bytes).toString());
  } catch (error) {
    if (error instanceof UnreadRelease) return null;
    throw error;
  }
}

/** Gives what the page of changes shows, and the name of the file by which its script knows it. */
export async function changesFile({ dated, boards }: Pick<Release, 'dated' | 'boards'>) {
  const { from, to } = openingPair(dated);
  const [was, is] = await Promise.all([from, to].map((id) => readValues(datedPath(id, dated))));
  const isThere = dated.releases.length > 0 && was !== null && was !== undefined && is !== null && is !== undefined;
  const data: ChangesData = {
    dated,
    boards: Object.fromEntries(boards.map((board) => [`${board.benchmark}/${board.table}`, boardName(board)])),
    opening: isThere ? compareReleases(was, is, dated) : null,
  };
  const text = JSON.stringify(data);
  return { data, text, name: `changes.${nameHash(text)}` };
}

/** Reads all dated releases, for the feed. */
export const readDated = ({ dated }: Pick<Release, 'dated'>): Promise<readonly ReadRelease[]> =>
  Promise.all(dated.releases.map(async (one) => ({ ...one, values: await readValues(datedFile(one.id)) })));
