import type { Problem } from '../schema/problem.ts';

const KEPT = 10_000;
/** How many of these may be warnings, so that errors have room however many warnings there are. */
const KEPT_WARNINGS = 5000;

/** Collects problems: keeps the first 10 000 to be shown (5 000 warnings), counts all of them. */
export class ProblemLog {
  readonly kept: Problem[] = [];
  errors = 0;
  warnings = 0;

  add(problem: Problem): void {
    if (problem.severity === 'warning') this.warnings++;
    else this.errors++;
    const room = problem.severity !== 'warning' || this.warnings <= KEPT_WARNINGS;
    if (problem.lead) this.kept.unshift(problem);
    else if (room && this.kept.length < KEPT) this.kept.push(problem);
  }

  addAll(problems: Iterable<Problem>): void {
    for (const problem of problems) this.add(problem);
  }
}

/** What became of the rows of one file. Every row is either handed on or reported: `read` = `accepted` + `rejected`. */
export interface RowCount {
  readonly file: string;
  read: number;
  accepted: number;
  rejected: number;
}

export function newCount(file: string): RowCount {
  return { file, read: 0, accepted: 0, rejected: 0 };
}

/** Throws when rows got lost: a defect of ours, never of the input. */
export function assertComplete(count: RowCount): void {
  if (count.read !== count.accepted + count.rejected) {
    throw new Error(
      `${count.file}: ${count.read} rows read, but ${count.accepted} accepted and ${count.rejected} reported`,
    );
  }
}
