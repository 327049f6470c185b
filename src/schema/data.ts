import type { Benchmark } from './benchmark.ts';
import type { Finding } from './finding.ts';
import type { Judge } from './judge.ts';
import type { PrintedCell, Reviewed, Table } from './published.ts';

/** One benchmark as `data/<benchmark>` holds it, without its runs. */
export interface BenchmarkData {
  readonly benchmark: Benchmark;
  /** By id, `table-3`, in the order of `tables.yaml`. */
  readonly tables: Readonly<Record<string, Table>>;
  /** Every printed cell, table by table, row by row. */
  readonly cells: readonly PrintedCell[];
  /** Printed difference rows: `table` names the table of the minuend; judge and variant are the minuend's. */
  readonly differences: readonly PrintedCell[];
  readonly findings: readonly Finding[];
  readonly reviewed: Reviewed;
}

/** Everything under `data/` but the runs. */
export interface ProjectData {
  readonly judges: readonly Judge[];
  readonly benchmarks: readonly BenchmarkData[];
}
