import type { Aggregate, ClusterSum } from '../stats/cluster.ts';
import type { Metric } from './metric.ts';
import { parseSlice, type Slice } from './slice.ts';

/** Repeats: the mean of each repeat's value (official code of MM-JudgeBias), or all repeats in one sum. */
export type Repeats = 'mean' | 'pooled';

/** What statistics need to know of a metric: the slice keys that stay apart, and how their ratios make one value. */
export interface Reading {
  readonly keys: readonly string[];
  readonly aggregate: Aggregate;
}

/** How a metric's sums are read. Every combination of unit and repeat weighs the same. */
export function reading(metric: Metric, repeats: Repeats = 'mean'): Reading {
  const keys = repeats === 'mean' ? [...metric.units, 'repeat'] : metric.units;
  return { keys, aggregate: metric.combination ?? (keys.length === 0 ? 'ratio' : 'macro') };
}

/** The rows whose slice has every wanted value, with slices cut to the keys that stay apart. Equal slices are left to add up. */
export function readRows<T extends Pick<ClusterSum, 'slice'>>(
  rows: readonly T[],
  { keys }: Reading,
  wanted: Slice = {},
): T[] {
  const cuts = new Map<string, string | null>();
  const cut = (text: string): string | null => {
    const slice = parseSlice(text);
    if (Object.entries(wanted).some(([key, value]) => slice.get(key) !== value)) return null;
    return text
      .split(';')
      .filter((pair) => keys.includes(pair.slice(0, pair.indexOf('='))))
      .join(';');
  };
  return rows.flatMap((row) => {
    const known = cuts.get(row.slice);
    const slice = known === undefined ? cut(row.slice) : known;
    cuts.set(row.slice, slice);
    return slice === null ? [] : [{ ...row, slice }];
  });
}
