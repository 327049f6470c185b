import { normalTwoSided, Z95 } from '../../stats/distribution.ts';
import { holm } from '../../stats/ranks.ts';
import { standardError } from './error.ts';
import { soundValue } from './scale.ts';
import type { SlimBoard, SlimColumn, SlimRow } from './slim.ts';
import { signed } from './words.ts';

/** A row's value less the baseline's, in the printed unit. */
export interface Delta {
  readonly value: number;
  /** 95 % interval of this one difference; null where a value has no interval. */
  readonly interval: readonly [lo: number, hi: number] | null;
  /** By the test of the ranks: all pairs of the column, unpaired, Holm-adjusted, 5 %; null where there is no test. */
  readonly significant: boolean | null;
  /** 1 better than the baseline, −1 worse, 0 equal or without a better end. */
  readonly better: -1 | 0 | 1;
  /** Size as a share of the column's largest difference to this baseline. */
  readonly share: number;
}

export interface Deltas {
  readonly base: SlimRow;
  /** Null for the baseline itself and where one of the two has no sound value. */
  readonly of: (row: SlimRow, column: SlimColumn) => Delta | null;
}

const SIGNIFICANT = 0.05;

interface Entry {
  readonly id: string;
  readonly value: number;
  readonly se: number | null;
}

/** Difference of two printed values, unpaired: errors on shared items are assumed not to be negatively correlated. */
export function unpaired(
  a: Omit<Entry, 'id'>,
  b: Omit<Entry, 'id'>,
): { readonly value: number; readonly interval: readonly [number, number] | null; readonly p: number | null } {
  const value = a.value - b.value;
  if (a.se === null || b.se === null) return { value, interval: null, p: null };
  const se = Math.hypot(a.se, b.se);
  const p = value === 0 || se === 0 ? 1 : normalTwoSided(value / se);
  return { value, interval: [value - Z95 * se, value + Z95 * se], p };
}

/** Ids of the judges that differ significantly from the baseline: every pair of the column counts for the adjustment. */
function different(entries: readonly Entry[], base: string): ReadonlySet<string> {
  const pairs = entries.flatMap((a, i) => entries.slice(i + 1).map((b) => ({ a, b, p: unpaired(a, b).p })));
  const tested = pairs.flatMap(({ a, b, p }) => (p === null ? [] : [{ a, b, p }]));
  const adjusted = holm(Float64Array.from(tested, (pair) => pair.p));
  const hits = tested.filter(({ a, b }, i) => (adjusted[i] ?? 1) < SIGNIFICANT && (a.id === base || b.id === base));
  return new Set(hits.map(({ a, b }) => (a.id === base ? b.id : a.id)));
}

function columnDeltas(rows: readonly SlimRow[], base: SlimRow, column: SlimColumn): Map<string, Delta> {
  const entries = rows.flatMap((row): Entry[] => {
    const cell = row.cells[column.key];
    const value = soundValue(cell);
    return cell === undefined || value === null ? [] : [{ id: row.id, value, se: standardError(cell, column) }];
  });
  const own = entries.find((entry) => entry.id === base.id);
  if (own === undefined) return new Map();
  const judges = new Set(rows.filter((row) => row.kind === 'judge').map((row) => row.id));
  const hits = different(
    entries.filter((entry) => judges.has(entry.id)),
    base.id,
  );
  const others = entries.filter((entry) => entry.id !== base.id);
  const greatest = Math.max(0, ...others.map((entry) => Math.abs(entry.value - own.value)));
  const sign = column.direction === 'higher' ? 1 : column.direction === 'lower' ? -1 : 0;
  return new Map(
    others.map((entry) => {
      const { value, interval, p } = unpaired(entry, own);
      const better = Math.sign(value * sign) as Delta['better'];
      const share = greatest === 0 ? 0 : Math.abs(value) / greatest;
      return [entry.id, { value, interval, significant: p === null ? null : hits.has(entry.id), better, share }];
    }),
  );
}

/** Differences of all rows to a baseline row, column by column. */
export function deltasTo(board: Pick<SlimBoard, 'columns' | 'rows'>, base: SlimRow): Deltas {
  const measured = board.columns.filter((column) => column.unit !== 'text');
  const byColumn = new Map(measured.map((column) => [column.key, columnDeltas(board.rows, base, column)]));
  return { base, of: (row, column) => byColumn.get(column.key)?.get(row.id) ?? null };
}

/** A difference in words, for a tooltip. */
export function deltaTitle(delta: Delta, column: SlimColumn): string {
  const range = delta.interval?.map((x) => signed(x, column.decimals)).join(' to ');
  const test =
    delta.significant === null
      ? 'no test: a value without an interval'
      : delta.significant
        ? 'significant, adjusted for all pairs of the column'
        : 'not significant, adjusted for all pairs of the column';
  return [range === undefined ? '' : `95 % interval of this difference ${range}`, test]
    .filter((part) => part !== '')
    .join('; ');
}
