import { z } from 'zod';
import { Protocol } from './benchmark.ts';
import { Id } from './judge.ts';

/** A run as the comparison of judges has to know it before any database is open. */
const ComparedRun = z.strictObject({
  run: z.string().min(1),
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

/** What the page that compares judges reads when somebody compares; made when the site is built. */
export const ComparisonFile = z.strictObject({
  release: z.string(),
  /** Every table with judges, packed (`src/board/pack.ts`). */
  boards: z.array(z.string()),
  cases: z.array(ComparedBenchmark),
});
export type ComparisonFile = z.infer<typeof ComparisonFile>;
