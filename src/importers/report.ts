import type { Source } from '../records/source.ts';
import type { RowCount } from '../records/tally.ts';
import type { ImportReport } from '../schema/import.ts';
import type { Problem } from '../schema/problem.ts';
import type { LeftOut } from './importer.ts';

const LISTED = 5;

/** Files that a system puts into folders. */
const HIDDEN = /(?:^|\/)\.[^/]*$/;

/** Which files were there, and which of them were read or told of. */
interface GivenFiles {
  readonly given: readonly string[];
  readonly known: ReadonlySet<string>;
  /** Writes a number of files. */
  readonly written?: (n: number) => string;
}

/** Reports files that no import read and no problem mentions. */
export function unreadFiles(format: string, { given, known, written = String }: GivenFiles): readonly Problem[] {
  const names = given.filter((name) => !known.has(name) && !HIDDEN.test(name));
  const [file] = names;
  if (file === undefined) return [];
  const more = names.length > LISTED ? ` and ${written(names.length - LISTED)} more` : '';
  return [
    {
      severity: 'warning',
      file: names.length === 1 ? file : `${written(names.length)} files`,
      message: `not read: no part of what is read as ${format}`,
      ...(names.length > 1 && { found: names.slice(0, LISTED).join(', ') + more }),
    },
  ];
}

/** Hashes a file that was read; null for one that cannot be, which was told of when it was tried. */
async function hashOrNull(source: Source, hash: (source: Source) => Promise<string | null>): Promise<string | null> {
  try {
    return await hash(source);
  } catch (error) {
    if (source.failure?.(error) == null) throw error;
    return null;
  }
}

/** Counts the rows by reason, of all splits together. */
function rowsByReason(leftOut: readonly LeftOut[]): ImportReport['left_out'] {
  const byReason = Map.groupBy(leftOut, ({ reason, rule }) => JSON.stringify([rule, reason]));
  return [...byReason.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { reason, rule } = first;
    return [{ reason, rule, rows: others.reduce((n, { rows }) => n + rows, first.rows) }];
  });
}

function unreadBySplit(leftOut: readonly LeftOut[]): ImportReport['unread_by_split'] {
  const counts = new Map<string, number>();
  for (const { split, judgments } of leftOut)
    if (split !== undefined && judgments > 0) counts.set(split, (counts.get(split) ?? 0) + judgments);
  return Object.fromEntries(counts);
}

/** Says what an import was made of and what it left out, as `import.json` says it. Equal input gives an equal report. */
export async function importReport(given: {
  readonly format: string;
  readonly options: Readonly<Record<string, string | number | undefined>>;
  /** Everything under the path given; those with a count were read. */
  readonly sources: readonly Source[];
  readonly counts: readonly RowCount[];
  readonly leftOut: readonly LeftOut[];
  /** SHA-256 of a file's bytes as they lie there, hex; null where nobody can work it out. */
  readonly hash: (source: Source) => Promise<string | null>;
}): Promise<ImportReport> {
  const { format, counts, leftOut } = given;
  const read = new Set(counts.map((count) => count.file));
  const sources: ImportReport['sources'] = [];
  for (const source of given.sources) {
    const sha256 = read.has(source.name) ? await hashOrNull(source, given.hash) : null;
    if (sha256 !== null) sources.push({ file: source.name, bytes: source.size, sha256 });
  }
  const sum = (of: (count: RowCount) => number): number => counts.reduce((n, count) => n + of(count), 0);
  const said = Object.entries(given.options).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
  return {
    format,
    options: Object.fromEntries(said),
    sources,
    rows: { read: sum((c) => c.read), used: sum((c) => c.accepted), left_out: sum((c) => c.rejected) },
    left_out: rowsByReason(leftOut),
    unread_judgments: leftOut.reduce((n, { judgments }) => n + judgments, 0),
    unread_by_split: unreadBySplit(leftOut),
  };
}
