import type { Source } from '../records/bytes.ts';
import { assertComplete, newCount, type RowCount } from '../records/issues.ts';
import { type RowOptions, readRows } from '../records/rows.ts';
import type { Problem } from '../schema/problem.ts';
import {
  ID_EXPECTED,
  type ImportItem,
  type ImportOptions,
  idsKey,
  idText,
  isRow,
  type LeftOut,
  type RawRow,
  textOf,
} from './importer.ts';

const leftOutReason = ({ field, message }: Problem): string => (field === undefined ? message : `${field}: ${message}`);

/** The steps of an import: after each the ledger's records may be taken, so that they are not all held at once. */
export type ImportSteps = AsyncGenerator<void>;

/** Turns the files of one format into canonical records. Never throws for what stands in the files. */
type Importer = (ledger: Ledger, sources: readonly Source[], options: ImportOptions) => ImportSteps;

export interface ImportFormat {
  readonly id: string;
  readonly about: string;
  readonly import: Importer;
  /** Given where a folder holds the files of several judges or evaluations, of which one is read: that others are not is no news. */
  readonly picks?: true;
  /** Given where a mapping says what files mean: SQL, for which the options bring an engine. */
  readonly mapped?: true;
}

/** What came of a row: null where it is in the records, else why it is not; `later` where that shows only once all rows are read. */
export type RowOutcome = Problem | readonly Problem[] | null | 'later';

/** Keeps the books of an import: each row read is either used or reported, once. `take` hands over what was gathered since the last time. */
export class Ledger {
  private items: ImportItem[] = [];
  private readonly counts = new Map<string, RowCount>();
  private readonly leftOut = new Map<string, LeftOut>();
  /** Lines of which something was reported, by file and what: several parts of a mapping read the same file. */
  private readonly reported = new Map<string, Set<number>>();
  private readonly firsts = new Set<string>();
  /** Judgments that a row of a file makes, and their split where it is that of the file, for the files that hold the judge's answers. */
  private readonly answers = new Map<string, { readonly judgments: number; readonly split: string | undefined }>();

  private count(file: string): RowCount {
    let count = this.counts.get(file);
    if (count === undefined) {
      count = newCount(file);
      this.counts.set(file, count);
    }
    return count;
  }

  add(item: ImportItem): void {
    this.items.push(item);
  }

  /** The rows of this file are the judge's answers, each worth `judgments` of `split`: those that are left out are still expected. */
  expect(file: string, { judgments = 1, split }: { readonly judgments?: number; readonly split?: string } = {}): void {
    this.answers.set(file, { judgments, split });
  }

  /** Notes that a file was read, whatever comes of its rows. */
  opened(file: string): void {
    this.count(file);
  }

  used(file: string): void {
    const count = this.count(file);
    count.read++;
    count.accepted++;
  }

  private report(problem: Problem, reason: string): void {
    const { file, line } = problem;
    if (line !== undefined) {
      const key = `${file} ${reason}`;
      const lines = this.reported.get(key) ?? new Set();
      this.reported.set(key, lines);
      if (lines.has(line)) return;
      lines.add(line);
    }
    this.items.push({ kind: 'problem', problem });
  }

  /** Notes that a row was read and is not in the records; `split`: that of the answer in it, where it is known. */
  reject(problem: Problem, split?: string): void {
    const count = this.count(problem.file);
    count.read++;
    count.rejected++;
    const rule = problem.severity === 'warning';
    const reason = leftOutReason(problem);
    this.report(problem, reason);
    const answer = rule ? undefined : this.answers.get(problem.file);
    this.note(reason, { rule, rows: 1, judgments: answer?.judgments ?? 0, split: answer && (split ?? answer.split) });
  }

  private note(
    reason: string,
    { rule, rows, judgments = 0, split }: Partial<LeftOut> & { readonly rule: boolean; readonly rows: number },
  ): void {
    const key = JSON.stringify([rule, reason, split]);
    const before = this.leftOut.get(key) ?? { reason, rule, rows: 0, judgments: 0, split };
    this.leftOut.set(key, { ...before, rows: before.rows + rows, judgments: before.judgments + judgments });
  }

  closeRow(outcome: RowOutcome, file: string): void {
    if (outcome === 'later') return;
    const [first, ...others] = outcome === null ? [] : [outcome].flat();
    if (first === undefined) this.used(file);
    else this.reject(first);
    for (const problem of others) this.report(problem, leftOutReason(problem));
  }

