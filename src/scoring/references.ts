import type { CriticLabels } from '../metrics/critiques.ts';
import { metricById } from '../metrics/index.ts';
import type { Chance } from '../metrics/labels.ts';
import { TRIVIAL_JUDGES } from '../metrics/trivial.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { BoardColumn, ReferenceLine } from '../schema/board.ts';

/**
 * Gives the trivial judges that say something about a table's columns, in printed units (docs/metrics.md "Reference lines"). `labels`: what
 * the labels of the table's split say; null where only printed sizes are known. `critics`: what the labels say of which critics are asked.
 */
export function referenceLines(
  benchmark: Benchmark,
  columns: readonly BoardColumn[],
  {
    tableSplit,
    labels,
    critics,
  }: { readonly tableSplit: string | null; readonly labels: Chance | null; readonly critics: CriticLabels | null },
): ReferenceLine[] {
  return TRIVIAL_JUDGES.flatMap(({ id, label, about }) => {
    const values: Record<string, ReferenceLine['values'][string]> = {};
    for (const { key, metric, slice, unit } of columns) {
      const score = metric === null ? undefined : metricById(metric)?.trivial?.[id];
      const counts = benchmark.splits.find((s) => s.id === (slice.split ?? tableSplit))?.counts ?? {};
      const whole = Object.keys(slice).every((part) => part === 'split');
      const range = score?.({ slice, counts, labels: whole ? labels : null, critics: whole ? critics : null }) ?? null;
      const scale = unit === 'percent' ? 100 : 1;
      if (range !== null) values[key] = { lo: range.lo * scale, hi: range.hi * scale, basis: range.basis };
    }
    return Object.keys(values).length === 0 ? [] : [{ id, label, about, values }];
  });
}
