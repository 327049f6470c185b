import { createHash } from 'node:crypto';
import type { LeftOut } from '../importers/item.ts';
import type { Source } from '../records/source.ts';
import type { RowCount } from '../records/tally.ts';
import type { ImportReport } from '../schema/import.ts';

async function hashOf({ name, size, stream }: Source): Promise<ImportReport['sources'][number]> {
  const hash = createHash('sha256');
  for await (const chunk of stream()) hash.update(chunk);
  return { file: name, bytes: size, sha256: hash.digest('hex') };
}

/** What an import was made of and what it left out, as `import.json` says it. Equal input gives an equal report. */
export async function importReport(given: {
  readonly format: string;
  readonly options: Readonly<Record<string, string | number | undefined>>;
  /** Everything under the path given; those with a count were read. */
  readonly sources: readonly Source[];
  readonly counts: readonly RowCount[];
  readonly leftOut: readonly LeftOut[];
}): Promise<ImportReport> {
  const { format, counts, leftOut } = given;
  const read = new Set(counts.map((count) => count.file));
  const sources: ImportReport['sources'] = [];
  for (const source of given.sources) if (read.has(source.name)) sources.push(await hashOf(source));
  const sum = (of: (count: RowCount) => number): number => counts.reduce((n, count) => n + of(count), 0);
  const said = Object.entries(given.options).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
  return {
    format,
    options: Object.fromEntries(said),
    sources,
    rows: { read: sum((c) => c.read), used: sum((c) => c.accepted), left_out: sum((c) => c.rejected) },
    left_out: leftOut.map(({ reason, rule, rows }) => ({ reason, rule, rows })),
    unread_judgments: leftOut.reduce((n, { judgments }) => n + judgments, 0),
  };
}
