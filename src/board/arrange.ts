import { sortedNumber } from '../schema/direction.ts';
import type { SortKey } from '../schema/sort-key.ts';
import type { SlimBoard, SlimColumn, SlimReference, SlimRow } from './slim.ts';
import type { BoardState } from './state.ts';

/** One line of the table as it is shown. */
export type ArrangedLine =
  /** `under`: another run of the judge above, which stands there whatever its value. */
  | { readonly kind: 'judge'; readonly row: SlimRow; readonly pinned: boolean; readonly under?: true }
  | { readonly kind: 'reference'; readonly reference: SlimReference }
  | { readonly kind: 'total'; readonly row: SlimRow };

export interface BoardArrangement {
  readonly lines: readonly ArrangedLine[];
  /** How many judges are shown, of all. */
  readonly shown: number;
  readonly all: number;
}

/** Lists the rows that are sorted and filtered: all but the totals. */
export function bodyRows(board: Pick<SlimBoard, 'rows'>): SlimRow[] {
  return board.rows.filter((row) => row.kind !== 'total');
}

/** Gives what a column sorts by; undefined, which always goes last, where there is nothing. */
export function sortValue(
  row: SlimRow,
  column: Pick<SlimColumn, 'key' | 'unit' | 'direction'>,
): number | string | undefined {
  const cell = row.cells[column.key];
  if (column.unit === 'text') return cell === undefined || cell.printed === '' ? undefined : cell.printed;
  const value = cell?.apart === undefined ? (cell?.value ?? null) : null;
  return value === null ? undefined : sortedNumber(column.direction, value);
}

/** Says whether a row passes the filters. Words of the search may stand anywhere in its names, that of the run among them. */
export function matchesFilters(row: SlimRow, state: Pick<BoardState, 'access' | 'fact' | 'thinking' | 'q'>): boolean {
  if (state.access.length > 0 && (row.access === null || !state.access.includes(row.access))) return false;
  if (!state.fact.every((fact) => row.facts?.includes(fact))) return false;
  if (state.thinking !== 'any' && row.thinking !== (state.thinking === 'yes')) return false;
  const text = [row.name, row.row, row.id, row.organisation, row.group, row.variant].join(' ').toLowerCase();
  return state.q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Places a reference line where a judge of its value would stand, or after all judges where the order does not apply to it. */
function referencePlace(
  reference: SlimReference,
  rows: readonly SlimRow[],
  { key, column }: { readonly key: SortKey | undefined; readonly column: SlimColumn | undefined },
): number {
  const range = key === undefined ? undefined : reference.values[key.column];
  if (key === undefined || range === undefined || column === undefined) return rows.length;
  const middle = sortedNumber(column.direction, (range.lo + range.hi) / 2);
  const at = rows.findIndex((row) => {
    const value = sortValue(row, column);
    return typeof value !== 'number' || (key.descending ? value < middle : value > middle);
  });
  return at === -1 ? rows.length : at;
}

/** Sorted rows with those of one judge after its first, where the board keeps them together. */
function byJudge({ together }: SlimBoard, sorted: readonly SlimRow[]): readonly (readonly SlimRow[])[] {
  if (together !== true) return sorted.map((row) => [row]);
  return [...Map.groupBy(sorted, (row) => row.judge ?? row.id).values()];
}

/**
 * Makes the table's lines from its sorted rows: pinned judges first, then those that pass the filters with the reference lines among them,
 * then totals. A pinned judge stays whatever the filters say.
 */
export function arrange(board: SlimBoard, sorted: readonly SlimRow[], state: BoardState): BoardArrangement {
  const pinned = sorted.filter((row) => state.pin.includes(row.id));
  const rest = sorted.filter((row) => !state.pin.includes(row.id) && matchesFilters(row, state));
  const groups = byJudge(board, rest).map((own) =>
    own.map((row, i): ArrangedLine => ({ kind: 'judge', row, pinned: false, ...(i === 0 ? {} : { under: true }) })),
  );
  const leads = byJudge(board, rest).flatMap(([first]) => first ?? []);
  const [key] = state.sort;
  const column = board.columns.find((one) => one.key === key?.column);
  const references = state.lines === 'on' && rest.length > 0 ? board.references : [];
  // Lines are inserted from the last place to the first, so that none shifts a later one.
  const placed = references
    .map((reference) => ({ reference, at: referencePlace(reference, leads, { key, column }) }))
    .toReversed()
    .sort((a, b) => b.at - a.at);
  for (const { reference, at } of placed) groups.splice(at, 0, [{ kind: 'reference', reference }]);
  const totals = board.rows.filter((row) => row.kind === 'total');
  return {
    lines: [
      ...pinned.map((row): ArrangedLine => ({ kind: 'judge', row, pinned: true })),
      ...groups.flat(),
      ...totals.map((row): ArrangedLine => ({ kind: 'total', row })),
    ],
    shown: pinned.length + rest.length,
    all: sorted.length,
  };
}
