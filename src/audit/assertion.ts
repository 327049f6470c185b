import type { Among, Assertion, CellRef, SimpleAssertion } from '../schema/finding.ts';
import type { PrintedCell } from '../schema/published.ts';
import { meanOf } from '../stats/mean.ts';
import { EPSILON } from '../stats/printed.ts';
import { findRows, type PrintedRow, type TableView } from './view.ts';

/** Result of an assertion; `holds` is null when a cell it needs has no usable value. */
export interface AssertionOutcome {
  readonly holds: boolean | null;
  /** Computed evidence for a reader. */
  readonly detail: string;
  /** Cells named by the assertion, and exceptions to a statement about many rows. */
  readonly cells: readonly CellRef[];
  /** Cells whose values were used. */
  readonly used: readonly PrintedCell[];
}

type Read = (cell: PrintedCell) => number | null;
type Op = '>' | '<' | '>=' | '<=' | '=';

const TESTS: Readonly<Record<Op, (a: number, b: number, tolerance: number) => boolean>> = {
  '>': (a, b) => a > b + EPSILON,
  '<': (a, b) => a < b - EPSILON,
  '>=': (a, b) => a >= b - EPSILON,
  '<=': (a, b) => a <= b + EPSILON,
  '=': (a, b, tolerance) => Math.abs(a - b) <= tolerance + EPSILON,
};
const MAX_NAMED = 3;

/** Writes enough digits to see a difference, and none that were not printed. */
const show = (x: number): string => String(Number(x.toFixed(4)));

const refOf = (cell: PrintedCell): CellRef => ({
  table: cell.table,
  row: cell.row,
  column: cell.column,
  ...(cell.variant === '' ? {} : { variant: cell.variant }),
  ...(cell.judge === '' ? {} : { judge: cell.judge }),
});

const nameRow = (row: Pick<PrintedRow, 'row' | 'variant'>): string =>
  row.variant === '' ? row.row : `${row.row} (${row.variant})`;

interface Value {
  readonly cell: PrintedCell;
  readonly value: number;
}

/** Evaluates assertions over the tables of one benchmark with one way to read a cell. */
export class Evaluator {
  readonly views: ReadonlyMap<string, TableView>;
  readonly read: Read;

  constructor(views: readonly TableView[], read: Read) {
    this.views = new Map(views.map((v) => [v.id, v]));
    this.read = read;
  }

  evaluate(a: Assertion): AssertionOutcome {
    if (a.type !== 'all-of') return this.simple(a);
    const parts = a.of.map((part) => this.simple(part));
    const failing = parts.filter((p) => p.holds === false);
    const open = parts.filter((p) => p.holds === null);
    const told = failing.length > 0 ? failing : open.length > 0 ? open : parts;
    const rest = told.length > MAX_NAMED ? `; and ${told.length - MAX_NAMED} more` : '';
    const head =
      failing.length + open.length === 0
        ? `${parts.length === 2 ? 'both' : `all ${parts.length}`} parts hold: `
        : `${parts.length - failing.length - open.length} of ${parts.length} parts hold; not: `;
    return {
      holds: failing.length > 0 ? false : open.length > 0 ? null : true,
      detail:
        head +
        told
          .slice(0, MAX_NAMED)
          .map((p) => p.detail)
          .join('; ') +
        rest,
      cells: (failing.length > 0 ? failing : parts).flatMap((p) => p.cells),
      used: parts.flatMap((p) => p.used),
    };
  }

  simple(a: SimpleAssertion): AssertionOutcome {
    switch (a.type) {
      case 'equals':
        return this.compare({ leftRef: a.left, op: '=', rightRef: a.right, tolerance: a.tolerance ?? 0 });
      case 'compare':
        return this.compare({ leftRef: a.left, op: a.op, rightRef: a.right, tolerance: 0 });
      case 'difference':
        return this.difference(a);
      case 'best':
        return this.best(a);
      case 'mean':
        return this.mean(a);
      case 'mean-compare':
        return this.meanCompare(a);
      case 'all':
        return this.all(a);
      case 'count':
        return this.count(a);
      case 'every-row-compare':
        return this.everyRow(a);
    }
  }

  cell(ref: CellRef): PrintedCell | undefined {
    const view = this.views.get(ref.table);
    return view === undefined ? undefined : findRows(view, ref)[0]?.cells[ref.column];
  }

