import { metricById } from '../metrics/index.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { BoardColumn } from '../schema/board.ts';
import type { Column, PublishedCell, Table } from '../schema/published.ts';
import { metricFields } from '../scoring/metric-fields.ts';
import { mostDecimals } from '../stats/printed.ts';

function describe(
  benchmark: Benchmark,
  column: Column,
): Pick<BoardColumn, 'metric' | 'unit' | 'direction' | 'range' | 'formula' | 'about' | 'source'> {
  const metric = column.metric === undefined ? undefined : metricById(column.metric);
  if (metric === undefined) {
    return {
      metric: null,
      unit: column.unit ?? 'text',
      direction: 'none',
      range: null,
      formula: '',
      about: '',
      source: '',
    };
  }
  return metricFields(benchmark, metric, column.unit);
}

/** Weights by samples, which make one pool of them; a sum, and a mean whose weights nobody knows. */
const SAMPLED: ReadonlySet<string> = new Set(['samples', 'scored', 'sum', 'unknown']);

/** Gives the columns of a published table with all that a header explains, in printed order. */
export function boardColumns(benchmark: Benchmark, table: Table, cells: readonly PublishedCell[]): BoardColumn[] {
  return Object.entries(table.columns).map(([key, column]) => ({
    key,
    label: column.label,
    printed: column.printed,
    group: column.group ?? '',
    ...describe(benchmark, column),
    decimals: mostDecimals(cells.filter((c) => c.column === key).map((c) => c.printed)),
    n: column.n ?? null,
    slice: column.slice,
    ...(column.setting === undefined ? {} : { setting: column.setting }),
    ...(column.parts === undefined || SAMPLED.has(String(column.parts.weights)) ? {} : { parts: column.parts.columns }),
  }));
}
