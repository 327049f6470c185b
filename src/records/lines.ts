import type { Problem } from '../schema/problem.ts';
import { LIMITS, type Limits, readBytes, type Source, UnreadableError } from './bytes.ts';

interface Signature {
  readonly bytes: readonly number[];
  readonly what: string;
  readonly hint: string;
}

const UNPACK = 'unpack it and give the file inside';
const SHEET = 'export its sheet as CSV and give that';

const ascii = (text: string): readonly number[] => Array.from(text, (sign) => sign.charCodeAt(0));

/** First bytes of what is often found under the name of a text file. */
const SIGNATURES: readonly Signature[] = [
  { bytes: [0xff, 0xfe], what: 'text in UTF-16', hint: 'save the file as UTF-8' },
  { bytes: [0xfe, 0xff], what: 'text in UTF-16', hint: 'save the file as UTF-8' },
  { bytes: [0x50, 0x41, 0x52, 0x31], what: 'Parquet', hint: 'let its name end in .parquet' },
  { bytes: [0x50, 0x4b, 3, 4], what: 'a zip archive or a spreadsheet', hint: `${UNPACK}, or export it as CSV` },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: 'zstd', hint: UNPACK },
  { bytes: [0x42, 0x5a, 0x68], what: 'bzip2', hint: UNPACK },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'xz', hint: UNPACK },
  { bytes: [0x1f, 0x8b], what: 'gzip inside gzip', hint: UNPACK },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a PNG picture', hint: 'give the file of records' },
  { bytes: [0xff, 0xd8, 0xff], what: 'a JPEG picture', hint: 'give the file of records' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF', hint: 'give the file of records' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], what: 'a 7z archive', hint: UNPACK },
  { bytes: ascii('Rar!'), what: 'a rar archive', hint: UNPACK },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: 'an Office file that is old or protected with a password', hint: SHEET },
  { bytes: ascii('ARROW1'), what: 'an Arrow or Feather file', hint: 'write it as Parquet, CSV or JSON Lines' },
  { bytes: ascii('SQLite format 3'), what: 'an SQLite database', hint: 'export its table as CSV' },
  { bytes: [0x93, ...ascii('NUMPY')], what: 'a NumPy array', hint: 'write it as Parquet, CSV or JSON Lines' },
  {
    bytes: ascii('version https://git-lfs'),
    what: 'a pointer of Git LFS in place of the file',
    hint: 'git lfs pull fetches the file itself',
  },
];

const PAGE = /^\s*<(?:!doctype\s+html|html)\b/i;
const WEB_PAGE = { what: 'a web page, such as an error page', hint: 'download the file itself again' };

const LOOKED_AT = 1024;

/** Says whether bytes are the beginning of text in UTF-8; the last sign may be cut off. */
function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Says whether zero bytes in the beginning say that this is no text: every other byte is one in UTF-16 without a mark; other binary data have
 * some, and bad UTF-8 besides.
 */
function isBinary(head: Uint8Array): boolean {
  const zeros = head.reduce((n, byte) => n + (byte === 0 ? 1 : 0), 0);
  if (zeros === 0) return false;
  if (zeros * 4 >= head.length) return true;
  return !isUtf8(head);
}

const [LF, CR, SPACE] = [10, 13, 32];

/** Says whether text goes on after a carriage return and has no line feed: such old line ends would make one line of all of it. */
function isWithoutLines(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(CR);
  return at >= 0 && !bytes.includes(LF) && bytes.subarray(at).some((byte) => byte > SPACE);
}

/** Says why a file that begins with these (inflated) bytes is not read as text, as one problem; null for text. */
export function notText(file: string, bytes: Uint8Array): Problem | null {
  const head = bytes.subarray(0, LOOKED_AT);
  const isPage = PAGE.test(new TextDecoder('latin1').decode(head).replace(/^ï»¿/, ''));
  const known = isPage ? WEB_PAGE : SIGNATURES.find((s) => s.bytes.every((byte, i) => head[i] === byte));
  if (known === undefined && isWithoutLines(bytes)) {
    const message = 'lines end in carriage returns alone; nothing was read';
    return { file, message, expected: 'line ends LF or CRLF', hint: "tr '\\r' '\\n' < OLD > NEW mends it" };
  }
  if (known === undefined && !isBinary(head)) return null;
  const { what, hint } = known ?? { what: 'binary data', hint: 'is this the right file? save it as UTF-8 text' };
  return { file, message: 'not text; nothing was read', found: what, expected: 'text in UTF-8', hint };
}

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
  const found = loose.slice(Math.max(0, loose.indexOf('\uFFFD') - 20));
  return { file, line, message: 'not valid UTF-8; the line was left out', found, hint: 'save the file as UTF-8' };
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
  const message = 'the line is longer than is accepted and was left out';
  const hint = 'shorten the text, or check that the file has line ends';
  return { file, line, message, expected: `at most ${limits.line} bytes`, hint };
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
