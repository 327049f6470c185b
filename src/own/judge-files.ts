import type { Benchmark } from '../schema/benchmark.ts';
import type { Problem } from '../schema/problem.ts';
import type { RunFolder } from '../scoring/run-folder.ts';
import type { ScoreRow } from '../scoring/score-rows.ts';
import type { HeldFor } from './held-tables.ts';
import { distinctLabels, numberedNames, scoreInRounds } from './intake/rounds.ts';
import { openRunFiles, type RunFiles, unknownBenchmark } from './intake/run-files.ts';
import { bringsCases, type OwnScores } from './intake/score-runs.ts';
import type { ScoreAsk } from './protocol.ts';
import type { OwnSession } from './session.ts';
import { loadPrinted, loadSiteData, openRelease, releaseRecords, type SiteData } from './site-data.ts';

/** Own runs of one benchmark that were scored together. */
export interface OwnResult {
  /** Its title, which no other result on the page has. */
  readonly title: string;
  /** As far as its files tell where the site does not know it; null where nothing of it can be used. */
  readonly benchmark: Benchmark | null;
  readonly runs: readonly RunFiles[];
  readonly scored: OwnScores;
  /** Of the site's data that they were compared with. */
  readonly release: string;
  /** How they were scored. */
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

/** Scores runs in the turn that `held` stands for; their tables are in the engine until others are scored. */
async function scoreJob(session: OwnSession, job: Job, { held, signal }: Turn): Promise<OwnScores> {
  held.scored = null;
  held.shown = null;
  // After a crash the engine has lost the release's tables, too.
  if (job.catalog !== null) await openRelease(job.catalog);
  const scores = await session.ask('score', job, signal);
  held.scored = job;
  return scores;
}

interface Turn {
  readonly held: HeldFor;
  readonly signal?: AbortSignal | undefined;
}

/** Scores the runs of a job again where others were scored since. */
async function holdJob(session: OwnSession, job: Job, turn: Turn): Promise<void> {
  if (turn.held.scored !== job) await scoreJob(session, job, turn);
}

/** Gives the values of every metric of a result's runs. Throws ClientFailure. */
export function resultValues(session: OwnSession, { job, scored }: OwnResult): Promise<readonly ScoreRow[]> {
  const { runs, ingest } = scored;
  return session.tables.inTurn(async (held) => {
    await holdJob(session, job, { held });
    return session.ask('values', { runs, ingest });
  });
}

/**
 * Does something while the cases of a job are shown as a database: who comes back to runs that were scored before others has them scored again.
 * Throws ClientFailure, or the signal's reason.
 */
export function withOwnCases<T>(
  session: OwnSession,
  job: Job,
  { use, signal }: { readonly use: () => Promise<T>; readonly signal: AbortSignal },
): Promise<T> {
  return session.tables.inTurn(async (held) => {
    await holdJob(session, job, { held, signal });
    if (held.shown !== job) {
      held.shown = null;
      await session.ask('show', { catalog: job.catalog, judges: job.judges }, signal);
      held.shown = job;
    }
    return use();
  }, signal);
}

interface Opened {
  readonly files: RunFiles;
  readonly folder: RunFolder;
}

/** Gives the words for a benchmark that the site does not know. */
function unknownProblems(id: string, site: SiteData, own: readonly Opened[]): readonly Problem[] {
  const ids = site.benchmarks.map(({ benchmark }) => benchmark.id);
  if (id === '' || ids.includes(id)) return [];
  return own.map(({ files }) => ({ severity: 'warning', ...unknownBenchmark(id, ids, files.label) }));
}

type Untitled = Omit<OwnResult, 'title'>;

/** A title with more names than this would not be read. */
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

interface Judging {
  readonly site: SiteData;
  readonly signal: AbortSignal;
}

/** Judges the runs of one benchmark: all together, and those that cannot stand beside the others by themselves. */
async function judgeTogether(
  session: OwnSession,
  [id, own]: readonly [string, readonly Opened[]],
  { site, signal }: Judging,
): Promise<readonly Untitled[]> {
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
    return session.tables.inTurn((held) => scoreJob(session, job, { held, signal }), signal);
  });
  return rounds.flatMap(({ runs, scored }, round): Untitled[] => {
    const job = jobs.get(runs);
    if (job === undefined) return [];
    const unknown = round === 0 ? unknownProblems(id, site, own) : [];
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
