import { OFFICIAL_SETTINGS } from '../../metrics/query.ts';
import { blobSource, type Source } from '../../records/bytes.ts';
import { Answer, Benchmark } from '../../schema/benchmark.ts';
import type { StoredBoard } from '../../schema/board.ts';
import type { Judge } from '../../schema/judge.ts';
import type { Run } from '../../schema/records.ts';
import type { DescribedRun, IngestReport } from '../../schema/release.ts';
import { tabledSource, unreadOf } from '../../scoring/board-values.ts';
import { mergeRuns, readRunFolders } from '../../scoring/load-runs.ts';
import { buildNarrowTables, scoreRuns, storeScores, withCodedNames } from '../../scoring/narrow.ts';
import type { RunFolder } from '../../scoring/run-folder.ts';
import { chooseAll, describedRuns, type ScoreRow, scoreRows } from '../../scoring/score-rows.ts';
import { text, type Work } from '../../sql/query.ts';
import { attachInMemory, identifier } from '../../sql/quote.ts';
import { numberWords } from '../../ui/number-words.ts';
import type { EngineWork } from './engine-work.ts';
import {
  dropOwnCases,
  type InTurn,
  type OwnCases,
  type OwnWords,
  ownBucket,
  readOwnWords,
  showOwnCases,
} from './own-cases.ts';
import { openRunFiles, type RunFiles } from './run-files.ts';
import {
  type LostCases,
  lonelyBoards,
  lostCases,
  type Overlap,
  overlapOf,
  pairedBoards,
  printedBoards,
  type ReleaseTables,
  releaseResponses,
  releaseRuns,
} from './standing.ts';

export interface ScoreAsk extends Omit<ScoreJob, 'release'>, OwnCases {}

export interface ValuesAsk extends Pick<OwnScores, 'runs' | 'ingest'> {
  readonly job: ScoreAsk;
}

/** The results of some files in one engine. Scoring has one set of tables, so what rests on them is scored again where another result was scored since. */
export class ResultTables {
  /** The result whose tables these are; 0: nobody's. */
  private scored = 0;
  private readonly shown = new Set<number>();
  private readonly words = new Map<number, Promise<OwnWords>>();
  private isFirst = true;

  forget(): void {
    this.scored = 0;
    this.shown.clear();
  }

  async score(work: EngineWork, { result, catalog, ...job }: ScoreAsk, hear?: Hear): Promise<OwnScores> {
    this.scored = 0;
    if (this.isFirst) await dropOwnCases(work);
    this.isFirst = false;
    const release = catalog === null ? null : { catalog, runs: await releaseRuns(work, catalog) };
    const scores = await scoreOwnRuns({ ...job, release }, work, hear);
    await work.flush();
    this.scored = result;
    return scores;
  }

  /** Scores runs that are looked at and not kept, each benchmark as one that nobody knows. */
  async trial(work: EngineWork, runs: ScoreJob['runs']): Promise<OwnScores> {
    this.scored = 0;
    return scoreOwnRuns({ benchmark: null, judges: [], runs, shared: null, release: null, printed: [] }, work);
  }

  async values(work: EngineWork, { job, runs, ingest }: ValuesAsk, hear?: Hear): Promise<readonly ScoreRow[]> {
    if (this.scored !== job.result) await this.score(work, job, hear);
    return ownValues(work, { runs, ingest });
  }

  async show(work: EngineWork, job: ScoreAsk, hear?: Hear): Promise<null> {
    if (this.shown.has(job.result)) return null;
    if (this.scored !== job.result) await this.score(work, job, hear);
    await showOwnCases(work, job);
    await work.flush();
    this.shown.add(job.result);
    return null;
  }

  /** Gives a bucket of the index of words, which is made when it is first asked for. `show` comes first. */
  async bucket(inTurn: InTurn, { result, bucket }: { readonly result: number; readonly bucket: number }) {
    const words = this.words.get(result) ?? readOwnWords(inTurn, result);
    this.words.set(result, words);
    // What failed is tried again.
    words.catch(() => this.words.delete(result));
    return ownBucket(await words, bucket);
  }
}

export interface ScoredRound {
  readonly runs: readonly RunFiles[];
  readonly scored: OwnScores;
}

