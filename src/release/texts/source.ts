import fs from 'node:fs/promises';
import path from 'node:path';
import { readYaml } from '../../records/yaml.ts';
import type { Problem } from '../../schema/problem.ts';
import { type SourceFile, TextSource } from '../../schema/release.ts';
import { writeWhole } from '../folders.ts';
import { textOfFile } from '../input-run.ts';
import { sha256 } from '../writer.ts';

/** A benchmark's source of texts, and where its files lie once they are fetched. */
export interface PinnedSource {
  readonly benchmark: string;
  readonly source: TextSource;
  /** Hash of source.yaml, so that what was fetched for another one is not used. */
  readonly key: string;
  /** Below the project's cache, which is no part of the repository. */
  readonly folder: string;
}

const MARK = 'complete';

/** Reads `source.yaml` of a benchmark; null where it has none. Problems are those of the file. */
export async function pinnedSource(
  root: string,
  benchmark: string,
): Promise<{ readonly pinned: PinnedSource | null; readonly problems: readonly Problem[] }> {
  const file = `data/${benchmark}/source.yaml`;
  const unreadable: Problem[] = [];
  const text = await textOfFile(path.join(root, file), file, unreadable);
  if (text === null) return { pinned: null, problems: unreadable };
  const { value, problems, line } = readYaml(file, text, TextSource);
  if (value === null) return { pinned: null, problems };
  // Few benchmarks have texts to fetch, and formats are many modules.
  const { FORMATS } = await import('../../importers/index.ts');
  const wanted = Object.entries(value.runs).map(([run, { format }]) => [['runs', run, 'format'], format] as const);
  const unknown = [[['format'], value.format] as const, ...wanted].flatMap(([at, found]): Problem[] => {
    if (found === undefined || FORMATS.some((f) => f.id === found)) return [];
    const expected = FORMATS.map((f) => f.id).join(', ');
    return [{ file, line: line(at), field: at.join('.'), found, message: 'no such format', expected }];
  });
  if (unknown.length > 0) return { pinned: null, problems: unknown };
  const key = sha256(text).slice(0, 16);
  const folder = path.join(root, '.cache', 'sources', benchmark, value.commit);
  return { pinned: { benchmark, source: value, key, folder }, problems: [] };
}

/** How much of a source is meant: all its files, or those that a build brings by itself. */
export type Extent = 'all' | 'default';

/** The files of a source that are meant by an extent. */
export function filesOf({ source }: PinnedSource, extent: Extent): readonly SourceFile[] {
  const beginnings = source.by_default?.files;
  if (extent === 'all' || beginnings === undefined) return source.files;
  return source.files.filter((file) => beginnings.some((beginning) => file.path.startsWith(beginning)));
}

const markOf = ({ source, key }: PinnedSource, extent: Extent): string =>
  extent === 'all' || source.by_default === undefined ? key : `${key} default`;

/** Says how much was fetched and found to be the right files; null where that is less than a build needs. */
export async function fetchedExtent(pinned: PinnedSource): Promise<Extent | null> {
  const mark = await textOfFile(path.join(pinned.folder, MARK), MARK, []);
  return (['all', 'default'] as const).find((extent) => mark === markOf(pinned, extent)) ?? null;
}

export async function markFetched(pinned: PinnedSource, extent: Extent): Promise<void> {
  // Another fetch may end at the same time, and may have brought more.
  if (extent === 'default' && (await fetchedExtent(pinned)) === 'all') return;
  await writeWhole(path.join(pinned.folder, MARK), (partial) => fs.writeFile(partial, markOf(pinned, extent)));
}
