import { MOST_CRITERIA } from '../metrics/answers.ts';
import { type ProblemLog, RECORD_KINDS } from '../records/issues.ts';
import type { MediaFact, RecordSink, RunContext, RunReport } from '../records/read.ts';
import { type CommonRecords, readShared, validateRun } from '../records/validate-run.ts';
import type { Problem } from '../schema/problem.ts';
import type { Instance, Judgment, Run } from '../schema/records.ts';
import type { IngestReport } from '../schema/release.ts';
import type { StoredCase } from '../schema/stored-case.ts';
import type { RowStore, Work } from '../sql/query.ts';
import { literalRows } from '../sql/quote.ts';
import { mergeSources, type RecordConflict } from './merge-sources.ts';
import { IngestTally, inputOf, type RunFolder, type RunsInput } from './run-folder.ts';
import { SHARED_GOLD, Staging } from './staging.ts';

/** Columns that identify a label. */
const KEYS = 'instance, response, criterion, kind, annotator';

/** Runs whose folder brings some kind of records, and runs that read the benchmark's own; by their numbers. */
interface GoldReaders {
  readonly runs: Iterable<number>;
  readonly bringing: ReadonlySet<number>;
}

/**
 * Reduces the table `gold` to the labels of the benchmark, under `SHARED_GOLD`, and those of every run that was read with labels of its
 * own. The benchmark's are its own files; where it has none, those of its runs, of which the first to label something is believed. Gives
 * the numbers of the runs that are scored by labels of their own, which may be none at all.
 */
async function separateGold(work: Work, { runs, bringing }: GoldReaders): Promise<ReadonlySet<number>> {
  if (bringing.size === 0) return new Set();
  const sources = (await work.query('SELECT DISTINCT source FROM gold')).map(({ source }) => Number(source));
  const [only = SHARED_GOLD] = sources.length === 1 ? sources : [];
  if (only !== SHARED_GOLD) {
    await work.run(`UPDATE gold SET source = ${SHARED_GOLD}`);
    return new Set([...runs].filter((run) => run !== only));
  }
  const { shared } = await work.row(`SELECT count(*)::DOUBLE AS shared FROM gold WHERE source = ${SHARED_GOLD}`);
  await work.run(`CREATE OR REPLACE TABLE benchmark_gold AS
SELECT * REPLACE (${SHARED_GOLD} AS source) FROM gold ${Number(shared) > 0 ? `WHERE source = ${SHARED_GOLD}` : ''}
QUALIFY row_number() OVER (PARTITION BY ${KEYS} ORDER BY source) = 1`);
  const { total } = await work.row('SELECT count(*)::DOUBLE AS total FROM benchmark_gold');
  const counts =
    await work.query(`SELECT own.source AS source, count(*)::DOUBLE AS n, count(shared.record)::DOUBLE AS alike
FROM gold AS own LEFT JOIN benchmark_gold AS shared USING (instance, record) WHERE own.source <> ${SHARED_GOLD} GROUP BY own.source`);
  const equal = new Set(
    counts.filter(({ n, alike }) => n === total && alike === total).map(({ source }) => Number(source)),
  );
  const isAlone = (run: number): boolean =>
    bringing.has(run) ? !equal.has(run) && Number(total) > 0 : Number(shared) === 0 && Number(total) > 0;
  const alone = new Set([...runs].filter(isAlone));
  await work.run(`CREATE OR REPLACE TABLE gold AS
SELECT * FROM benchmark_gold UNION ALL SELECT * FROM gold WHERE source IN (${[...alone, SHARED_GOLD - 1].join(', ')})`);
  await work.run('DROP TABLE benchmark_gold');
  return alone;
}

/** Counts the criteria of labels and of what the runs judged. */
async function criteriaOf(work: Work, runs: Iterable<number>): Promise<number> {
  const labels = "SELECT criterion FROM gold WHERE kind = 'preference' UNION SELECT criterion FROM labels";
  const most = Number((await work.row(`SELECT count(*)::DOUBLE AS n FROM (${labels})`))['n']);
  if (most <= MOST_CRITERIA) return most;
  // A label may be of a run that is not scored; only many are worth a look at all judgments.
  const judged = `SELECT label FROM judgments WHERE run IN (${[-1, ...runs].join(', ')})`;
  return Number((await work.row(`SELECT count(*)::DOUBLE AS n FROM (${labels} WHERE label IN (${judged}))`))['n']);
}

