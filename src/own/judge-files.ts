import type { Database } from '../client/connection.ts';
import { openDatabase } from '../client/database.ts';
import { fetchJson, siteAddress } from '../client/fetch.ts';
import { fetchReleaseJson } from '../client/manifest.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { StoredBoard } from '../schema/board.ts';
import type { Judge } from '../schema/judge.ts';
import { attributeOfColumn } from '../schema/slice.ts';
import type { RunFolder } from '../scoring/run-folder.ts';
import type { ScoreRow } from '../scoring/score-rows.ts';
import { misnamedBenchmark, openRunFiles, type RunFiles } from './intake/run-files.ts';
import {
  bringsCases,
  distinctLabels,
  numberedNames,
  type OwnScores,
  type ScoreAsk,
  scoreInRounds,
} from './intake/score-runs.ts';
import type { JobAnswer, JobAsk } from './own.worker.ts';
import type { OwnSession } from './session.ts';

/** What the page has to know of the site's benchmarks to judge files: it is written by the build, and fetched when files are there. */
export interface SiteData {
  readonly release: string;
  readonly benchmarks: readonly {
    readonly benchmark: Benchmark;
    readonly cases: boolean;
    readonly printed: readonly string[];
  }[];
  readonly judges: readonly Judge[];
}

const SITE_DATA = 'your-results/benchmarks.json';

/** Loads what the page of one's own results knows of the benchmarks; the file is written by this very build. Throws ClientFailure. */
export const loadSiteData = async (): Promise<SiteData> =>
  (await fetchJson(siteAddress(SITE_DATA), { freshness: 'current' })) as SiteData;

const loadPrinted = (paths: readonly string[]): Promise<StoredBoard[]> =>
  // Files of the release, verified by their hashes.
  Promise.all(paths.map(async (path) => (await fetchReleaseJson(path)) as StoredBoard));

const lines = (rows: readonly object[]): Blob => new Blob(rows.map((row) => `${JSON.stringify(row)}\n`));

/** Leaves out empty fields, but for the label: a reference critique's text is empty here, since the release keeps it in another file. */
const filled = ({ value: label, ...row }: Readonly<Record<string, unknown>>): object => ({
  ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '' && value !== null)),
  value: label,
});

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

const openRelease = (benchmark: string): Promise<Database> => openDatabase(benchmark);

export interface OwnResult {
  readonly title: string;
  /** As far as its files tell where the site does not know it; null where nothing of it can be used. */
  readonly benchmark: Benchmark | null;
  readonly runs: readonly RunFiles[];
  readonly scored: OwnScores;
  /** Of the site's data that they were compared with. */
  readonly release: string;
  readonly job: Job;
}

type Site = SiteData['benchmarks'][number];
type Job = ScoreAsk;

async function compared(
  site: Site | undefined,
  needsRecords: boolean,
): Promise<Pick<Job, 'catalog' | 'shared' | 'printed'>> {
  const printed = site === undefined ? [] : await loadPrinted(site.printed);
  if (site === undefined || !site.cases) return { catalog: null, shared: null, printed };
  const database = await openRelease(site.benchmark.id);
  return { catalog: site.benchmark.id, shared: needsRecords ? await releaseRecords(database) : null, printed };
}

/** Asks for something that rests on a job. Throws ClientFailure, or the signal's reason. */
export async function askOf<J extends 'score' | 'values' | 'show'>(
  session: OwnSession,
  { catalog }: Job,
  [name, ask, signal]: readonly [name: J, ask: JobAsk<J>, signal?: AbortSignal],
): Promise<JobAnswer<J>> {
  // After a crash the engine has lost the release's tables, too.
  if (catalog !== null) await openRelease(catalog);
  return session.ask(name, ask, signal);
}

export const resultValues = (session: OwnSession, { job, scored }: OwnResult): Promise<readonly ScoreRow[]> =>
  askOf(session, job, ['values', { job, runs: scored.runs, ingest: scored.ingest }]);

