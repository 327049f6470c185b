import { beforeEach, expect, test, vi } from 'vitest';
import { engineStore } from '../../src/client/engine-state.ts';
import { ClientFailure } from '../../src/client/failure.ts';
import type { ScoreAsk } from '../../src/own/protocol.ts';

/** Stands for the worker that reads files: keeps what it is told, and says what the test has it say. */
class FakeWorker extends EventTarget {
  static last: FakeWorker;
  readonly told: { readonly id?: number; readonly job?: string; readonly error?: string; readonly rows?: unknown }[] =
    [];
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  constructor() {
    super();
    FakeWorker.last = this;
  }
  postMessage(message: (typeof this.told)[number]): void {
    this.told.push(message);
  }
  terminate(): void {}
}
const connections = { opened: 0, closed: 0, catalogs: 0, closedCatalogs: 0 };
const statements: string[] = [];
vi.mock('../../src/own/own.worker.ts?worker&inline', () => ({ default: FakeWorker }));
vi.mock('../../src/client/work-session.ts', () => ({
  openWorkSession: async () => {
    connections.opened++;
    return {
      query: async (sql: string) => {
        statements.push(sql);
        return new Uint8Array();
      },
      close: async () => void connections.closed++,
    };
  },
}));
vi.mock('../../src/client/engine.ts', () => ({ startEngine: async () => ({}) }));
vi.mock('../../src/client/attach.ts', () => ({
  openCatalog: async () => {
    connections.catalogs++;
    return { query: (sql: string) => answered(sql), close: async () => void connections.closedCatalogs++ };
  },
}));
const { startSession } = await import('../../src/own/session.ts');
const { ownSource } = await import('../../src/own/own-source.ts');

beforeEach(() => {
  answered = async () => [];
  statements.length = 0;
  Object.assign(connections, { opened: 0, closed: 0, catalogs: 0, closedCatalogs: 0 });
});

/** Waits until it is so. */
const until = (so: () => void): Promise<void> => vi.waitFor(so, { timeout: 20_000, interval: 1 });
/** Time enough for what must not happen. */
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));
const worker = (): FakeWorker => FakeWorker.last;
const jobs = (): (string | undefined)[] => worker().told.flatMap(({ job }) => job ?? []);
const say = (data: unknown): void => worker().onmessage?.({ data });
const ask = (label: string): ScoreAsk => ({
  benchmark: null,
  judges: [],
  runs: [{ label, files: {} }],
  shared: null,
  printed: [],
  catalog: null,
});
const idOf = (label: string, job: string): number | undefined =>
  worker().told.find(
    (told) => told.job === job && (job !== 'score' || (told as { ask?: ScoreAsk }).ask?.runs[0]?.label === label),
  )?.id;
const LISTS =
  'answers criteria bias_types task_types quality_bands quality_pairs splits domains subsets dimensions variants'.split(
    ' ',
  );
const BENCHMARK = { id: 'b', name: 'B', ...Object.fromEntries(LISTS.map((list) => [list, []])) } as never;
/** What the engine answers, as a test has it; nothing by default. */
let answered: (sql: string) => Promise<readonly object[]> = async () => [];
const sourceOf = (session: ReturnType<typeof startSession>, label: string) =>
  ownSource(session, { job: ask(label), release: 'r' } as never, {
    benchmark: BENCHMARK,
    id: `your-results/#/${label}/1`,
  });

test('another result that is opened while one is scored waits until that one has given up, and has tables of its own', async () => {
  const session = startSession(() => undefined);
  const first = sourceOf(session, 'first');
  const given = first.cases.database().catch((error: Error) => error.name);
  await until(() => expect(jobs()).toEqual(['score']));
  say({ engine: 1, of: idOf('first', 'score'), request: { sql: 'SELECT 1', params: [] } });
  await until(() => expect(statements).toEqual(['SELECT 1']));

  first.end();
  const second = sourceOf(session, 'second');
  const database = second.cases.database();
  // Whoever waited for the first is free at once, although its worker still works.
  expect(await given).toBe('AbortError');
  await soon();
  expect(jobs()).toEqual(['score']);
  // What it asks now is refused, and it ends with that; then the second begins.
  say({ engine: 2, of: idOf('first', 'score'), request: { sql: 'DROP ALL', params: [] } });
  await until(() => expect(worker().told.at(-1)).toMatchObject({ engine: 2, error: 'given up' }));
  expect(statements).toEqual(['SELECT 1']);
  say({ id: idOf('first', 'score'), error: 'given up' });
  await until(() => expect(jobs()).toEqual(['score', 'score']));
  say({ id: idOf('second', 'score'), answer: {} });
  await until(() => expect(jobs()).toEqual(['score', 'score', 'show']));
  say({ id: idOf('second', 'show'), answer: null });
  await database;
  // Asked again it is there; the tables of the first are not.
  await second.cases.database();
  expect(jobs()).toEqual(['score', 'score', 'show']);
  second.end();
  const back = sourceOf(session, 'first');
  void back.cases.database().catch(() => undefined);
  await until(() => expect(jobs()).toEqual(['score', 'score', 'show', 'score']));
  back.end();
  session.end();
});

