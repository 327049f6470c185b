import { crc32 } from '../../client/crc32.ts';
import { inflatesTooFar, NOT_AFTER, piecesOf, readBytes } from '../../records/bytes.ts';
import { blobSource, goneMeanwhile, LIMITS, type Limits, type Source, UnreadableError } from '../../records/source.ts';
import type { Problem } from '../../schema/problem.ts';
import { CutOff, isTar, tarEntries } from './tar.ts';
import { BrokenZip, streamOf, type ZipEntry, zipEntries } from './zip.ts';

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
  private readonly names = new Set<string>();
  private total = 0;
  readonly sources: Source[] = [];
  readonly problems: Problem[] = [];

  constructor(archive: Source, limits: Limits) {
    this.archive = archive;
    this.limits = limits;
  }

  /** Says whether a file of this name is taken; says why not, which may lie in the file itself (`unreadable`). */
  takes(name: string, unreadable: Pick<Problem, 'message' | 'hint'> | null): boolean {
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
    if (unreadable !== null) {
      this.problems.push({ file, ...unreadable });
      return false;
    }
    if (this.names.has(name)) {
      const message = 'a second file of this name in the archive; the first was read';
      this.problems.push({ file, message, hint: 'pack the folder again, or unpack it and look which is right' });
      return false;
    }
    this.names.add(name);
    if (this.sources.length >= MOST.files) throw this.tooMuch(`more than ${MOST.files} files`);
    return true;
  }

  /** Counts bytes that came out; throws where they are too many for what went in. */
  count(bytes: number): void {
    this.total += bytes;
    if (inflatesTooFar(this.total, this.archive.size, { ...this.limits, inflated: MOST.bytes }))
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

function damagedArchive(file: string, found: string): UnreadableError {
  const message = 'the archive is damaged or cut off; nothing of it was read';
  return new UnreadableError({ file, message, found, hint: 'copy or download it again' });
}

/** Gives every chunk of a file in a zip archive, counted, and held against its length and its checksum. */
async function inflated(archive: Source, entry: ZipEntry, into: Collector): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let [size, crc] = [0, 0];
  for await (const chunk of piecesOf(await streamOf(archive, entry))) {
    into.count(chunk.byteLength);
    size += chunk.byteLength;
    crc = crc32(chunk, crc);
    parts.push(chunk.slice());
  }
  if (size !== entry.size || crc !== entry.crc) throw new BrokenZip(`${entry.name} is not what was packed`);
  return parts;
}

async function unzip(archive: Source, into: Collector): Promise<void> {
  try {
    for await (const entry of zipEntries(archive))
      if (into.takes(entry.name, entry.unreadable)) into.add(entry.name, await inflated(archive, entry, into));
  } catch (error) {
    const known = error instanceof UnreadableError ? error : archive.failure?.(error);
    throw known ?? damagedArchive(archive.name, error instanceof Error ? error.message : String(error));
  }
}

/** Describes an entry of an archive that is no file with bytes of its own. */
const noFile = (what: string | null) =>
  what === null
    ? null
    : { message: `${what}; it was left out`, hint: 'pack the files themselves (tar --dereference --hard-dereference)' };

async function untar(archive: Source, into: Collector): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  try {
    for await (const chunk of readBytes(archive)) {
      into.count(chunk.byteLength);
      parts.push(chunk.slice());
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    // Nothing is taken of an archive that is cut off.
    const message = error.problem.message.replace(NOT_AFTER, 'nothing of it was read');
    throw new UnreadableError({ ...error.problem, message });
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  for (const { name, other, bytes: content } of tarEntries(bytes))
    if (into.takes(name, noFile(other))) into.add(name, [content.slice()]);
}

/** Gives the first bytes of a file, inflated where it is gzipped; as far as they can be read. */
export async function headOfSource(source: Source, most = 2 ** 16): Promise<Uint8Array<ArrayBuffer>> {
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
  // An archive without files begins with its list.
  const isZip = startsWith(raw, 0x50, 0x4b, 3, 4) || startsWith(raw, 0x50, 0x4b, 5, 6);
  if (isZip && isSpreadsheet(raw)) {
    const hint = 'export its sheet as CSV and drop that';
    return { sources: [], problems: [{ file: source.name, message: 'a spreadsheet, which is not read', hint }] };
  }
  // With ten thousand files a second look at each would take too long.
  const head = startsWith(raw, 0x1f, 0x8b) ? await headOfSource(source, 1024) : raw;
  if (!isZip && !isTar(head)) return { sources: [source], problems: [] };
  const collector = new Collector(source, limits);
  await (isZip ? unzip(source, collector) : untar(source, collector));
  const { sources, problems } = collector;
  const hint = 'was the right folder packed?';
  const empty: Problem[] =
    sources.length + problems.length > 0 ? [] : [{ file: source.name, message: 'an archive without files', hint }];
  return { sources, problems: [...problems, ...empty] };
}

/** Says what keeps a browser from reading a file that it was given. */
function unpackProblem(file: string, error: unknown): Problem {
  if (error instanceof UnreadableError) return error.problem;
  if (error instanceof CutOff) return damagedArchive(file, error.message).problem;
  return goneMeanwhile(file, error instanceof Error ? error.message : String(error)).problem;
}

/** What several drops or archives call by one name is told apart by the archive's name; a file that stands twice is read once. */
function distinct(given: Source, found: readonly Source[], taken: Set<string>): Unpacked {
  const clash = found.some(({ name }) => taken.has(name));
  const isArchive = found[0] !== given;
  const named = clash && isArchive ? found.map((one) => ({ ...one, name: `${given.name}/${one.name}` })) : found;
  const sources = named.filter(({ name }) => !taken.has(name));
  for (const { name } of sources) taken.add(name);
  const problems = named
    .filter((one) => !sources.includes(one))
    .map(
      ({ name }): Problem => ({
        file: name,
        message: 'a second file of this name; the first was read',
        hint: 'rename one of them, or drop the folders that they lie in',
      }),
    );
  return { sources, problems };
}

/**
 * Opens what was dropped: archives (zip, tar, also gzipped) by their content and not by their name, within limits; everything else stays
 * as it is. Never throws for what stands in the files.
 */
export async function unpackDropped(given: readonly Source[], limits: Limits = LIMITS): Promise<Unpacked> {
  const sources: Source[] = [];
  const problems: Problem[] = [];
  const taken = new Set<string>();
  for (const source of given) {
    if (BY_SYSTEM.test(source.name)) continue;
    try {
      const found = await contentsOf(source, limits);
      const own = distinct(source, found.sources, taken);
      sources.push(...own.sources);
      problems.push(...found.problems, ...own.problems);
    } catch (error) {
      problems.push(unpackProblem(source.name, error));
    }
  }
  return { sources, problems };
}
