import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attended, silent, underWay } from '../../src/client/awaited.ts';
import { SILENCE } from '../../src/client/directives/island.ts';
import { fetchBytes, inflatedBody } from '../../src/client/fetch.ts';

const URL_OF_FILE = 'https://site.example/data/small/columns.0123456789ab.bin';
const OPTIONS = { freshness: 'immutable' } as const;

/** A server that takes each request and answers as it is told to, each time it is asked. */
const server = { asked: 0, answer: (_: ReadableStreamDefaultController<Uint8Array>): void => undefined };

beforeEach(() => {
  vi.useFakeTimers();
  server.asked = 0;
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    server.asked += 1;
    const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      signal?.addEventListener('abort', () => controller.error(signal.reason));
      server.answer(controller);
    };
    return new Response(new ReadableStream({ start }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const silentFiles = (): string[] => silent.get().map(({ url }) => url);

test('a server that never answers is told of after ten seconds, and can be asked again', async () => {
  server.answer = () => undefined;
  const bytes = fetchBytes(URL_OF_FILE, OPTIONS);
  await vi.advanceTimersByTimeAsync(SILENCE - 1);
  expect(silentFiles()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(silentFiles()).toEqual([URL_OF_FILE]);
  server.answer = (controller) => {
    controller.enqueue(new Uint8Array([1, 2, 3]));
    controller.close();
  };
  silent.get()[0]?.again();
  expect(await bytes).toEqual(new Uint8Array([1, 2, 3]));
  expect(server.asked).toBe(2);
  expect(silentFiles()).toEqual([]);
});

test('who stops waiting is told what did not come, and no other copy is asked for', async () => {
  server.answer = () => undefined;
  const failed = fetchBytes(URL_OF_FILE, OPTIONS).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(SILENCE);
  silent.get()[0]?.stop();
  expect(await failed).toMatchObject({
    kind: 'unreachable',
    why: 'It sent nothing of /data/small/columns.0123456789ab.bin, and you stopped waiting for it.',
    wayOn: 'retry',
  });
  expect(server.asked).toBe(1);
  expect(silentFiles()).toEqual([]);
});

test('a slow server that goes on sending is no silent one', async () => {
  server.answer = (controller) => {
    for (const second of [8, 16, 24])
      setTimeout(() => controller.enqueue(new Uint8Array([second, second])), second * 1000);
    setTimeout(() => controller.close(), 32_000);
  };
  const bytes = fetchBytes(URL_OF_FILE, OPTIONS);
  for (let second = 1; second <= 32; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    expect(silentFiles()).toEqual([]);
  }
  expect(await bytes).toEqual(new Uint8Array([8, 8, 16, 16, 24, 24]));
});

test('of a file that is called something one hears how much has come, and nothing once it is there or has failed', async () => {
  const heard: unknown[] = [];
  const stop = underWay.subscribe(() => heard.push(...underWay.get().values()));
  await attended(URL_OF_FILE, async ({ heard }) => heard({ bytes: 2, of: 3 }), 'answers');
  expect(heard).toEqual([0, 2].map((bytes) => ({ what: 'answers', bytes, of: bytes === 0 ? 0 : 3 })));
  await attended(URL_OF_FILE, () => Promise.reject(new Error('no')), 'answers').catch(() => undefined);
  expect([...underWay.get()]).toEqual([]);
  await attended(URL_OF_FILE, async ({ heard }) => heard({ bytes: 2, of: 3 }));
  expect(heard.length).toBe(3);
  stop();
});

test('a body says how many of its packed bytes have come, of the length that its server names', async () => {
  const packed = gzipSync(new Uint8Array(1000));
  const came: unknown[] = [];
  for (const headers of [{ 'content-length': '31' }, { 'content-length': '31', 'content-encoding': 'gzip' }]) {
    let last: unknown;
    const { stream } = await inflatedBody(new Response(packed, { headers }), URL_OF_FILE, (one) => {
      last = one;
    });
    expect((await new Response(stream).arrayBuffer()).byteLength).toBe(1000);
    came.push(last);
  }
  expect(came).toEqual([31, 0].map((of) => ({ bytes: packed.byteLength, of })));
});
