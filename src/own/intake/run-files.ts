import { importFolder, unreadFiles } from '../../importers/canonical.ts';
import type { ImportOptions, MappingEngine } from '../../importers/importer.ts';
import { FORMATS } from '../../importers/index.ts';
import type { ImportFormat } from '../../importers/ledger.ts';
import { mappedJudges } from '../../importers/mapped.ts';
import { archiveKind, BY_SYSTEM, readArchive } from '../../records/archive.ts';
import { blobSource, goneMeanwhile, LIMITS, type Limits, type Source, UnreadableError } from '../../records/bytes.ts';
import { recordKindOf } from '../../records/issues.ts';
import { hexDigits } from '../../schema/packs.ts';
import { formatProblem, nearestWord, type Problem, type ToldProblems, toldProblemsOf } from '../../schema/problem.ts';
import { type RunFolder, runFolderOf } from '../../scoring/run-folder.ts';
import { numberWords } from '../../ui/number-words.ts';
import { MAPPING, type Recognised } from './recognise.ts';

interface Unpacked {
  readonly sources: readonly Source[];
  readonly problems: readonly Problem[];
}

/** The most that is unpacked, in bytes and files: a page holds it in memory. */
const MOST = { inflated: 2 ** 31, files: 50_000 } as const;

/** A spreadsheet is a zip archive too, and nobody wants its inner files. */
const isSpreadsheet = async (source: Source): Promise<boolean> =>
  /\[Content_Types\]\.xml|mimetypeapplication\/vnd\.oasis/.test(
    new TextDecoder('latin1').decode(await source.slice(0, 4096)),
  );

function inMemory(name: string, sources: Source[]): WritableStream<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  return new WritableStream({
    write: (chunk) => void parts.push(chunk.slice()),
    close: () => void sources.push(blobSource(name, new Blob(parts))),
  });
}

async function contentsOf(source: Source, limits: Limits): Promise<Unpacked> {
  const kind = await archiveKind(source);
  if (kind === null) return { sources: [source], problems: [] };
  if (kind === 'zip' && (await isSpreadsheet(source))) {
    const hint = 'export its sheet as CSV and drop that';
    return { sources: [], problems: [{ file: source.name, message: 'a spreadsheet, which is not read', hint }] };
  }
  const sources: Source[] = [];
  const problems = await readArchive(source, {
    kind,
    take: (name) => inMemory(name, sources),
    limits: { ...limits, ...MOST },
  });
  const hint = 'was the right folder packed?';
  const empty: Problem[] =
    sources.length + problems.length > 0 ? [] : [{ file: source.name, message: 'an archive without files', hint }];
  return { sources, problems: [...problems, ...empty] };
}