/** Says that a benchmark has more criteria than pairs can be scored under. */
const criteriaProblem = (found: number, { label }: RunFolder): Problem => ({
  file: label,
  field: 'criterion',
  found: `${found} criteria of labels and judgments`,
  expected: `at most ${MOST_CRITERIA} in one benchmark`,
  message: 'too many criteria; the run was left out',
  hint: 'is something else than a criterion in this field? Criteria without labels can be left out; splits may be benchmarks of their own',
});

/** Gives the runs that judged pairs of a benchmark with too many criteria for them; null where there are not too many. */
async function tooManyCriteria(
  work: Work,
  runs: ReadonlyMap<number, Run>,
): Promise<{ readonly criteria: number; readonly runs: readonly number[] } | null> {
  const pairs = [...runs].flatMap(([source, { protocol }]) => (protocol === 'pairwise' ? [source] : []));
  if (pairs.length === 0) return null;
  const criteria = await criteriaOf(work, pairs);
  return criteria > MOST_CRITERIA ? { criteria, runs: pairs } : null;
}

/** Lists names in order, without those that differ from an earlier one in capitals alone. */
const distinctNames = (names: Iterable<string>): string[] =>
  [...Map.groupBy(names, (name) => name.toLowerCase()).values()].flatMap(([first]) => first ?? []).sort();

/** Fills the table `runs` of the working database. `alone`: those that are scored by labels of their own. */
async function storeRuns(
  work: Work,
  runs: ReadonlyMap<number, Run>,
  alone: ReadonlySet<number> = new Set(),
): Promise<void> {
  const rows = [...runs].map(([ordinal, r]) => [
    ordinal,
    r.run,
    r.benchmark,
    r.judge,
    r.protocol,
    r.variant,
    r.repeats,
    alone.has(ordinal),
  ]);
  if (rows.length > 0) await work.run(`INSERT INTO runs VALUES ${literalRows(rows)}`);
}

/** What was read of a benchmark into the working database. */
export interface LoadedRuns {
  /** Runs that can be scored, with their number in the database. */
  readonly runs: ReadonlyMap<number, Run>;
  readonly attributes: readonly string[];
  readonly ingest: IngestReport;
}

/** Texts of others that are laid over the records. */
interface Overlay {
  readonly instances: () => Promise<(record: Instance) => Instance>;
  /** Null for a run without such texts. */
  readonly judgments: (run: string) => Promise<((record: Judgment) => Judgment) | null>;
  /** Texts that do not fit their figures. */
  readonly unfit: number;
}

/** Runs to be read, and the texts of others that are laid over their records. */
type LoadInput = RunsInput & { readonly texts?: Overlay };

type Media = NonNullable<StoredCase['media']>;

/** The pictures that records name; `run` is null for those of shared records. */
export interface RecordPictures {
  readonly fact?: (run: RunFolder | null, src: string) => MediaFact | Promise<MediaFact>;
  /** The media of an instance as they are shown. */
  readonly publish: (run: RunFolder | null, media: Instance['media']) => Media | Promise<Media>;
}

/** Which of the machines that read a benchmark together this one is: it reads every `of`-th run, and what all share, which the first part keeps. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

export const WHOLE_SHARE: Share = { part: 1, of: 1 };

export interface ReadParts {
  readonly pictures: RecordPictures;
  readonly share?: Share;
  /** Hears how many judgments were read. */
  readonly count?: (judgments: number) => void;
  /** Called with the number of rows read from a file. */
  readonly reading?: (file: string, rows: number) => void;
}

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

/** Says that a run has the name of another, which lies at `first`. */
export const twinProblem = ({ run }: Run, first: string, label: string): Problem => ({
  file: `${label}/run.yaml`,
  field: 'run',
  found: run,
  message: `another run has this name: ${first}`,
  hint: 'give it a name of its own',
});

/** Says which runs cannot be combined with the others, whatever their rows hold, by their numbers. */
function refusals({ benchmark, runs }: RunsInput): ReadonlyMap<number, Problem> {
  const names = new Map<string, string>();
  const refused = new Map<number, Problem>();
  for (const [source, { run, label }] of runs.entries()) {
    if (run === null) continue;
    const first = names.get(run.run);
    if (benchmark !== null && run.benchmark !== benchmark.id)
      refused.set(source, misplacedProblem(run, benchmark.id, label));
    else if (first === undefined) names.set(run.run, label);
    else refused.set(source, twinProblem(run, first, label));
  }
  return refused;
}

