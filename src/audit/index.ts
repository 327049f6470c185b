import type { AuditCheck, AuditFlag, AuditReport } from '../schema/audit.ts';
import type { BenchmarkData, ProjectData } from '../schema/data.ts';
import type { Problem } from '../schema/problem.ts';
import { cellKey, type PublishedCell, type Status } from '../schema/published.ts';
import { averageOfParts } from './average-of-parts.ts';
import { type AuditContext, type Check, createContext } from './context.ts';
import { copiedValues } from './copied-values.ts';
import { emphasis } from './emphasis.ts';
import { loneJudge } from './lone-judge.ts';
import { notANumber } from './not-a-number.ts';
import { outOfRange } from './out-of-range.ts';
import { printedDifference } from './printed-difference.ts';
import { printedTwice } from './printed-twice.ts';
import { publishCells } from './publish.ts';
import { type RunBoard, recomputed, recomputedCells } from './recomputed.ts';
import { applyReview, staleReviews } from './reviewed.ts';
import { scoredSamples } from './scored.ts';
import { swappedColumns } from './swapped-columns.ts';
import { totals } from './totals.ts';
import { viewTables } from './view.ts';
import { wholeCount } from './whole-count.ts';

/** The checks run in this order: later ones leave out what an earlier one rejects. */
const CHECKS: readonly Check[] = [
  recomputed,
  notANumber,
  outOfRange,
  copiedValues,
  averageOfParts,
  totals,
  printedTwice,
  swappedColumns,
  wholeCount,
  emphasis,
  loneJudge,
  printedDifference,
];

/** What the audit found, with the cells as they are published. */
export interface AuditOutcome {
  readonly report: AuditReport;
  /** Every printed cell with its status, benchmark by benchmark, in printed order. */
  readonly cells: readonly PublishedCell[];
  /** Entries of `reviewed.yaml` that no longer match anything. */
  readonly problems: readonly Problem[];
}

interface BenchmarkOutcome {
  readonly flags: readonly AuditFlag[];
  readonly examined: ReadonlyMap<string, number>;
  readonly cells: readonly PublishedCell[];
  readonly problems: readonly Problem[];
}

/** Settles a cell that the judgments confirm: flags of it become remarks. */
function settled({ recomputed: values }: AuditContext, found: AuditFlag): AuditFlag {
  const equal = values.get(cellKey(found))?.equal === true;
  if (!equal || found.status === 'ok') return found;
  return { ...found, status: 'ok', reason: `${found.reason}; the judgments give the printed value` };
}

function auditBenchmark(data: BenchmarkData, boards: readonly RunBoard[]): BenchmarkOutcome {
  const tables = viewTables(data);
  let context = createContext(data, tables, recomputedCells(data, tables, boards));
  const flags: AuditFlag[] = [];
  const examined = new Map<string, number>();
  for (const check of CHECKS) {
    const result = check.run(context);
    const reviewed = result.flags.map((f) => settled(context, applyReview(data.reviewed, f)));
    flags.push(...reviewed);
    examined.set(check.id, result.examined);
    const rejected = reviewed.filter((f) => f.status === 'rejected').map(cellKey);
    context = { ...context, rejected: new Set([...context.rejected, ...rejected]) };
  }
  const cells = publishCells(context, flags, scoredSamples(context));
  return { flags, examined, cells, problems: staleReviews(data, flags) };
}

function countStatuses(cells: readonly PublishedCell[]): Partial<Record<Status, number>> {
  const counts: Partial<Record<Status, number>> = {};
  for (const { status } of cells) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/**
 * Runs every check over every benchmark's tables, and gives each printed cell its status. `boards`: those of runs, with which printed values
 * are compared.
 */
export function runAudit(data: ProjectData, boards: readonly RunBoard[] = []): AuditOutcome {
  const outcomes = data.benchmarks.map((b) => ({ id: b.benchmark.id, ...auditBenchmark(b, boards) }));
  const flags = outcomes.flatMap((o) => o.flags);
  const checks = CHECKS.map(
    ({ id, label, about }): AuditCheck => ({
      id,
      label,
      about,
      examined: outcomes.reduce((sum, o) => sum + (o.examined.get(id) ?? 0), 0),
      flagged: flags.filter((f) => f.check === id).length,
    }),
  );
  const statuses = Object.fromEntries(outcomes.map((o) => [o.id, countStatuses(o.cells)]));
  return {
    report: { checks, flags, statuses },
    cells: outcomes.flatMap((o) => o.cells),
    problems: outcomes.flatMap((o) => o.problems),
  };
}
