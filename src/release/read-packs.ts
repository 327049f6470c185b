import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { indexPath, membersIn, packPath } from '../schema/packs.ts';
import type { PackSet } from '../schema/stored-case.ts';

/** Reads the members with a key from the release in a folder; none where it has no such member. */
export async function membersOfKey<T>(folder: string, set: PackSet, key: number): Promise<T[]> {
  const members = membersIn(new Uint8Array(await fs.readFile(path.join(folder, indexPath(set)))));
  const found = members.filter((one) => one.key === key && one.at[2] > 0);
  return Promise.all(
    found.map(async ({ at: [pack, start, length] }) => {
      const bytes = await fs.readFile(path.join(folder, packPath(set, pack)));
      return JSON.parse(gunzipSync(bytes.subarray(start, start + length)).toString()) as T;
    }),
  );
}
