import { type AuditFlag, cellKey } from '../schema/published.ts';
import { type AuditContext, type Check, flag, quantityOf, usableCell } from './context.ts';
import type { NumberCell, PrintedRow, TableView } from './view.ts';

const id = 'copied-values';
/** Two rows that share this many cells do so by a slip and not by chance: no two other rows of the three papers share three. */
const ENOUGH = 4;
/** Values such as `0`, `1.0` and `0.5` are equal by chance; values with two digits other than zero hardly are. */
const TELLING = /[1-9].*[1-9]/;

interface ValuedRow {
  readonly view: TableView;
  readonly row: PrintedRow;
}

interface Copy {
  readonly left: readonly NumberCell[];
  readonly right: readonly NumberCell[];
}

/** Finds the cells of two rows, column by column, that print the same digits though they measure different things. */
function equalCells(context: AuditContext, a: ValuedRow, b: ValuedRow): Copy {
  const left: NumberCell[] = [];
  const right: NumberCell[] = [];
  for (const [column, mine] of Object.entries(a.row.cells)) {
    const theirs = b.row.cells[column];
    if (!usableCell(context, mine) || !usableCell(context, theirs) || mine.printed !== theirs.printed) continue;
    if (quantityOf(a.view, a.row, mine.spec) === quantityOf(b.view, b.row, theirs.spec)) continue;
    left.push(mine);
    right.push(theirs);
  }
  return { left, right };
}

/** Says whether other printings of these quantities contradict the cells and none agrees: then the values are not the row's own. */
function contradicted(context: AuditContext, cells: readonly NumberCell[]): boolean {
  const others = cells.flatMap((c) =>
    (context.twins.get(c.key) ?? []).filter((t) => t.key !== c.key).map((t) => t.text.value === c.text.value),
  );
  return others.length > 0 && !others.includes(true);
}

function describe(cells: readonly NumberCell[], from: ValuedRow): string {
  const variant = from.row.variant === '' ? '' : ` (${from.row.variant})`;
  return `${cells.length} cells of this row are those of ${from.row.row}${variant} in table ${from.view.table.table}`;
}

function flagSide(
  copied: readonly NumberCell[],
  { from, isCopy, bothOpen }: { readonly from: ValuedRow; readonly isCopy: boolean; readonly bothOpen: boolean },
): AuditFlag[] {
  if (!isCopy && !bothOpen) return [];
  const proof = isCopy ? '; another table contradicts them for this judge' : '; which row they belong to is open';
  return copied.map((cell) =>
    flag(cell, id, {
      expected: 'values of its own',
      status: isCopy ? 'rejected' : 'suspect',
      reason: describe(copied, from) + proof,
    }),
  );
}

/** Finds rows that hold another judge's or another table's values. */
export const copiedValues: Check = {
  id,
  label: 'Values of another row',
  about:
    'Two rows print the same digits in four or more columns although they measure different things. The row that other tables contradict is the copy and is not used; if neither is contradicted, both are in doubt.',
  run: (context) => {
    const rows: ValuedRow[] = context.tables.flatMap((view) =>
      view.rows.filter((r) => r.kind === 'judge').map((row) => ({ view, row })),
    );
    const flags = new Map<string, AuditFlag>();
    rows.forEach((a, i) => {
      for (const b of rows.slice(i + 1)) {
        const { left, right } = equalCells(context, a, b);
        if (left.filter((c) => TELLING.test(c.printed)).length < ENOUGH) continue;
        const [leftCopy, rightCopy] = [contradicted(context, left), contradicted(context, right)];
        const open = leftCopy === rightCopy;
        for (const f of [
          ...flagSide(left, { from: b, isCopy: leftCopy && !rightCopy, bothOpen: open }),
          ...flagSide(right, { from: a, isCopy: rightCopy && !leftCopy, bothOpen: open }),
        ]) {
          const key = cellKey(f);
          if (flags.get(key)?.status !== 'rejected') flags.set(key, f);
        }
      }
    });
    return { examined: rows.length, flags: [...flags.values()] };
  },
};
