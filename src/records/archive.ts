import {
  configure,
  type Entry,
  ERR_BAD_FORMAT,
  ERR_CENTRAL_DIRECTORY_NOT_FOUND,
  ERR_EOCDR_NOT_FOUND,
  Reader,
  WARNING_MISMATCHED_ZIP64_END_OF_CENTRAL_DIRECTORY,
  WARNING_MISSING_ZIP64_EXTRA_FIELD,
  WARNING_TRAILING_CENTRAL_DIRECTORY_DATA,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-custom.js';
import { createTarDecoder, type TarHeader } from 'modern-tar';
import type { Problem } from '../schema/problem.ts';
import {
  headOfSource,
  inflatesTooFar,
  type Limits,
  NOT_AFTER,
  readBytes,
  type Source,
  UnreadableError,
} from './bytes.ts';

/** Archives that are told by their first bytes, whatever their names say. */
export type ArchiveKind = 'zip' | 'tar';

/** What is unpacked at most: bytes (`inflated`) and files. */
interface ArchiveLimits extends Limits {
  readonly files: number;
}

/** Says where the bytes of a file go; null leaves it out. */
type TakeFile = (name: string) => WritableStream<Uint8Array> | null | Promise<WritableStream<Uint8Array> | null>;

interface Unpack {
  readonly kind: ArchiveKind;
  readonly take: TakeFile;
  readonly limits: ArchiveLimits;
}

/** Files that systems put beside one's own. */
export const BY_SYSTEM = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$)/;
const ARCHIVE = /\.(?:zip|tar|tgz|tar\.gz|7z|rar)$/i;
const LEADS_OUT = /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[a-z]:|\0/i;

type WhyLeftOut = Pick<Problem, 'message' | 'hint'>;

/** Decides about the files of one archive, and counts what they inflate to. */
class Unpacking {
  private readonly archive: Source;
  private readonly take: TakeFile;
  private readonly limits: ArchiveLimits;
  private readonly names = new Set<string>();
  private total = 0;
  readonly problems: Problem[] = [];

  constructor(archive: Source, take: TakeFile, limits: ArchiveLimits) {
    this.archive = archive;
    this.take = take;
    this.limits = limits;
  }

  /** Gives the place of a file, null where it is left out; `unreadable` says why it cannot be read. */
  async placeOf(name: string, unreadable: WhyLeftOut | null): Promise<WritableStream<Uint8Array> | null> {
    if (name.endsWith('/') || BY_SYSTEM.test(name)) return null;
    const complaint = this.complaintOf(name, unreadable);
    if (complaint !== null) {
      this.problems.push({ file: `${this.archive.name}/${name}`, ...complaint });
      return null;
    }
    this.names.add(name);
    if (this.names.size > this.limits.files) throw this.tooMuch(`more than ${this.limits.files} files`);
    return this.take(name);
  }

  private complaintOf(name: string, unreadable: WhyLeftOut | null): WhyLeftOut | null {
    if (LEADS_OUT.test(name)) {
      const message = 'a name in the archive that leads out of it; the file was left out';
      return { message, hint: 'pack the folder again, from within' };
    }
    if (ARCHIVE.test(name)) {
      const message = 'an archive in an archive; it was not opened';
      return { message, hint: 'unpack the outer one and take the inner' };
    }
    if (unreadable !== null || !this.names.has(name)) return unreadable;
    const message = 'a second file of this name in the archive; the first was read';
    return { message, hint: 'pack the folder again, or unpack it and look which is right' };
  }

  count(bytes: number): void {
    this.total += bytes;
    if (inflatesTooFar(this.total, this.archive.size, this.limits))
      throw this.tooMuch(`${this.total} bytes and more from ${this.archive.size}`);
  }

  private tooMuch(found: string): UnreadableError {
    const { inflated, files, ratio } = this.limits;
    const expected = `at most ${inflated} bytes, ${files} files and ${ratio} times the packed size`;
    const message = 'the archive inflates to more than is accepted; nothing of it was read';
    const hint = 'unpack it and look inside';
    return new UnreadableError({ file: this.archive.name, message, found, expected, hint });
  }
}

class SourceReader extends Reader<Source> {
  private readonly source: Source;

