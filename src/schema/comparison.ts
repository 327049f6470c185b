import type { Protocol } from './benchmark.ts';

/** A run as the comparison of judges has to know it before any database is open. */
export interface ComparedRun {
  readonly run: string;
  readonly judge: string;
  readonly protocol: Protocol;
  /** In words; '' for the usual setting. */
  readonly variant: string;
  readonly repeats: number;
}

/** A benchmark with instance-level results: its runs, and what it calls the values of slices and attributes. */
export interface ComparedBenchmark {
  readonly benchmark: string;
  readonly name: string;
  readonly synthetic: boolean;
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly runs: readonly ComparedRun[];
}

/** What the page that compares judges reads when somebody compares; made when the site is built. */
export interface ComparisonFile {
  readonly release: string;
  /** Per benchmark with tables: which judges stand in them, and the name of their file, which lies beside this one. */
  readonly tables: readonly { readonly judges: readonly string[]; readonly file: string }[];
  readonly cases: readonly ComparedBenchmark[];
}
