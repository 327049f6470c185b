import { parseSlice, type Slice } from '../schema/slice.ts';
import { type Combination, EVERYTHING } from '../stats/cluster.ts';
import type { Metric } from './metric.ts';

/** What statistics need of a metric: the slice keys that stay apart, and how their ratios make one value. */
export interface MetricReading {
  readonly keys: readonly string[];
  readonly aggregate: Combination;
}

const repeatOf = (slice: string): string => parseSlice(slice).get('repeat') ?? '';
/**
 * Says how a metric's sums are read in a slice; null where its value is no combination of ratios. Every unit weighs the same, and the
 * value is the mean of the values of the repeats: what an unfinished repeat lacks is missing in its own value only.
 */
export function reading(metric: Metric, wanted: Slice = {}): MetricReading | null {
  if (metric.aggregate === 'derived' && metric.combination === undefined) return null;
  const units = (metric.units ?? []).filter((key) => !(key in wanted));
  return { keys: [...units, 'repeat'], aggregate: { ...(metric.combination ?? EVERYTHING), repeat: repeatOf } };
}

/**
 * Selects the rows whose slice has every wanted value, with slices cut to the keys that stay apart. Equal slices are left to add up; a row
 * that stays as it is is no copy.
 */
export function sliceRows<T extends { readonly slice: string }>(
  rows: readonly T[],
  keys: readonly string[],
  wanted: Slice = {},
): T[] {
  const cuts = new Map<string, string | null>();
  return rows.flatMap((row) => {
    const known = cuts.get(row.slice);
    const slice = known === undefined ? cut(row.slice, keys, wanted) : known;
    cuts.set(row.slice, slice);
    if (slice === null) return [];
    return slice === row.slice ? [row] : [{ ...row, slice }];
  });
}

function cut(text: string, keys: readonly string[], wanted: Slice): string | null {
  const slice = parseSlice(text);
  if (Object.entries(wanted).some(([key, value]) => (slice.get(key) ?? '') !== value)) return null;
  const pairs = text.split(';').filter((pair) => keys.includes(pair.slice(0, pair.indexOf('='))));
  return pairs.join(';');
}