interface Opened {
  readonly files: RunFiles;
  readonly folder: RunFolder;
}

type Untitled = Omit<OwnResult, 'title'>;

const MOST_NAMED = 3;

const plainTitle = ({ benchmark, scored }: Untitled): string => {
  const runs = scored.runs.map(({ run }) => run);
  const names = runs.length > MOST_NAMED ? `${runs.length} runs` : runs.join(', ') || 'Nothing to score';
  return benchmark === null ? names : `${names} on ${benchmark.name}`;
};

/** Gives results with titles; those that would be called the same name the folders of their runs, too, which are distinct. */
export function titledResults(results: readonly Untitled[]): readonly OwnResult[] {
  const titles = results.map(plainTitle);
  const apart = results.map(({ runs }, i) => {
    const title = titles[i] ?? '';
    const isAlone = titles.indexOf(title) === titles.lastIndexOf(title);
    return isAlone || runs.length > MOST_NAMED ? title : `${title} (${runs.map(({ label }) => label).join(', ')})`;
  });
  const numbered = numberedNames(apart, (title, n) => `${title} (${n})`);
  return results.map((result, i): OwnResult => ({ ...result, title: numbered[i] ?? '' }));
}

/** A run of a result: its name, which runs of other results may have, too, and its label, which they have not. */
export interface OwnRun {
  readonly run: string;
  readonly label: string;
}

export const ownRuns = ({ scored }: Pick<OwnResult, 'scored'>): readonly OwnRun[] =>
  scored.ingest.runs.flatMap(({ run, folder, used }) => (used && run !== null ? [{ run, label: folder }] : []));

async function judgeTogether(
  session: OwnSession,
  [id, own]: readonly [string, readonly Opened[]],
  { site, signal }: { readonly site: SiteData; readonly signal: AbortSignal },
): Promise<readonly Untitled[]> {
  const ids = site.benchmarks.map(({ benchmark }) => benchmark.id);
  const known = site.benchmarks.find(({ benchmark }) => benchmark.id === id);
  const benchmark = known?.benchmark ?? null;
  const release = await compared(
    known,
    own.some(({ folder }) => !bringsCases(folder)),
  );
  const jobs = new Map<readonly RunFiles[], Job>();
  const files = own.map((one) => one.files);
  const rounds = await scoreInRounds(files, (runs) => {
    const job = { result: session.count(), benchmark, judges: site.judges, runs, ...release };
    jobs.set(runs, job);
    return askOf(session, job, ['score', job, signal]);
  });
  return rounds.flatMap(({ runs, scored }, round): Untitled[] => {
    const job = jobs.get(runs);
    if (job === undefined) return [];
    const unknown = round > 0 ? [] : own.flatMap((one) => misnamedBenchmark(id, ids, one.files.label));
    const { problems, warnings } = scored.ingest;
    const ingest = { ...scored.ingest, problems: [...unknown, ...problems], warnings: warnings + unknown.length };
    const left = new Set(ingest.runs.flatMap(({ folder, used }) => (used ? [] : [folder])));
    const used = runs.filter(({ label }) => !left.has(label));
    // Where no run could be used, all of them are shown.
    const shown = used.length === 0 ? runs : used;
    return [{ benchmark: scored.benchmark, runs: shown, scored: { ...scored, ingest }, release: site.release, job }];
  });
}

/** Scores run folders, benchmark by benchmark; what was scored last stays in the engine. Throws ClientFailure, or the signal's reason. */
export async function judgeRuns(
  session: OwnSession,
  runs: readonly RunFiles[],
  signal: AbortSignal,
): Promise<readonly OwnResult[]> {
  const site = await loadSiteData();
  const opened = await Promise.all(
    distinctLabels(runs).map(async (files) => ({ files, folder: await openRunFiles(files) })),
  );
  const results: Untitled[] = [];
  for (const group of Map.groupBy(opened, ({ folder }) => folder.run?.benchmark ?? ''))
    results.push(...(await judgeTogether(session, group, { site, signal })));
  return titledResults(results);
}