/** Adds fetched texts to records. */
interface Texts {
  readonly instance: (record: Instance) => Instance;
  readonly judgment: (record: Judgment) => Judgment;
}

const asItIs = <T>(record: T): T => record;

function unfitProblem({ benchmark, label }: RunsInput, unfit: number): Problem {
  const hint = `judgeboard fetch ${benchmark?.id ?? ''} --check lists them`;
  const message = 'fetched texts that do not fit the figures; they are not shown';
  return { severity: 'warning', file: label, message, found: String(unfit), hint };
}

interface LoaderParts {
  readonly input: LoadInput;
  readonly staging: Staging;
  readonly parts: ReadParts;
  readonly ready: RowStore['ready'];
}

class Loader {
  private readonly input: LoadInput;
  private readonly staging: Staging;
  private readonly parts: ReadParts;
  private readonly ready: RowStore['ready'];
  private judgments = 0;

  constructor({ input, staging, parts, ready }: LoaderParts) {
    this.ready = ready;
    this.input = input;
    this.staging = staging;
    this.parts = parts;
  }

  private context(run: RunFolder | null): RunContext {
    const { benchmark, judges, alone } = this.input;
    const { fact } = this.parts.pictures;
    const media = fact === undefined ? {} : { media: (src: string) => fact(run, src) };
    const asked = alone === true ? { alone } : { unread: 'warning' as const };
    return { benchmark, ...(judges === undefined ? {} : { judges }), ...asked, ...media };
  }

  private counted(judgments: number): void {
    this.judgments += judgments;
    this.parts.count?.(this.judgments);
  }

  private sink(run: RunFolder | null, source: number, texts: Texts): RecordSink {
    return async (kind, batch) => {
      if (kind === 'instances') {
        for (const given of batch.records as readonly Instance[]) {
          const record = texts.instance(given);
          const media = await this.parts.pictures.publish(run, record.media);
          this.staging.addInstance(record, media, source);
        }
      } else if (kind === 'judgments') {
        for (const record of batch.records as readonly Judgment[])
          this.staging.addJudgment(texts.judgment(record), source);
        this.counted(batch.records.length);
      } else this.staging.add(kind, batch, source);
      this.parts.reading?.(batch.count.file, batch.count.read);
      await this.ready?.();
    };
  }

  /** Reads the records that runs share; texts of others are laid over them where they are kept. */
  async shared(kept: boolean): Promise<CommonRecords> {
    const { texts, shared: files } = this.input;
    const instance = (kept ? await texts?.instances() : undefined) ?? asItIs;
    const sink = this.sink(null, SHARED_GOLD, { instance, judgment: asItIs });
    return readShared({ files }, this.context(null), { sink });
  }

  /** Says whether a run brings records of its own, beside judgments. */
  static brings({ files }: RunFolder): boolean {
    return RECORD_KINDS.some((kind) => kind !== 'judgments' && files[kind] !== undefined);
  }

