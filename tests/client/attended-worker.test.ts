import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silent } from '../../src/client/awaited.ts';
import type { FetchNews } from '../../src/client/background.worker.ts';
import { SILENCE } from '../../src/client/directives/island.ts';

/** Stands for the worker that fetches a large file: answers as it is told to. */
class FakeWorker extends EventTarget {
  static readonly made: FakeWorker[] = [];
  ended = false;
  constructor() {
    super();
    FakeWorker.made.push(this);
  }
  postMessage(): void {}
  terminate(): void {
    this.ended = true;
  }
  tell(data: FetchNews): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

vi.mock('../../src/client/background.worker.ts?worker&inline', () => ({ default: FakeWorker }));
const { fetchInBackground } = await import('../../src/client/background.ts');

const DATABASE = 'https://site.example/data/small/small.0123456789ab.duckdb.gz';
const FILE = new Uint8Array([1, 2, 3]);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  FakeWorker.made.length = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const silentFiles = (): string[] => silent.get().map(({ url }) => url);
const last = (): FakeWorker => {
  const worker = FakeWorker.made.at(-1);
  if (worker === undefined) throw new Error('no worker was made');
  return worker;
};

test('a file that a worker waits for in silence is told of in the page, and asked for again by another worker', async () => {
  const file = fetchInBackground(DATABASE, {}, 'answers');
  await vi.advanceTimersByTimeAsync(SILENCE - 1);
  last().tell({ heard: { bytes: 1, of: 3 } });
  await vi.advanceTimersByTimeAsync(SILENCE - 1);
  expect(silentFiles()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(silentFiles()).toEqual([DATABASE]);
  silent.get()[0]?.again();
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeWorker.made.map(({ ended }) => ended)).toEqual([true, false]);
  last().tell({ file: FILE });
  expect(await file).toEqual(FILE);
  expect(silentFiles()).toEqual([]);
});

test('who stops waiting for it is told what did not come, and the worker ends', async () => {
  const failed = fetchInBackground(DATABASE, {}, 'answers').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(SILENCE);
  silent.get()[0]?.stop();
  expect(await failed).toMatchObject({ kind: 'unreachable', wayOn: 'retry', url: DATABASE });
  expect(last().ended).toBe(true);
  expect(silentFiles()).toEqual([]);
});
