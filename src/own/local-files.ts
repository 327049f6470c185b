import { siteAddress } from '../client/address.ts';
import { fetchJson, request } from '../client/fetch.ts';
import type { DroppedFile } from './protocol.ts';

/** Gives what the server of `judgeboard view` wants to be told before it gives files; null where it did not open the page. */
const viewToken = (): string | null => new URLSearchParams(location.search).get('view');

/** Says whether `judgeboard view` opened the page. */
export const isView = (): boolean => viewToken() !== null;

/** Says whether a leaderboard opened the page, with files that were dropped there. */
export const isHanded = (): boolean => new URLSearchParams(location.search).has('handed');

/** Gives the files that `judgeboard view` was given, from the server on this machine. Throws ClientFailure. */
export async function localFiles(): Promise<DroppedFile[]> {
  // The command lists them.
  const folder = `own-files/${encodeURIComponent(viewToken() ?? '')}`;
  const names = (await fetchJson(siteAddress(`${folder}/list.json`), { freshness: 'current' })) as readonly string[];
  return Promise.all(
    names.map(async (name, i) => ({ name, blob: await (await request(siteAddress(`${folder}/${i}`))).blob() })),
  );
}
