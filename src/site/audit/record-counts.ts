import type { IngestReport } from '../../schema/release.ts';

export interface RecordCounts {
  readonly runs: number;
  /** Runs left out as a whole. */
  readonly unused: number;
  readonly read: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** Runs and rows of reports, added up. Every row read is either accepted or rejected. */
export function recordCounts(reports: readonly IngestReport[]): RecordCounts {
  const runs = reports.flatMap((report) => report.runs);
  const files = [...reports.flatMap((report) => report.files), ...runs.flatMap((run) => run.files)];
  const sum = (of: (file: (typeof files)[number]) => number): number => files.reduce((n, file) => n + of(file), 0);
  return {
    runs: runs.length,
    unused: runs.filter(({ used }) => !used).length,
    read: sum(({ read }) => read),
    accepted: sum(({ accepted }) => accepted),
    rejected: sum(({ rejected }) => rejected),
  };
}
