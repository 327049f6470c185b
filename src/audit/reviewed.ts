import type { AuditFlag } from '../schema/audit.ts';
import type { BenchmarkData } from '../schema/data.ts';
import type { Problem } from '../schema/problem.ts';
import type { Reviewed } from '../schema/published.ts';

type ReviewVerdict = Reviewed['verdicts'][number];

const matches = (v: ReviewVerdict, f: AuditFlag): boolean =>
  v.table === f.table &&
  v.row === f.row &&
  v.column === f.column &&
  v.check === f.check &&
  (v.variant === undefined || v.variant === f.variant);

/** Gives a flag with the status that a person gave it, where one did. */
export function applyReview(reviewed: Reviewed, flag: AuditFlag): AuditFlag {
  const verdict = reviewed.verdicts.find((v) => matches(v, flag));
  if (verdict === undefined) return flag;
  return { ...flag, status: verdict.status, reason: `${flag.reason}; reviewed: ${verdict.reason}` };
}

/** Lists entries of `reviewed.yaml` that match no flag: the data or the check has changed since. */
export function staleReviews({ benchmark, reviewed }: BenchmarkData, flags: readonly AuditFlag[]): Problem[] {
  const file = `data/${benchmark.id}/published/reviewed.yaml`;
  const stale = reviewed.verdicts.flatMap((v, i): Problem[] =>
    flags.some((f) => matches(v, f))
      ? []
      : [
          {
            file,
            field: `verdicts.${i}`,
            found: `${v.table}, ${v.row}, ${v.column}, ${v.check}`,
            message: 'no flag of the audit matches this verdict',
            hint: 'remove it, or correct table, row, variant, column or check',
          },
        ],
  );
  const unread = reviewed.texts.flatMap((t, i): Problem[] =>
    flags.some((f) => f.table === t.table && f.row === t.row && f.column === t.column && f.printed === t.printed)
      ? []
      : [
          {
            file,
            field: `texts.${i}`,
            found: t.printed,
            message: 'no cell holds this text',
            hint: 'remove it or correct table, row or column',
          },
        ],
  );
  return [...stale, ...unread];
}