function unpackProblem(file: string, error: unknown): Problem {
  if (error instanceof UnreadableError) return error.problem;
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

/** Opens archives by content, not by name, within limits; everything else stays as it is. Never throws for what stands in the files. */
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

/** A run folder in memory: its files by name, as `judgeboard import` would write them. */
export interface RunFiles {
  readonly label: string;
  readonly files: Readonly<Record<string, Blob>>;
}

/** One import with what it met. `run` is null where nothing could be used. */
export interface ImportedRun {
  readonly run: RunFiles | null;
  readonly told: ToldProblems;
  readonly read: readonly string[];
}

/** Text is collected in pieces of about this many characters, since a browser keeps large blobs outside the page's memory. */
const PIECE = 2 ** 22;

class Lines {
  private readonly parts: Blob[] = [];
  private open: string[] = [];
  private length = 0;

  add(line: string): void {
    this.open.push(line);
    this.length += line.length;
    if (this.length > PIECE) this.seal();
  }

  private seal(): void {
    // Making a blob from one text is several times as fast as from many.
    this.parts.push(new Blob([this.open.join('')]));
    this.open = [];
    this.length = 0;
  }

  blob(): Blob {
    this.seal();
    return new Blob(this.parts);
  }
}

export async function browserHash(source: Source): Promise<string | null> {
  // Browsers work out hashes on safe addresses only; the report then names no files.
  if (globalThis.crypto?.subtle === undefined) return null;
  const digest = await crypto.subtle.digest('SHA-256', await source.slice(0, source.size));
  return hexDigits(new Uint8Array(digest));
}

interface Importing {
  readonly format: ImportFormat;
  readonly sources: readonly Source[];
  readonly options: ImportOptions;
  readonly count?: (records: number) => void;
}

/** Imports the files of one format into a run folder in memory, as the command line does on disk. Printed values are left out. */
export async function importRunFiles({ format, sources, options, count }: Importing): Promise<ImportedRun> {
  const files = new Map<string, Lines>();
  const add = (name: string, text: string): void => {
    if (name === 'published.csv') return;
    const file = files.get(name) ?? new Lines();
    files.set(name, file);
    file.add(text);
  };
  const sink = { add, hash: browserHash, ...(count === undefined ? {} : { count }) };
  const { log, counts, made } = await importFolder(format, { sources, options }, sink);
  const isEmpty = Object.keys(made).every((kind) => kind === 'run' || kind === 'published');
  const blobs = Object.fromEntries([...files].map(([name, lines]) => [name, lines.blob()]));
  const label = options.run ?? options.judge ?? format.id;
  const { kept: problems, errors, warnings } = log;
  const read = counts.map(({ file }) => file);
  return { run: isEmpty ? null : { label, files: blobs }, told: { problems, errors, warnings }, read };
}

/** Gives a dropped run folder as it is: the files directly in it, where they lie, since a copy would be in memory once more. */
export async function runFilesOf(folder: string, sources: readonly Source[]): Promise<RunFiles> {
  const own = sources.flatMap((source): [string, Source][] => {
    const name = folder === '' ? source.name : source.name.slice(folder.length + 1);
    return name.includes('/') ? [] : [[name, source]];
  });
  const blobs = await Promise.all(
    own.map(async ([name, source]) => {
      const blob = source.blob?.slice() ?? new Blob([await source.slice(0, source.size)]);
      return [name, blob] as const;
    }),
  );
  return { label: folder === '' ? 'files' : folder, files: Object.fromEntries(blobs) };
}

export function openRunFiles({ label, files }: RunFiles): Promise<RunFolder> {
  const names = Object.keys(files);
  const byKind: Partial<Record<string, Source[]>> = {};
  for (const name of names.toSorted()) {
    const [kind, blob] = [recordKindOf(name), files[name]];
    if (kind !== null && blob !== undefined)
      byKind[kind] = [...(byKind[kind] ?? []), blobSource(`${label}/${name}`, blob)];
  }
  // A browser reads the text of a blob as UTF-16 where it begins like that; the command line does not.
  const textOf = async (name: string): Promise<string | null> => {
    const bytes = await files[name]?.arrayBuffer();
    return bytes === undefined ? null : new TextDecoder().decode(bytes);
  };
  return runFolderOf({ folder: label, label, names, textOf, files: byKind });
}

/** Says which benchmark of this site may be meant by a name that is almost that of one; a name of one's own is none to complain of. */
export function misnamedBenchmark(found: string, known: readonly string[], label: string): readonly Problem[] {
  const near = known.includes(found) ? undefined : nearestWord(found, known);
  if (near === undefined) return [];
  const message = 'this site has no benchmark of this name';
  const place = { severity: 'warning', file: `${label}/run.yaml`, field: 'benchmark' } as const;
  return [{ ...place, found, message, expected: known.join(', '), hint: `is ${near} meant?` }];
}

/** Reports files that no import read and no problem mentions. An import that gave up before it read any has said why. */
function unreadProblems({ format, sources }: Recognised, imported: readonly ImportedRun[]): readonly Problem[] {
  if (imported.every(({ told, read }) => read.length === 0 && told.errors > 0)) return [];
  const known = new Set(imported.flatMap(({ told, read }) => [...read, ...told.problems.map(({ file }) => file)]));
  const given = sources.map(({ name }) => name).filter((name) => !MAPPING.test(name));
  return unreadFiles(format, { given, known, written: numberWords });
}

/** What leads is said of the records again when they are scored, beside the values. */
function withoutLead({ problems, errors, warnings }: ToldProblems): ToldProblems {
  const others = problems.filter(({ lead }) => !lead);
  return { problems: others, errors: errors - (problems.length - others.length), warnings };
}

/** Opens an engine with an empty catalog, which goes afterwards. */
export type OpenCatalog = <T>(use: (engine: MappingEngine) => Promise<T>) => Promise<T>;

interface SetImport {
  readonly mapping?: Source;
  readonly mapped?: OpenCatalog;
  readonly count?: (whose: string, records: number) => void;
}

async function importJudges(
  format: ImportFormat,
  sources: readonly Source[],
  { mapping, mapped, count }: SetImport,
): Promise<readonly ImportedRun[]> {
  if (mapped === undefined) throw new Error('a mapping needs an engine');
  const found = await mapped((engine) => mappedJudges(sources, { mapping, engine }));
  const judges = found.length > 1 ? found : [undefined];
  const told = new Set<string>();
  const imported: ImportedRun[] = [];
  for (const judge of judges) {
    const counted = (records: number): void => count?.(judge ?? format.id, records);
    const one = await mapped((engine) =>
      importRunFiles({ format, sources, options: { mapping, engine, judge }, count: counted }),
    );
    const news = one.told.problems.filter((problem) => !told.has(formatProblem(problem)));
    for (const problem of news) told.add(formatProblem(problem));
    imported.push({ ...one, told: judges.length === 1 ? one.told : toldProblemsOf(news) });
  }
  return imported;
}

/** Imports files of one form, a run for each judge, and tells of files that nobody read. A run folder is taken as it is. */
export async function importSet(set: Recognised, how: SetImport = {}): Promise<readonly ImportedRun[]> {
  const format = FORMATS.find(({ id }) => id === set.format);
  if (format === undefined)
    return [{ run: await runFilesOf(set.folder, set.sources), told: toldProblemsOf([]), read: [] }];
  const imported: ImportedRun[] = [];
  if (format.mapped === true) imported.push(...(await importJudges(format, set.sources, how)));
  else
    for (const { of, ...take } of set.takes) {
      const count = (records: number): void => how.count?.(take.judge ?? format.id, records);
      const sources = of === undefined ? set.sources : set.sources.filter(({ name }) => of(name));
      imported.push(await importRunFiles({ format, sources, options: take, count }));
    }
  const scored = imported.map((one) => (one.run === null ? one : { ...one, told: withoutLead(one.told) }));
  return [...scored, { run: null, told: toldProblemsOf(unreadProblems(set, imported)), read: [] }];
}