  operand(x: CellRef | number): {
    readonly value: number | null;
    readonly text: string;
    readonly cells: PrintedCell[];
  } {
    if (typeof x === 'number') return { value: x, text: show(x), cells: [] };
    const cell = this.cell(x);
    const value = cell === undefined ? null : this.read(cell);
    const printed = cell === undefined ? 'no such cell' : cell.printed;
    return {
      value,
      text: `${x.row} ${cell?.spec.label ?? x.column} ${printed}`,
      cells: cell === undefined ? [] : [cell],
    };
  }

  compare({
    leftRef,
    op,
    rightRef,
    tolerance,
  }: {
    readonly leftRef: CellRef | number;
    readonly op: Op;
    readonly rightRef: CellRef | number;
    readonly tolerance: number;
  }): AssertionOutcome {
    const left = this.operand(leftRef);
    const right = this.operand(rightRef);
    const used = [...left.cells, ...right.cells];
    const holds = left.value === null || right.value === null ? null : TESTS[op](left.value, right.value, tolerance);
    return {
      holds,
      detail: `${left.text} ${holds === false ? 'is not ' : ''}${op} ${right.text}`,
      cells: used.map(refOf),
      used,
    };
  }

  difference(a: Extract<SimpleAssertion, { type: 'difference' }>): AssertionOutcome {
    const left = this.operand(a.left);
    const right = this.operand(a.right);
    const used = [...left.cells, ...right.cells];
    if (left.value === null || right.value === null)
      return { holds: null, detail: `${left.text}, ${right.text}`, cells: used.map(refOf), used };
    const off = left.value - right.value;
    const holds = TESTS[a.op](off, a.value, a.tolerance ?? 0);
    return {
      holds,
      detail: `${left.text} − ${right.text} = ${show(off)}, claimed ${a.op} ${show(a.value)}`,
      cells: used.map(refOf),
      used,
    };
  }

  /** Finds the rows of a table that a statement is about. Total rows are among them only where they are named. */
  rows(table: string, among: Among | undefined): readonly PrintedRow[] {
    const groups = among?.group === undefined ? null : [among.group].flat();
    const variants = among?.variant === undefined ? null : [among.variant].flat();
    return (this.views.get(table)?.rows ?? []).filter(
      (r) =>
        (groups === null || groups.includes(r.group)) &&
        (variants === null || variants.includes(r.variant)) &&
        (among?.think === undefined || among.think === (r.variant === 'think')) &&
        (among?.rows === undefined ? r.kind !== 'total' : among.rows.includes(r.row)) &&
        !(among?.exclude_rows ?? []).includes(r.row),
    );
  }

  values(table: string, column: string, among: Among | undefined): Value[] {
    return this.rows(table, among).flatMap((row) => {
      const cell = row.cells[column];
      const value = cell === undefined ? null : this.read(cell);
      return cell === undefined || value === null ? [] : [{ cell, value }];
    });
  }

  best(a: Extract<SimpleAssertion, { type: 'best' }>): AssertionOutcome {
    const values = this.values(a.table, a.column, a.among);
    const own = this.cell(a);
    const value = own === undefined ? null : this.read(own);
    const used = values.map((v) => v.cell);
    if (own === undefined || value === null)
      return {
        holds: null,
        detail: `${a.row} has no usable value`,
        cells: own === undefined ? [] : [refOf(own)],
        used,
      };
    const sign = a.direction === 'lowest' ? -1 : 1;
    const better = values.filter((v) => sign * (v.value - value) > EPSILON);
    const ties = values.filter((v) => Math.abs(v.value - value) <= EPSILON).length;
    const holds = better.length < a.rank && a.rank <= better.length + Math.max(ties, 1);
    const ahead = better.slice(0, MAX_NAMED).map((v) => `${nameRow(v.cell)} ${v.cell.printed}`);
    const before = ahead.length === 0 ? '' : `, behind ${ahead.join(', ')}`;
    const detail = `${nameRow(own)} ${own.printed} takes place ${better.length + 1} of ${values.length} in ${own.spec.label}${before}`;
    return { holds, detail, cells: [own, ...better.slice(0, MAX_NAMED).map((v) => v.cell)].map(refOf), used };
  }

