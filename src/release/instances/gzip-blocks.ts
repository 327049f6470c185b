import { Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { deflatePiece, GZIP_HEAD, gzipTail } from './gzip-parts.ts';
import type { KeptResults } from './kept.ts';

const LEAST = 2 ** 18;
/** No block is longer, in bytes. */
export const MOST_IN_BLOCK = 2 ** 20;
/** One line in this many ends a block, once the block is long enough. */
const LINES = 64;
const NEWLINE = 10;

/**
 * Finds where the first block of some bytes ends: after a line chosen by what it says, so that a change in one place leaves the blocks
 * behind it as they were. It is 0 where more bytes are needed to tell.
 */
export function blockEnd(bytes: Buffer, last: boolean): number {
  const most = Math.min(bytes.length, MOST_IN_BLOCK);
  for (let from = LEAST; from < most; ) {
    const end = bytes.indexOf(NEWLINE, from);
    if (end < 0 || end >= most) break;
    if (crc32(bytes.subarray(from, end)) % LINES === 0) return end + 1;
    from = end + 1;
  }
  if (bytes.length >= MOST_IN_BLOCK) return MOST_IN_BLOCK;
  return last ? bytes.length : 0;
}

/** A DuckDB file begins with three headers of 4 kB, and goes on in blocks of 256 kB, which stay where they are until they change. */
const DATABASE_HEAD = 3 * 2 ** 12;
const DATABASE_BLOCK = 2 ** 18;

/** Says where the first block of some bytes ends, which begin so far into their file; 0 where more bytes are needed to tell. */
export type BlockEnd = (bytes: Buffer, last: boolean, from: number) => number;

/** Finds where the first block of some bytes of a database ends. */
export const databaseBlockEnd: BlockEnd = (bytes, last, from) => {
  const length = from === 0 ? DATABASE_HEAD : DATABASE_BLOCK;
  if (bytes.length >= length) return length;
  return last ? bytes.length : 0;
};

/**
 * Gzips what passes as one member, whose blocks do not refer to one another: a block that an earlier build deflated is not deflated again.
 * Any program inflates it.
 */
export function gzipBlocks(kept: KeptResults, endOf: BlockEnd = blockEnd): Transform {
  let waiting: Buffer = Buffer.alloc(0);
  let [sum, size] = [0, 0];
  async function pass(stream: Transform, last: boolean): Promise<void> {
    for (let end = endOf(waiting, last, size); end > 0; end = endOf(waiting, last, size)) {
      const block = waiting.subarray(0, end);
      waiting = waiting.subarray(end);
      sum = crc32(block, sum);
      size += block.length;
      stream.push(await kept.bytes('deflated', block, () => deflatePiece(block)));
    }
  }
  return new Transform({
    construct(done) {
      this.push(GZIP_HEAD);
      done();
    },
    transform(chunk: Buffer, _encoding, done) {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      pass(this, false).then(() => done(), done);
    },
    flush(done) {
      pass(this, true)
        .then(() => {
          this.push(gzipTail({ size, crc: sum }));
          done();
        })
        .catch(done);
    },
  });
}
