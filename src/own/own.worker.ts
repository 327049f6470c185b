import { rowsOfArrow } from '../client/arrow.ts';
import { turnstile } from '../client/shared.ts';
import { mappingSource } from '../importers/mapped.ts';
import { blobSource, goneMeanwhile, type Source, UnreadableError } from '../records/bytes.ts';
import { type ToldProblems, toldProblemsOf, toldTogether } from '../schema/problem.ts';
import { numberWords } from '../ui/number-words.ts';
import { type EngineMessages, type EngineWork, engineWork, withMappedCatalog } from './intake/engine-work.ts';
import { type LinesAsk, type OwnCases, ownCaseTexts, ownLines } from './intake/own-cases.ts';
import { attemptMapping, previewOf } from './intake/preview.ts';
import { type ChosenReadings, formatWords, needsMapping, type Recognised, recognise } from './intake/recognise.ts';
import { type ImportedRun, importSet, type RunFiles, unpackDropped } from './intake/run-files.ts';
import { ResultTables, type ScoreAsk, throttled, type ValuesAsk } from './intake/score-runs.ts';

/** Reads, imports and scores one's own files. It has no network of its own, and asks the page for whatever the engine does. */

export interface DroppedFile {
  readonly name: string;
  /** Null: it could not be opened. */
  readonly blob: Blob | null;
}

export interface FoundSet extends Omit<Recognised, 'takes' | 'sources'> {
  readonly about: string;
  readonly unmapped: boolean;
  readonly files: readonly string[];
}

export interface LookAsk {
  readonly files: readonly DroppedFile[];
  readonly chosen: ChosenReadings;
}

export interface ImportedRuns {
  readonly runs: readonly RunFiles[];
  readonly told: ToldProblems;
}

interface SetAsk {
  /** Its place in what was found. */
  readonly set: number;
}

export type EngineAsk =
  | { readonly sql: string; readonly params: readonly (string | number)[] }
  /** A statement that may never end: it is cancelled when its job is given up, and gives no rows. */
  | { readonly cancellable: string }
  | { readonly table: string; readonly stream: Uint8Array<ArrayBuffer> };

export type FromWorker =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly step: string }
  | { readonly engine: number /** The `id` of the job that asks. */; readonly of: number; readonly request: EngineAsk };

/** What the engine says to a request of the worker; `rows` is an Arrow stream. */
export type EngineAnswer =
  | { readonly engine: number; readonly rows: Uint8Array }
  | { readonly engine: number; readonly error: string };

let sets: readonly Recognised[] = [];

const tell = (message: FromWorker): void => postMessage(message);

const waiting = new Map<
  number,
  { readonly resolve: (rows: Uint8Array) => void; readonly reject: (e: Error) => void }
>();
let asked = 0;

function askEngine(of: number, request: EngineAsk): Promise<Uint8Array> {
  const engine = ++asked;
  return new Promise((resolve, reject) => {
    waiting.set(engine, { resolve, reject });
    if ('stream' in request)
      postMessage({ engine, of, request } satisfies FromWorker, { transfer: [request.stream.buffer] });
    else tell({ engine, of, request });
  });
}

function hearEngine(answer: EngineAnswer): void {
  const one = waiting.get(answer.engine);
  waiting.delete(answer.engine);
  if ('rows' in answer) one?.resolve(answer.rows);
  else one?.reject(new Error(answer.error));
}

async function withWork<T>(job: number, use: (work: EngineWork) => Promise<T>): Promise<T> {
  const messages: EngineMessages = {
    // Rows are made here, since a large answer would hold up the page.
    query: async (sql, params) => rowsOfArrow(await askEngine(job, { sql, params })),
    insert: async (table, stream) => void (await askEngine(job, { table, stream })),
    cancellable: async (sql) => void (await askEngine(job, { cancellable: sql })),
  };
  const work = engineWork(messages);
  const done = await use(work);
  await work.flush();
  return done;
}

/** What could not even be opened is a file that cannot be read. */
function sourceOf({ name, blob }: DroppedFile): Source {
  if (blob !== null) return blobSource(name, blob);
  const gone = goneMeanwhile(name, 'a file that cannot be opened');
  const slice = (): Promise<never> => Promise.reject(gone);
  return { name, size: 0, slice, stream: () => new ReadableStream({ pull: slice }) };
}

