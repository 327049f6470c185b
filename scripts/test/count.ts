import { z } from 'zod';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** The part of Vitest's JSON report that is used. */
const reportSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

/** A stage that is no Vitest run counts as one test. */
export function countCommand(exitCode: number): Counts {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Counts of a Vitest run from its JSON report (null if it wrote none). Anything that went wrong outside the tests counts
 * as one failure: no report, no test at all, a file that could not be loaded.
 */
export function countVitest(exitCode: number, report: string | null): Counts {
  if (report === null) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests: failed } = reportSchema.parse(JSON.parse(report));
  const wrong = passed + failed === 0 || (exitCode !== 0 && failed === 0);
  return { passed, failed: wrong ? failed + 1 : failed };
}

export function sumCounts(counts: readonly Counts[]): Counts {
  return counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}
