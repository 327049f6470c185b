import type { AuditFlag, PrintedCell } from '../schema/published.ts';
import { EPSILON, halfDigit, leadingNumber } from '../stats/published.ts';
import { type AuditContext, type Check, flag, unitOf } from './context.ts';
import type { PrintedRow, TableView } from './view.ts';

const id = 'totals';

/** Finds the rows that a printed total stands for: those of its group, or all if it has none. */
function rowsUnder(view: TableView, total: PrintedRow): PrintedRow[] {
  return view.rows.filter((r) => r.kind !== 'total' && (total.group === '' || r.group === total.group));
}

function checkTotal(context: AuditContext, cell: PrintedCell, rows: readonly PrintedRow[]): AuditFlag[] {
  const printed = leadingNumber(cell.printed);
  const parts = rows.map((r) => leadingNumber(r.cells[cell.column]?.printed ?? '')).filter((p) => p !== null);
  if (printed === null || parts.length === 0) return [];
  const sum = parts.reduce((s, p) => s + p.value, 0);
  const unit = unitOf(context.data, cell.spec);
  const isSum = unit === 'count' || unit === 'text';
  const expected = isSum ? sum : sum / parts.length;
  const slack = isSum
    ? 0
    : halfDigit(printed.decimals) + parts.reduce((s, p) => s + halfDigit(p.decimals), 0) / parts.length;
  if (Math.abs(printed.value - expected) <= slack + EPSILON) return [];
  const shownValue = isSum ? `${expected}` : expected.toFixed(printed.decimals + 1);
  const reason = isSum ? 'the rows do not add up to this total' : 'the mean of the rows is another one';
  return [flag(cell, id, { expected: shownValue, status: 'suspect', reason })];
}

/** Checks printed rows of totals and means against the rows that they stand for. */
export const totals: Check = {
  id,
  label: 'Totals',
  about:
    'A total row must be the sum of the counts above it, a mean row the mean of the judges above it, within rounding.',
  run: (context) => {
    const results = context.tables.flatMap((view) =>
      view.rows
        .filter((r) => r.kind === 'total')
        .flatMap((total) =>
          Object.values(total.cells).map((cell) => checkTotal(context, cell, rowsUnder(view, total))),
        ),
    );
    return { examined: results.length, flags: results.flat() };
  },
};