  constructor(source: Source) {
    super(source);
    this.source = source;
    this.size = source.size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    return new Uint8Array(await this.source.slice(index, index + length));
  }
}

const LINK = 0o120000;
const FORMAT = 0o170000;

function unreadableEntry(entry: Entry): WhyLeftOut | null {
  const hint = 'unpack the archive and take what is inside';
  if (entry.encrypted) return { message: 'protected with a password; it was not read', hint };
  if (((entry.externalFileAttributes >>> 16) & FORMAT) === LINK)
    return { message: 'a link to another file; it was not followed', hint: 'pack the file itself (zip without -y)' };
  const method = entry.compressionMethod;
  if (method !== 0 && method !== 8)
    return { message: `packed in a way that is not read here (method ${method})`, hint };
  return null;
}

const counted = (target: WritableStream<Uint8Array>, count: (bytes: number) => void): WritableStream<Uint8Array> => {
  const writer = target.getWriter();
  return new WritableStream({
    write: (chunk) => {
      count(chunk.byteLength);
      return writer.write(chunk);
    },
    close: () => writer.close(),
    abort: (reason) => writer.abort(reason),
  });
};

/** What the libraries report, in our words. */
const OUR_WORDS: Readonly<Record<string, string>> = {
  [ERR_BAD_FORMAT]: 'the list of files at its end is missing',
  [ERR_EOCDR_NOT_FOUND]: 'the list of files at its end is missing',
  [ERR_CENTRAL_DIRECTORY_NOT_FOUND]: 'its list of files cannot be read',
  'Invalid tar header checksum.': 'the sum of a header is wrong',
  'Invalid tar number.': 'a number in a header is none',
  'Invalid EOF.': 'something follows its end',
  'Tar archive is truncated.': 'its end is missing',
};

/** What the library only warns of, though files may have been passed over. */
const LOSSES: ReadonlySet<string> = new Set([
  WARNING_TRAILING_CENTRAL_DIRECTORY_DATA,
  WARNING_MISMATCHED_ZIP64_END_OF_CENTRAL_DIRECTORY,
  WARNING_MISSING_ZIP64_EXTRA_FIELD,
]);

/** Packed bytes that are inflated at a time, which makes up to a thousand times as many of them. */
const AT_ONCE = 2 ** 16;

async function unzip(archive: Source, into: Unpacking): Promise<void> {
  configure({ useWebWorkers: false, chunkSize: AT_ONCE });
  const zip = new ZipReader(new SourceReader(archive), {
    checkCrc32: true,
    // Names are judged here, in our words.
    filenameValidation: 'tolerant',
  });
  for await (const entry of zip.getEntriesGenerator()) {
    const place = await into.placeOf(entry.filename, unreadableEntry(entry));
    if (place === null || entry.directory) continue;
    try {
      await entry.getData(counted(place, (bytes) => into.count(bytes)));
    } catch (error) {
      if (isOurs(error)) throw error;
      throw new Error(`${entry.filename} is not what was packed`);
    }
  }
  const loss = zip.warnings?.find(({ reason }) => LOSSES.has(reason));
  if (loss !== undefined) throw new Error(`its list of files does not fit: ${loss.reason}`);
}

const BLOCK = 512;
const decoder = new TextDecoder();
const textAt = (block: Uint8Array, from: number, to: number): string =>
  decoder.decode(block.subarray(from, to)).replace(/\0.*$/s, '');

/** Old archives have no mark, only a sum, which counts the bytes of its own field as blanks. */
function isTar(head: Uint8Array): boolean {
  if (head.length < BLOCK || head[0] === 0) return false;
  const sum = head.subarray(0, BLOCK).reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 0x20 : byte), 0);
  return textAt(head, 257, 262) === 'ustar' || Number.parseInt(textAt(head, 148, 156), 8) === sum;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Gives bytes in whole blocks of a tar archive; the last may be cut off. */
async function* inBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array();
  for await (const chunk of chunks) {
    const all = rest.length === 0 ? chunk : joined(rest, chunk);
    const whole = all.length - (all.length % BLOCK);
    rest = all.slice(whole);
    if (whole > 0) yield all.subarray(0, whole);
  }
  if (rest.length > 0) yield rest;
}