  /** Reads a run, together with the shared records of those kinds that it does not bring itself. */
  async run(folder: RunFolder, source: number, shared: CommonRecords): Promise<RunReport> {
    const { run } = folder;
    const judgment = (run === null ? null : await this.input.texts?.judgments(run.run)) ?? asItIs;
    const sink = this.sink(folder, source, { instance: asItIs, judgment });
    const against = Loader.brings(folder) ? undefined : shared;
    return validateRun(inputOf(this.input, folder), this.context(folder), { sink, against });
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

const conflictProblem = ({ kind, key, field, found, expected }: RecordConflict, run: RunFolder): Problem => ({
  file: run.label,
  field: `${kind}: ${field} of ${key}`,
  found,
  expected,
  message: 'differs from the record of this name that an earlier run or the benchmark brings; the run was left out',
  hint: 'give every run the same records, or put them beside runs/ once',
});

/** What became of the records of one run, or of those that runs share. */
interface ReadSource {
  /** Its number, or `SHARED_GOLD`. */
  readonly source: number;
  readonly files: RunReport['files'];
  readonly log: Pick<ProblemLog, 'kept' | 'errors' | 'warnings'>;
  /** Null for shared records. */
  readonly coverage: RunReport['coverage'] | null;
  /** Names of attributes that none before it had, as they were read. */
  readonly attributes: readonly string[];
}

/** What `readRunFolders` found, beside the rows in its tables, for `mergeRuns`: plain data, which a file can hold. */
export interface ReadRuns {
  readonly sources: readonly ReadSource[];
  /** Texts of others that do not fit their figures. */
  readonly unfit: number;
}

/**
 * Reads the runs of a benchmark, or a share of them, into the tables of `store`, checked record by record; problems are collected. Sound rows
 * of sound runs are kept.
 */
export async function readRunFolders(input: LoadInput, store: RowStore, parts: ReadParts): Promise<ReadRuns> {
  const { part, of } = parts.share ?? WHOLE_SHARE;
  const staging = await Staging.create(store, { voted: input.benchmark?.labels === 'majority' });
  const loader = new Loader({ input, staging, parts, ready: store.ready });
  const sources: ReadSource[] = [];
  const named = new Set<string>();
  const add = (
    source: number,
    { files, log, coverage }: Pick<RunReport, 'files' | 'log'> & Partial<RunReport>,
  ): void => {
    const attributes = [...staging.attributes].filter((name) => !named.has(name));
    for (const name of attributes) named.add(name);
    const { kept, errors, warnings } = log;
    sources.push({ source, files, log: { kept, errors, warnings }, coverage: coverage ?? null, attributes });
  };
  const shared = await loader.shared(part === 1);
  if (part === 1) add(SHARED_GOLD, shared);
  const refused = refusals(input);
  for (const [source, folder] of input.runs.entries())
    if (source % of === part - 1 && !refused.has(source)) add(source, await loader.run(folder, source, shared));
  await staging.close(input.benchmark?.answers ?? []);
  return { sources, unfit: input.texts?.unfit ?? 0 };
}

/** Tallies what was read. A run is left out when it cannot be named or judged, and of a share of the runs those of the others. */
export function tallied(input: RunsInput, { sources, unfit }: ReadRuns) {
  const tally = new IngestTally(input.benchmark?.id ?? '');
  const read = new Map(sources.map((one) => [one.source, one]));
  const shared = read.get(SHARED_GOLD);
  if (shared !== undefined) tally.shared(shared);
  const refused = refusals(input);
  const runs = new Map<number, Run>();
  for (const [source, folder] of input.runs.entries()) {
    const [problem, found] = [refused.get(source), read.get(source)];
    const { run } = folder;
    const usable = run !== null && (input.alone === true || input.judges?.has(run.judge) !== false);
    if (problem !== undefined) tally.refused(folder, problem);
    else if (found !== undefined) {
      tally.run(folder, found, usable);
      if (usable) runs.set(source, run);
    }
  }
  if (unfit > 0) tally.warn(unfitProblem(input, unfit));
  return { tally, runs };
}

/** Makes one set of records of what was read, by whomever; a run that cannot be combined with the others is left out. */
export async function mergeRuns(input: RunsInput, read: ReadRuns, work: Work): Promise<LoadedRuns> {
  const { tally, runs } = tallied(input, read);
  const inOrder = read.sources.toSorted((a, b) => a.source - b.source);
  const named = new Set(inOrder.flatMap(({ attributes }) => attributes));
  for (const conflict of await mergeSources(work, runs)) {
    const folder = input.runs[conflict.source];
    if (folder !== undefined) tally.refused(folder, conflictProblem(conflict, folder));
    runs.delete(conflict.source);
  }
  const many = await tooManyCriteria(work, runs);
  for (const source of many?.runs ?? []) {
    const folder = input.runs[source];
    if (folder !== undefined) tally.refused(folder, criteriaProblem(many?.criteria ?? 0, folder));
    runs.delete(source);
  }
  tally.add(attributeProblems(named, input.label));
  const bringing = new Set([...input.runs.entries()].flatMap(([source, run]) => (Loader.brings(run) ? [source] : [])));
  await storeRuns(work, runs, await separateGold(work, { runs: runs.keys(), bringing }));
  return { runs, attributes: distinctNames(named), ingest: tally.report() };
}
