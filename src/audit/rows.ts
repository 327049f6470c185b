import { type AuditFlag, cellKey } from '../schema/published.ts';
import { EPSILON, halfDigit } from '../stats/published.ts';
import {
  type AuditContext,
  type Check,
  flag,
  isNumberCell,
  type NumberCell,
  nameTables,
  type PrintedRow,
  quantityOf,
  rangeOf,
  type TableView,
  usableCell,
} from './context.ts';

const PRINTED_TWICE = 'printed-twice';
/** Share of the range that two rounds of judging may lie apart: about two standard errors of 200 samples at the printed inter-run variances. */
const NOISE = 0.02;

type PrintingDifference = 'none' | 'last digit' | 'noise' | 'real';

function printingDifference(context: AuditContext, a: NumberCell, b: NumberCell): PrintingDifference {
  const off = Math.abs(a.text.value - b.text.value);
  const coarse = halfDigit(Math.min(a.text.decimals, b.text.decimals));
  if (off <= (a.text.decimals === b.text.decimals ? 0 : coarse) + EPSILON) return 'none';
  const [lo, hi] = rangeOf(context.data, a.spec);
  const tables = context.data.tables;
  const sameOutputs = tables[a.table]?.outputs === tables[b.table]?.outputs;
  if (!sameOutputs) return off <= NOISE * (hi - lo) + EPSILON ? 'noise' : 'real';
  return off <= 2 * coarse + EPSILON ? 'last digit' : 'real';
}

const REASON: Readonly<Record<Exclude<PrintingDifference, 'none'>, string>> = {
  real: 'another value for the same quantity',
  'last digit': 'another last digit for the same quantity',
  noise: 'a slightly different value for the same quantity',
};

/** Names the row above or below that has the very same value: then the value slipped into the wrong line. */
function neighbour(context: AuditContext, cell: NumberCell): string {
  const rows = context.tables.find((t) => t.id === cell.table)?.rows ?? [];
  const near = rows.find(
    (r) =>
      Math.abs(r.index - cell.rowIndex) === 1 &&
      r.judge !== cell.judge &&
      r.cells[cell.column]?.printed === cell.printed,
  );
  return near === undefined ? '' : `; the row beside it, ${near.row}, has the same value`;
}

function checkCell(context: AuditContext, cell: NumberCell, group: readonly NumberCell[]): AuditFlag[] {
  for (const level of ['real', 'last digit', 'noise'] as const) {
    const others = group.filter((c) => printingDifference(context, cell, c) === level);
    if (others.length === 0) continue;
    const values = [...new Set(others.map((c) => c.printed))].join(' or ');
    const beside = level === 'real' ? neighbour(context, cell) : '';
    const reason = `${nameTables(others)}: ${REASON[level]}, ${values}${beside}`;
    return [flag(cell, PRINTED_TWICE, { expected: values, status: level === 'real' ? 'suspect' : 'ok', reason })];
  }
  return [];
}

export const printedTwice: Check = {
  id: PRINTED_TWICE,
  label: 'Printed twice, differently',
  about:
    'The same judge, metric, slice and setting stands in two tables. A difference beyond rounding puts both in doubt; one in the last digit, or a small one between two rounds of judging, is only remarked.',
  run: (context) => {
    const cells = [...new Set([...context.twins.values()].flat())].filter((c) => usableCell(context, c));
    const flags = cells.flatMap((cell) => {
      const group = (context.twins.get(cell.key) ?? []).filter((c) => c.key !== cell.key && usableCell(context, c));
      return checkCell(context, cell, group);
    });
    return { examined: cells.length, flags };
  },
};

const SWAPPED_COLUMNS = 'swapped-columns';

interface Pair {
  readonly here: NumberCell;
  readonly there: NumberCell;
}

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
    flag(cell, SWAPPED_COLUMNS, { expected: 'a mean over its own columns', status: 'suspect', reason }),
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
    flag(here, SWAPPED_COLUMNS, {
      expected: there.printed,
      status: 'suspect',
      reason: `${a.here.column} and ${b.here.column} stand the other way round in ${table}`,
    }),
  );
  return [...flags, ...dependents(context, row, [a.here, b.here])];
}

export const swappedColumns: Check = {
  id: SWAPPED_COLUMNS,
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

const COPIED_VALUES = 'copied-values';
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
    flag(cell, COPIED_VALUES, {
      expected: 'values of its own',
      status: isCopy ? 'rejected' : 'suspect',
      reason: describe(copied, from) + proof,
    }),
  );
}

export const copiedValues: Check = {
  id: COPIED_VALUES,
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

const LONE_JUDGE = 'lone-judge';
/** Tables that have at least this share of a table's judges report on the same set of judges. */
const SHARED = 0.8;

const judgesOf = (view: TableView): Set<string> =>
  new Set(view.rows.filter((r) => r.kind === 'judge').map((r) => r.judge));

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
    .map((cell) =>
      flag(cell, LONE_JUDGE, { expected: owner ?? 'a judge of the other tables', status: 'suspect', reason }),
    );
}

export const loneJudge: Check = {
  id: LONE_JUDGE,
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