  /** Gives what comes of the first sound row of a key; of later ones `second`, since a rule of the format leaves them out. */
  once(key: string, second: Omit<Problem, 'severity'>, use: () => RowOutcome): RowOutcome {
    if (this.firsts.has(key)) return { ...second, severity: 'warning' };
    const outcome = use();
    if (outcome === null || outcome === 'later') this.firsts.add(key);
    return outcome;
  }

  leaveOut(problem: Omit<Problem, 'severity'>): void {
    this.reject({ ...problem, severity: 'warning' });
  }

  warn(problem: Omit<Problem, 'severity'>): void {
    this.items.push({ kind: 'problem', problem: { ...problem, severity: 'warning' } });
  }

  fail(problem: Problem): void {
    this.items.push({ kind: 'problem', problem });
  }

  /** Takes the problems met while reading rows; each with a line stands for a row that could not be read. */
  unread(problems: readonly Problem[]): void {
    for (const problem of problems) {
      if (problem.severity === undefined && problem.line !== undefined) this.reject(problem);
      else {
        this.fail(problem);
        if (problem.severity === undefined) this.note(`${problem.file}: ${problem.message}`, { rule: false, rows: 0 });
      }
    }
  }

  rowsOf(file: string): number {
    return this.counts.get(file)?.read ?? 0;
  }

  take(): readonly ImportItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  close(): readonly ImportItem[] {
    for (const count of this.counts.values()) {
      assertComplete(count);
      this.items.push({ kind: 'count', count });
    }
    for (const leftOut of this.leftOut.values()) this.items.push({ kind: 'left out', leftOut });
    return this.take();
  }
}

export interface PlacedRow {
  readonly row: unknown;
  readonly line: number;
}

/** Reads a file's rows in order, batch by batch. Rows that cannot be read are reported, and so is a file without any. */
export async function* sourceRows(
  source: Source,
  ledger: Ledger,
  options: RowOptions = {},
): AsyncGenerator<readonly PlacedRow[]> {
  let met = false;
  let header: readonly string[] | undefined;
  for await (const { rows, lines, problems, columns } of readRows(source, options)) {
    met ||= rows.length > 0 || problems.some((p) => p.severity === undefined);
    header ??= columns;
    ledger.unread(problems);
    yield rows.map((row, i) => ({ row, line: lines[i] ?? 0 }));
  }
  if (met) return;
  const found = header === undefined ? 'nothing' : `a header alone: ${header.join(', ')}`;
  const hint = 'is the file complete? Leave it out if it belongs to nothing';
  ledger.fail({ file: source.name, message: 'the file holds no row', found, hint });
}

export const secondOf = (what: string): string => `a second ${what}; the first was kept`;

export interface KeyedRow {
  readonly file: string;
  readonly line: number;
  readonly row: RawRow;
  readonly id: string;
}

/** How the rows of a file are joined with what was read before, in the order in which faults are looked for. */
interface Join extends RowOptions {
  readonly key: string;
  /** Says where an id must stand (`the samples`) if it is known nowhere; null where it is known. */
  readonly unknown?: (id: string) => string | null;
  /** Of the rows of one id only the first counts; what it is called (`sample of this id`). */
  readonly first?: string;
  readonly use: (row: KeyedRow) => RowOutcome;
}

/** Gives every row of a file to `use`, joined by its id, and hands on what came of them batch by batch. */
export function joinRows(source: Source, ledger: Ledger, { key, unknown, first, use, ...options }: Join): ImportSteps {
  const file = source.name;
  return importRows(source, ledger, {
    ...options,
    use: (row, line) => {
      const id = isRow(row) ? idText(row[key]) : null;
      const at = { file, line, field: key };
      if (!isRow(row) || id === null) {
        const found = isRow(row) ? textOf(row[key]) || undefined : undefined;
        return { ...at, found, message: 'no id; the row was left out', expected: ID_EXPECTED };
      }
      const place = unknown?.(id) ?? null;
      if (place !== null) return { ...at, found: id, message: `unknown: not in ${place}` };
      const joined = () => use({ file, line, row, id });
      if (first === undefined) return joined();
      return ledger.once(idsKey(first, id), { ...at, found: id, message: secondOf(first) }, joined);
    },
  });
}

export async function* importRows(
  source: Source,
  ledger: Ledger,
  { use, ...options }: RowOptions & { readonly use: (row: unknown, line: number) => RowOutcome },
): ImportSteps {
  for await (const rows of sourceRows(source, ledger, options)) {
    for (const { row, line } of rows) ledger.closeRow(use(row, line), source.name);
    yield;
  }
}