export function numberedNames(
  names: readonly string[],
  numbered: (name: string, n: number) => string,
): readonly string[] {
  const taken = new Set<string>();
  return names.map((plain) => {
    let name = plain;
    for (let n = 2; taken.has(name); n++) name = numbered(plain, n);
    taken.add(name);
    return name;
  });
}

/** Gives runs under labels by which each is told from the others: `a`, `a` → `a`, `a (2)`. */
export function distinctLabels(runs: readonly RunFiles[]): RunFiles[] {
  const labels = numberedNames(
    runs.map(({ label }) => label),
    (label, n) => `${label} (${n})`,
  );
  return runs.map((run, i) => ({ ...run, label: labels[i] ?? run.label }));
}

/** Scores runs together. One that contradicts the others is scored by itself in a further round, as the command line scores every run. Labels must be distinct. */
export async function scoreInRounds(
  runs: readonly RunFiles[],
  score: (runs: readonly RunFiles[]) => Promise<OwnScores>,
): Promise<readonly ScoredRound[]> {
  const rounds: ScoredRound[] = [];
  for (let left = runs; left.length > 0; ) {
    const scored = await score(left);
    if (rounds.length > 0 && scored.runs.length === 0) break;
    rounds.push({ runs: left, scored });
    const out = new Set(scored.ingest.runs.flatMap(({ folder, used }) => (used ? [] : [folder])));
    const apart = left.filter(({ label }) => out.has(label));
    left = apart.length < left.length ? apart : [];
  }
  return rounds;
}

const PAUSE = 100;

/** Passes calls on, but at most every so many milliseconds: a large file counts thousands of times, and nobody reads that fast. */
export function throttled<A extends readonly unknown[]>(
  hear: (...told: A) => void,
  now: () => number = () => performance.now(),
): (...told: A) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (...told) => {
    if (now() - last < PAUSE) return;
    last = now();
    hear(...told);
  };
}

export interface ScoreJob {
  /** Null where the site does not know it: runs stand alone then. */
  readonly benchmark: Benchmark | null;
  readonly judges: readonly Judge[];
  readonly runs: readonly RunFiles[];
  /** Records of the release as files of JSON Lines, for runs that bring no cases or labels of their own. */
  readonly shared: { readonly instances: Blob; readonly gold: Blob } | null;
  /** Null where the release has no cases of the benchmark. */
  readonly release: ReleaseTables | null;
  readonly printed: readonly StoredBoard[];
}

export interface OwnScores {
  /** What its pages are called by; null where there is nothing to score. */
  readonly benchmark: Benchmark | null;
  readonly runs: readonly Run[];
  readonly valued: boolean;
  readonly ingest: IngestReport;
  /** Boards with one's own rows; `paired`: by the same cases. */
  readonly paired: readonly StoredBoard[];
  readonly printed: readonly StoredBoard[];
  readonly overlap: Overlap | null;
  readonly lost: readonly LostCases[];
  readonly facts: readonly DescribedRun[];
}

export type Hear = (step: string) => void;

/** Begins with empty catalogs `work` and `final`; `buildNarrowTables` attaches the second. */
async function clear(work: EngineWork): Promise<void> {
  await work.run('USE memory');
  for (const catalog of ['joined', 'final', 'work']) await work.run(`DETACH DATABASE IF EXISTS ${catalog}`);
  for (const kind of ['TABLE', 'VIEW']) {
    const own = await work.query(
      kind === 'TABLE'
        ? 'SELECT table_name AS name FROM duckdb_tables() WHERE temporary'
        : 'SELECT view_name AS name FROM duckdb_views() WHERE temporary AND NOT internal',
    );
    for (const { name } of own) await work.run(`DROP ${kind} temp.${identifier(String(name))}`);
  }
  await work.run(attachInMemory('work'));
  await work.run('USE work');
}

const sharedFiles = (shared: ScoreJob['shared']): Partial<Record<'instances' | 'gold', Source[]>> =>
  shared === null
    ? {}
    : {
        instances: [blobSource('release/instances.jsonl', shared.instances)],
        gold: [blobSource('release/gold.jsonl', shared.gold)],
      };

export const bringsCases = ({ files }: RunFolder): boolean => files.instances !== undefined;

