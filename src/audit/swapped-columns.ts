import { type AuditFlag, cellKey } from '../schema/published.ts';
import { type AuditContext, type Check, flag, nameTables, usableCell } from './context.ts';
import { printingDifference } from './printed-twice.ts';
import type { NumberCell, PrintedRow } from './view.ts';

const id = 'swapped-columns';

interface Pair {
  readonly here: NumberCell;
  readonly there: NumberCell;
}

/** Finds the cells of a row that differ from their twin in another table, grouped by that twin's row. */
function disagreements(context: AuditContext, row: PrintedRow): Map<string, Pair[]> {
  const byRow = new Map<string, Pair[]>();
  for (const here of Object.values(row.cells)) {
    if (!usableCell(context, here)) continue;
    for (const there of context.twins.get(here.key) ?? []) {
      if (
        there.table === here.table ||
        !usableCell(context, there) ||
        printingDifference(context, here, there) !== 'real'
      )
        continue;
      const key = `${there.table}/${there.rowIndex}`;
      byRow.set(key, [...(byRow.get(key) ?? []), { here, there }]);
    }
  }
  return byRow;
}

/** Means along the row that depend on only one of two swapped columns, here and where another table repeats them. */
function dependents(context: AuditContext, row: PrintedRow, swapped: readonly NumberCell[]): AuditFlag[] {
  const columns = swapped.map((c) => c.column);
  const means = Object.values(row.cells).filter(
    (c) => columns.filter((x) => c.spec.parts?.columns.includes(x)).length === 1,
  );
  const repeated = means.flatMap((m) => (context.twins.get(m.key) ?? []).filter((t) => t.printed === m.printed));
  const reason = `a mean over one of two columns (${columns.join(', ')}) that may be swapped`;
  return [...new Set([...means, ...repeated])].map((cell) =>
    flag(cell, id, { expected: 'a mean over its own columns', status: 'suspect', reason }),
  );
}

function checkPair(
  context: AuditContext,
  row: PrintedRow,
  { a, b }: { readonly a: Pair; readonly b: Pair },
): AuditFlag[] {
  if (a.here.spec.metric !== b.here.spec.metric) return [];
  const crossed = [printingDifference(context, a.here, b.there), printingDifference(context, b.here, a.there)];
  if (crossed.includes('real')) return [];
  const table = nameTables([a.there]);
  const flags = [a, b].map(({ here, there }) =>
    flag(here, id, {
      expected: there.printed,
      status: 'suspect',
      reason: `${a.here.column} and ${b.here.column} stand the other way round in ${table}`,
    }),
  );
  return [...flags, ...dependents(context, row, [a.here, b.here])];
}

/** Finds two values of one judge that stand under each other's heading in another table. */
export const swappedColumns: Check = {
  id,
  label: 'Columns swapped',
  about:
    'In two tables a judge has the same two values, but under each other’s heading. One of the tables must be wrong; which one, the values do not tell.',
  run: (context) => {
    let examined = 0;
    const flags = new Map<string, AuditFlag>();
    for (const row of context.tables.flatMap((t) => t.rows)) {
      for (const pairs of disagreements(context, row).values()) {
        examined += 1;
        pairs.forEach((a, i) => {
          for (const b of pairs.slice(i + 1)) {
            for (const f of checkPair(context, row, { a, b })) {
              const key = cellKey(f);
              if (!flags.has(key)) flags.set(key, f);
            }
          }
        });
      }
    }
    return { examined, flags: [...flags.values()] };
  },
};