async function look({ files, chosen }: LookAsk) {
  const unpacked = await unpackDropped(files.map(sourceOf));
  const { found, problems } = await recognise(unpacked.sources, chosen);
  sets = found;
  const sound = found.map((set): FoundSet => {
    const { sources, takes: _, ...rest } = set;
    const names = sources.map(({ name }) => name);
    return { ...rest, about: formatWords(set.format), unmapped: needsMapping(set), files: names };
  });
  return { found: sound, problems: [...unpacked.problems, ...problems] };
}

function setAt(place: number): Recognised {
  const set = sets[place];
  if (set === undefined) throw new Error('The files are gone from memory; drop them again.');
  return set;
}

const results = new ResultTables();
/** Results share the engine's tables, so work on them takes turns. */
const enter = turnstile();

async function inTurn<T>(job: number, use: (work: EngineWork) => Promise<T>): Promise<T> {
  const leave = await enter();
  return withWork(job, use).finally(leave);
}

const inCatalog =
  (job: number) =>
  <T>(use: (engine: EngineWork) => Promise<T>): Promise<T> =>
    inTurn(job, (work) => withMappedCatalog(work, use));

interface ImportAsk extends SetAsk {
  readonly mapping?: string;
}

async function importReadable(job: number, { set, mapping }: ImportAsk): Promise<readonly ImportedRun[]> {
  const count = throttled((whose: string, records: number) =>
    tell({ step: `Importing ${whose}: ${numberWords(records)} records` }),
  );
  const own = mapping === undefined ? {} : { mapping: mappingSource(mapping) };
  try {
    return await importSet(setAt(set), { ...own, mapped: inCatalog(job), count });
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return [{ run: null, told: toldProblemsOf([error.problem]), read: [] }];
  }
}

async function importRuns(job: number, choice: ImportAsk): Promise<ImportedRuns> {
  const imported = await importReadable(job, choice);
  return {
    runs: imported.flatMap(({ run }): RunFiles[] => (run === null ? [] : [run])),
    told: toldTogether(imported.map(({ told }) => told)),
  };
}

const hear = (step: string): void => tell({ step });

/** What the page can ask for: `job` tells whose requests to the engine these are. What follows `show` rests on its database. */
const jobs = {
  look: (_job: number, ask: LookAsk) => look(ask),
  import: importRuns,
  preview: (_job: number, { set, path }: SetAsk & { readonly path?: string }) => previewOf(setAt(set), path),
  attempt: (job: number, { set, mapping }: SetAsk & { readonly mapping: string }) =>
    attemptMapping(setAt(set), mapping, {
      mapped: inCatalog(job),
      score: (runs) => inTurn(job, (work) => results.trial(work, runs)),
    }),
  score: (job: number, ask: ScoreAsk) => inTurn(job, (work) => results.score(work, ask, hear)),
  values: (job: number, ask: ValuesAsk) => inTurn(job, (work) => results.values(work, ask)),
  show: (job: number, ask: ScoreAsk) => inTurn(job, (work) => results.show(work, ask)),
  cases: (job: number, ask: OwnCases & { readonly ids: readonly string[] }) =>
    inTurn(job, (work) => ownCaseTexts(work, ask)),
  lines: (job: number, ask: LinesAsk) => inTurn(job, (work) => ownLines(work, ask)),
  bucket: (job: number, ask: { readonly result: number; readonly bucket: number }) =>
    results.bucket((use) => inTurn(job, use), ask),
};

export type JobName = keyof typeof jobs;
export type JobAsk<J extends JobName> = Parameters<(typeof jobs)[J]>[1];
export type JobAnswer<J extends JobName> = Awaited<ReturnType<(typeof jobs)[J]>>;

export interface AskMessage {
  readonly id: number;
  readonly job: JobName;
  readonly ask: unknown;
}

addEventListener('message', async ({ data }: MessageEvent<AskMessage | EngineAnswer | 'engine lost'>) => {
  if (data === 'engine lost') {
    results.forget();
    return;
  }
  if ('engine' in data) {
    hearEngine(data);
    return;
  }
  const { id } = data;
  try {
    const job: (id: number, ask: never) => Promise<unknown> = jobs[data.job];
    // The page asks for each job in its own form.
    tell({ id, answer: await job(id, data.ask as never) });
  } catch (error) {
    tell({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
