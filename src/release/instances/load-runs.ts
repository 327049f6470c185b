import { RECORD_KINDS } from '../../records/kinds.ts';
import type { RecordSink, RunContext, RunReport } from '../../records/run-context.ts';
import { type CommonRecords, readShared, validateRun } from '../../records/validate-run.ts';
import type { Problem } from '../../schema/problem.ts';
import type { Instance, Judgment, Run } from '../../schema/records.ts';
import type { IngestReport } from '../../schema/release.ts';
import { mergeSources, type RecordConflict } from '../../scoring/merge-sources.ts';
import { separateGold } from '../../scoring/own-gold.ts';
import { SHARED, Staging } from '../../scoring/staging.ts';
import { distinctNames, storeRuns } from '../../scoring/stored-runs.ts';
import type { RunFolder, RunsInput } from '../input-run.ts';
import { inputOf, mediaFact, mediaFolders } from '../input-run.ts';
import type { TextOverlay } from '../texts/overlay.ts';
import { IngestTally } from './ingest-tally.ts';
import type { Gallery } from './media.ts';
import type { Progress } from './progress.ts';
import type { WorkDatabase } from './work.ts';

/** What was read of a benchmark and stands in the working database. */
export interface LoadedRuns {
  /** Runs that can be scored, with their number in the database. */
  readonly runs: ReadonlyMap<number, Run>;
  readonly attributes: readonly string[];
  readonly ingest: IngestReport;
}

/** Runs to be read, and the texts of others that are laid over their records. */
type LoadInput = RunsInput & { readonly texts?: TextOverlay };

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
function refusal({ run, label }: RunFolder, input: LoadInput, names: Map<string, string>): Problem | null {
  if (run === null) return null;
  const file = `${label}/run.yaml`;
  const { benchmark } = input;
  if (benchmark !== null && run.benchmark !== benchmark.id) return misplacedProblem(run, benchmark.id, label);
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

function unfitProblem({ benchmark, label }: LoadInput, unfit: number): Problem {
  const hint = `judgeboard fetch ${benchmark?.id ?? ''} --check lists them`;
  const message = 'fetched texts that do not fit the figures; they are not shown';
  return { severity: 'warning', file: label, message, found: String(unfit), hint };
}

interface LoaderParts {
  readonly input: LoadInput;
  readonly staging: Staging;
  readonly gallery: Gallery | null;
  readonly progress: Progress;
}

class Loader {
  private readonly input: LoadInput;
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

  private context(run: RunFolder | null): RunContext {
    const { gallery } = this;
    const { benchmark, judges, folder } = this.input;
    const folders = mediaFolders(folder, run);
    const media: RunContext['media'] = (src) => gallery?.fact(folders, src) ?? mediaFact(folders, src);
    return { benchmark, ...(judges === undefined ? {} : { judges }), media };
  }

  private sink(run: RunFolder | null, source: number, texts: Texts): RecordSink {
    const folders = mediaFolders(this.input.folder, run);
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
    const { run } = folder;
    const judgment = (run === null ? null : await this.input.texts?.judgments(run.run)) ?? asItIs;
    const sink = this.sink(folder, source, { instance: asItIs, judgment });
    return validateRun(inputOf(this.input, folder), this.context(folder), {
      sink,
      shared: Loader.brings(folder) ? undefined : shared,
    });
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
  input: LoadInput,
  work: WorkDatabase,
  { gallery, progress }: { readonly gallery: Gallery | null; readonly progress: Progress },
): Promise<LoadedRuns> {
  const staging = await Staging.create(work);
  const loader = new Loader({ input, staging, gallery, progress });
  const names = new Map<string, string>();
  const tally = new IngestTally(input.benchmark?.id ?? '');
  progress.step(`Reading ${input.benchmark?.name ?? input.label}`);
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
    const usable = run !== null && input.judges?.has(run.judge) !== false;
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
