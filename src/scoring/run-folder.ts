import type { Source } from '../records/bytes.ts';
import { type ProblemLog, RECORD_KINDS, type RecordKind, type RowCount, recordKindOf } from '../records/issues.ts';
import type { RunInput, RunReport } from '../records/read.ts';
import { readYaml } from '../records/yaml.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { Judge } from '../schema/judge.ts';
import { formatProblem, nearestWord, type Problem, problemsInOrder } from '../schema/problem.ts';
import { IMPORT_FILE, ImportReport, Run } from '../schema/records.ts';
import type { ImportCounts, IngestReport } from '../schema/release.ts';

type Files = Readonly<Partial<Record<RecordKind, readonly Source[]>>>;

/** What lies in a run folder; its records are not read yet. */
export interface RunFolder {
  readonly folder: string;
  /** Problems name it so. */
  readonly label: string;
  /** Null when run.yaml is missing or unusable. */
  readonly run: Run | null;
  readonly problems: readonly Problem[];
  readonly files: Files;
  /** How the folder was imported, where that is known. */
  readonly imported?: ImportReport | null;
}

/** Runs of one benchmark with what they share and are checked against; no records are read yet. */
export interface RunsInput {
  /** Null where data/ does not describe it; nothing is checked against it then. */
  readonly benchmark: Benchmark | null;
  /** Judges are listed by id; left out where there is no list at all, and no judge is checked then. */
  readonly judges?: ReadonlyMap<string, Judge>;
  /** Folder of the shared records and their pictures, and how problems name it. */
  readonly folder: string;
  readonly label: string;
  readonly shared: Files;
  readonly runs: readonly RunFolder[];
  /** For runs that are scored by themselves: an unlisted judge is only a remark then, and a judge that cannot be read an error. */
  readonly alone?: true;
}

/** Finds the records of a run: a file of instances, responses or gold in its folder replaces the shared files of that kind. */
export function inputOf({ shared }: Pick<RunsInput, 'shared'>, opened: RunFolder): RunInput {
  const { label, run, problems, files: own, imported = null } = opened;
  const files = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, own[kind] ?? shared[kind] ?? []]));
  return { folder: label, run, problems, imported, files: { ...files, judgments: own.judgments ?? [] } };
}

const DATA = /\.(?:jsonl?|ndjson|csv|tsv|parquet|xlsx?|zip)(?:\.gz)?$/i;

/** Reads how a run folder was imported; null, with the reason among the problems, when `import.json` is not there or not sound. */
function readImport(text: string | null, label: string, problems: Problem[]): ImportReport | null {
  const read = text === null ? null : readYaml(`${label}/${IMPORT_FILE}`, text, ImportReport);
  problems.push(...(read?.problems ?? []));
  return read?.value ?? null;
}

/** Reports files of data in a run folder whose names say no kind of records, because nobody reads them. */
function strayFiles(names: readonly string[], label: string): Problem[] {
  const strays = names.filter(
    (name) => DATA.test(name) && recordKindOf(name) === null && name !== 'published.csv' && name !== IMPORT_FILE,
  );
  return strays.toSorted().map((name) => {
    const kind = nearestWord(name.replace(/[._-].*$/, ''), RECORD_KINDS);
    const rename = kind === undefined ? 'rename it, or take it away' : `name it ${kind}.jsonl or ${kind}-2.jsonl`;
    const hint = /\.(?:xlsx?|zip)$/i.test(name) ? 'export it as CSV, or unpack it' : rename;
    const expected = `${RECORD_KINDS.join(', ')}, then .jsonl, .csv, .tsv or .parquet`;
    const message = 'not read: its name matches no kind of record';
    return { severity: 'warning', file: `${label}/${name}`, message, expected, hint };
  });
}

const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));

/**
 * Reports files of records that lie deeper in a run folder, where nobody looks for them, unless they are part of another run folder.
 * `names` are relative to the folder; problems name them under `label`.
 */
export function deepFiles(names: readonly string[], label: string): Problem[] {
  const runs = names.filter((name) => name.endsWith('/run.yaml')).map(folderOf);
  const deep = names.filter(
    (name) => name.includes('/') && recordKindOf(name) !== null && !runs.some((run) => name.startsWith(`${run}/`)),
  );
  return deep.toSorted().map((name) => {
    const message = 'not read: it lies in a folder within the run folder';
    const hint = 'put it beside run.yaml, or a run.yaml of its own beside it';
    return { severity: 'warning', file: label === '' ? name : `${label}/${name}`, message, hint };
  });
}

/** A folder as it lies on a disk, or in a page. */
interface OpenFolder {
  readonly folder: string;
  readonly label: string;
  readonly names: readonly string[];
  /** Gives the text of a file directly in it; null where there is none. */
  readonly textOf: (name: string) => Promise<string | null>;
  readonly files: RunFolder['files'];
}

/** Opens a run folder: its description, its files by kind, how it was imported, and what nobody reads. */
export async function runFolderOf({ folder, label, names, textOf, files }: OpenFolder): Promise<RunFolder> {
  const text = await textOf('run.yaml');
  const read = text === null ? null : readYaml(`${label}/run.yaml`, text, Run);
  const problems = [...(read?.problems ?? []), ...strayFiles(names, label)];
  const imported = readImport(await textOf(IMPORT_FILE), label, problems);
  return { folder, label, run: read?.value ?? null, problems, files, imported };
}

const SHOWN_PROBLEMS = 1000;

/** Counts what an import reports of itself. */
function importedOf(report: ImportReport | null): ImportCounts | null {
  if (report === null) return null;
  const { rows, unread_judgments: unread, unread_by_split: unreadBySplit, left_out: reasons } = report;
  return { read: rows.read, leftOut: rows.left_out, unread, unreadBySplit, reasons };
}

const isWarning = ({ severity }: Problem): boolean => severity === 'warning';

type KeptProblems = Pick<ProblemLog, 'kept' | 'errors' | 'warnings'>;
type TalliedRun = Pick<IngestReport['runs'][number], 'coverage'> &
  Pick<RunReport, 'files'> & { readonly log: KeptProblems };

/** Counts what became of the records of a benchmark's folders, and collects the problems. */
export class IngestTally {
  private readonly benchmark: string;
  private readonly found: Problem[] = [];
  private readonly runs = new Map<string, IngestReport['runs'][number]>();
  private files: readonly RowCount[] = [];
  private reported: ReadonlySet<string> = new Set();
  private errors = 0;
  private warnings = 0;

  /** Tallies a benchmark by its id, which is '' where data/ does not describe it. */
  constructor(benchmark: string) {
    this.benchmark = benchmark;
  }

  private log({ kept, errors, warnings }: KeptProblems): void {
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

  shared({ log, files }: Pick<RunReport, 'files'> & { readonly log: KeptProblems }): void {
    this.log(log);
    this.files = files;
    this.reported = new Set(log.kept.map(formatProblem));
  }

  /** Shared records are read again beside a run's own: their problems were reported before. */
  private unreported({ kept, errors, warnings }: KeptProblems): KeptProblems {
    const again = kept.filter((problem) => this.reported.has(formatProblem(problem)));
    const anew = kept.filter((problem) => !this.reported.has(formatProblem(problem)));
    const warned = again.filter(isWarning).length;
    return { kept: anew, errors: errors - (again.length - warned), warnings: warnings - warned };
  }

  run({ label, run, imported }: RunFolder, { log, files, coverage }: TalliedRun, used: boolean): void {
    const unreported = this.unreported(log);
    this.log(unreported);
    const { errors, warnings } = unreported;
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
