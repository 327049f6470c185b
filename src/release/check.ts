import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Problem } from '../schema/problem.ts';
import type { ProjectData } from '../schema/published.ts';
import type { IngestReport } from '../schema/release.ts';
import { type AuditedClaims, auditWithClaims } from './claims.ts';
import { buildParts, ENGINE, type PartOptions, runBoards } from './instance-parts.ts';
import { findRuns } from './instances/inputs.ts';
import { loadRuns } from './instances/load-runs.ts';
import { SILENT } from './instances/progress.ts';
import { WorkDatabase } from './instances/work.ts';
import { loadData } from './load.ts';
import { pinnedSource } from './texts/source.ts';

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
    const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'judgeboard-check-'));
    try {
      const work = await WorkDatabase.open(scratch);
      try {
        reports.push((await loadRuns(input, work, { gallery: null, progress: SILENT })).ingest);
      } finally {
        work.close();
      }
    } finally {
      await fs.rm(scratch, { recursive: true, force: true });
    }
  }
  return { problems: problems.filter((problem) => only === null || isAbout(problem, only)), reports };
}

/**
 * Makes the audit without a build. Printed values are compared with those of the judgments, so the runs of benchmarks that print tables are
 * read, or taken from an earlier build; problems of their records are among the result's.
 */
export async function auditData(root: string, data: ProjectData, options: PartOptions): Promise<AuditedClaims> {
  const printed = data.benchmarks.filter(({ tables }) => Object.keys(tables).length > 0);
  const built = await buildParts(root, { ...data, benchmarks: printed }, { engine: ENGINE, options });
  const outcome = await auditWithClaims(data, runBoards(built));
  return { ...outcome, problems: [...built.problems, ...outcome.problems] };
}
