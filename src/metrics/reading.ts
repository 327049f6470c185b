import { parseSlice, type Slice } from '../schema/slice.ts';
import { type Query, text } from '../sql/query.ts';
import { bound } from '../sql/quote.ts';
import { type Combination, EVERYTHING } from '../stats/cluster.ts';
import type { Metric } from './metric.ts';

/** What statistics need of a metric: the slice keys that stay apart, and how their ratios make one value. */
export interface MetricReading {
  readonly keys: readonly string[];
  readonly aggregate: Combination;
}

export function combinationOf({ combination }: Pick<Metric, 'combination'>): Combination {
  if (combination === undefined) return EVERYTHING;
  const { key, named, weights, constant } = combination;
  const group = (slice: string): string => {
    const value = parseSlice(slice).get(key) ?? '';
    if (named === undefined) return value;
    return value === named.value ? named.is : named.other;
  };
  return { group, weights, constant };
}

const repeatOf = (slice: string): string => parseSlice(slice).get('repeat') ?? '';
/** Null where the value is no combination of ratios. Every unit weighs the same; the value is the mean over repeats, so an unfinished repeat lacks in its own alone. */
export function reading(metric: Metric, wanted: Slice = {}): MetricReading | null {
  if (metric.aggregate === 'derived' && metric.combination === undefined) return null;
  const units = (metric.units ?? []).filter((key) => !(key in wanted));
  return { keys: [...units, 'repeat'], aggregate: { ...combinationOf(metric), repeat: repeatOf } };
}

/** Rows whose slice has every wanted value, slices cut to the keys that stay apart; equal ones are left to add up. A row that stays as it is is no copy. */
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

/** The slices in which metrics have rows, by metric with rows of its own. */
export type KnownSlices = ReadonlyMap<string, readonly string[]>;

/** Finds the slices in which metrics have rows. `from`: read in place of the table `contributions`. */
export async function knownSlices(
  query: Query,
  runs: readonly string[] | null = null,
  from = 'contributions',
): Promise<KnownSlices> {
  const own = runs === null ? '' : `WHERE run IN (${bound(runs)}) `;
  const rows = await query(
    `SELECT DISTINCT metric::VARCHAR AS metric, slice::VARCHAR AS slice FROM ${from} ${own}ORDER BY metric, slice`,
    runs ?? [],
  );
  return new Map(
    [...Map.groupBy(rows, (row) => text(row, 'metric'))].map(([id, of]) => [id, of.map((row) => text(row, 'slice'))]),
  );
}

/** Slices that are never mixed: values for each of them are given apart. */
const APART = ['split', 'critique_judge'];
/** Keys whose values mean something only together. */
const TOGETHER: readonly (readonly string[])[] = [['criterion', 'other']];

/** Gives the values that a slice key takes in a metric's rows where the rest of the slice is as wanted. */
export function sliceValues(
  known: KnownSlices,
  metric: Metric,
  { key, wanted }: { readonly key: string; readonly wanted: Slice },
): string[] {
  const rows = metric.rows.flatMap((id) => known.get(id) ?? []).map((slice) => ({ slice }));
  const values = sliceRows(rows, [key], wanted).map(({ slice }) => parseSlice(slice).get(key) ?? '');
  return [...new Set(values)].filter((value) => value !== '').sort();
}

/** Lists the keys by which values are listed one by one. What another metric's rows give already is not repeated. */
function singleKeys({ sliceKeys, units = [], combination, contributions, aggregate, board = [] }: Metric): string[] {
  if (combination !== undefined || (contributions === null && aggregate !== 'macro')) return [];
  const done = contributions === null ? units.filter((key) => board.every(({ by }) => by !== key)) : [];
  return sliceKeys.filter((key) => ![...APART, 'repeat', ...done].includes(key));
}

/** A part of a metric that is never mixed with another (a split, a critique judge; `{}` where there is none) and its slices. */
export interface ListedPart {
  readonly whole: Slice;
  readonly slices: readonly Slice[];
}

/** Lists the slices of a metric that get a value: each part as a whole, and by every other key. */
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
      ...single.flatMap((key) =>
        sliceValues(known, metric, { key, wanted: whole }).map((value) => ({ ...whole, [key]: value })),
      ),
    ],
  }));
}

/** How a value is computed, as a key: equal keys are the same number on this data, whatever their names. It names the rows of each part, and how parts become one value. */
export function sayingOf(metric: Metric, wanted: Slice, known: KnownSlices): string {
  const how = reading(metric, wanted);
  if (how === null) return JSON.stringify([metric.id, wanted]);
  const rows = metric.rows.flatMap((id) => (known.get(id) ?? []).map((own) => ({ slice: own, row: `${id} ${own}` })));
  const parts = Map.groupBy(
    sliceRows(
      rows,
      how.keys.filter((key) => key !== 'repeat'),
      wanted,
    ),
    ({ slice }) => slice,
  );
  const lists = [...parts.values()].map((own) => own.map(({ row }) => row).sort());
  const combined = metric.combination === undefined ? '' : metric.id;
  return JSON.stringify([combined, metric.range, lists.sort()]);
}
