import { beforeEach, expect, test, vi } from 'vitest';
import { ClientFailure } from '../../src/client/failure.ts';
import { engineStore } from '../../src/client/shared.ts';
import type { ScoreAsk } from '../../src/own/intake/score-runs.ts';

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
vi.mock('../../src/client/connection.ts', () => ({
  openConnection: async (_engine: unknown, first: readonly string[] = []) => {
    // The pages' connection is told its catalog first.
    const [opened, closed] =
      first.length === 0 ? (['opened', 'closed'] as const) : (['catalogs', 'closedCatalogs'] as const);
    connections[opened]++;
    return {
      stream: async (sql: string) => {
        statements.push(sql);
        return new Uint8Array();
      },
      query: async () => [],
      close: async () => void connections[closed]++,
    };
  },
}));
vi.mock('../../src/client/engine.ts', () => ({ startEngine: async () => ({}) }));
const { startSession } = await import('../../src/own/session.ts');
const { ownSource } = await import('../../src/own/own-source.ts');

beforeEach(() => {
  statements.length = 0;
  Object.assign(connections, { opened: 0, closed: 0, catalogs: 0, closedCatalogs: 0 });
});

/** Waits until it is so. */
const until = (so: () => void): Promise<void> => vi.waitFor(so, { timeout: 300_000, interval: 1 });
/** Time enough for what must not happen. */
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));
const worker = (): FakeWorker => FakeWorker.last;
const jobs = (): (string | undefined)[] => worker().told.flatMap(({ job }) => job ?? []);
const say = (data: unknown): void => worker().onmessage?.({ data });
const ask = (label: string): ScoreAsk => ({
  result: 1,
  benchmark: null,
  judges: [],
  runs: [{ label, files: {} }],
  shared: null,
  printed: [],
  catalog: null,
});
const idOf = (job: string): number | undefined => worker().told.find((told) => told.job === job)?.id;
const LISTS =
  'answers criteria bias_types task_types quality_bands quality_pairs splits domains subsets dimensions variants'.split(
    ' ',
  );
const BENCHMARK = { id: 'b', name: 'B', ...Object.fromEntries(LISTS.map((list) => [list, []])) } as never;
const sourceOf = (session: ReturnType<typeof startSession>, label: string) =>
  ownSource(session, { job: ask(label), release: 'r' } as never, {
    benchmark: BENCHMARK,
    id: `your-results/#/${label}/1`,
  });

test('who gives a result up is free at once, and what its worker still asks of the engine is refused', async () => {
  const session = startSession(() => undefined);
  const first = sourceOf(session, 'first');
  const given = first.local.database().catch((error: Error) => error.name);
  await until(() => expect(jobs()).toEqual(['show']));
  say({ engine: 1, of: idOf('show'), request: { sql: 'SELECT 1', params: [] } });
  await until(() => expect(statements).toEqual(['SELECT 1']));
  first.end();
  expect(await given).toBe('AbortError');
  say({ engine: 2, of: idOf('show'), request: { sql: 'DROP ALL', params: [] } });
  await until(() => expect(worker().told.at(-1)).toMatchObject({ engine: 2, error: 'given up' }));
  expect(statements).toEqual(['SELECT 1']);
  session.end();
});

test('what a result and a session have open in the engine is closed with them', async () => {
  const session = startSession(() => undefined);
  const source = sourceOf(session, 'only');
  const database = source.local.database();
  await until(() => expect(jobs()).toEqual(['show']));
  const id = idOf('show');
  say({ engine: 1, of: id, request: { sql: 'SELECT 1', params: [] } });
  await until(() => expect(statements).toEqual(['SELECT 1']));
  say({ id, answer: null });
  await database;
  expect(connections).toEqual({ opened: 1, closed: 0, catalogs: 1, closedCatalogs: 0 });
  source.end();
  session.end();
  await until(() => expect(connections).toEqual({ opened: 1, closed: 1, catalogs: 1, closedCatalogs: 1 }));
});

test('the engine starts while files are imported, and not for files that nobody knows yet', async () => {
  const session = startSession(() => undefined);
  void session.ask('look', { files: [], chosen: {} }).catch(() => undefined);
  await soon();
  expect(connections.opened).toBe(0);
  void session.ask('import', { set: 0 }).catch(() => undefined);
  await until(() => expect(connections.opened).toBe(1));
  session.end();
});

test('when the engine is lost, the worker hears that its tables are, and the next who asks opens the cases anew', async () => {
  const session = startSession(() => undefined);
  const source = sourceOf(session, 'only');
  const opened = source.local.database();
  await until(() => expect(jobs()).toEqual(['show']));
  say({ id: idOf('show'), answer: null });
  await opened;
  const failure = new ClientFailure('engine-crashed', { what: 'a', why: 'b', todo: 'c' });
  engineStore.set({ phase: 'failed', failure });
  expect(worker().told.at(-1)).toBe('engine lost');
  void source.local.database().catch(() => undefined);
  await until(() => expect(jobs()).toEqual(['show', 'show']));
  say({ id: worker().told.at(-1)?.id, answer: null });
  await until(() => expect(connections.catalogs).toBe(2));
  source.end();
  session.end();
});

test('what is given up stops its worker at once and asks nothing more of the engine', async () => {
  const session = startSession(() => undefined);
  const given = session.ask('score', ask('only')).catch((error: Error) => error.name);
  const id = idOf('score');
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
