import { METRICS, metricById } from '../metrics/index.ts';
import { type KnownSlices, listedParts, sliceValues } from '../metrics/listed-slices.ts';
import type { Metric } from '../metrics/metric.ts';
import { reading } from '../metrics/reading.ts';
import type { Slice } from '../metrics/slice.ts';

/** A metric in a slice of its rows: what two runs are compared by. */
export interface Measure {
  readonly metric: Metric;
  readonly slice: Slice;
}

/** A measure by its metric's id; an unknown one is a mistake of ours. */
export function measureOf(id: string, slice: Slice): Measure {
  const metric = metricById(id);
  if (metric === undefined) throw new Error(`no metric "${id}"`);
  return { metric, slice };
}

/** A metric of one split as a whole, and its slices. */
export interface MeasureGroup {
  readonly whole: Measure;
  readonly slices: readonly Measure[];
}

/** Slices in which a metric says nothing: within one parse status the share of parsed answers is 0 or 1. */
const EMPTY_KEYS: readonly string[] = ['parse'];

/** Whether it is the same ratio over the same rows as the metric that the rows belong to, which then stands for both. */
function repeats(metric: Metric): boolean {
  return metric.contributions === null && metric.aggregate === 'ratio' && metric.rows.length === 1;
}

/** Whether a run alone has a value: a combination of ratios, or a function of its sums. */
function hasValue(metric: Metric): boolean {
  return reading(metric) !== null || metric.derive !== null;
}

/** A mean over a single part is that part. */
function isPlain({ metric, slice }: Measure, known: KnownSlices): boolean {
  return (
    metric.aggregate === 'macro' && metric.units.every((unit) => sliceValues(known, metric, unit, slice).length < 2)
  );
}

const isReading = ({ whole }: MeasureGroup): boolean => whole.metric.sliceKeys.includes('parse');

const keysOf = (slice: Slice): string => Object.keys(slice).join();

/** The slices that say more than the whole: a key with a single value only repeats it. */
function telling(slices: readonly Slice[]): readonly Slice[] {
  const byKeys = Map.groupBy(slices, keysOf);
  return slices.filter((slice) => {
    const isOne = byKeys.get(keysOf(slice))?.length === 1;
    return !isOne && !EMPTY_KEYS.some((key) => key in slice);
  });
}

/**
 * Every metric of a protocol that has rows, in the order of the registry but coverage last, by split; under '' where there is one split only, and what
 * knows no splits.
 */
export function measureGroups(protocol: string, known: KnownSlices): ReadonlyMap<string, readonly MeasureGroup[]> {
  const own = METRICS.filter((m) => m.protocols.includes(protocol) && hasValue(m) && !repeats(m));
  const groups = own.flatMap((metric) =>
    listedParts(metric, known).flatMap(({ whole, slices }): MeasureGroup[] => {
      const measure = { metric, slice: whole };
      if (isPlain(measure, known)) return [];
      return [{ whole: measure, slices: telling(slices).map((slice) => ({ metric, slice })) }];
    }),
  );
  // How many answers could be read comes after what they were worth.
  groups.sort((a, b) => Number(isReading(a)) - Number(isReading(b)));
  const splitOf = ({ whole }: MeasureGroup): string => whole.slice['split'] ?? '';
  const splits = new Set(groups.map(splitOf).filter((split) => split !== ''));
  return Map.groupBy(groups, (group) => (splits.size > 1 ? splitOf(group) : ''));
}