  mean(a: Extract<SimpleAssertion, { type: 'mean' }>): AssertionOutcome {
    const values = this.values(a.table, a.column, a.among);
    const used = values.map((v) => v.cell);
    if (values.length === 0) return { holds: null, detail: 'no usable value', cells: [], used };
    const mean = meanOf(values.map((v) => v.value));
    const holds = TESTS[a.op](mean, a.value, a.tolerance ?? 0);
    return {
      holds,
      detail: `the mean of ${a.column} over ${values.length} rows is ${show(mean)}, claimed ${a.op} ${show(a.value)}`,
      cells: [],
      used,
    };
  }

  meanCompare(a: Extract<SimpleAssertion, { type: 'mean-compare' }>): AssertionOutcome {
    const side = (columns: readonly string[]) => columns.flatMap((c) => this.values(a.table, c, a.among));
    const [left, right] = [side(a.columns), side(a.other_columns)];
    const used = [...left, ...right].map((v) => v.cell);
    if (left.length === 0 || right.length === 0) return { holds: null, detail: 'no usable value', cells: [], used };
    const mean = (values: readonly Value[]) => meanOf(values.map((v) => v.value));
    const detail = `mean of ${a.columns.join(', ')} ${show(mean(left))}, of ${a.other_columns.join(', ')} ${show(mean(right))}`;
    return { holds: TESTS[a.op](mean(left), mean(right), 0), detail, cells: [], used };
  }

  /** Makes a statement about every row, with its exceptions. */
  every(
    rows: readonly { readonly cells: readonly PrintedCell[]; readonly ok: boolean; readonly text: string }[],
    claim: string,
  ): AssertionOutcome {
    const used = rows.flatMap((r) => r.cells);
    if (rows.length === 0) return { holds: null, detail: 'no usable value', cells: [], used };
    const exceptions = rows.filter((r) => !r.ok);
    const named = exceptions.slice(0, MAX_NAMED).map((r) => r.text);
    const rest = exceptions.length > MAX_NAMED ? ` and ${exceptions.length - MAX_NAMED} more` : '';
    const but = exceptions.length === 0 ? '' : `; not ${named.join(', ')}${rest}`;
    const detail = `${rows.length - exceptions.length} of ${rows.length} rows have ${claim}${but}`;
    return { holds: exceptions.length === 0, detail, cells: exceptions.flatMap((r) => r.cells.map(refOf)), used };
  }

  all(a: Extract<SimpleAssertion, { type: 'all' }>): AssertionOutcome {
    const bound = this.operand(a.value);
    if (bound.value === null)
      return { holds: null, detail: bound.text, cells: bound.cells.map(refOf), used: bound.cells };
    const limit = bound.value;
    const rows = this.values(a.table, a.column, a.among).map(({ cell, value }) => ({
      cells: [cell],
      ok: TESTS[a.op](value, limit, 0),
      text: `${nameRow(cell)} ${cell.printed}`,
    }));
    return this.every(rows, `${a.column} ${a.op} ${bound.text}`);
  }

  everyRow(a: Extract<SimpleAssertion, { type: 'every-row-compare' }>): AssertionOutcome {
    const rows = this.rows(a.table, a.among).flatMap((row) => {
      const [left, right] = [row.cells[a.left_column], row.cells[a.right_column]];
      if (left === undefined || right === undefined) return [];
      const [x, y] = [this.read(left), this.read(right)];
      if (x === null || y === null) return [];
      return [
        { cells: [left, right], ok: TESTS[a.op](x, y, 0), text: `${nameRow(row)} ${left.printed}, ${right.printed}` },
      ];
    });
    return this.every(rows, `${a.left_column} ${a.op} ${a.right_column}`);
  }

  count(a: Extract<SimpleAssertion, { type: 'count' }>): AssertionOutcome {
    const values = this.values(a.table, a.column, a.among);
    const used = values.map((v) => v.cell);
    const found = values.filter((v) => TESTS[a.op](v.value, a.value, 0)).length;
    const detail = `${found} of ${values.length} rows have ${a.column} ${a.op} ${show(a.value)}, claimed ${a.equals}`;
    return { holds: values.length === 0 ? null : found === a.equals, detail, cells: [], used };
  }
}
