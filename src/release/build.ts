import fs from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../schema/problem.ts';
import type { ProjectData } from '../schema/published.ts';
import type { IngestReport } from '../schema/release.ts';
import { RELEASE_SCHEMA } from '../schema/release-paths.ts';
import { type AuditedClaims, auditWithClaims } from './claims.ts';
import { builtReleases, type Publishing, readReleases, type StoredReleases, storeAdded } from './dated-releases.ts';
import { withWorkDatabase } from './duckdb.ts';
import { type BuiltParts, buildParts, ENGINE, type PartOptions, runBoards } from './instance-parts.ts';
import { findRuns, hashFolder, loadRuns } from './instances/load-runs.ts';
import { loadData } from './load.ts';
import { type FileDamage, publishRelease } from './publish.ts';
import { pinnedSource } from './texts/source.ts';
import { releaseBoards, type WrittenRelease, writeRelease } from './write-release.ts';
import { sha256 } from './writer.ts';

export interface DataCheck {
  /** Problems of descriptions, judges, tables, findings and the audit; each stops the build. */
  readonly problems: readonly Problem[];
  /** Problems of the records of every benchmark with runs. */
  readonly reports: readonly IngestReport[];
}

/** Says whether a problem is about one of the benchmarks, or about what all of them share. */
const isAbout = ({ file }: Problem, wanted: ReadonlySet<string>): boolean => {
  const [, benchmark, ...below] = file.split('/');
  return below.length === 0 || wanted.has(benchmark ?? '');
};

/**
 * Reads and checks `data/` below `root` as the build does, and writes nothing. `only` names benchmarks to be checked, by their ids;
 * null for all. Errors of the file system are thrown.
 */
export async function checkData(root: string, only: ReadonlySet<string> | null): Promise<DataCheck> {
  const { value: data, problems: unread } = await loadData(root);
  const problems = [...unread, ...(await auditWithClaims(data)).problems];
  const reports: IngestReport[] = [];
  for (const { benchmark } of data.benchmarks) {
    const { id } = benchmark;
    if (only !== null && !only.has(id)) continue;
    problems.push(...(await pinnedSource(root, id)).problems);
    const input = await findRuns(benchmark, data.judges, { folder: path.join(root, 'data', id), label: `data/${id}` });
    if (input === null) continue;
    reports.push(await withWorkDatabase('judgeboard-check-', async (work) => (await loadRuns(input, work)).ingest));
  }
  return { problems: problems.filter((problem) => only === null || isAbout(problem, only)), reports };
}

/**
 * Makes the audit without a build. Printed values are compared with those of the judgments, so the runs of benchmarks that print tables are
 * read, or taken from an earlier build; problems of their records are among the result's.
 */
export async function auditData(root: string, data: ProjectData, options: PartOptions): Promise<AuditedClaims> {
  const printed = data.benchmarks.filter(({ tables }) => Object.keys(tables).length > 0);
  const built = await buildParts(root, { ...data, benchmarks: printed }, options);
  const outcome = await auditWithClaims(data, runBoards(built));
  return { ...outcome, problems: [...built.problems, ...outcome.problems] };
}

export interface BuiltRelease {
  /** What stopped the build; or, of a build that keeps going, what was left out. */
  readonly problems: readonly Problem[];
  /** Remarks, and what a documented rule leaves out: listed on the page of the audit. */
  readonly warnings: number;
  /** Null when there were problems: the last release is untouched. */
  readonly release: WrittenRelease | null;
}

interface BuildOptions extends PartOptions {
  /** Given where the values of the build stay, as a dated release of the project. */
  readonly publishing?: Publishing | undefined;
}

/** Says whether a file is one whose content decides the release, beside those that parts are made of. */
const isOwnInput = (name: string): boolean =>
  !name.includes('/runs/') && (name.endsWith('.yaml') || name.includes('/published/'));

async function releaseId(root: string, parts: BuiltParts, { list }: Pick<StoredReleases, 'list'>): Promise<string> {
  const data = await hashFolder(path.join(root, 'data'), isOwnInput);
  return sha256([RELEASE_SCHEMA, ENGINE, data, parts.key, list].join('\n')).slice(0, 12);
}

const stopped = (problems: readonly Problem[]): BuiltRelease => ({ problems, warnings: 0, release: null });

const damageProblem = ({ name, reason }: FileDamage): Problem => ({
  file: name,
  message: `${reason}; the release was not put in its place`,
  hint: 'build again; is the disk sound, and does nothing else write there?',
});

/**
 * Builds the release of `root`/data into `out`. With any problem nothing is written and the last release stays, unless
 * `options.onProblems` says to keep going: then records, rows and files with problems are left out and listed.
 */
export async function buildRelease(root: string, out: string, options: BuildOptions = {}): Promise<BuiltRelease> {
  const { publishing } = options;
  // What was left out would stand in a dated release as gone.
  const goOn = options.onProblems === 'keep-going' && publishing === undefined;
  const { value: data, problems: ofData } = await loadData(root);
  const { value: stored, problems: ofReleases } = await readReleases(root);
  const unread = [...ofData, ...ofReleases];
  if (unread.length > 0 && !(goOn && data.benchmarks.length > 0)) return stopped(unread);
  const built = await buildParts(root, data, options);
  const audit = await auditWithClaims(data, runBoards(built));
  const unsound = [...unread, ...audit.problems];
  const problems = [...unsound, ...built.problems];
  if (problems.length > 0 && !goOn) return stopped(problems);
  const cache = path.join(root, '.cache');
  await fs.mkdir(cache, { recursive: true });
  const next = await fs.mkdtemp(path.join(cache, 'next-'));
  try {
    const boards = releaseBoards(data, { audit, built });
    const dated = await builtReleases(stored, { boards, built, publishing });
    const release = await releaseId(root, built, dated);
    const written = await writeRelease({ data, audit, unsound, built, boards, dated, release, engine: ENGINE }, next);
    const damage = await publishRelease([next, ...built.parts.map(({ folder }) => folder)], out, written);
    if (damage.length > 0) return stopped([...problems, ...damage.map(damageProblem)]);
    await storeAdded(root, dated);
    const warnings = built.ingest.reduce((n, report) => n + report.warnings, 0);
    return { problems, warnings, release: written };
  } finally {
    await fs.rm(next, { recursive: true, force: true });
  }
}
