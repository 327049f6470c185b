import { metricById } from '../metrics/index.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { BoardColumn } from '../schema/board.ts';
import { entryOf } from '../schema/entry.ts';
import type { PublishedCell, Recomputed } from '../schema/published.ts';
import { type PublishedInterval, publishedInterval } from '../stats/published.ts';

export interface IntervalContext {
  readonly benchmark: Benchmark;
  readonly columns: readonly BoardColumn[];
}

const noInterval = (reason: string): PublishedInterval => ({ interval: null, se: null, n: null, reason });

/** Independent units, and what they are where that needs saying. */
interface Units {
  readonly n: number | null;
  readonly note: string;
}

/**
 * Questions of a subset and task type (MM-Critic). For a value over several subsets those of the largest are counted: subsets may share
 * questions, and the paper does not say how many, so no more than these are surely different.
 */
function questionsOf(benchmark: Benchmark, slice: Readonly<Record<string, string>>): Units {
  const task = benchmark.task_types.find((t) => t.id === slice.task_type);
  const whole = benchmark.subsets.flatMap((s) => (s.questions === undefined ? [] : [[s.id, s.questions] as const]));
  const perSubset: Readonly<Record<string, number>> = task?.questions ?? Object.fromEntries(whole);
  if (slice.subset !== undefined) return { n: entryOf(perSubset, slice.subset) ?? null, note: '' };
  const counts = Object.values(perSubset);
  const note = counts.length > 1 ? ' of the largest subset, since subsets may share questions' : '';
  return { n: counts.length === 0 ? null : Math.max(...counts), note };
}

/** Gives independent units behind a value; they are known only where the paper gives the size of the set. */
function unitsOf({ benchmark }: IntervalContext, column: BoardColumn): Units {
  if (column.n === null) return { n: null, note: '' };
  if (column.metric !== null && metricById(column.metric)?.published.rule === 'wilson-conflict-prompts') {
    const counts = benchmark.splits.find((s) => s.id === column.slice.split)?.counts;
    return { n: counts?.conflict_prompts ?? null, note: '' };
  }
  return questionsOf(benchmark, column.slice);
}

/** The interval of a printed value that the judgments give too is that of the judgments, by cluster. */
function computedInterval({ interval, se, n }: Recomputed): PublishedInterval {
  if (interval === null || se === null) return { ...noInterval('its standard error is not worked out'), n };
  return { interval: { ...interval, basis: `from the judgments: ${interval.basis ?? ''}` }, se, n, reason: '' };
}

function intervalOf(
  context: IntervalContext,
  {
    column,
    cell,
    partErrors,
  }: { readonly column: BoardColumn; readonly cell: PublishedCell; readonly partErrors: readonly (number | null)[] },
): PublishedInterval {
  const metric = column.metric === null ? undefined : metricById(column.metric);
  if (metric === undefined) return noInterval('not a measured value');
  if (cell.value === null) return noInterval('no value is used');
  if (cell.status === 'suspect') return noInterval('the printed value is in doubt');
  if (cell.recomputed?.equal === true) return computedInterval(cell.recomputed);
  if (column.unit !== 'percent' && column.unit !== 'ratio' && column.unit !== 'score')
    return noInterval('a variance of unknown sampling error');
  const units = unitsOf(context, column);
  return publishedInterval(
    cell.printed,
    {
      unit: column.unit,
      full: column.n,
      scored: cell.status === 'coverage' ? cell.n : null,
      units: units.n,
      unitsNote: units.note,
      partErrors,
    },
    metric.published,
  );
}

/** Says whether a value is bounded by the errors of other columns. */
const isAverage = ({ metric }: BoardColumn): boolean =>
  metric !== null && metricById(metric)?.published.rule === 'macro-at-most';

/** Lists the columns that an average is made of: those of the metric whose rows it averages. */
function partsOf({ columns }: IntervalContext, average: BoardColumn): readonly BoardColumn[] {
  const rows = metricById(average.metric ?? '')?.rows ?? [];
  return columns.filter((c) => rows.includes(c.metric ?? '') && c.slice.split === average.slice.split);
}

/** Gives the interval, SE and n of every cell of one row, by column key. */
export function rowIntervals(
  context: IntervalContext,
  cells: ReadonlyMap<string, PublishedCell>,
): Map<string, PublishedInterval> {
  const found = new Map<string, PublishedInterval>();
  for (const column of context.columns.toSorted((a, b) => Number(isAverage(a)) - Number(isAverage(b)))) {
    const cell = cells.get(column.key);
    if (cell === undefined) continue;
    const parts = isAverage(column) ? partsOf(context, column).map((c) => found.get(c.key)?.se ?? null) : [];
    found.set(column.key, intervalOf(context, { column, cell, partErrors: parts }));
  }
  return found;
}
