import type { FindingResult } from '../schema/audit.ts';
import type { Finding } from '../schema/finding.ts';
import { cellKey, type PrintedCell, type PublishedCell } from '../schema/published.ts';
import { leadingNumber } from '../stats/printed.ts';
import { type AssertionOutcome, Evaluator } from './assertion.ts';
import type { AuditContext } from './context.ts';

/** Gives the printed number, or the count that a text begins with. */
const leadingValue = (cell: PrintedCell): number | null => leadingNumber(cell.printed)?.value ?? null;

const OUTCOMES = new Map<boolean | null, FindingResult['outcome']>([
  [true, 'holds'],
  [false, 'fails'],
  [null, 'untested'],
]);

/** A claim whose outcome depends on whether rejected cells count cannot be settled by the printed tables. */
function settle({
  usable,
  asPrinted,
  rejected,
  suspect,
}: {
  readonly usable: AssertionOutcome;
  readonly asPrinted: AssertionOutcome;
  readonly rejected: number;
  readonly suspect: number;
}): Pick<FindingResult, 'outcome' | 'detail'> {
  const doubt = suspect === 0 ? '' : ` (${suspect} of the cells used ${suspect === 1 ? 'is' : 'are'} suspect)`;
  if (rejected > 0 && asPrinted.holds !== usable.holds) {
    const cells = rejected === 1 ? 'a rejected cell' : `${rejected} rejected cells`;
    return {
      outcome: 'untested',
      detail: `it depends on ${cells}: with what is printed there, ${asPrinted.detail}; without, ${usable.detail}`,
    };
  }
  return { outcome: OUTCOMES.get(usable.holds) ?? 'untested', detail: usable.detail + doubt };
}

/** Finds what the printed cells say of each claim of the paper: it holds, fails, or cannot be tested. */
export function evaluateFindings(context: AuditContext, cells: readonly PublishedCell[]): FindingResult[] {
  const status = new Map(cells.map((c) => [cellKey(c), c.status]));
  const isRejected = (cell: PrintedCell): boolean => status.get(cell.key) === 'rejected';
  const usable = new Evaluator(context.tables, (cell) => (isRejected(cell) ? null : leadingValue(cell)));
  const printed = new Evaluator(context.tables, leadingValue);
  const test = (finding: Finding): Pick<FindingResult, 'outcome' | 'detail' | 'cells'> => {
    if (finding.assertion === undefined) return { outcome: 'untested', detail: finding.why ?? '', cells: [] };
    const result = usable.evaluate(finding.assertion);
    const asPrinted = printed.evaluate(finding.assertion);
    const rejected = new Set(asPrinted.used.filter(isRejected).map((c) => c.key)).size;
    const suspect = new Set(result.used.filter((c) => status.get(c.key) === 'suspect').map((c) => c.key)).size;
    return { ...settle({ usable: result, asPrinted, rejected, suspect }), cells: result.cells };
  };
  return context.data.findings.map((finding) => ({
    benchmark: context.data.benchmark.id,
    id: finding.id,
    claim: finding.claim,
    section: finding.section,
    values: finding.values,
    ...test(finding),
  }));
}
