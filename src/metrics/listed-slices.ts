import type { Metric } from './metric.ts';
import { sliceRows } from './reading.ts';
import { parseSlice, type Slice } from './slice.ts';

/** The slices in which metrics have rows, by metric with rows of its own. */
export type KnownSlices = ReadonlyMap<string, readonly string[]>;

/** Slices that are never mixed: values for each of them are given apart. */
const APART = ['split', 'critique_judge'];
/** Keys whose values mean something only together. */
const TOGETHER: readonly (readonly string[])[] = [['criterion', 'other']];

/** The values that a slice key takes in a metric's rows where the rest of the slice is as wanted. */
export function sliceValues(known: KnownSlices, metric: Metric, key: string, wanted: Slice): string[] {
  const rows = metric.rows.flatMap((id) => known.get(id) ?? []).map((slice) => ({ slice }));
  const values = sliceRows(rows, [key], wanted).map(({ slice }) => parseSlice(slice).get(key) ?? '');
  return [...new Set(values)].filter((value) => value !== '').sort();
}

/** Keys by which values are listed one by one. What another metric's rows give already is not repeated. */
function singleKeys({ sliceKeys, units, combination, contributions, aggregate }: Metric): string[] {
  if (combination !== null || (contributions === null && aggregate !== 'macro')) return [];
  const done = contributions === null ? [...APART, 'repeat', ...units] : [...APART, 'repeat'];
  return sliceKeys.filter((key) => !done.includes(key));
}

/** A part of a metric that is never mixed with another (a split, a critique judge; `{}` where there is none) and its slices. */
export interface ListedPart {
  readonly whole: Slice;
  readonly slices: readonly Slice[];
}

/** Everything of a metric that has rows and is worth a value: each part as a whole, and its slices by every other key. */
export function listedParts(metric: Metric, known: KnownSlices): ListedPart[] {
  const raw = metric.rows.flatMap((id) => known.get(id) ?? []).map((slice) => ({ slice }));
  if (raw.length === 0) return [];
  const combinations = (keys: readonly string[], wanted: Slice): Slice[] => {
    const cut = sliceRows(raw, keys, wanted).map(({ slice }) => slice);
    return [...new Set(cut)].sort().map((slice) => ({ ...wanted, ...Object.fromEntries(parseSlice(slice)) }));
  };
  const pair = TOGETHER.find((keys) => keys.every((key) => metric.sliceKeys.includes(key)));
  const single = singleKeys(metric).filter((key) => pair?.includes(key) !== true);
  const apart = metric.sliceKeys.filter((key) => APART.includes(key));
  return combinations(apart, {}).map((whole) => ({
    whole,
    slices: [
      ...(pair === undefined ? [] : combinations(pair, whole)),
      ...single.flatMap((key) => sliceValues(known, metric, key, whole).map((value) => ({ ...whole, [key]: value }))),
    ],
  }));
}