/** Answers the worker's jobs as soon as it has them, until the test ends. */
function obliging(): () => void {
  const done = new Set<number>();
  const timer = setInterval(() => {
    for (const { id, job } of worker().told) {
      if (id === undefined || job === undefined || done.has(id)) continue;
      done.add(id);
      say({ id, answer: {} });
    }
  }, 1);
  return () => clearInterval(timer);
}

test('what is gathered of one result rests on its tables alone, and a page of another that is asked meanwhile waits and has its own', async () => {
  const session = startSession(() => undefined);
  const stop = obliging();
  // Whose tables the engine holds when a statement reaches it.
  const asked: string[] = [];
  const shown = (): string => {
    const scored = worker().told.findLast(({ job }) => job === 'score') as { ask?: ScoreAsk } | undefined;
    return scored?.ask?.runs[0]?.label ?? '';
  };
  const slow = Promise.withResolvers<void>();
  answered = async (sql) => {
    asked.push(
      `${shown()}: ${sql.startsWith('SELECT run') ? 'runs' : sql.startsWith('SELECT judge') ? 'judges' : sql}`,
    );
    if (sql.startsWith('SELECT run')) await slow.promise;
    return [];
  };
  const report = sourceOf(session, 'report');
  const page = sourceOf(session, 'page');
  const facts = report.facts();
  await until(() => expect(asked).toEqual(['report: runs']));
  const rows = page.cases.database().then((database) => database.query('SELECT 1'));
  await soon();
  expect(asked).toEqual(['report: runs']);
  slow.resolve();
  await facts;
  await rows;
  // The tables of the first are there again for whoever asks on.
  await (await report.cases.database()).query('SELECT 2');
  expect(asked).toEqual(['report: runs', 'report: judges', 'page: SELECT 1', 'report: SELECT 2']);
  stop();
  report.end();
  page.end();
  session.end();
});

test('what a result and a session have open in the engine is closed with them', async () => {
  const session = startSession(() => undefined);
  const source = sourceOf(session, 'only');
  const database = source.cases.database();
  await until(() => expect(jobs()).toEqual(['score']));
  const id = idOf('only', 'score');
  say({ engine: 1, of: id, request: { sql: 'SELECT 1', params: [] } });
  say({ id, answer: {} });
  await until(() => expect(jobs()).toEqual(['score', 'show']));
  say({ id: idOf('only', 'show'), answer: null });
  await database;
  expect(connections).toEqual({ opened: 1, closed: 0, catalogs: 1, closedCatalogs: 0 });
  source.end();
  session.end();
  await until(() => expect(connections).toEqual({ opened: 1, closed: 1, catalogs: 1, closedCatalogs: 1 }));
});

test('the engine starts while files are imported, and not for files that nobody knows yet', async () => {
  const session = startSession(() => undefined);
  void session.ask('look', { files: [], tables: [] }).catch(() => undefined);
  await soon();
  expect(connections.opened).toBe(0);
  void session.ask('import', { set: 0 }).catch(() => undefined);
  await until(() => expect(connections.opened).toBe(1));
  session.end();
});

test('when the engine is lost, cases that were held are scored again', async () => {
  const session = startSession(() => undefined);
  const source = sourceOf(session, 'only');
  void source.cases.database();
  await until(() => expect(jobs()).toEqual(['score']));
  say({ id: idOf('only', 'score'), answer: {} });
  await until(() => expect(jobs()).toEqual(['score', 'show']));
  say({ id: idOf('only', 'show'), answer: null });
  await soon();
  source.end();
  const failure = new ClientFailure('engine-crashed', { what: 'a', why: 'b', todo: 'c' });
  engineStore.set({ phase: 'failed', failure });
  const again = sourceOf(session, 'only');
  void again.cases.database().catch(() => undefined);
  await until(() => expect(jobs()).toEqual(['score', 'show', 'score']));
  again.end();
  session.end();
});

test('what is given up stops its worker at once and asks nothing more of the engine', async () => {
  const session = startSession(() => undefined);
  const given = session.ask('score', ask('only')).catch((error: Error) => error.name);
  const id = idOf('only', 'score');
  const stopped = vi.spyOn(worker(), 'terminate');
  say({ engine: 1, of: id, request: { sql: 'SELECT 1', params: [] } });
  await until(() => expect(statements).toEqual(['SELECT 1']));
  // Two requests are on their way when the person gives up.
  say({ engine: 2, of: id, request: { sql: 'SELECT 2', params: [] } });
  say({ engine: 3, of: id, request: { sql: 'SELECT 3', params: [] } });
  session.end();
  expect(stopped).toHaveBeenCalledOnce();
  expect(await given).toBe('AbortError');
  await soon();
  expect(statements).toEqual(['SELECT 1']);
});

test('a worker that no script ran in is told of in words', async () => {
  const session = startSession(() => undefined);
  const failed = session.ask('preview', { set: 0 }).catch((error: ClientFailure) => error);
  worker().dispatchEvent(new Event('error'));
  expect(await failed).toMatchObject({ what: 'Your files could not be worked on to the end.' });
  session.end();
});
