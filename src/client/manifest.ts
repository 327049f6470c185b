import type { InstanceData, Manifest } from '../schema/release.ts';
import { RELEASE_SCHEMA } from '../schema/release-paths.ts';
import { ClientFailure, damaged, staleRelease } from './failure.ts';
import { type Bytes, type FetchOptions, fetchBytes, fetchJson, siteAddress } from './fetch.ts';
import { type CaseFilesData, localFile, localRelease } from './local-release.ts';
import { shared } from './shared.ts';

const MANIFEST = 'manifest.json';

export const dataAddress = (path: string): string => siteAddress(`data/${path}`);

/** Reads the release that the page was prerendered from, or null where the page does not say (`<meta name="release">`). */
export function pageRelease(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? null;
}

async function fetchManifest(): Promise<Manifest> {
  const value = await fetchJson(dataAddress(MANIFEST), { freshness: 'current' });
  const schema = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : undefined;
  if (schema !== RELEASE_SCHEMA) {
    throw staleRelease(`The data has the form of version ${schema}, this page reads version ${RELEASE_SCHEMA}.`);
  }
  // The one file without a hash: its own form is looked at.
  const { release, benchmarks }: Partial<Record<string, unknown>> = { ...(value as object) };
  if (typeof release !== 'string' || !Array.isArray(benchmarks))
    throw damaged(dataAddress(MANIFEST), 'It is no manifest of a release.');
  const manifest = value as Manifest;
  const page = pageRelease();
  if (page !== null && page !== manifest.release) {
    throw staleRelease(`The page shows release ${page}, the server has ${manifest.release}.`);
  }
  return manifest;
}

const manifest = shared(fetchManifest);

/** Fetches the manifest of the current release, once per page. Throws ClientFailure. */
export const loadManifest = manifest.get;

/** A file that a manifest names is gone: most often because another release has taken its place. */
async function explain(error: unknown): Promise<unknown> {
  if (!(error instanceof ClientFailure) || error.kind !== 'not-found') return error;
  const [known, current] = await Promise.all([loadManifest(), fetchManifest()]);
  if (known.release === current.release) return error;
  return staleRelease(`The page reads release ${known.release}, the server has ${current.release}.`);
}

/** Gives the work's result; a file that is gone after a new deploy is reported as `stale-release`. */
export async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw await explain(error).catch((other: unknown) => (other instanceof ClientFailure ? other : error));
  }
}

const HASH_IN_NAME = /\.([0-9a-f]{12}|[0-9a-f]{6})\.[^/]*$/;

/** Fetches a JSON file of this site whose name carries its hash, verified: the build has checked its form. */
export const fetchHashedJson = (address: string): Promise<unknown> =>
  fetchJson(address, { sha256: HASH_IN_NAME.exec(address)?.[1], freshness: 'immutable' });

export const fetchReleaseJson = (path: string): Promise<unknown> => explained(fetchHashedJson(dataAddress(path)));

/** Bytes of the largest file of columns, as of a database: all of it is in the page's memory. */
const CAP = 1024 * 1024 * 1024;

export function fetchReleaseBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const local = localFile(path);
  if (local !== undefined) return local as Promise<Uint8Array<ArrayBuffer>>;
  const sha256 = HASH_IN_NAME.exec(path)?.[1];
  return explained(fetchBytes(dataAddress(path), { sha256, freshness: 'immutable', cap: CAP }));
}

export const fetchReleasePart = (
  path: string,
  part: FetchOptions['part'],
  { onlyAtHand }: Pick<FetchOptions, 'onlyAtHand'>,
): Promise<Bytes> => explained(fetchBytes(dataAddress(path), { freshness: 'immutable', part, onlyAtHand }));

/** Says where the release has a benchmark's instance-level data. Throws ClientFailure for an unknown benchmark and for one that has none. */
export async function releaseData(benchmark: string): Promise<InstanceData> {
  const { benchmarks } = await loadManifest();
  const found = benchmarks.find(({ id }) => id === benchmark);
  if (found === undefined) {
    const why = `There are ${benchmarks.map(({ id }) => id).join(', ')}.`;
    throw new ClientFailure('unknown-id', {
      what: `There is no benchmark “${benchmark}”.`,
      why,
      todo: 'Check the address.',
    });
  }
  if (found.instances !== null) return found.instances;
  throw new ClientFailure('no-instances', {
    what: `${found.name} has no cases to show.`,
    why: 'Its authors published no instance-level results, and nobody has added a run to this site yet.',
    todo: 'The synthetic benchmark shows what this page does with data; the documentation says how to add a run.',
  });
}

/** Says where the cases of a benchmark, or of a local release, lie. Throws ClientFailure. */
export const loadInstanceData = (benchmark: string): Promise<CaseFilesData> =>
  localRelease(benchmark)?.data() ?? releaseData(benchmark);
