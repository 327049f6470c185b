import { gzipSync } from 'node:zlib';
import { Gunzip } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { LIMITS, readBytes, type Source, textSource } from '../../src/records/bytes.ts';

afterEach(() => vi.unstubAllGlobals());

/** What an inflater made of one piece at most. */
let most = 0;

/** An inflater as that of a browser: all that it makes of a piece it gives at once, whether somebody takes it or not. */
class AtOnce extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    const gunzip = new Gunzip();
    super({
      transform: (piece, controller) => {
        let made = 0;
        gunzip.ondata = (bytes) => {
          made += bytes.byteLength;
          controller.enqueue(bytes);
        };
        gunzip.push(piece);
        most = Math.max(most, made);
      },
    });
  }
}

test('of a file of blank lines little is in memory at a time, also where a browser gives all of it as one piece', async () => {
  const length = 2 ** 27;
  const packed = new Uint8Array(gzipSync(Buffer.alloc(length, '\n')));
  const whole = textSource('blank.jsonl.gz', packed);
  const source: Source = {
    ...whole,
    stream: () =>
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(packed);
          controller.close();
        },
      }),
  };
  vi.stubGlobal('DecompressionStream', AtOnce);
  let read = 0;
  for await (const piece of readBytes(source, { ...LIMITS, ratio: 2000 })) read += piece.byteLength;
  expect(read).toBe(length);
  expect(most).toBeLessThan(length / 4);
});
