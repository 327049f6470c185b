import { placesFor } from '../metrics/index.ts';
import type { Chance, CriticLabels } from '../metrics/labels.ts';
import { type Metric, meetsNeeds, scaleOf, unitIn } from '../metrics/metric.ts';
import { type KnownSlices, sliceValues } from '../metrics/reading.ts';
import type { Benchmark, Protocol } from '../schema/benchmark.ts';
import { type BoardColumn, type BoardRow, type Involvement, judgeFactsOf } from '../schema/board.ts';
import type { Judge } from '../schema/judge.ts';
import type { MetricDefinition } from '../schema/metric.ts';
import type { Slice } from '../schema/slice.ts';
import { entryOf, ROLE_LABELS } from '../schema/words.ts';

function involvementOf(benchmark: Benchmark, judge: string): Involvement[] {
  return benchmark.roles
    .filter((r) => r.judge === judge)
    .map((r) => ({ role: r.role, label: ROLE_LABELS[r.role], detail: r.detail ?? '', source: r.source }));
}

/** Gives the fields of a row's judge, for printed and computed boards; `id` is '' where the row belongs to no judge. */
export function judgeFields(
  benchmark: Benchmark,
  judges: ReadonlyMap<string, Judge>,
  id: string,
): Pick<BoardRow, 'judge' | 'organisation' | 'access' | 'thinking' | 'facts' | 'involvement'> {
  const judge = judges.get(id);
  const facts = judge === undefined ? [] : judgeFactsOf(judge);
  return {
    judge: id === '' ? null : id,
    organisation: judge?.organisation ?? '',
    access: judge?.access ?? null,
    thinking: judge === undefined || judge.thinking === 'optional' ? null : judge.thinking === 'always',
    ...(facts.length === 0 ? {} : { facts }),
    involvement: involvementOf(benchmark, id),
  };
}

/** Digits after the point where a benchmark asks for none in particular. */
const DECIMALS: Readonly<Record<BoardColumn['unit'], number>> = {
  percent: 1,
  ratio: 3,
  score: 2,
  variance: 2,
  count: 0,
  text: 0,
};

/** Says how many digits a metric's computed values have after the point. */
const decimalsOf = (benchmark: Benchmark, metric: MetricDefinition, unit: BoardColumn['unit']): number =>
  benchmark.metrics.find((m) => m.id === metric.id)?.decimals ?? DECIMALS[unit];

/** Gives the fields that a column takes from its metric, for printed and computed boards; `own`: the unit that the column itself states. */
export function metricFields(
  benchmark: Benchmark,
  metric: MetricDefinition,
  own?: BoardColumn['unit'],
): Pick<BoardColumn, 'metric' | 'unit' | 'direction' | 'range' | 'formula' | 'about' | 'source'> {
  const use = benchmark.metrics.find((m) => m.id === metric.id);
  const unit = unitIn(benchmark, metric, own);
  const scale = scaleOf(unit, metric);
  return {
    metric: metric.id,
    unit,
    direction: metric.direction,
    range: metric.range === null ? null : [metric.range[0] * scale, metric.range[1] * scale],
    formula: metric.formula,
    about: [metric.about, metric.edge, use?.note].filter(Boolean).join(' '),
    source: use?.source ?? metric.source,
  };
}

/** What a board of runs shows: runs of one protocol, in one split where the metrics keep splits apart. */
export interface BoardPlan {
  readonly protocol: Protocol;
  /** Null where the protocol's metrics have no splits. */
  readonly split: string | null;
  /** What the labels of the split are like; null where there are none. */
  readonly labels: Chance | null;
  /** What the labels say of which critics are asked; null on other boards. */
  readonly critics: CriticLabels | null;
}

interface Named {
  readonly id: string;
  readonly label: string;
  readonly short?: string;
}

/** Lists the criteria of a split; for all splits together only those that have one name everywhere. */
function criteriaOf({ criteria }: Benchmark, split: string | null): readonly Named[] {
  if (split !== null) return criteria.filter((c) => c.split === split);
  return [...Map.groupBy(criteria, ({ id }) => id).values()].flatMap(([first, ...more]) =>
    first !== undefined && more.every(({ label }) => label === first.label) ? [first] : [],
  );
}

/** Ids and labels of a slice key's values as the benchmark lists them. */
function listed(benchmark: Benchmark, key: string, split: string | null): readonly Named[] {
  const lists: Readonly<Record<string, readonly Named[]>> = {
    criterion: criteriaOf(benchmark, split),
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

/** A column with its metric and the slice that its values are taken from. */
export interface ComputedColumn {
  readonly column: BoardColumn;
  readonly metric: Metric;
  readonly wanted: Slice;
  /** The factor from the metric's natural unit to the board's. */
  readonly scale: number;
}

function columnOf(
  benchmark: Benchmark,
  metric: Metric,
  { wanted, value }: { readonly wanted: Slice; readonly value: Named | null },
): ComputedColumn {
  const fields = metricFields(benchmark, metric);
  const label = value === null ? metric.label : (value.short ?? value.label);
  return {
    metric,
    wanted,
    scale: scaleOf(fields.unit, metric),
    column: {
      ...fields,
      key: value === null ? metric.id : `${metric.id}-${value.id}`,
      label,
      printed: label,
      group: value === null ? '' : metric.name,
      about: [value === null ? '' : `${value.label}.`, fields.about].filter(Boolean).join(' '),
      decimals: decimalsOf(benchmark, metric, fields.unit),
      n: null,
      slice: wanted,
    },
  };
}

/**
 * Makes the columns of a board of runs: the metrics as the benchmark orders them, values of slices in the order of its own lists; those
 * without any row are left out.
 */
export function computedColumns(
  benchmark: Benchmark,
  plan: BoardPlan,
  { known, names }: { readonly known: KnownSlices; readonly names: ReadonlyMap<string, string> },
): ComputedColumn[] {
  const labels = plan.labels ?? undefined;
  return placesFor(plan.protocol, benchmark.metrics).flatMap(({ metric, place: { by, needs = [] } }) => {
    // A metric has no values here if this database holds no rows of it, or if it is a function of more than one run's sums.
    if (metric.judgeCheck !== true && !metric.rows.some((id) => known.has(id))) return [];
    if (!meetsNeeds([...needs, ...(metric.needs ?? [])], labels)) return [];
    const split: Slice = plan.split !== null && metric.sliceKeys.includes('split') ? { split: plan.split } : {};
    if (by === undefined) return [columnOf(benchmark, metric, { wanted: split, value: null })];
    const list = listed(benchmark, by, plan.split);
    const placeOf = (value: string): number =>
      (list.findIndex((l) => l.id === value) + list.length + 1) % (list.length + 1);
    return sliceValues(known, metric, { key: by, wanted: split })
      .sort((a, b) => placeOf(a) - placeOf(b))
      .map((value) => {
        const found = list.find((l) => l.id === value) ?? { id: value, label: names.get(value) ?? value };
        return columnOf(benchmark, metric, { wanted: { ...split, [by]: value }, value: found });
      });
  });
}
