import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import { readBytes } from '../../records/bytes.ts';
import { blobSource, goneMeanwhile, LIMITS, type Limits, type Source, UnreadableError } from '../../records/source.ts';
import type { Problem } from '../../schema/problem.ts';
import { CutOff, isTar, tarEntries } from './tar.ts';

/** Files as they were given, with those in archives in place of the archives, and what could not be taken. */
export interface Unpacked {
  readonly sources: readonly Source[];
  readonly problems: readonly Problem[];
}

/** The most that is unpacked, in bytes and files: a page holds it in memory. */
const MOST = { bytes: 2 ** 31, files: 50_000 } as const;

const BY_SYSTEM = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$)/;
const ARCHIVE = /\.(?:zip|tar|tgz|tar\.gz|7z|rar)$/i;

/** Collects the files of one archive, and counts what they inflate to. */
class Collector {
  private readonly archive: Source;
  private readonly limits: Limits;
  private total = 0;
  readonly sources: Source[] = [];
  readonly problems: Problem[] = [];

  constructor(archive: Source, limits: Limits) {
    this.archive = archive;
    this.limits = limits;
  }

  /** Whether a file of this name is taken; says why not. */
  takes(name: string): boolean {
    if (name.endsWith('/') || BY_SYSTEM.test(name)) return false;
    const file = `${this.archive.name}/${name}`;
    if (/(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[a-z]:/i.test(name) || name.includes('\0')) {
      const message = 'a name in the archive that leads out of it; the file was left out';
      this.problems.push({ file: this.archive.name, found: name, message, hint: 'pack the folder again, from within' });
      return false;
    }
    if (ARCHIVE.test(name)) {
      const message = 'an archive in an archive; it was not opened';
      this.problems.push({ file, message, hint: 'unpack the outer one and drop the inner' });
      return false;
    }
    if (this.sources.length >= MOST.files) throw this.tooMuch(`more than ${MOST.files} files`);
    return true;
  }

  /** Counts bytes that came out; throws where they are too many for what went in. */
  count(bytes: number): void {
    this.total += bytes;
    const { ratio, ratioFrom } = this.limits;
    const exploding = this.total > ratioFrom && this.total > ratio * this.archive.size;
    if (exploding || this.total > MOST.bytes)
      throw this.tooMuch(`${this.total} bytes and more from ${this.archive.size}`);
  }

  private tooMuch(found: string): UnreadableError {
    const expected = `at most ${MOST.bytes} bytes, ${MOST.files} files and ${this.limits.ratio} times the packed size`;
    const message = 'the archive inflates to more than is accepted; nothing of it was read';
    return new UnreadableError({
      file: this.archive.name,
      message,
      found,
      expected,
      hint: 'unpack it and look inside',
    });
  }

  add(name: string, parts: readonly Uint8Array<ArrayBuffer>[]): void {
    this.sources.push(blobSource(name, new Blob([...parts])));
  }
}

function damaged(file: string, found: string): UnreadableError {
  const message = 'the archive is damaged or cut off; nothing of it was read';
  return new UnreadableError({ file, message, found, hint: 'copy or download it again' });
}

/** Inflates a zip archive as it is read, so that a bomb is noticed while it goes off. */
async function unzip(archive: Source, into: Collector): Promise<void> {
  const open = new Set<string>();
  const unzipper = new Unzip((file) => {
    if (!into.takes(file.name)) return;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    open.add(file.name);
    file.ondata = (error, chunk, final) => {
      if (error !== null) throw damaged(archive.name, error.message);
      into.count(chunk.byteLength);
      parts.push(chunk.slice());
      if (!final) return;
      open.delete(file.name);
      into.add(file.name, parts);
    };
    file.start();
  });
  unzipper.register(UnzipInflate);
  unzipper.register(UnzipPassThrough);
  const push = (chunk: Uint8Array, final = false): void => {
    try {
      unzipper.push(chunk, final);
    } catch (error) {
      throw error instanceof UnreadableError ? error : damaged(archive.name, String(error));
    }
  };
  const reader = archive.stream().getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    if (value !== undefined) push(value);
  push(new Uint8Array(), true);
  if (open.size > 0) throw damaged(archive.name, `${[...open].join(', ')} has no end`);
}

async function untar(archive: Source, into: Collector): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of readBytes(archive)) {
    into.count(chunk.byteLength);
    parts.push(chunk.slice());
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  for (const { name, bytes: content } of tarEntries(bytes)) if (into.takes(name)) into.add(name, [content.slice()]);
}

/** The first bytes of a file, inflated where it is gzipped; as far as they can be read. */
export async function headOf(source: Source, most = 2 ** 16): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const chunk of readBytes(source)) {
      parts.push(chunk.slice());
      size += chunk.byteLength;
      if (size >= most) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
  }
  return new Uint8Array(await new Blob(parts).slice(0, most).arrayBuffer());
}

const startsWith = (bytes: Uint8Array, ...first: readonly number[]): boolean => first.every((b, i) => bytes[i] === b);

/** A spreadsheet is a zip archive too, and nobody wants its inner files. */
const isSpreadsheet = (head: Uint8Array): boolean =>
  /\[Content_Types\]\.xml|mimetypeapplication\/vnd\.oasis/.test(
    new TextDecoder('latin1').decode(head.subarray(0, 4096)),
  );

async function contentsOf(source: Source, limits: Limits): Promise<Unpacked> {
  const raw = new Uint8Array(await source.slice(0, 4096));
  const isZip = startsWith(raw, 0x50, 0x4b, 3, 4);
  if (isZip && isSpreadsheet(raw)) {
    const hint = 'export its sheet as CSV and drop that';
    return { sources: [], problems: [{ file: source.name, message: 'a spreadsheet, which is not read', hint }] };
  }
  if (!isZip && !isTar(await headOf(source, 1024))) return { sources: [source], problems: [] };
  const collector = new Collector(source, limits);
  await (isZip ? unzip(source, collector) : untar(source, collector));
  const { sources, problems } = collector;
  const hint = 'was the right folder packed?';
  const empty: Problem[] =
    sources.length + problems.length > 0 ? [] : [{ file: source.name, message: 'an archive without files', hint }];
  return { sources, problems: [...problems, ...empty] };
}

/** What keeps a browser from reading a file that it was given. */
function failureOf(file: string, error: unknown): Problem {
  if (error instanceof UnreadableError) return error.problem;
  if (error instanceof CutOff) return damaged(file, error.message).problem;
  return goneMeanwhile(file, error instanceof Error ? error.message : String(error)).problem;
}

/**
 * Opens what was dropped: archives (zip, tar, also gzipped) by their content and not by their name, within limits; everything else stays
 * as it is. Never throws for what stands in the files.
 */
export async function unpackDropped(given: readonly Source[], limits: Limits = LIMITS): Promise<Unpacked> {
  const sources: Source[] = [];
  const problems: Problem[] = [];
  for (const source of given) {
    if (BY_SYSTEM.test(source.name)) continue;
    try {
      const found = await contentsOf(source, limits);
      sources.push(...found.sources);
      problems.push(...found.problems);
    } catch (error) {
      problems.push(failureOf(source.name, error));
    }
  }
  return { sources, problems };
}
