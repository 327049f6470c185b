import { type DatedReleases, type DatedValue, datedValues, hashOfId, UnreadRelease } from '../schema/dated-release.ts';
import { ClientFailure } from './failure.ts';
import { fetchBytes, fetchJson, siteAddress } from './fetch.ts';
import { dataAddress } from './manifest.ts';
import { sharedByKey } from './shared.ts';

/** Fetches which dated releases the site has. Throws ClientFailure. */
export const loadDatedReleases = async (): Promise<DatedReleases> =>
  (await fetchJson(siteAddress('changes/releases.json'), { freshness: 'current' })) as DatedReleases;

const read = sharedByKey<readonly DatedValue[]>(4);

/** Fetches the values of a release from its file below `data/`, verified by the hash that its name ends with. Throws ClientFailure. */
export const loadDatedValues = (file: string): Promise<readonly DatedValue[]> =>
  read(file, async () => {
    const name = file.replace(/^.*\/|\.csv\.gz$/g, '');
    const sha256 = name.startsWith('values.') ? name.slice('values.'.length) : hashOfId(name);
    const bytes = await fetchBytes(dataAddress(file), { sha256, freshness: 'immutable' });
    try {
      return datedValues(name, new TextDecoder().decode(bytes));
    } catch (error) {
      if (!(error instanceof UnreadRelease)) throw error;
      const todo = 'Its file, which can still be downloaded, is on the page of files.';
      throw new ClientFailure('unknown-id', { what: 'This release cannot be compared.', why: error.message, todo });
    }
  });
