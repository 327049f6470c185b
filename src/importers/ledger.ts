import { assertComplete, newCount, type RowCount } from '../records/tally.ts';
import type { Problem } from '../schema/problem.ts';
import type { ImportItem, LeftOut } from './item.ts';

const leftOutReason = ({ field, message }: Problem): string => (field === undefined ? message : `${field}: ${message}`);

/**
 * Gathers what an importer makes of its files and keeps the books: each row read is either used or reported, once.
 * `take` hands over what was gathered since the last time.
 */
export class Ledger {
  private items: ImportItem[] = [];
  private readonly counts = new Map<string, RowCount>();
  private readonly leftOut = new Map<string, LeftOut>();
  /** Lines of which something was told, by file and what: several parts of a mapping read the same file. */
  private readonly told = new Map<string, Set<number>>();
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

  /** Adds a record, typed by `kind`. */
  add(item: ImportItem): void {
    this.items.push(item);
  }

  /**
   * Declares the rows of this file to be the judge's answers, each worth `judgments` judgments, in `split` where it is known; those that are left
   * out are still expected.
   */
  expect(file: string, { judgments = 1, split }: { readonly judgments?: number; readonly split?: string } = {}): void {
    this.answers.set(file, { judgments, split });
  }

  /** Notes that a row was read and its content is in the records. */
  used(file: string): void {
    const count = this.count(file);
    count.read++;
    count.accepted++;
  }

  /** Tells what is wrong with a row, once. */
  private tell(problem: Problem, reason: string): void {
    const { file, line } = problem;
    if (line !== undefined) {
      const key = `${file} ${reason}`;
      const lines = this.told.get(key) ?? new Set();
      this.told.set(key, lines);
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
    this.tell(problem, reason);
    const answer = rule ? undefined : this.answers.get(problem.file);
    this.note(reason, { rule, rows: 1, judgments: answer?.judgments ?? 0, split: answer && (split ?? answer.split) });
  }

  /** Counts what is left out, by reason and split. */
  private note(
    reason: string,
    { rule, rows, judgments = 0, split }: Partial<LeftOut> & { readonly rule: boolean; readonly rows: number },
  ): void {
    const key = JSON.stringify([rule, reason, split]);
    const before = this.leftOut.get(key) ?? { reason, rule, rows: 0, judgments: 0, split };
    this.leftOut.set(key, { ...before, rows: before.rows + rows, judgments: before.judgments + judgments });
  }

  /** Notes that a row was read and has several faults. */
  rejectFor([first, ...others]: readonly Problem[]): void {
    if (first === undefined) return;
    this.reject(first);
    for (const problem of others) this.tell(problem, leftOutReason(problem));
  }

  /** Notes that a row was read and left out by a rule of the format, for example because it repeats another. */
  leaveOut(problem: Omit<Problem, 'severity'>): void {
    this.reject({ ...problem, severity: 'warning' });
  }

  /** Warns of something that costs no row. */
  warn(problem: Omit<Problem, 'severity'>): void {
    this.items.push({ kind: 'problem', problem: { ...problem, severity: 'warning' } });
  }

  /** Reports a problem of a file as a whole, or of the import. */
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

  /** Gives the number of rows of a file that were used or reported so far. */
  rowsOf(file: string): number {
    return this.counts.get(file)?.read ?? 0;
  }

  take(): readonly ImportItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  /** Gives the last items and all counts, checked. */
  close(): readonly ImportItem[] {
    for (const count of this.counts.values()) {
      assertComplete(count);
      this.items.push({ kind: 'count', count });
    }
    for (const leftOut of this.leftOut.values()) this.items.push({ kind: 'left out', leftOut });
    return this.take();
  }
}
