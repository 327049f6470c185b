import { METRICS, metricById } from '../../metrics/index.ts';
import type { Chance } from '../../metrics/labels.ts';
import { type KnownSlices, listedParts, sayingOf } from '../../metrics/listed-slices.ts';
import type { Metric } from '../../metrics/metric.ts';
import { meetsNeeds } from '../../metrics/needs.ts';
import { reading } from '../../metrics/reading.ts';
import type { Slice } from '../../schema/slice.ts';

/** What two runs are compared by: a metric in a slice of its rows. */
export interface PairMeasure {
  readonly metric: Metric;
  readonly slice: Slice;
}

/** Finds a measure by its metric's id; an unknown one is a mistake of ours. */
export function pairMeasureOf(id: string, slice: Slice): PairMeasure {
  const metric = metricById(id);
  if (metric === undefined) throw new Error(`no metric "${id}"`);
  return { metric, slice };
}

/** A metric of one split as a whole, and its slices. */
export interface MeasureGroup {
  readonly whole: PairMeasure;
  readonly slices: readonly PairMeasure[];
}

/** Slices in which a metric is trivial: within one parse status the share of parsed answers is 0 or 1. */
const EMPTY_KEYS: readonly string[] = ['parse'];

/** Says whether a run alone has a value: a combination of ratios, or a function of its sums. */
function hasValue(metric: Metric): boolean {
  return reading(metric) !== null || metric.derive !== undefined;
}

const isReading = ({ whole }: MeasureGroup): boolean => whole.metric.sliceKeys.includes('parse');
const splitOf = ({ slice }: PairMeasure): string => slice['split'] ?? '';

/** Says whether a measure tells something that no earlier one does. */
function news(known: KnownSlices): (measure: PairMeasure) => boolean {
  const told = new Set<string>();
  return ({ metric, slice }) => {
    const saying = sayingOf(metric, slice, known);
    if (told.has(saying)) return false;
    told.add(saying);
    return true;
  };
}

/**
 * Lists by split what two runs of a protocol are compared by: the metrics that have rows and that say something of their own under the split's
 * labels, in the order of the registry, with coverage last. Metrics that know no splits stand under '', and so do all where there is one
 * split only. No number is there twice: a mean over a single part is that part, a slice that holds all rows is the whole, and two metrics
 * may read the same rows alike.
 */
export function measureGroups(
  protocol: string,
  known: KnownSlices,
  labels: readonly Chance[],
): ReadonlyMap<string, readonly MeasureGroup[]> {
  const isNew = news(known);
  const own = METRICS.filter((m) => m.protocols.includes(protocol) && hasValue(m));
  const groups = own.flatMap((metric) =>
    listedParts(metric, known).flatMap(({ whole, slices }): MeasureGroup[] => {
      const measure = { metric, slice: whole };
      const facts = labels.find(({ split }) => split === splitOf(measure));
      if (!meetsNeeds(metric.needs, facts) || !isNew(measure)) return [];
      const told = slices.filter((slice) => EMPTY_KEYS.every((key) => !(key in slice)));
      return [{ whole: measure, slices: told.map((slice) => ({ metric, slice })).filter(isNew) }];
    }),
  );
  // Coverage comes last: how many answers could be read matters less than what they were worth.
  groups.sort((a, b) => Number(isReading(a)) - Number(isReading(b)));
  const splits = new Set(groups.map(({ whole }) => splitOf(whole)).filter((split) => split !== ''));
  return Map.groupBy(groups, ({ whole }) => (splits.size > 1 ? splitOf(whole) : ''));
}
