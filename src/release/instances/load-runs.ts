import path from 'node:path';
import { RECORD_KINDS } from '../../records/kinds.ts';
import type { RecordSink, RunContext, RunReport } from '../../records/run-context.ts';
import type { ProblemLog, RowCount } from '../../records/tally.ts';
import { type CommonRecords, readShared, validateRun } from '../../records/validate-run.ts';
import type { ImportReport } from '../../schema/import.ts';
import type { Problem } from '../../schema/problem.ts';
import type { Instance, Judgment, Run } from '../../schema/records.ts';
import type { Imported, IngestReport } from '../../schema/release.ts';
import type { RunFolder } from '../input-run.ts';
import { mediaFact } from '../input-run.ts';
import type { BenchmarkInput } from './inputs.ts';
import type { Gallery } from './media.ts';
import { mergeSources, type RecordConflict } from './merge-sources.ts';
import { separateGold } from './own-gold.ts';
import type { Progress } from './progress.ts';
import { SHARED, Staging } from './staging.ts';
import type { WorkDatabase } from './work.ts';

/** What was read of a benchmark and stands in the working database. */
export interface LoadedRuns {
  /** Runs that can be scored, with their number in the database. */
  readonly runs: ReadonlyMap<number, Run>;
  readonly attributes: readonly string[];
  readonly ingest: IngestReport;
}

const SHOWN_PROBLEMS = 1000;

/** Says that a run lies in the folder of another benchmark, `id`, than the one that it names. */
export function misplacedProblem(run: Run, id: string, label: string): Problem {
  return {
    file: `${label}/run.yaml`,
    field: 'benchmark',
    found: run.benchmark,
    expected: id,
    message: 'the run lies in the folder of another benchmark',
    hint: 'move the folder or correct the name',
  };
}

/** Why a run cannot stand beside the others, whatever its rows hold. */
function refusal({ run, label }: RunFolder, input: BenchmarkInput, names: Map<string, string>): Problem | null {
  if (run === null) return null;
  const file = `${label}/run.yaml`;
  if (run.benchmark !== input.benchmark.id) return misplacedProblem(run, input.benchmark.id, label);
  const first = names.get(run.run);
  if (first !== undefined)
    return {
      file,
      field: 'run',
      found: run.run,
      message: `another run has this name: ${first}`,
      hint: 'give it a name of its own',
    };
  names.set(run.run, label);
  return null;
}

/** What adds fetched texts to records. */
interface Texts {
  readonly instance: (record: Instance) => Instance;
  readonly judgment: (record: Judgment) => Judgment;
}

const asItIs = <T>(record: T): T => record;

function unfitProblem({ benchmark, label }: BenchmarkInput, unfit: number): Problem {
  const hint = `judgeboard fetch ${benchmark.id} --check lists them`;
  const message = 'fetched texts that do not fit the figures; they are not shown';
  return { severity: 'warning', file: label, message, found: String(unfit), hint };
}

interface LoaderParts {
  readonly input: BenchmarkInput;
  readonly staging: Staging;
  readonly gallery: Gallery | null;
  readonly progress: Progress;
}

class Loader {
  private readonly input: BenchmarkInput;
  private readonly staging: Staging;
  private readonly gallery: Gallery | null;
  private readonly progress: Progress;
  private judgments = 0;

  constructor({ input, staging, gallery, progress }: LoaderParts) {
    this.input = input;
    this.staging = staging;
    this.gallery = gallery;
    this.progress = progress;
  }

  private folders(run: RunFolder | null): string[] {
    const own = run === null ? [] : [path.join(run.folder, 'media')];
    return [...own, path.join(this.input.folder, 'media')];
  }

  private context(run: RunFolder | null): RunContext {
    const { gallery } = this;
    const { benchmark, judges } = this.input;
    const folders = this.folders(run);
    return { benchmark, judges, media: (src) => gallery?.fact(folders, src) ?? mediaFact(folders, src) };
  }

  private sink(run: RunFolder | null, source: number, texts: Texts): RecordSink {
    const folders = this.folders(run);
    return async (kind, batch) => {
      if (kind === 'instances') {
        for (const given of batch.records as readonly Instance[]) {
          const record = texts.instance(given);
          const media = this.gallery === null ? record.media : await this.gallery.publish(folders, record.media);
          this.staging.addInstance(record, media, source);
        }
      } else if (kind === 'judgments') {
        for (const record of batch.records as readonly Judgment[])
          this.staging.addJudgment(texts.judgment(record), source);
        this.judgments += batch.records.length;
        this.progress.count(this.judgments, 'judgments');
      } else this.staging.add(kind, batch, source);
    };
  }

  async shared(): Promise<CommonRecords> {
    const instance = (await this.input.texts?.instances()) ?? asItIs;
    const sink = this.sink(null, SHARED, { instance, judgment: asItIs });
    return readShared({ files: this.input.shared }, this.context(null), { sink });
  }

  /** Whether a run brings records of its own, beside judgments. */
  static brings({ files }: RunFolder): boolean {
    return RECORD_KINDS.some((kind) => kind !== 'judgments' && files[kind] !== undefined);
  }

