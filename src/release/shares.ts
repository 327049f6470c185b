import fs from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../schema/problem.ts';
import type { ReleaseFile } from '../schema/release.ts';
import { type ReadRuns, type Share, tallied } from '../scoring/load-runs.ts';
import { filesBelow, nullIfMissing, realFolder, replaceFolder, withWriting } from './folders.ts';
import { codeVersion, type PartOptions, partInputs } from './instance-parts.ts';
import { ingestErrors, openInput } from './instances/part.ts';
import { type ReadShare, readShare } from './instances/share.ts';
import { loadData } from './load.ts';
import { plural, SILENT } from './progress.ts';
import { damageOf } from './publish.ts';
import { sha256 } from './writer.ts';

/** What describes the folder of a part, `build --part k/n`, to whoever merges the parts. */
export const PART_FILE = 'part.json';

const AGAIN = 'build that part again, or copy it again';

type StoredFile = Pick<ReleaseFile, 'path' | 'bytes' | 'sha256'>;

/** What stands in it. `version` names the code, `check` is the hash of `holds`. */
interface PartFile extends Share {
  readonly version: string;
  readonly check: string;
  readonly holds: {
    /** By benchmark; `key` is the hash of what the release's part of it is made of. */
    readonly benchmarks: Readonly<Record<string, { readonly key: string; readonly read: ReadRuns }>>;
    readonly files: readonly StoredFile[];
  };
}

type StoredPart = PartFile & { readonly folder: string };

const checkOf = (holds: PartFile['holds']): string => sha256(JSON.stringify(holds));

const describedFiles = async (folder: string): Promise<StoredFile[]> =>
  Promise.all(
    (await filesBelow(folder)).map(async (name) => {
      const bytes = await fs.readFile(path.join(folder, name));
      return { path: name, bytes: bytes.byteLength, sha256: sha256(bytes) };
    }),
  );

/**
 * Reads and checks one share of the runs of every benchmark into the folder `out`, for `readShares` of whichever machine merges all. Gives what
 * was wrong: with any problem nothing is written, unless `options.onProblems` says to keep going.
 */
export async function writeShare(
  root: string,
  out: string,
  { onProblems = 'stop', progress = SILENT, ...share }: PartOptions & Share,
): Promise<readonly Problem[]> {
  const { value: data, problems: unread } = await loadData(root);
  const { inputs, problems: unsound } = await partInputs(root, data, { onProblems });
  const problems = [...unread, ...unsound];
  if (problems.length > 0 && onProblems === 'stop') return problems;
  const place = await realFolder(out);
  await withWriting(place, async (scratch) => {
    const benchmarks: Record<string, PartFile['holds']['benchmarks'][string]> = {};
    for (const input of inputs) {
      const found = await openInput(input);
      if (found === null) continue;
      const { read } = await readShare(found, share, { folder: scratch, progress });
      problems.push(...ingestErrors(tallied(found, read).tally.report()));
      benchmarks[input.benchmark.id] = { key: input.key, read };
    }
    if (problems.length > 0 && onProblems === 'stop') return;
    const holds = { benchmarks, files: await describedFiles(scratch) };
    const { part, of } = share;
    const file: PartFile = { part, of, version: await codeVersion(), check: checkOf(holds), holds };
    await fs.writeFile(path.join(scratch, PART_FILE), JSON.stringify(file));
    await replaceFolder(scratch, place);
  });
  return problems;
}

async function readPart(folder: string): Promise<StoredPart | Problem> {
  const file = path.join(folder, PART_FILE);
  const text = await fs.readFile(file, 'utf8').catch(nullIfMissing);
  if (text === null)
    return { file, message: 'is not there', hint: 'name the folders that `judgeboard build --part k/n` wrote' };
  try {
    const part = JSON.parse(text) as PartFile;
    if (checkOf(part.holds) === part.check) return { ...part, folder };
  } catch {}
  return { file, message: 'is cut off, or holds other bytes than were written', hint: AGAIN };
}

/** Says what keeps a part from being merged with those before it and with the inputs that are here; null where nothing does. */
function unfit(
  one: StoredPart,
  before: readonly StoredPart[],
  { version, keys }: { readonly version: string; readonly keys: ReadonlyMap<string, string> },
): Omit<Problem, 'file'> | null {
  const found = `${one.part}/${one.of}`;
  if (one.version !== version)
    return { message: 'was made by another version of the code', hint: 'build all parts and merge them with one' };
  const others = [...keys].filter(([id, key]) => one.holds.benchmarks[id]?.key !== key).map(([id]) => id);
  const hint = 'build all parts, and merge them, where data/ and the fetched texts are the same';
  if (others.length > 0) return { message: 'was made of other inputs', found: others.join(', '), hint };
  const [first = one] = before;
  if (one.of !== first.of)
    return {
      message: 'is a part of another number',
      found,
      expected: `…/${first.of}`,
      hint: 'merge parts of one build',
    };
  const twin = before.find(({ part }) => part === one.part);
  return twin === undefined
    ? null
    : { message: `is the same part as ${twin.folder}`, found, hint: 'name each part once' };
}

/** Says which parts of as many as the first one names are not among those given. */
function missingParts(parts: readonly StoredPart[]): Problem[] {
  const of = parts[0]?.of ?? 0;
  const given = new Set(parts.map(({ part }) => part));
  const names = Array.from({ length: of }, (_, i) => i + 1).flatMap((part) =>
    given.has(part) ? [] : [`${part}/${of}`],
  );
  if (names.length === 0) return [];
  const message = `${plural(names.length, 'part')} of ${of} missing: ${names.join(', ')}`;
  return [{ file: PART_FILE, message, hint: 'name the folders of all parts' }];
}

/** Reads the folders of all parts of one build; the problems say what keeps them from being merged. */
export async function readShares(
  root: string,
  folders: readonly string[],
): Promise<{ readonly problems: readonly Problem[]; readonly shares: ReadonlyMap<string, readonly ReadShare[]> }> {
  const found = await Promise.all(folders.map(readPart));
  const parts = found.filter((one) => 'holds' in one).toSorted((a, b) => a.part - b.part);
  const problems = found.filter((one): one is Problem => !('holds' in one));
  const { inputs } = await partInputs(root, (await loadData(root)).value, {});
  const here = {
    version: await codeVersion(),
    keys: new Map(inputs.map(({ benchmark, key }) => [benchmark.id, key])),
  };
  for (const [i, one] of parts.entries()) {
    const problem = unfit(one, parts.slice(0, i), here);
    if (problem !== null) problems.push({ file: path.join(one.folder, PART_FILE), ...problem });
  }
  if (problems.length === 0) problems.push(...missingParts(parts));
  for (const { folder, holds } of problems.length === 0 ? parts : [])
    for (const file of holds.files)
      for (const { name, reason } of await damageOf(folder, file))
        problems.push({ file: path.join(folder, name), message: reason, hint: AGAIN });
  const shares = inputs.map(({ benchmark: { id } }): [string, ReadShare[]] => [
    id,
    parts.flatMap(({ folder, holds: { benchmarks } }) => {
      const own = benchmarks[id];
      return own === undefined ? [] : [{ folder: path.join(folder, id), read: own.read }];
    }),
  ]);
  return { problems, shares: new Map(shares) };
}
