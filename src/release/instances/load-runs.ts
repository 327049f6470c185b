import { type Dirent, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isWebAddress, type MediaFact } from '../../records/read.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { Judge } from '../../schema/judge.ts';
import type { Instance } from '../../schema/records.ts';
import type { StoredCase } from '../../schema/stored-case.ts';
import {
  type LoadedRuns,
  mergeRuns,
  type RecordPictures,
  readRunFolders,
  WHOLE_SHARE,
} from '../../scoring/load-runs.ts';
import type { RunFolder, RunsInput } from '../../scoring/run-folder.ts';
import type { WorkDatabase } from '../duckdb.ts';
import { entriesOf, filesBelow } from '../folders.ts';
import { mediaFact, mediaFolders, openRunFolder, recordFiles } from '../input-run.ts';
import type { TextOverlay } from '../texts/figures.ts';
import { hashOfFile, type ReleaseFiles, sha256 } from '../writer.ts';

/** Width and height in pixels. */
type PictureSize = [width: number, height: number];

/** Markers of a JPEG before whose data a frame is described, beside C4, C8 and CC, which are tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    if (isFrame(view.getUint8(at + 1))) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(view: DataView): PictureSize | null {
  if (view.byteLength < 30) return null;
  const kind = view.getUint8(15);
  // 'VP8 ', 'VP8L' and 'VP8X', which say their size in 14 bits each, in 14 bits less one, and in 24 bits less one.
  if (kind === 0x20) return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  if (kind === 0x4c) return [1 + (view.getUint16(21, true) & 0x3fff), 1 + ((view.getUint32(21, true) >>> 14) & 0x3fff)];
  return [1 + (view.getUint32(24, true) & 0xffffff), 1 + (view.getUint32(26, true) >>> 8)];
}

/** Reads the size of a PNG, JPEG or WebP from its first bytes, so that a page can keep its room; null where they do not tell. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const png = (): PictureSize | null => (view.byteLength < 24 ? null : [view.getUint32(16), view.getUint32(20)]);
  const size = bytes[0] === 137 ? png() : bytes[0] === 255 ? jpegSize(view) : bytes[0] === 82 ? webpSize(view) : null;
  return size?.every((side) => side > 0) ? size : null;
}

/** A benchmark with records: shared ones beside `runs/`, and one folder per run. */
export interface BenchmarkInput extends RunsInput {
  readonly benchmark: Benchmark;
  readonly judges: ReadonlyMap<string, Judge>;
  /** Texts of others that were fetched; left out without. */
  readonly texts?: TextOverlay;
}

/** Reports a link in place of a run folder: it may lead anywhere, and what is there may change unseen. */
function linked(folder: string, label: string): RunFolder {
  const message = 'a link, which is not followed';
  const problems = [{ file: label, message, hint: 'put the folder itself there' }];
  return { folder, label, run: null, problems, files: {} };
}

