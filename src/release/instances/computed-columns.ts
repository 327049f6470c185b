import { metricById } from '../../metrics/index.ts';
import { type KnownSlices, sliceValues } from '../../metrics/listed-slices.ts';
import type { Metric } from '../../metrics/metric.ts';
import type { Slice } from '../../metrics/slice.ts';
import type { Benchmark, Protocol } from '../../schema/benchmark.ts';
import type { BoardColumn } from '../../schema/board.ts';
import { entryOf } from '../../schema/entry.ts';

/** A metric on a board of runs: as a whole, or one column per value of a slice key. */
interface ColumnSpec {
  readonly metric: string;
  readonly by?: string;
}

const PAIRWISE: readonly ColumnSpec[] = [
  { metric: 'pacc' },
  { metric: 'tos' },
  { metric: 'cmr' },
  { metric: 'criterion_average' },
  { metric: 'criterion_accuracy', by: 'criterion' },
  { metric: 'overall_accuracy' },
  { metric: 'all_orders_accuracy' },
  { metric: 'both_orders_accuracy' },
  { metric: 'order_majority_accuracy' },
  { metric: 'pacc', by: 'conflict' },
  { metric: 'conflict_discrimination' },
  { metric: 'halo' },
  { metric: 'position_consistency' },
  { metric: 'coverage' },
];

/** Columns for pairs that are judged as wholes, without criteria that could conflict. */
const WHOLE_PAIRS: readonly ColumnSpec[] = [
  { metric: 'overall_accuracy' },
  { metric: 'all_orders_accuracy' },
  { metric: 'both_orders_accuracy' },
  { metric: 'order_majority_accuracy' },
  { metric: 'position_robustness' },
  { metric: 'verbosity_robustness' },
  { metric: 'coverage' },
];

const POINTWISE: readonly ColumnSpec[] = [
  { metric: 'reliability' },
  { metric: 'discernment' },
  { metric: 'reliability', by: 'dimension' },
  { metric: 'bd', by: 'bias_type' },
  { metric: 'bc', by: 'bias_type' },
  { metric: 'inter_run_variance' },
  { metric: 'inter_sample_variance' },
  { metric: 'abstention_ratio' },
  { metric: 'coverage' },
];

const CRITIQUE: readonly ColumnSpec[] = [
  { metric: 'critique_accuracy' },
  { metric: 'critique_accuracy', by: 'subset' },
  { metric: 'critique_score', by: 'critique_judge' },
  { metric: 'correction_score', by: 'critique_judge' },
  { metric: 'preference_accuracy' },
  { metric: 'preference_accuracy', by: 'quality_pair' },
  { metric: 'coverage' },
];

/** What a board of runs shows: runs of one protocol, in one split where the metrics keep splits apart. */
export interface BoardPlan {
  readonly protocol: Protocol;
  /** Null where the protocol's metrics have no splits. */
  readonly split: string | null;
  /** Whether there are criteria that a pair is judged by. */
  readonly criteria: boolean;
}

function specsOf({ protocol, criteria }: BoardPlan): readonly ColumnSpec[] {
  if (protocol === 'pairwise') return criteria ? PAIRWISE : WHOLE_PAIRS;
  return protocol === 'critique' ? CRITIQUE : POINTWISE;
}

interface Named {
  readonly id: string;
  readonly label: string;
  readonly short?: string;
}

/** Ids and labels of a slice key's values as the benchmark lists them. */
function listed(benchmark: Benchmark, key: string, split: string | null): readonly Named[] {
  const lists: Readonly<Record<string, readonly Named[]>> = {
    criterion: benchmark.criteria.filter((c) => c.split === (split ?? '')),
    conflict: [
      { id: 'yes', label: 'With a conflict' },
      { id: 'no', label: 'Without' },
    ],
    dimension: benchmark.dimensions,
    bias_type: benchmark.bias_types,
    subset: benchmark.subsets,
    quality_pair: benchmark.quality_pairs,
  };
  return entryOf(lists, key) ?? [];
}

const DECIMALS: Readonly<Record<BoardColumn['unit'], number>> = {
  percent: 1,
  ratio: 3,
  score: 2,
  variance: 2,
  count: 0,
  text: 0,
};

/** A column with its metric and the slice that its values are taken from. */
export interface ComputedColumn {
  readonly column: BoardColumn;
  readonly metric: Metric;
  readonly wanted: Slice;
  /** From the metric's natural unit to the board's. */
  readonly scale: number;
}

function columnOf(benchmark: Benchmark, metric: Metric, wanted: Slice, value: Named | null): ComputedColumn {
  const use = benchmark.metrics.find((m) => m.id === metric.id);
  const unit = use?.unit ?? (metric.unit === 'number' ? 'ratio' : metric.unit);
  const scale = unit === 'percent' && metric.unit === 'ratio' ? 100 : 1;
  const label = value === null ? metric.label : (value.short ?? value.label);
  return {
    metric,
    wanted,
    scale,
    column: {
      key: value === null ? metric.id : `${metric.id}-${value.id}`,
      label,
      printed: label,
      group: value === null ? '' : metric.name,
      metric: metric.id,
      unit,
      direction: metric.direction,
      range: metric.range === null ? null : [metric.range[0] * scale, metric.range[1] * scale],
      decimals: DECIMALS[unit],
      n: null,
      slice: wanted,
      formula: metric.formula,
      about: [value === null ? '' : `${value.label}.`, metric.about, metric.edge, use?.note].filter(Boolean).join(' '),
      source: use?.source ?? metric.source,
    },
  };
}

/** The columns of a board of runs, in the order of the benchmark's own lists; those without any row are left out. */
export function computedColumns(
  benchmark: Benchmark,
  plan: BoardPlan,
  known: KnownSlices,
  names: ReadonlyMap<string, string>,
): ComputedColumn[] {
  return specsOf(plan).flatMap(({ metric: id, by }) => {
    const metric = metricById(id);
    if (metric === undefined) throw new Error(`no metric ${id}`);
    const split: Slice = plan.split !== null && metric.sliceKeys.includes('split') ? { split: plan.split } : {};
    if (by === undefined) return [columnOf(benchmark, metric, split, null)];
    const list = listed(benchmark, by, plan.split);
    const place = (value: string): number =>
      (list.findIndex((l) => l.id === value) + list.length + 1) % (list.length + 1);
    return sliceValues(known, metric, by, split)
      .sort((a, b) => place(a) - place(b))
      .map((value) => {
        const found = list.find((l) => l.id === value) ?? { id: value, label: names.get(value) ?? value };
        return columnOf(benchmark, metric, { ...split, [by]: value }, found);
      });
  });
}
