// TEMPORARY until src/audit/index.ts is there; the lead removes it.
import type { AuditReport, FindingResult } from '../schema/audit.ts';
import type { Data } from '../schema/data.ts';
import type { PublishedCell } from '../schema/published.ts';
export function runAudit(data: Data): { report: AuditReport; findings: FindingResult[]; cells: PublishedCell[] } {
  const cells = data.benchmarks.flatMap((b) => b.cells).map((c): PublishedCell => {
    const n = Number(c.printed.replaceAll(',', ''));
    const ok = c.printed !== '' && Number.isFinite(n);
    return { ...c, value: ok ? n : null, status: ok || /[a-z✓]/i.test(c.printed) ? 'ok' : c.printed === '-' ? 'not-scored' : 'rejected', n: null, note: ok ? '' : 'provisional' };
  });
  return { report: { checks: [], flags: [], statuses: {} }, findings: [], cells };
}