async function runEntries(folder: string): Promise<Dirent[]> {
  return (await entriesOf(folder))
    .filter((e) => (e.isDirectory() || e.isSymbolicLink()) && !e.name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const hasRuns = async (folder: string): Promise<boolean> =>
  (await runEntries(path.join(folder, 'runs'))).length > 0;

/** Finds what lies in a benchmark's folder; null where there are no runs and so nothing to score. It reads no records yet. */
export async function findRuns(
  benchmark: Benchmark,
  judges: readonly Judge[],
  { folder, label }: { readonly folder: string; readonly label: string },
): Promise<BenchmarkInput | null> {
  const entries = await runEntries(path.join(folder, 'runs'));
  if (entries.length === 0) return null;
  const runs = await Promise.all(
    entries.map((e) =>
      (e.isDirectory() ? openRunFolder : linked)(path.join(folder, 'runs', e.name), `${label}/runs/${e.name}`),
    ),
  );
  const shared = await recordFiles(folder, label);
  return { benchmark, judges: new Map(judges.map((j) => [j.id, j])), folder, label, shared, runs };
}

/** Says whether the instance-level data of a benchmark depend on one of its input files: on all but the published tables. */
export function isRecordFile(name: string): boolean {
  return !name.startsWith('published/') && name !== 'findings.yaml';
}

/** Hashes the names and bytes of the files below a folder, in the order of names. Hex. */
export async function hashFolder(folder: string, keep: (name: string) => boolean = () => true): Promise<string> {
  const names = (await filesBelow(folder, true)).filter(keep);
  return sha256(names.map((name) => `${name}\n${hashOrReason(path.join(folder, name))}\n`).join(''));
}

/** Hashes a file; where it cannot be read, the reason stands in, which is reported when its records are read. */
function hashOrReason(file: string): string {
  try {
    return statSync(file).isFile() ? hashOfFile(file) : 'no file';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

const SOURCE = path.join(import.meta.dirname, '..', '..');

const partHash = (part: string): Promise<string> =>
  hashFolder(
    path.join(SOURCE, path.dirname(part)),
    (n) => n === path.basename(part) || n.startsWith(`${path.basename(part)}/`),
  );

/** The parts whose hashes are known or under way: a process has read its own code already, which does not change any more. */
const known = new Map<string, Promise<string>>();

/** Gives the hash of parts of our own source, folders or files below `src`: what was made by other code is rebuilt. */
export async function sourceHash(parts: readonly string[]): Promise<string> {
  for (const part of parts) known.set(part, known.get(part) ?? partHash(part));
  const hashes = await Promise.all(parts.map((part) => known.get(part)));
  return sha256(hashes.join('\n')).slice(0, 12);
}

type StoredMedia = NonNullable<StoredCase['media']>[number];
type PublishedMedia = Pick<StoredMedia, 'src' | 'why' | 'size'>;

/** The ending of a picture's name by its first byte. PNG, JPEG and WebP (RIFF) are all that `mediaFact` takes for a picture. */
const EXTENSIONS: Readonly<Record<number, string>> = { 137: 'png', 255: 'jpg', 82: 'webp' };

function bytesOf(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** Copies pictures under names that carry their hash, each once, whatever the instances that show it. */
export class Gallery {
  private readonly known = new Map<string, PublishedMedia>();
  private readonly facts = new Map<string, MediaFact>();
  private readonly files: ReleaseFiles;
  private readonly benchmark: string;

  constructor(files: ReleaseFiles, benchmark: string) {
    this.files = files;
    this.benchmark = benchmark;
  }

  /** The media of an instance as the release shows them; a file is looked for in each folder in turn. */
  publish(folders: readonly string[], media: Instance['media']): StoredMedia[] {
    return media.map((one) => {
      if (one.src === null || isWebAddress(one.src)) return one;
      const key = JSON.stringify([folders, one.src]);
      const found = this.known.get(key) ?? this.copy(folders, one.src);
      this.known.set(key, found);
      return { ...one, ...found };
    });
  }

  fact(folders: readonly string[], src: string): MediaFact {
    const key = JSON.stringify([folders, src]);
    const found = this.facts.get(key) ?? mediaFact(folders, src);
    this.facts.set(key, found);
    return found;
  }

  private copy(folders: readonly string[], src: string): PublishedMedia {
    const fact = this.fact(folders, src);
    return fact === 'picture'
      ? this.place(folders.map((folder) => path.resolve(folder, src)))
      : { src: null, why: fact };
  }

  /**
   * Copies the first of these files that is there; gives the picture's path below `public/data`, and its size. A promise for each of thousands
   * would cost more.
   */
  private place(files: readonly string[]): PublishedMedia {
    for (const file of files) {
      const bytes = bytesOf(file);
      if (bytes === null) continue;
      const hash = sha256(bytes).slice(0, 12);
      const name = `${this.benchmark}/media/${hash}.${EXTENSIONS[bytes[0] ?? 0] ?? 'bin'}`;
      this.files.write(name, bytes);
      const size = pictureSize(bytes);
      return size === null ? { src: name } : { src: name, size };
    }
    throw new Error(`${files.join(', ')}: gone while the release was built`);
  }
}

/** The pictures in the folders of a benchmark and its runs; without a gallery they are looked at and published nowhere, and those of shared records by the first part alone. */
export function picturesOfRecords(
  { folder: shared }: RunsInput,
  gallery: Gallery | null,
  { part } = WHOLE_SHARE,
): RecordPictures {
  const folders = (run: RunFolder | null): string[] => mediaFolders(shared, run);
  return {
    fact: (run, src) => gallery?.fact(folders(run), src) ?? mediaFact(folders(run), src),
    publish: (run, media) => (run === null && part > 1 ? media : (gallery?.publish(folders(run), media) ?? media)),
  };
}

/** Reads runs for values or problems alone, and publishes nothing; see `readRunFolders` and `mergeRuns`. */
export async function loadRuns(input: RunsInput, work: WorkDatabase): Promise<LoadedRuns> {
  return mergeRuns(input, await readRunFolders(input, work, { pictures: picturesOfRecords(input, null) }), work);
}
