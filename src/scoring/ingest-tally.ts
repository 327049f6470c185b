import type { RunReport } from '../records/run-context.ts';
import type { ProblemLog, RowCount } from '../records/tally.ts';
import type { CommonRecords } from '../records/validate-run.ts';
import { formatProblem, type Problem, problemsInOrder } from '../schema/problem.ts';
import type { ImportReport } from '../schema/records.ts';
import type { ImportCounts, IngestReport } from '../schema/release.ts';
import type { RunFolder } from './run-folder.ts';

const SHOWN_PROBLEMS = 1000;

/** Counts what an import reports of itself. */
function importedOf(report: ImportReport | null): ImportCounts | null {
  if (report === null) return null;
  const { rows, unread_judgments: unread, unread_by_split: unreadBySplit, left_out: reasons } = report;
  return { read: rows.read, leftOut: rows.left_out, unread, unreadBySplit, reasons };
}

const isWarning = ({ severity }: Problem): boolean => severity === 'warning';

/** Counts what became of the records of a benchmark's folders, and collects the problems. */
export class IngestTally {
  private readonly benchmark: string;
  private readonly found: Problem[] = [];
  private readonly runs = new Map<string, IngestReport['runs'][number]>();
  private files: readonly RowCount[] = [];
  private told: ReadonlySet<string> = new Set();
  private errors = 0;
  private warnings = 0;

  /** Tallies a benchmark by its id, which is '' where data/ does not describe it. */
  constructor(benchmark: string) {
    this.benchmark = benchmark;
  }

  private log({ kept, errors, warnings }: Pick<ProblemLog, 'kept' | 'errors' | 'warnings'>): void {
    this.errors += errors;
    this.warnings += warnings;
    this.found.push(...kept);
  }

  add(problems: readonly Problem[]): void {
    this.log({ kept: [...problems], errors: problems.length, warnings: 0 });
  }

  warn(problem: Problem): void {
    this.log({ kept: [problem], errors: 0, warnings: 1 });
  }

  shared({ log, files }: Pick<CommonRecords, 'log' | 'files'>): void {
    this.log(log);
    this.files = files;
    this.told = new Set(log.kept.map(formatProblem));
  }

  /** Shared records are read again beside a run's own: their problems were reported before. */
  private untold({ kept, errors, warnings }: ProblemLog): Pick<ProblemLog, 'kept' | 'errors' | 'warnings'> {
    const again = kept.filter((problem) => this.told.has(formatProblem(problem)));
    const anew = kept.filter((problem) => !this.told.has(formatProblem(problem)));
    const warned = again.filter(isWarning).length;
    return { kept: anew, errors: errors - (again.length - warned), warnings: warnings - warned };
  }

  run({ label, run, imported }: RunFolder, { log, files, coverage }: RunReport, used: boolean): void {
    const untold = this.untold(log);
    this.log(untold);
    const { errors, warnings } = untold;
    const counts = { errors, warnings, files: [...files], coverage, imported: importedOf(imported ?? null) };
    this.runs.set(label, { folder: label, run: run?.run ?? null, used, ...counts });
  }

  refused({ label, run }: RunFolder, problem: Problem): void {
    this.add([problem]);
    const before = this.runs.get(label) ?? { errors: 0, warnings: 0, files: [], coverage: null, imported: null };
    this.runs.set(label, { ...before, folder: label, run: run?.run ?? null, used: false, errors: before.errors + 1 });
  }

  report(): IngestReport {
    const { errors, warnings, found } = this;
    // Errors come first, so that they do not fall off the end of a list full of warnings.
    const problems = problemsInOrder(found).slice(0, SHOWN_PROBLEMS);
    return {
      benchmark: this.benchmark,
      files: [...this.files],
      runs: [...this.runs.values()],
      errors,
      warnings,
      problems,
    };
  }
}