/** Gives the bytes of a tar archive, counted. Throws where a file's holes were left out (GNU's type S), which the library takes for a plain one. */
async function* tarBytes(archive: Source, into: Unpacking): AsyncGenerator<Uint8Array> {
  for await (const blocks of inBlocks(readBytes(archive))) {
    into.count(blocks.byteLength);
    for (let at = 0; at < blocks.length; at += BLOCK) {
      if (blocks[at + 156] !== 0x53 || textAt(blocks, at + 257, at + 262) !== 'ustar') continue;
      const message = 'a file with holes in the archive; nothing of it was read';
      const hint = 'pack the files themselves (tar without --sparse)';
      throw new UnreadableError({ file: archive.name, message, found: textAt(blocks, at, at + 100), hint });
    }
    yield blocks;
  }
}

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return(undefined)),
  });
}

/** What lies in tar archives beside files and folders. */
const OTHERS: Readonly<Record<string, string>> = {
  link: 'a link to another file of the archive',
  symlink: 'a link to another file',
  'character-device': 'a device',
  'block-device': 'a device',
  fifo: 'a pipe',
};

function noFile({ type = 'file', pax }: TarHeader): WhyLeftOut | null {
  const what = pax?.['GNU.sparse.major'] === undefined ? OTHERS[type] : 'a file with holes';
  if (what === undefined) return null;
  const hint = 'pack the files themselves (tar --dereference --hard-dereference)';
  return { message: `${what}; it was left out`, hint };
}

async function untar(archive: Source, into: Unpacking): Promise<void> {
  const entries = streamOf(tarBytes(archive, into)).pipeThrough(createTarDecoder({ strict: true }));
  const reader = entries.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const { header, body } = value;
      const name = header.pax?.['GNU.sparse.name'] ?? header.name;
      const place = header.type === 'directory' ? null : await into.placeOf(name, noFile(header));
      await (place === null ? body.cancel() : body.pipeTo(place));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Errors that say what they mean: of the file, or of this machine (`ENOSPC`). */
const isOurs = (error: unknown): boolean =>
  error instanceof UnreadableError || /^E[A-Z]+$/.test(String((error as { readonly code?: unknown }).code));

const startsWith = (bytes: Uint8Array, ...first: readonly number[]): boolean => first.every((b, i) => bytes[i] === b);

/** Tells an archive by its first bytes, of tar inflated where they are gzipped; null for every other file. */
export async function archiveKind(source: Source): Promise<ArchiveKind | null> {
  const head = new Uint8Array(await source.slice(0, BLOCK));
  // An archive without files begins with its list.
  if (startsWith(head, 0x50, 0x4b, 3, 4) || startsWith(head, 0x50, 0x4b, 5, 6)) return 'zip';
  // Only gzip files are looked at twice: with ten thousand files it would take too long.
  return isTar(startsWith(head, 0x1f, 0x8b) ? await headOfSource(source, BLOCK) : head) ? 'tar' : null;
}

/**
 * Reads the files of an archive one after the other and gives those that were left out, as problems: links, names that lead out of the
 * archive, archives in it, second files of a name. Throws `UnreadableError` for an archive that is damaged, cut off or inflates too far, of
 * which nothing may be used then, and errors of this machine.
 */
export async function readArchive(archive: Source, { kind, take, limits }: Unpack): Promise<readonly Problem[]> {
  const into = new Unpacking(archive, take, limits);
  try {
    await (kind === 'zip' ? unzip : untar)(archive, into);
    return into.problems;
  } catch (error) {
    const known = isOurs(error) ? error : archive.failure?.(error);
    if (known instanceof UnreadableError) {
      const message = known.problem.message.replace(NOT_AFTER, 'nothing of it was read');
      throw new UnreadableError({ ...known.problem, message });
    }
    if (known != null) throw known;
    const said = error instanceof Error ? error.message : String(error);
    const message = 'the archive is damaged or cut off; nothing of it was read';
    const hint = 'copy or download it again';
    throw new UnreadableError({ file: archive.name, message, found: OUR_WORDS[said] ?? said, hint });
  }
}
