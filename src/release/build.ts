import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../schema/problem.ts';
import { RELEASE_SCHEMA } from '../schema/release-paths.ts';
import { auditWithClaims } from './claims.ts';
import { type BuiltParts, buildParts, ENGINE, type PartOptions, runBoards } from './instance-parts.ts';
import { hashFolder } from './instances/inputs.ts';
import { loadData } from './load.ts';
import { type FileDamage, publishRelease } from './publish.ts';
import { type WrittenRelease, writeRelease } from './write-release.ts';

export interface BuiltRelease {
  /** What stopped the build; or, of a build that keeps going, what was left out. */
  readonly problems: readonly Problem[];
  /** Remarks, and what a documented rule leaves out: listed on the page of the audit. */
  readonly warnings: number;
  /** Null when there were problems: the last release is untouched. */
  readonly release: WrittenRelease | null;
}

/** Says whether a file is one whose content decides the release, beside those that parts are made of. */
const isOwnInput = (name: string): boolean =>
  !name.includes('/runs/') && (name.endsWith('.yaml') || name.includes('/published/'));

async function releaseId(root: string, parts: BuiltParts): Promise<string> {
  const data = await hashFolder(path.join(root, 'data'), isOwnInput);
  return createHash('sha256').update([RELEASE_SCHEMA, ENGINE, data, parts.key].join('\n')).digest('hex').slice(0, 12);
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
export async function buildRelease(root: string, out: string, options: PartOptions = {}): Promise<BuiltRelease> {
  const goOn = options.onProblems === 'keep-going';
  const { value: data, problems: unread } = await loadData(root);
  if (unread.length > 0 && !(goOn && data.benchmarks.length > 0)) return stopped(unread);
  const built = await buildParts(root, data, { engine: ENGINE, options });
  const audit = await auditWithClaims(data, runBoards(built));
  const unsound = [...unread, ...audit.problems];
  const problems = [...unsound, ...built.problems];
  if (problems.length > 0 && !goOn) return stopped(problems);
  const cache = path.join(root, '.cache');
  await fs.mkdir(cache, { recursive: true });
  const next = await fs.mkdtemp(path.join(cache, 'next-'));
  try {
    const release = await releaseId(root, built);
    const written = await writeRelease({ data, audit, unsound, built, release, engine: ENGINE }, next);
    const damage = await publishRelease([next, ...built.parts.map(({ folder }) => folder)], out, written);
    if (damage.length > 0) return stopped([...problems, ...damage.map(damageProblem)]);
    const warnings = built.ingest.reduce((n, report) => n + report.warnings, 0);
    return { problems, warnings, release: written };
  } finally {
    await fs.rm(next, { recursive: true, force: true });
  }
}