  /** A run that brings records of its own is read together with the shared records of the other kinds. */
  async run(folder: RunFolder, source: number, shared: CommonRecords): Promise<RunReport> {
    const { label, run, problems, files: own, imported = null } = folder;
    const files = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, own[kind] ?? this.input.shared[kind] ?? []]));
    const input = { folder: label, run, problems, imported, files: { ...files, judgments: own.judgments ?? [] } };
    const judgment = (run === null ? null : await this.input.texts?.judgments(run.run)) ?? asItIs;
    const sink = this.sink(folder, source, { instance: asItIs, judgment });
    return validateRun(input, this.context(folder), { sink, shared: Loader.brings(folder) ? undefined : shared });
  }
}

/** Runs with instances of their own may call an attribute by names that differ in capitals, which one table cannot hold. */
function attributeProblems(names: Iterable<string>, label: string): Problem[] {
  return [...Map.groupBy(names, (name) => name.toLowerCase()).values()].flatMap((alike): Problem[] => {
    if (alike.length === 1) return [];
    const message = 'attributes whose names differ in capitals alone; only the first is used';
    return [{ file: label, field: 'attributes', found: alike.join(', '), message, hint: 'call them by one name' }];
  });
}

const conflictProblem = ({ kind, key }: RecordConflict, run: RunFolder): Problem => ({
  file: run.label,
  field: kind,
  found: key,
  message: 'differs from the record of this name that an earlier run or the benchmark brings; the run was left out',
  hint: 'give every run the same records, or put them beside runs/ once',
});

/**
 * Reads every run of a benchmark into the working database, checked record by record; problems are collected. Sound rows of
 * sound runs are kept. A run is left out when it cannot be named, judged or combined with the others.
 */
export async function loadRuns(
  input: BenchmarkInput,
  work: WorkDatabase,
  { gallery, progress }: { readonly gallery: Gallery | null; readonly progress: Progress },
): Promise<LoadedRuns> {
  const staging = await Staging.create(work);
  const loader = new Loader({ input, staging, gallery, progress });
  const names = new Map<string, string>();
  const tally = new Tally(input);
  progress.step(`Reading ${input.benchmark.name}`);
  const shared = await loader.shared();
  tally.shared(shared);
  const runs = new Map<number, Run>();
  for (const [source, folder] of input.runs.entries()) {
    const refused = refusal(folder, input, names);
    if (refused !== null) {
      tally.refused(folder, refused);
      continue;
    }
    const report = await loader.run(folder, source, shared);
    const { run } = folder;
    const usable = run !== null && input.judges.has(run.judge);
    tally.run(folder, report, usable);
    if (usable) runs.set(source, run);
  }
  await staging.close();
  const unfit = input.texts?.unfit ?? 0;
  if (unfit > 0) tally.warn(unfitProblem(input, unfit));
  for (const conflict of await mergeSources(work, runs)) {
    const folder = input.runs[conflict.source];
    if (folder !== undefined) tally.refused(folder, conflictProblem(conflict, folder));
    runs.delete(conflict.source);
  }
  tally.add(attributeProblems(staging.attributes, input.label));
  const attributes = distinctNames(staging.attributes);
  const bringing = new Set([...input.runs.entries()].flatMap(([source, run]) => (Loader.brings(run) ? [source] : [])));
  await storeRuns(work, runs, await separateGold(work, { runs: runs.keys(), bringing }));
  return { runs, attributes, ingest: tally.report() };
}

/** Names in order, without those that differ from an earlier one in capitals alone. */
export const distinctNames = (names: Iterable<string>): string[] =>
  [...Map.groupBy(names, (name) => name.toLowerCase()).values()].flatMap(([first]) => first ?? []).sort();

/** Fills the table `runs` of the working database. `alone`: those that are scored by labels of their own. */
export async function storeRuns(
  work: WorkDatabase,
  runs: ReadonlyMap<number, Run>,
  alone: ReadonlySet<number> = new Set(),
): Promise<void> {
  const table = await work.appender('runs');
  for (const [ordinal, r] of runs)
    table.add([ordinal, r.run, r.benchmark, r.judge, r.protocol, r.variant, r.repeats, alone.has(ordinal)]);
  table.close();
}

/** What an import says of itself, in numbers. */
function importedOf(report: ImportReport | null): Imported | null {
  if (report === null) return null;
  const { rows, unread_judgments: unread, left_out: reasons } = report;
  return { read: rows.read, leftOut: rows.left_out, unread, reasons };
}

/** Counts what became of every folder. */
class Tally {
  private readonly input: BenchmarkInput;
  private readonly found: Problem[] = [];
  private readonly runs = new Map<string, IngestReport['runs'][number]>();
  private files: readonly RowCount[] = [];
  private errors = 0;
  private warnings = 0;

  constructor(input: BenchmarkInput) {
    this.input = input;
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

  shared({ log, files }: CommonRecords): void {
    this.log(log);
    this.files = files;
  }

  run({ label, run, imported }: RunFolder, { log, files, coverage }: RunReport, used: boolean): void {
    this.log(log);
    const { errors, warnings } = log;
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
    const isWarning = ({ severity }: Problem): boolean => severity === 'warning';
    // Errors come first, so that they do not fall off the end of a list full of warnings.
    const problems = [...found.filter((p) => !isWarning(p)), ...found.filter(isWarning)].slice(0, SHOWN_PROBLEMS);
    return {
      benchmark: this.input.benchmark.id,
      files: [...this.files],
      runs: [...this.runs.values()],
      errors,
      warnings,
      problems,
    };
  }
}
