import type { Problem } from '../schema/problem.ts';
import { readBytes } from './bytes.ts';
import { notText } from './signatures.ts';
import { LIMITS, type Limits, type Source, UnreadableError } from './source.ts';

/** Consecutive lines of a file. A line that could not be read is empty here and has its problem. */
export interface LineBlock {
  /** Number of `lines[0]` in the file, from 1. */
  readonly first: number;
  /** Without line ends. */
  readonly lines: readonly string[];
  /** One per unreadable line, or one for the whole file (then without a line). */
  readonly problems: readonly Problem[];
  /** The last line has no line end: the file may be cut off. */
  readonly open: boolean;
  /** Inflated bytes read so far. */
  readonly bytes: number;
}

/** Bytes that become lines at a time. Browsers read 2 MB at a time, whose rows would outlive a collection of garbage. */
const AT_ONCE = 2 ** 18;

const NEWLINE = 10;
/** The mark at the beginning of a file, which is taken off; within a file it is a fault. */
export const BOM = '\uFEFF';

function join(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const all = new Uint8Array(parts.reduce((n, p) => n + p.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

/** Cuts bytes at line ends: yields runs of whole lines, and at the end what is left. Longer lines than allowed are skipped. */
class LineCutter {
  private kept: Uint8Array[] = [];
  private length = 0;
  private skipping = false;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Gives the whole lines of what came so far, or null; `tooLong` says that a line that began earlier was given up. */
  push(chunk: Uint8Array): { bytes: Uint8Array | null; tooLong: boolean } {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    let rest = chunk;
    let tooLong = false;
    let bytes: Uint8Array | null = null;
    if (end > 0) {
      const from = this.skipping ? chunk.indexOf(NEWLINE) + 1 : 0;
      tooLong = this.skipping;
      this.skipping = false;
      if (end > from) bytes = join([...this.kept, chunk.subarray(from, end)]);
      this.kept = [];
      this.length = 0;
      rest = chunk.subarray(end);
    }
    if (rest.byteLength > 0 && !this.skipping) this.keep(rest);
    return { bytes, tooLong };
  }

  private keep(rest: Uint8Array): void {
    this.length += rest.byteLength;
    if (this.length > this.limit) {
      this.kept = [];
      this.length = 0;
      this.skipping = true;
    } else this.kept.push(rest);
  }

  /** Gives the last line, when it has no line end. */
  end(): { bytes: Uint8Array | null; tooLong: boolean } {
    return { bytes: this.kept.length === 0 ? null : join(this.kept), tooLong: this.skipping };
  }
}

function invalidUtf8(file: string, line: number, bytes: Uint8Array): Problem {
  const loose = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return {
    file,
    line,
    message: 'not valid UTF-8; the line was left out',
    found: loose.slice(Math.max(0, loose.indexOf('\uFFFD') - 20)),
    hint: 'save the file as UTF-8',
  };
}

/** Reads the lines of a run of bytes; bad UTF-8 is looked for line by line only when there is some. */
function decode(file: string, first: number, bytes: Uint8Array): { lines: string[]; problems: Problem[] } {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return { lines: split(decoder.decode(bytes)), problems: [] };
  } catch {
    const lines: string[] = [];
    const problems: Problem[] = [];
    for (let at = 0; at < bytes.byteLength; ) {
      const found = bytes.indexOf(NEWLINE, at);
      const end = found < 0 ? bytes.byteLength : found;
      const part = bytes.subarray(at, end);
      try {
        lines.push(decoder.decode(part).replace(/\r$/, ''));
      } catch {
        problems.push(invalidUtf8(file, first + lines.length, part));
        lines.push('');
      }
      at = end + 1;
    }
    return { lines, problems };
  }
}

function split(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (text.includes('\r')) {
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i];
      if (line?.endsWith('\r')) lines[i] = line.slice(0, -1);
    }
  }
  return lines;
}

function tooLongProblem(file: string, line: number, limits: Limits): Problem {
  return {
    file,
    line,
    message: 'the line is longer than is accepted and was left out',
    expected: `at most ${limits.line} bytes`,
    hint: 'shorten the text, or check that the file has line ends',
  };
}

/** Empties lines above the limit that came within one chunk. */
function dropLong(
  file: string,
  first: number,
  { lines, limits }: { readonly lines: string[]; readonly limits: Limits },
): Problem[] {
  const problems: Problem[] = [];
  for (let i = 0; i < lines.length; i++) {
    if ((lines[i]?.length ?? 0) <= limits.line) continue;
    lines[i] = '';
    problems.push(tooLongProblem(file, first + i, limits));
  }
  return problems;
}

/**
 * Reads a text file as blocks of lines with exact numbers: LF or CRLF, blank lines counted, a byte order mark taken off, over-long and
 * badly encoded lines reported one by one; a file that is no text at all is one problem. At most one line and one chunk are held. A file
 * that cannot be read to its end gives its problem in the last block.
 */
export async function* readLines(source: Source, limits: Limits = LIMITS): AsyncGenerator<LineBlock> {
  const cutter = new LineCutter(limits.line);
  let next = 1;
  let total = 0;
  const block = (bytes: Uint8Array | null, tooLong: boolean, open: boolean): LineBlock => {
    const first = next;
    const given = tooLong ? [tooLongProblem(source.name, next, limits)] : [];
    const { lines, problems } =
      bytes === null ? { lines: [], problems: [] } : decode(source.name, next + given.length, bytes);
    if (first === 1 && !tooLong && lines[0]?.startsWith(BOM)) lines[0] = lines[0].slice(1);
    const all = tooLong ? ['', ...lines] : lines;
    next += all.length;
    const long = dropLong(source.name, first, { lines: all, limits });
    return { first, lines: all, problems: [...given, ...problems, ...long], open, bytes: total };
  };
  try {
    for await (const chunk of readBytes(source, limits)) {
      const odd = total === 0 ? notText(source.name, chunk) : null;
      if (odd !== null) throw new UnreadableError(odd);
      for (let at = 0; at < chunk.byteLength; at += AT_ONCE) {
        const part = chunk.subarray(at, at + AT_ONCE);
        total += part.byteLength;
        const { bytes, tooLong } = cutter.push(part);
        if (bytes !== null || tooLong) yield block(bytes, tooLong, false);
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    yield { first: next, lines: [], problems: [error.problem], open: true, bytes: total };
    return;
  }
  const { bytes, tooLong } = cutter.end();
  if (bytes !== null || tooLong) yield block(bytes, tooLong, true);
}
