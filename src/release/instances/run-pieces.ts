import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { READ_AT_ONCE } from '../file-stream.ts';
import { sha256 } from '../writer.ts';
import { blockEnd } from './gzip-blocks.ts';
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

/** Gives a file's bytes, up to a megabyte at a time, each time in the same memory. Throws where it is no file, or cannot be read. */
function* bytesOf(file: string): Generator<Buffer> {
  // Opening a pipe might never end.
  if (!statSync(file).isFile()) throw new Error(`${file} is no file`);
  const room = Buffer.allocUnsafe(READ_AT_ONCE);
  const handle = openSync(file, 'r');
  try {
    const next = (): number => readSync(handle, room, 0, room.length, null);
    for (let read = next(); read > 0; read = next()) yield room.subarray(0, read);
  } finally {
    closeSync(handle);
  }
}

/** Cuts a file; null where a piece would end within a line, or where it cannot be read. */
export function piecesOfFile(file: string): FilePieces | null {
  const whole = createHash('sha256');
  const pieces: FilePiece[] = [];
  let waiting = Buffer.alloc(0);
  let isCut = false;
  const cut = (last: boolean): void => {
    for (let end = blockEnd(waiting, last); end > 0; end = blockEnd(waiting, last)) {
      const piece = waiting.subarray(0, end);
      waiting = waiting.subarray(end);
      isCut ||= piece[end - 1] !== NEWLINE && !(last && waiting.length === 0);
      whole.update(piece);
      pieces.push({ hash: sha256(piece), lines: linesIn(piece), size: end });
    }
  };
  try {
    for (const bytes of bytesOf(file)) {
      waiting = Buffer.concat([waiting, bytes]);
      cut(false);
    }
  } catch {
    // What is wrong with it is told where its records are read.
    return null;
  }
  cut(true);
  return isCut ? null : { hash: whole.digest('hex'), pieces };
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
