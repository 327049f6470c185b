import type { Aggregate } from '../stats/cluster.ts';
import type { Metric, Repeats } from './metric.ts';
import { parseSlice, type Slice } from './slice.ts';

/** What statistics need to know of a metric: the slice keys that stay apart, and how their ratios make one value. */
export interface MetricReading {
  readonly keys: readonly string[];
  readonly aggregate: Aggregate;
}

/**
 * How a metric's sums are read; null where its value is no combination of ratios. Every unit weighs the same, and so does every
 * repeat.
 */
export function reading(metric: Metric, repeats: Repeats = 'mean'): MetricReading | null {
  if (metric.aggregate === 'derived' && metric.combination === null) return null;
  const keys = repeats === 'mean' ? [...metric.units, 'repeat'] : metric.units;
  return { keys, aggregate: metric.combination ?? (keys.length === 0 ? 'ratio' : 'macro') };
}

/** The rows whose slice has every wanted value, with slices cut to the keys that stay apart. Equal slices are left to add up. */
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
    return slice === null ? [] : [{ ...row, slice }];
  });
}

function cut(text: string, keys: readonly string[], wanted: Slice): string | null {
  const slice = parseSlice(text);
  if (Object.entries(wanted).some(([key, value]) => (slice.get(key) ?? '') !== value)) return null;
  const pairs = text.split(';').filter((pair) => keys.includes(pair.slice(0, pair.indexOf('='))));
  return pairs.join(';');
}
