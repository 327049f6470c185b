import type { Benchmark } from '../schema/benchmark.ts';
import type { Problem } from '../schema/problem.ts';
import type { RunFolder } from '../scoring/run-folder.ts';
import { distinctLabels, scoreInRounds } from './intake/rounds.ts';
import { openRunFiles, type RunFiles, unknownBenchmark } from './intake/run-files.ts';
import { bringsCases, type OwnScores } from './intake/score-runs.ts';
import type { Jobs } from './protocol.ts';
import type { OwnSession } from './session.ts';
import { loadPrinted, loadSiteData, openRelease, releaseRecords, type SiteData } from './site-data.ts';

/** Own runs of one benchmark that were scored together. */
export interface OwnResult {
  readonly benchmark: Benchmark | null;
  readonly runs: readonly RunFiles[];
  readonly scored: OwnScores;
  /** Of the site's data that they were compared with. */
  readonly release: string;
  /** How they were scored. */
  readonly job: Job;
}

type Site = SiteData['benchmarks'][number];
type Job = Jobs['score']['ask'];

async function compared(
  site: Site | undefined,
  needsRecords: boolean,
): Promise<Pick<Job, 'catalog' | 'shared' | 'printed'>> {
  const printed = site === undefined ? [] : await loadPrinted(site.printed);
  if (site === undefined || !site.cases) return { catalog: null, shared: null, printed };
  const database = await openRelease(site.benchmark.id);
  return { catalog: site.benchmark.id, shared: needsRecords ? await releaseRecords(database) : null, printed };
}

/** Whose tables are in the engine. */
const held = new WeakMap<OwnSession, Job>();

/** Scores runs, whose tables are in the engine until others are scored. Throws ClientFailure. */
async function scoreJob(session: OwnSession, job: Job): Promise<OwnScores> {
  held.delete(session);
  // After a crash the engine has lost the release's tables, too.
  if (job.catalog !== null) await openRelease(job.catalog);
  const scores = await session.ask('score', job);
  held.set(session, job);
  return scores;
}

/** Has the tables of a job in the engine, for who comes back to runs that were scored before others. Throws ClientFailure. */
export async function holdScored(session: OwnSession, job: Job): Promise<void> {
  if (held.get(session) !== job) await scoreJob(session, job);
}

/** The engine is gone, and with it all tables. */
export const forgetScored = (session: OwnSession): void => void held.delete(session);

interface Opened {
  readonly files: RunFiles;
  readonly folder: RunFolder;
}

/** What a result says of a benchmark that the site does not know. */
function unknownProblems(id: string, site: SiteData, own: readonly Opened[]): readonly Problem[] {
  const ids = site.benchmarks.map(({ benchmark }) => benchmark.id);
  if (id === '' || ids.includes(id)) return [];
  return own.map(({ files }) => ({ severity: 'warning', ...unknownBenchmark(id, ids, files.label) }));
}

/** Runs of one benchmark: all together, and those that cannot stand beside the others by themselves. */
async function judgeTogether(session: OwnSession, site: SiteData, [id, own]: readonly [string, readonly Opened[]]) {
  const known = site.benchmarks.find(({ benchmark }) => benchmark.id === id);
  const benchmark = known?.benchmark ?? null;
  const release = await compared(
    known,
    own.some(({ folder }) => !bringsCases(folder)),
  );
  const jobs = new Map<readonly RunFiles[], Job>();
  const files = own.map((one) => one.files);
  const rounds = await scoreInRounds(files, (runs) => {
    const job = { benchmark, judges: site.judges, runs, ...release };
    jobs.set(runs, job);
    return scoreJob(session, job);
  });
  return rounds.flatMap(({ runs, scored }, round): OwnResult[] => {
    const job = jobs.get(runs);
    if (job === undefined) return [];
    const unknown = round === 0 ? unknownProblems(id, site, own) : [];
    const { problems, warnings } = scored.ingest;
    const ingest = { ...scored.ingest, problems: [...unknown, ...problems], warnings: warnings + unknown.length };
    const left = new Set(ingest.runs.flatMap(({ folder, used }) => (used ? [] : [folder])));
    const used = runs.filter(({ label }) => !left.has(label));
    // Where no run could be used, all of them are there to be looked at.
    const shown = used.length === 0 ? runs : used;
    return [{ benchmark, runs: shown, scored: { ...scored, ingest }, release: site.release, job }];
  });
}

/** Scores run folders, benchmark by benchmark; what was scored last stays in the engine. Throws ClientFailure. */
export async function judgeRuns(session: OwnSession, runs: readonly RunFiles[]): Promise<readonly OwnResult[]> {
  const site = await loadSiteData();
  const opened = await Promise.all(
    distinctLabels(runs).map(async (files) => ({ files, folder: await openRunFiles(files) })),
  );
  const results: OwnResult[] = [];
  for (const group of Map.groupBy(opened, ({ folder }) => folder.run?.benchmark ?? ''))
    results.push(...(await judgeTogether(session, site, group)));
  return results;
}
