import type { AuditFlag } from '../schema/published.ts';
import { type AuditContext, type Check, flag, quantityOf } from './context.ts';
import { isNumberCell, type PrintedRow, type TableView } from './view.ts';

const id = 'lone-judge';
/** Tables that have at least this share of a table's judges report on the same set of judges. */
const SHARED = 0.8;

const judgesOf = (view: TableView): Set<string> =>
  new Set(view.rows.filter((r) => r.kind === 'judge').map((r) => r.judge));

/** Leaderboards over (nearly) the same judges as `view`. */
function family(context: AuditContext, view: TableView): TableView[] {
  const own = judgesOf(view);
  return context.tables.filter((other) => {
    if (other.id === view.id || other.table.kind !== 'leaderboard') return false;
    const theirs = judgesOf(other);
    return [...own].filter((j) => theirs.has(j)).length >= SHARED * own.size;
  });
}

/** Finds a judge that this table lacks and whose values elsewhere equal some of this row's: most likely the row is that judge's. */
function likelyOwner(
  context: AuditContext,
  { view, row, absent }: { readonly view: TableView; readonly row: PrintedRow; readonly absent: readonly string[] },
): string | undefined {
  const everywhere = context.tables.flatMap((v) =>
    v.rows.flatMap((r) => Object.values(r.cells).map((c) => ({ v, r, c }))),
  );
  return absent.find((judge) =>
    Object.values(row.cells).some((cell) => {
      if (!isNumberCell(cell)) return false;
      const wanted = quantityOf(view, { ...row, judge }, cell.spec);
      return everywhere.some(
        ({ v, r, c }) => wanted !== null && c.printed === cell.printed && quantityOf(v, r, c.spec) === wanted,
      );
    }),
  );
}

function checkRow(
  context: AuditContext,
  {
    view,
    row,
    related,
  }: { readonly view: TableView; readonly row: PrintedRow; readonly related: readonly TableView[] },
): AuditFlag[] {
  if (related.some((v) => judgesOf(v).has(row.judge))) return [];
  const own = judgesOf(view);
  const [first = new Set<string>(), ...rest] = related.map(judgesOf);
  const absent = [...first].filter((j) => !own.has(j) && rest.filter((s) => s.has(j)).length >= SHARED * rest.length);
  const owner = likelyOwner(context, { view, row, absent });
  const missing = absent.length === 0 ? '' : `; ${absent.join(', ')}, which the other tables have, is missing here`;
  const match = owner === undefined ? '' : `, and a value of this row is the one another table prints for ${owner}`;
  const reason = `this judge stands in no other table over the same judges${missing}${match}`;
  return Object.values(row.cells)
    .filter(isNumberCell)
    .map((cell) => flag(cell, id, { expected: owner ?? 'a judge of the other tables', status: 'suspect', reason }));
}

/** Finds judges whose name only one of several tables over the same judges has. */
export const loneJudge: Check = {
  id,
  label: 'Judge in one table only',
  about:
    'Several tables report on the same set of judges. A judge that only one of them names may be a wrong name on another judge’s row.',
  run: (context) => {
    let examined = 0;
    const flags: AuditFlag[] = [];
    for (const view of context.tables.filter((t) => t.table.kind === 'leaderboard')) {
      const related = family(context, view);
      const rows = related.length === 0 ? [] : view.rows.filter((r) => r.kind === 'judge');
      examined += rows.length;
      flags.push(...rows.flatMap((row) => checkRow(context, { view, row, related })));
    }
    return { examined, flags };
  },
};
