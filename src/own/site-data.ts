import { siteAddress } from '../client/address.ts';
import { openDatabase } from '../client/database.ts';
import { fetchJson } from '../client/fetch.ts';
import { fetchReleaseJson } from '../client/manifest.ts';
import type { Database } from '../client/session.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { StoredBoard } from '../schema/board.ts';
import type { Judge } from '../schema/judge.ts';
import { attributeOfColumn } from '../schema/slice.ts';

/** What the page has to know of the site's benchmarks to judge files: it is written by the build, and fetched when files are there. */
export interface SiteData {
  readonly release: string;
  readonly benchmarks: readonly {
    readonly benchmark: Benchmark;
    /** Whether the release has its cases. */
    readonly cases: boolean;
    /** Files of its printed tables. */
    readonly printed: readonly string[];
  }[];
  readonly judges: readonly Judge[];
}

const SITE_DATA = 'your-results/benchmarks.json';

/** Loads what the page of one's own results knows of the benchmarks; the file is written by this very build. Throws ClientFailure. */
export const loadSiteData = async (): Promise<SiteData> =>
  (await fetchJson(siteAddress(SITE_DATA), { freshness: 'current' })) as SiteData;

/** Loads the printed tables of a benchmark. Throws ClientFailure. */
export const loadPrinted = (paths: readonly string[]): Promise<StoredBoard[]> =>
  // Files of the release, verified by their hashes.
  Promise.all(paths.map(async (path) => (await fetchReleaseJson(path)) as StoredBoard));

const lines = (rows: readonly object[]): Blob => new Blob(rows.map((row) => `${JSON.stringify(row)}\n`));

/**
 * Leaves out the fields that are empty. Only the label stays even if it is empty: the text of a reference critique is empty here, because
 * the release keeps it in another file.
 */
const filled = ({ value: label, ...row }: Readonly<Record<string, unknown>>): object => ({
  ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '' && value !== null)),
  value: label,
});

/** Gives cases and labels of the release as records, for runs that bring judgments alone. */
export async function releaseRecords({
  query,
}: Pick<Database, 'query'>): Promise<{ readonly instances: Blob; readonly gold: Blob }> {
  const instances = (await query('SELECT * FROM instances')).map((row) => {
    const { instance, cluster, split, prompt_length } = row;
    const attributes = Object.entries(row).flatMap(([column, value]) => {
      const name = attributeOfColumn(column);
      return name === null || value === '' || value === null ? [] : [[name, value] as const];
    });
    return {
      instance,
      cluster,
      split,
      prompt: '',
      prompt_length,
      media: [],
      attributes: Object.fromEntries(attributes),
    };
  });
  const gold = await query('SELECT instance, response, criterion, kind, value, annotator FROM gold');
  return { instances: lines(instances), gold: lines(gold.map(filled)) };
}

export const openRelease = (benchmark: string): Promise<Database> => openDatabase(benchmark);
