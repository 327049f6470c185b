import { assertComplete, newCount, type RowCount } from '../records/tally.ts';
import type { Problem } from '../schema/problem.ts';
import type { ImportItem } from './importer.ts';

/**
 * Gathers what an importer makes of its files and keeps the books: each row read is either used or reported, once.
 * `take` hands over what was gathered since the last time.
 */
export class Ledger {
  private items: ImportItem[] = [];
  private readonly counts = new Map<string, RowCount>();

  private count(file: string): RowCount {
    let count = this.counts.get(file);
    if (count === undefined) {
      count = newCount(file);
      this.counts.set(file, count);
    }
    return count;
  }

  /** A record; typed by `kind`. */
  add(item: ImportItem): void {
    this.items.push(item);
  }

  /** A row was read and its content is in the records. */
  used(file: string): void {
    const count = this.count(file);
    count.read++;
    count.accepted++;
  }

  /** A row was read and is not in the records. */
  reject(problem: Problem): void {
    const count = this.count(problem.file);
    count.read++;
    count.rejected++;
    this.items.push({ kind: 'problem', problem });
  }

  /** A row was read and has several faults. */
  rejectFor([first, ...others]: readonly Problem[]): void {
    if (first === undefined) return;
    this.reject(first);
    for (const problem of others) this.items.push({ kind: 'problem', problem });
  }

  /** A row was read and left out by a rule of the format, for example a repeated one. */
  leaveOut(problem: Omit<Problem, 'severity'>): void {
    this.reject({ ...problem, severity: 'warning' });
  }

  /** Something to know that costs no row. */
  warn(problem: Omit<Problem, 'severity'>): void {
    this.items.push({ kind: 'problem', problem: { ...problem, severity: 'warning' } });
  }

  /** Something that concerns a file as a whole, or the import. */
  fail(problem: Problem): void {
    this.items.push({ kind: 'problem', problem });
  }

  /** Problems met while reading rows: those with a line are rows that could not be read. */
  unread(problems: readonly Problem[]): void {
    for (const problem of problems) {
      if (problem.line !== undefined && problem.severity === undefined) this.reject(problem);
      else this.fail(problem);
    }
  }

  take(): readonly ImportItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  /** The last items and all counts, checked. */
  close(): readonly ImportItem[] {
    for (const count of this.counts.values()) {
      assertComplete(count);
      this.items.push({ kind: 'count', count });
    }
    return this.take();
  }
}