/** All values of what was scored last, as `judgeboard score --json` gives them: half of the work, and more than boards show, so computed on demand. */
export async function ownValues(
  work: Work,
  { runs, ingest }: Pick<OwnScores, 'runs' | 'ingest'>,
): Promise<readonly ScoreRow[]> {
  await work.run('USE work');
  const rows: ScoreRow[] = [];
  for (const [protocol, own] of Map.groupBy(runs, (run) => run.protocol)) {
    // Metrics of several protocols have values of the others' runs, too.
    const names = new Set(own.map(({ run }) => run));
    const all = await scoreRows(work, { protocol, unread: unreadOf(ingest) });
    rows.push(...all.filter(({ run }) => names.has(run)));
  }
  return rows;
}

async function describedByFiles(
  work: Work,
  [{ benchmark: id, protocol }]: readonly [Run, ...Run[]],
): Promise<Benchmark> {
  const rows = await work.query(
    "SELECT DISTINCT value FROM final.main.gold WHERE kind = 'preference' AND annotator = ''",
  );
  const answers = new Set(['a', 'b', ...rows.map((row) => text(row, 'value'))]);
  return Benchmark.parse({
    ...{ id, name: id, order: 0, tagline: id, summary: [id], protocol, data_licence: 'your own files' },
    answers: Answer.options.filter((answer) => answers.has(answer)),
  });
}

async function boardsOf(
  job: ScoreJob,
  work: Work,
  { benchmark, runs, ingest }: Pick<OwnScores, 'runs' | 'ingest'> & { readonly benchmark: Benchmark },
): Promise<Pick<OwnScores, 'valued' | 'paired' | 'printed' | 'overlap' | 'facts'>> {
  const { release } = job;
  const unread = unreadOf(ingest);
  const judges = new Map(job.judges.map((judge) => [judge.id, judge]));
  const alone = await withCodedNames(work, null, async () => {
    const source = await tabledSource(work.query, { unread });
    const valued = source.known.size > 0;
    const input = { benchmark, judges, runs, source };
    const printed = await printedBoards(input, job.printed);
    return { valued, printed, paired: release === null ? await lonelyBoards(work, input) : [] };
  });
  await work.run('USE final');
  const made = { ...alone, facts: await describedRuns(work.query.bind(work), { runs, ingest }) };
  if (release === null) return { ...made, overlap: null };
  const overlap = await overlapOf(work, release);
  return { ...made, overlap, paired: await pairedBoards(work, { benchmark, judges, runs, unread }, release) };
}

/** Values and boards by the code of the build and of `judgeboard score`, in a database that is emptied first. Problems are in `ingest`. */
export async function scoreOwnRuns(job: ScoreJob, db: EngineWork, hear: Hear = () => undefined): Promise<OwnScores> {
  hear('Reading records');
  const opened = await Promise.all(job.runs.map(openRunFiles));
  await clear(db);
  const shared = opened.every(bringsCases) ? {} : sharedFiles(job.shared);
  const input = { benchmark: job.benchmark, folder: '', label: 'release', shared, runs: opened, alone: true as const };
  const reading = throttled((file: string, rows: number) => hear(`Reading ${file}: ${numberWords(rows)} rows`));
  const read = await readRunFolders(input, db, { pictures: { publish: (_, media) => media }, reading });
  const { runs: found, attributes, ingest } = await mergeRuns(input, read, db);
  const runs = [...found.values()];
  const [first, ...others] = runs;
  if (first === undefined)
    return {
      benchmark: job.benchmark,
      runs,
      valued: false,
      ingest,
      paired: [],
      printed: [],
      overlap: null,
      lost: [],
      facts: [],
    };
  hear('Making tables');
  const catalog = opened.every(bringsCases) ? null : (job.release?.catalog ?? null);
  const responses = catalog === null ? null : await releaseResponses(db, catalog);
  await buildNarrowTables(db, null, attributes);
  await responses?.take();
  hear('Working out values');
  await scoreRuns(db, OFFICIAL_SETTINGS);
  await storeScores(db);
  await chooseAll(db);
  hear('Comparing with the judges of this site');
  const benchmark = job.benchmark ?? (await describedByFiles(db, [first, ...others]));
  const boards = await boardsOf(job, db, { benchmark, runs, ingest });
  const lost: LostCases[] = [];
  for (const run of runs) lost.push(...(await lostCases(db, run, boards.paired)));
  return { benchmark, runs, ingest, lost, ...boards };
}
