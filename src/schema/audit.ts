import type { Status } from './published.ts';

/** One printed cell that a consistency check flags. */
export interface AuditFlag {
  readonly benchmark: string;
  readonly table: string;
  readonly row: string;
  readonly rowIndex: number;
  readonly judge: string;
  readonly variant: string;
  readonly column: string;
  /** Id of the check, for example `average-of-parts`. */
  readonly check: string;
  readonly printed: string;
  /** What the check expected, for a reader: a value, a range, another cell. */
  readonly expected: string;
  /** What this flag alone makes of the cell: `suspect`, `rejected`, `coverage`, or `ok` for a mere remark. */
  readonly status: Status;
  readonly reason: string;
  /** Scored samples that the check worked out, where it did. */
  readonly n?: number | undefined;
}

export interface AuditCheck {
  readonly id: string;
  readonly label: string;
  /** What the check computes and why a flag matters. */
  readonly about: string;
  /** Cells (or rows) that it looked at. */
  readonly examined: number;
  readonly flagged: number;
}

export interface AuditReport {
  readonly checks: readonly AuditCheck[];
  readonly flags: readonly AuditFlag[];
  /** Cells per status, per benchmark. */
  readonly statuses: Readonly<Record<string, Readonly<Partial<Record<Status, number>>>>>;
}

/** What the printed cells say of one claim of the paper. */
export interface FindingResult {
  readonly benchmark: string;
  readonly id: string;
  readonly claim: string;
  readonly section: string;
  readonly values: readonly { readonly label: string; readonly printed: string }[];
  readonly outcome: 'holds' | 'fails' | 'untested';
  /** The computed evidence, or why it cannot be tested. */
  readonly detail: string;
  /** Tables of the cells that it is about. */
  readonly tables: readonly string[];
}
