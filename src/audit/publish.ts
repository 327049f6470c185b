import type { AuditFlag } from '../schema/audit.ts';
import { cellKey, type PrintedCell, type PublishedCell, type Status } from '../schema/published.ts';
import { type AuditContext, unitOf } from './context.ts';
import type { ScoredSamples } from './scored.ts';
import type { PrintedRow, TableView } from './view.ts';
import { isNumeric } from './view.ts';

const WEIGHT: Readonly<Record<Status, number>> = {
  ok: 0,
  coverage: 1,
  'recomputed-differs': 2,
  'recomputed-equal': 2,
  'not-scored': 2,
  'not-applicable': 2,
  suspect: 3,
  rejected: 4,
};

/** Finds the meaning of a printed dash: there is nothing to measure, or this row has no value. */
function dashStatus(
  context: AuditContext,
  { view, row, cell }: { readonly view: TableView; readonly row: PrintedRow; readonly cell: PrintedCell },
): Pick<PublishedCell, 'status' | 'note'> {
  if (unitOf(context.data, cell.spec) === 'count') return { status: 'not-applicable', note: 'no such samples' };
  const alike = view.rows.filter((r) => r.kind === row.kind && r.variant === row.variant);
  if (alike.every((r) => r.cells[cell.column]?.text.kind === 'dash')) {
    return { status: 'not-applicable', note: 'nothing to measure here: every row of this setting has a dash' };
  }
  return { status: 'not-scored', note: 'the samples exist, but none of this judge was scored' };
}

function denominator(
  context: AuditContext,
  cell: PrintedCell,
  scored: ReadonlyMap<string, ScoredSamples>,
): number | null {
  const use = context.data.benchmark.metrics.find((m) => m.id === cell.spec.metric);
  if (use?.denominator === 'samples') return cell.spec.n ?? null;
  return scored.get(cell.key)?.n ?? null;
}

/** Gives the value, status, denominator and note of every printed cell, from the flags of all checks. */
export function publishCells(
  context: AuditContext,
  flags: readonly AuditFlag[],
  scored: ReadonlyMap<string, ScoredSamples>,
): PublishedCell[] {
  const byCell = new Map<string, AuditFlag[]>();
  for (const f of flags) {
    const key = cellKey(f);
    byCell.set(key, [...(byCell.get(key) ?? []), f]);
  }
  const publish = (view: TableView, row: PrintedRow, cell: PrintedCell): PublishedCell => {
    const { spec: _spec, text, key, ...raw } = cell;
    if (text.kind === 'dash' && isNumeric(cell.spec)) {
      return { ...raw, value: null, n: null, ...dashStatus(context, { view, row, cell }) };
    }
    const own = byCell.get(key) ?? [];
    const status = own.reduce<Status>((worst, f) => (WEIGHT[f.status] > WEIGHT[worst] ? f.status : worst), 'ok');
    const used = text.kind === 'number' && status !== 'rejected';
    const found = context.recomputed.get(key);
    return {
      ...raw,
      value: used ? text.value : null,
      status: found?.equal === true ? 'recomputed-equal' : status,
      n: used ? (found?.n ?? denominator(context, cell, scored)) : null,
      note: [...new Set(own.map((f) => f.reason))].join('; '),
      ...(found === undefined ? {} : { recomputed: found }),
    };
  };
  return context.tables.flatMap((view) =>
    view.rows.flatMap((row) => Object.values(row.cells).map((cell) => publish(view, row, cell))),
  );
}
