import { archiveKind, BY_SYSTEM, readArchive } from '../../records/archive.ts';
import { blobSource, goneMeanwhile, LIMITS, type Limits, type Source, UnreadableError } from '../../records/source.ts';
import type { Problem } from '../../schema/problem.ts';

export interface Unpacked {
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
