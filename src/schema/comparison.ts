import { z } from 'zod';
import { Protocol } from './benchmark.ts';
import { Id } from './judge.ts';
import { NonEmpty } from './non-empty.ts';

/** A run as the comparison of judges has to know it before any database is open. */
const ComparedRun = z.strictObject({
  run: NonEmpty,
  judge: Id,
  protocol: Protocol,
  /** In words; '' for the usual setting. */
  variant: z.string(),
  repeats: z.number().int().positive(),
});
export type ComparedRun = z.infer<typeof ComparedRun>;

/** A benchmark with instance-level results: its runs, and what it calls the values of slices and attributes. */
const ComparedBenchmark = z.strictObject({
  benchmark: Id,
  name: z.string(),
  synthetic: z.boolean(),
  labels: z.record(z.string(), z.record(z.string(), z.string())),
  runs: z.array(ComparedRun),
});
export type ComparedBenchmark = z.infer<typeof ComparedBenchmark>;

/** The tables of one benchmark with judges, packed (`src/board/pack.ts`). */
export const ComparedTables = z.strictObject({ boards: z.array(z.string()) });
export type ComparedTables = z.infer<typeof ComparedTables>;

/** What the page that compares judges reads when somebody compares; made when the site is built. */
export const ComparisonFile = z.strictObject({
  release: z.string(),
  /** Per benchmark with tables: which judges stand in them, and the name of their file, which lies beside this one. */
  tables: z.array(z.strictObject({ judges: z.array(Id), file: NonEmpty })),
  cases: z.array(ComparedBenchmark),
});
export type ComparisonFile = z.infer<typeof ComparisonFile>;
