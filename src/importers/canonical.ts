import { stringify } from 'yaml';
import type { Source } from '../records/bytes.ts';
import {
  checkRecord,
  isProblems,
  ProblemLog,
  RECORD_KINDS,
  type RecordKind,
  type RecordOf,
  type RowCount,
  UnreadAnswers,
} from '../records/issues.ts';
import { NameCheck } from '../records/names.ts';
import { csvRows } from '../schema/csv.ts';
import type { Problem } from '../schema/problem.ts';
import { PUBLISHED_COLUMNS } from '../schema/published.ts';
import { IMPORT_FILE, type ImportReport, Run } from '../schema/records.ts';
import type { ImportItem, ImportOptions, LeftOut, PublishedValue } from './importer.ts';
import { type ImportFormat, Ledger } from './ledger.ts';

/** An importer's stream after the check against the schemas: only sound records, and every problem. */
export type CanonicalItem =
  | { readonly [K in RecordKind]: { readonly kind: K; readonly record: RecordOf<K> } }[RecordKind]
  | { readonly kind: 'run'; readonly record: Run }
  | { readonly kind: 'published'; readonly record: PublishedValue }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'count'; readonly count: RowCount }
  | { readonly kind: 'left out'; readonly leftOut: LeftOut };

const TEXT_FIELDS = ['prompt', 'text', 'value', 'rationale', 'raw'] as const;

/** Replaces half a surrogate pair, which UTF-8 cannot hold, by U+FFFD. */
function wellFormed(record: object): { record: object; fields: string[] } {
  const fields = TEXT_FIELDS.filter((field) => {
    const value: unknown = Reflect.get(record, field);
    return typeof value === 'string' && !value.isWellFormed();
  });
  if (fields.length === 0) return { record, fields };
  const mended = Object.fromEntries(fields.map((field) => [field, String(Reflect.get(record, field)).toWellFormed()]));
  return { record: { ...record, ...mended }, fields };
}

function* checkedRecord(
  kind: RecordKind,
  { given, format, names }: { readonly given: object; readonly format: string; readonly names: NameCheck },
): Generator<CanonicalItem> {
  const { record, fields } = wellFormed(given);
  const instance = String(Reflect.get(record, 'instance'));
  for (const field of fields) {
    const message = 'half of a surrogate pair became U+FFFD';
    yield { kind: 'problem', problem: { severity: 'warning', file: format, field, found: instance, message } };
  }
  const checked = checkRecord(kind, { file: format, line: 0, row: record });
  if (isProblems(checked)) {
    for (const { line: _, ...problem } of checked)
      yield { kind: 'problem', problem: { ...problem, file: `${format}, ${kind} of ${instance}` } };
    const reason = `${kind} that do not fit the schema`;
    yield { kind: 'left out', leftOut: { reason, rule: false, rows: 0, judgments: kind === 'judgments' ? 1 : 0 } };
    return;
  }
  const place = `${format}, ${kind} of ${instance}`;
  const attributes = 'attributes' in checked ? names.attributeComplaints(Object.keys(checked.attributes), place) : [];
  for (const complaint of [...names.remarksOn(kind, checked), ...attributes])
    yield { kind: 'problem', problem: { ...complaint, file: place } };
  yield { kind, record: checked } as CanonicalItem;
}

function checkedRun(record: object, format: string): CanonicalItem[] {
  const result = Run.safeParse(record);
  if (result.success) return [{ kind: 'run', record: result.data }];
  return result.error.issues.map((issue) => {
    const problem = {
      file: format,
      field: issue.path.join('.'),
      message: issue.message,
      hint: 'say --judge and --benchmark',
    };
    return { kind: 'problem', problem };
  });
}

