import type { AuditFlag } from '../schema/published.ts';
import { EPSILON, halfDigit } from '../stats/published.ts';
import { type AuditContext, type Check, flag, nameTables, rangeOf, usableCell } from './context.ts';
import type { NumberCell } from './view.ts';

const id = 'printed-twice';
/** Share of the range that two rounds of judging may lie apart: about two standard errors of 200 samples at the printed inter-run variances. */
const NOISE = 0.02;

type PrintingDifference = 'none' | 'last digit' | 'noise' | 'real';

/** Says how far apart two printings of one quantity are. */
export function printingDifference(context: AuditContext, a: NumberCell, b: NumberCell): PrintingDifference {
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
    return [flag(cell, id, { expected: values, status: level === 'real' ? 'suspect' : 'ok', reason })];
  }
  return [];
}

/** Finds quantities (judge, metric, slice, setting) that are printed in several places with different values. */
export const printedTwice: Check = {
  id,
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
