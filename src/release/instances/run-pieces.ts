import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { beginsAsGzip } from '../../records/bytes.ts';
import { READ_AT_ONCE } from '../file-stream.ts';
import { sha256 } from '../writer.ts';
import { blockEnd, MOST_IN_BLOCK } from './gzip-blocks.ts';
import { fileHashes, hashFolder, treeHash } from './inputs.ts';

/** A piece of a file of lines. */
export interface FilePiece {
  /** SHA-256 in hex. */
  readonly hash: string;
  /** How many lines begin in it, and how many bytes it has. */
  readonly lines: number;
  readonly size: number;
}

/** A file in pieces that end after lines chosen by what they say, so that a change in one place leaves the others as they were. */
export interface FilePieces {
  /** SHA-256 of the whole, in hex. */
  readonly hash: string;
  readonly pieces: readonly FilePiece[];
}

/** Part of a file that is not as it was, where both have the same number of lines. */
export interface ChangedPart {
  /** Where it begins, in bytes. */
  readonly at: number;
  readonly pieces: readonly FilePiece[];
  /** Its first and last line, from 1. */
  readonly lines: readonly [first: number, last: number];
}

const NEWLINE = 10;

/** Most bytes that are read again by themselves: a larger part is no small change. */
const MOST = 2 ** 22;

function linesIn(bytes: Buffer): number {
  let lines = 0;
  let at = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, at)) {
    lines++;
    at = end + 1;
  }
  return at < bytes.length ? lines + 1 : lines;
}

/** Opens a file whose bytes can be read. Throws where it is none: opening a pipe might never end. */
function openFile(file: string): number {
  if (!statSync(file).isFile()) throw new Error(`${file} is no file`);
  return openSync(file, 'r');
}

/** Gives the pieces of a file one after the other, each in the same memory. */
function* bytesOfPieces(file: string): Generator<Buffer> {
  const handle = openFile(file);
  // What waits is never longer than the longest block.
  const room = Buffer.allocUnsafe(READ_AT_ONCE + MOST_IN_BLOCK);
  let length = 0;
  try {
    for (let read = -1; read !== 0; ) {
      read = readSync(handle, room, length, READ_AT_ONCE, null);
      length += read;
      let at = 0;
      const next = (): number => blockEnd(room.subarray(at, length), read === 0);
      for (let end = next(); end > 0; end = next()) {
        yield room.subarray(at, at + end);
        at += end;
      }
      room.copyWithin(0, at, length);
      length -= at;
    }
  } finally {
    closeSync(handle);
  }
}

/** Cuts a file; null where a piece would end within a line, where its lines are gzipped, whatever its name says, or where it cannot be read. */
export function piecesOfFile(file: string): FilePieces | null {
  const whole = createHash('sha256');
  const pieces: FilePiece[] = [];
  let isWhole = true;
  try {
    for (const piece of bytesOfPieces(file)) {
      // Only the last one may have no end of a line.
      if (!isWhole || (pieces.length === 0 && beginsAsGzip(piece))) return null;
      isWhole = piece.at(-1) === NEWLINE;
      whole.update(piece);
      pieces.push({ hash: sha256(piece), lines: linesIn(piece), size: piece.length });
    }
  } catch {
    // What is wrong with it is told where its records are read.
    return null;
  }
  return { hash: whole.digest('hex'), pieces };
}

/** Hashes a folder, as `hashFolder`, and cuts one of its files, where there is one that can be cut. */
export async function piecesInFolder(
  folder: string,
  name: string | null,
): Promise<{ readonly hash: string; readonly pieces: readonly FilePiece[] | null }> {
  const cut = name === null ? null : piecesOfFile(path.join(folder, name));
  if (name === null || cut === null) return { hash: await hashFolder(folder), pieces: null };
  const others = await fileHashes(folder, (one) => one !== name);
  const all = [...others, [name, cut.hash] as const];
  return { hash: treeHash(all.sort(([one], [other]) => (one < other ? -1 : 1))), pieces: cut.pieces };
}

const sumOf = (pieces: readonly FilePiece[], key: 'lines' | 'size'): number =>
  pieces.reduce((sum, piece) => sum + piece[key], 0);

/** Finds the part of a file that is not as it was; null where it has another number of lines, or is too large to be read by itself. */
export function changedPart(before: readonly FilePiece[], now: readonly FilePiece[]): ChangedPart | null {
  const shorter = Math.min(before.length, now.length);
  const isSame = (i: number, j: number): boolean => before[i]?.hash === now[j]?.hash;
  let start = 0;
  while (start < shorter && isSame(start, start)) start++;
  let end = 0;
  while (end < shorter - start && isSame(before.length - 1 - end, now.length - 1 - end)) end++;
  const pieces = now.slice(start, now.length - end);
  const lines = sumOf(pieces, 'lines');
  if (lines === 0 || lines !== sumOf(before.slice(start, before.length - end), 'lines')) return null;
  if (sumOf(pieces, 'size') > MOST) return null;
  const unchanged = now.slice(0, start);
  const first = sumOf(unchanged, 'lines') + 1;
  return { at: sumOf(unchanged, 'size'), pieces, lines: [first, first + lines - 1] };
}

/** Reads a part of a file; null where it is not what was cut any more. */
export function bytesOfPart(file: string, { at, pieces }: ChangedPart): Buffer<ArrayBuffer> | null {
  const bytes = Buffer.alloc(sumOf(pieces, 'size'));
  const handle = openSync(file, 'r');
  try {
    if (readSync(handle, bytes, 0, bytes.length, at) !== bytes.length) return null;
  } finally {
    closeSync(handle);
  }
  let from = 0;
  for (const { hash, size } of pieces) {
    if (sha256(bytes.subarray(from, from + size)) !== hash) return null;
    from += size;
  }
  return bytes;
}