export async function* importCanonical(
  format: ImportFormat,
  sources: readonly Source[],
  options: ImportOptions,
): AsyncGenerator<readonly CanonicalItem[]> {
  const names = new NameCheck();
  const unread = new UnreadAnswers();
  const ledger = new Ledger();
  const checked = (items: readonly ImportItem[]): readonly CanonicalItem[] => {
    const out = items.flatMap((item): CanonicalItem[] => {
      if ('problem' in item || 'count' in item || 'leftOut' in item || item.kind === 'published') return [item];
      if (item.kind === 'run') return checkedRun(item.record, format.id);
      return [...checkedRecord(item.kind, { given: item.record, format: format.id, names })];
    });
    for (const item of out) if (item.kind === 'judgments') unread.add(item.record);
    return out;
  };
  for await (const _ of format.import(ledger, sources, options)) yield checked(ledger.take());
  yield checked(ledger.close());
  yield unread.problems(format.id, undefined).map((problem) => ({ kind: 'problem', problem }));
}

const LISTED = 5;

const HIDDEN = /(?:^|\/)\.[^/]*$/;

interface GivenFiles {
  readonly given: readonly string[];
  readonly known: ReadonlySet<string>;
  readonly written?: (n: number) => string;
}

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
async function importReport(given: {
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

export interface RunSink {
  readonly add: (file: string, text: string) => void | Promise<void>;
  readonly hash: (source: Source) => Promise<string | null>;
  readonly count?: (records: number) => void;
  readonly log?: ProblemLog;
}

export interface ImportedFolder {
  readonly log: ProblemLog;
  readonly counts: readonly RowCount[];
  readonly made: Readonly<Record<string, number>>;
}

/** Says whether there is anything to write: a run without a record or a published value is nothing. */
export const hasRecords = (made: ImportedFolder['made']): boolean => Object.keys(made).some((kind) => kind !== 'run');

type WrittenItem = Exclude<CanonicalItem, { readonly kind: 'problem' | 'count' | 'left out' }>;

function lineOf(item: WrittenItem, isFirst: boolean): readonly [file: string, text: string] {
  if (item.kind === 'run') return ['run.yaml', stringify(item.record)];
  if (item.kind !== 'published') return [`${item.kind}.jsonl`, `${JSON.stringify(item.record)}\n`];
  return ['published.csv', (isFirst ? csvRows([PUBLISHED_COLUMNS]) : '') + publishedRow(item.record)];
}

function publishedRow({ value, n, ...rest }: PublishedValue): string {
  const status = value === null ? 'not-scored' : 'ok';
  const cell: Readonly<Record<string, unknown>> = {
    ...rest,
    table: 'report',
    row_kind: 'judge',
    printed: value ?? '-',
    value,
    status,
    n,
  };
  return csvRows([PUBLISHED_COLUMNS.map((column) => cell[column])]);
}

/** Imports files of one format as a run folder: its description, a file of each kind of record, printed values, and how it was imported. */
export async function importFolder(
  format: ImportFormat,
  { sources, options }: { readonly sources: readonly Source[]; readonly options: ImportOptions },
  { add, hash, count, log = new ProblemLog() }: RunSink,
): Promise<ImportedFolder> {
  const counts: RowCount[] = [];
  const leftOut: LeftOut[] = [];
  const made: Record<string, number> = {};
  for await (const items of importCanonical(format, sources, options)) {
    for (const item of items) {
      if (item.kind === 'problem') log.add(item.problem);
      else if (item.kind === 'count') counts.push(item.count);
      else if (item.kind === 'left out') leftOut.push(item.leftOut);
      else {
        const before = made[item.kind] ?? 0;
        made[item.kind] = before + 1;
        const [name, text] = lineOf(item, before === 0);
        // A promise for each of many records that lie in memory would only cost.
        const added = add(name, text);
        if (added !== undefined) await added;
      }
    }
    count?.(RECORD_KINDS.reduce((sum, kind) => sum + (made[kind] ?? 0), 0));
  }
  if (!hasRecords(made)) return { log, counts, made };
  const { judge, benchmark, run, shot, mapping } = options;
  const said = { judge, benchmark, run, shot, mapping: mapping?.name };
  const report = await importReport({ format: format.id, options: said, sources, counts, leftOut, hash });
  await add(IMPORT_FILE, `${JSON.stringify(report, null, 2)}\n`);
  return { log, counts, made };
}
