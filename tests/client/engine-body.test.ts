import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { engineBody } from '../../src/client/engine-cache.ts';
import { ClientFailure } from '../../src/client/failure.ts';

const URL_ = 'https://example.org/engine/e.wasm';
/** Some of it repeats and some does not, over more than one block of zstd. */
const CONTENT = Uint8Array.from({ length: 400_000 }, (_, i) => (i % 7 === 0 ? (i * 2_654_435_761) >>> 24 : i % 251));

/** A body that comes in pieces of so many bytes. */
function response(bytes: Uint8Array, piece: number): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + piece));
      else controller.close();
      at += piece;
    },
  });
  return new Response(body);
}

async function read(bytes: Uint8Array, piece: number): Promise<Uint8Array> {
  const { stream, failureOf } = await engineBody(response(bytes, piece), URL_, () => undefined);
  return new Uint8Array(
    await new Response(stream).arrayBuffer().catch((error: unknown) => {
      throw failureOf(error);
    }),
  );
}

const kindOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => (error instanceof ClientFailure ? error.kind : error));

test.each([
  ['zstd', zstdCompressSync(CONTENT)],
  ['gzip', gzipSync(CONTENT)],
  ['as it is, by a server that has inflated it', CONTENT],
])('the engine is read whichever way it comes: %s', async (_, bytes) => {
  for (const piece of [1000, 65_536, bytes.length]) expect(await read(bytes, piece)).toEqual(CONTENT);
});

test('one that is cut off, or damaged, is a failure that says so', async () => {
  const packed = zstdCompressSync(CONTENT);
  for (const length of [3, 10, packed.length >> 1, packed.length - 1])
    expect(await kindOf(read(packed.subarray(0, length), 1000)), String(length)).toBe('truncated');
  // What does not show in the form of the file shows in the hash of its content, which the engine's worker compares.
  const kinds = new Set<unknown>();
  for (let at = 4; at < packed.length; at += packed.length >> 6) {
    const other = Buffer.from(packed);
    other[at] = (other[at] ?? 0) ^ 0xff;
    kinds.add(
      await kindOf(read(other, 1000).then((bytes) => (Buffer.from(bytes).equals(CONTENT) ? 'as it was' : 'other'))),
    );
  }
  expect([...kinds].toSorted()).toEqual(['damaged', 'other']);
});
