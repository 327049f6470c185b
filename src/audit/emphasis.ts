import { metricById } from '../metrics/index.ts';
import { better } from '../schema/metric.ts';
import { type AuditContext, type Check, flag, usableCell } from './context.ts';
import type { NumberCell, PrintedRow, TableView } from './view.ts';

const id = 'emphasis';
type Marked = NumberCell;

/** Lists the sets of cells among which a paper may mark the best: the column, the row's group, the judge's rows, or a row of settings. */
function scopes(
  context: AuditContext,
  { view, row, cell }: { readonly view: TableView; readonly row: PrintedRow; readonly cell: Marked },
): Marked[][] {
  const judges = view.rows.filter((r) => r.kind === 'judge');
  const column = (rows: readonly PrintedRow[]) =>
    rows.map((r) => r.cells[cell.column]).filter((c) => usableCell(context, c));
  const settings = Object.values(row.cells).filter((c) => c.spec.metric === cell.spec.metric);
  const isRowOfSettings = settings.some((c) => c.spec.setting !== undefined);
  return [
    column(judges),
    column(judges.filter((r) => r.group === row.group)),
    column(judges.filter((r) => r.judge === row.judge)),
    ...(isRowOfSettings ? [settings.filter((c) => usableCell(context, c))] : []),
  ].filter((cells) => cells.length > 1);
}

/** Gives the place among distinct values, 1 = best. */
function place(cell: Marked, among: readonly Marked[]): number {
  const direction = metricById(cell.spec.metric ?? '')?.direction ?? 'higher';
  const ahead = among.filter(
    (c) => better(direction === 'none' ? 'higher' : direction, c.text.value, cell.text.value) > 0,
  );
  return new Set(ahead.map((c) => c.text.value)).size + 1;
}

/** Finds bold values that are not the best, and underlined ones that are not the second best. */
export const emphasis: Check = {
  id,
  label: 'Emphasis',
  about:
    'Bold marks the best value and underlining the second best, of a column, of a group or of a judge’s own settings. A mark elsewhere means a wrong mark or a wrong value. Missing marks are not checked: the text we read has lost many.',
  run: (context) => {
    const marked = context.tables.flatMap((view) =>
      view.rows
        .filter((r) => r.kind === 'judge')
        .flatMap((row) => Object.values(row.cells).map((cell) => ({ view, row, cell })))
        .flatMap(({ view: v, row, cell }) =>
          usableCell(context, cell) && (cell.emphasis.bold || cell.emphasis.underline) ? [{ view: v, row, cell }] : [],
        ),
    );
    const flags = marked.flatMap(({ view, row, cell }) => {
      const wanted = cell.emphasis.underline && !cell.emphasis.bold ? 2 : 1;
      const sets = scopes(context, { view, row, cell });
      if (sets.length === 0 || sets.some((cells) => place(cell, cells) === wanted)) return [];
      const mark = wanted === 1 ? 'bold, but not the best' : 'underlined, but not the second best';
      const places = sets.map((cells) => place(cell, cells));
      return [
        flag(cell, id, { expected: `place ${wanted}`, status: 'ok', reason: `${mark}: place ${Math.min(...places)}` }),
      ];
    });
    return { examined: marked.length, flags };
  },
};
