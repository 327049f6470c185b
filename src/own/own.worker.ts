import { rowsOfArrow } from '../client/arrow.ts';
import { turnstile } from '../client/shared.ts';
import { mappingSource } from '../importers/mapped.ts';
import { blobSource, goneMeanwhile, type Source, UnreadableError } from '../records/source.ts';
import { toldProblemsOf, toldTogether } from '../schema/problem.ts';
import { numberWords } from '../ui/number-words.ts';
import { type EngineMessages, type EngineWork, engineWork, withMappedCatalog } from './intake/engine-work.ts';
import { ownCaseTexts, ownLines } from './intake/own-cases.ts';
import { attemptMapping, previewOf } from './intake/preview.ts';
import { formatWords, needsMapping, type Recognised, recognise } from './intake/recognise.ts';
import { ResultTables } from './intake/result-tables.ts';
import { type ImportedRun, importSet, type RunFiles } from './intake/run-files.ts';
import { throttled } from './intake/score-runs.ts';
import { unpackDropped } from './intake/unpack.ts';
import type {
  AskMessage,
  DroppedFile,
  EngineAnswer,
  EngineAsk,
  FromWorker,
  ImportChoice,
  ImportedRuns,
  Jobs,
  LookAsk,
  LookedFiles,
} from './protocol.ts';

/** Reads, imports and scores one's own files. It has no network of its own, and asks the page for whatever the engine does. */

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

async function look({ files, chosen }: LookAsk): Promise<LookedFiles> {
  const unpacked = await unpackDropped(files.map(sourceOf));
  const { found, problems } = await recognise(unpacked.sources, chosen);
  sets = found;
  return {
    found: found.map((set) => ({
      format: set.format,
      about: formatWords(set.format),
      reason: set.reason,
      folder: set.folder,
      judges: set.judges,
      unmapped: needsMapping(set),
      readings: set.readings,
      chosen: set.chosen,
      asks: set.asks === true,
      files: set.sources.map(({ name }) => name),
    })),
    problems: [...unpacked.problems, ...problems],
  };
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

/** Imports a set. A file that has changed or gone while it was read is a problem. */
async function importReadable(job: number, { set, mapping }: ImportChoice): Promise<readonly ImportedRun[]> {
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

async function importRuns(job: number, choice: ImportChoice): Promise<ImportedRuns> {
  const imported = await importReadable(job, choice);
  return {
    runs: imported.flatMap(({ run }): RunFiles[] => (run === null ? [] : [run])),
    told: toldTogether(imported.map(({ told }) => told)),
  };
}

const hear = (step: string): void => tell({ step });

function answerTo(message: AskMessage): Promise<Jobs[keyof Jobs]['answer']> {
  const { id, job, ask } = message;
  switch (job) {
    case 'look':
      return look(ask);
    case 'import':
      return importRuns(id, ask);
    case 'preview':
      return previewOf(setAt(ask.set), ask.path);
    case 'attempt':
      return attemptMapping(setAt(ask.set), ask.mapping, {
        mapped: inCatalog(id),
        score: (runs) => inTurn(id, (work) => results.trial(work, runs)),
      });
    case 'score':
      return inTurn(id, (work) => results.score(work, ask, hear));
    case 'values':
      return inTurn(id, (work) => results.values(work, ask));
    case 'show':
      return inTurn(id, (work) => results.show(work, ask));
    case 'cases':
      return inTurn(id, (work) => ownCaseTexts(work, ask));
    case 'lines':
      return inTurn(id, (work) => ownLines(work, ask));
    case 'bucket':
      return results.bucket((use) => inTurn(id, use), ask);
  }
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
    tell({ id, answer: await answerTo(data) });
  } catch (error) {
    tell({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
