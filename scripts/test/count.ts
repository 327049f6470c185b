import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

const testSchema = z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) });

/** The part of Vitest's JSON report that is used. */
const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(testSchema),
    }),
  ),
});

/** A stage that is no Vitest run counts as one test. */
export function countCommand(exitCode: number): TestCounts {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Gives the counts of a Vitest run from its JSON report (null if it wrote none). What went wrong outside the tests counts as failed too:
 * each file that could not be loaded, a run without any test, a run that failed for no reason that the report gives.
 */
export function countVitest(exitCode: number, report: string | null): TestCounts {
  if (report === null) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests, testResults } = reportSchema.parse(JSON.parse(report));
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = numFailedTests + unloaded.length;
  const unexplained = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: unexplained ? 1 : failed };
}

const LINES = 4;

/** Gives the first lines of a message, without the terminal's colours. */
const shortly = (message: string): string =>
  stripVTControlCharacters(message).trim().split('\n').slice(0, LINES).join('\n    ');

const failureLine = (file: string, { fullName, failureMessages }: z.infer<typeof testSchema>): string =>
  `${file}: ${fullName}\n    ${shortly(failureMessages.join('\n'))}`;

/** Lists what failed in a Vitest run, from its JSON report: file, test and the beginning of the message, in the order of the run. */
export function failuresOf(report: string | null): string[] {
  if (report === null) return [];
  return reportSchema.parse(JSON.parse(report)).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative('.', name);
    if (status === 'failed' && assertionResults.length === 0) return [`${file}: ${shortly(message ?? 'not loaded')}`];
    return assertionResults.filter((test) => test.status === 'failed').map((test) => failureLine(file, test));
  });
}

/**
 * Lists the tests of a Vitest run that passed only after they had failed, with the beginning of why they failed: Vitest keeps
 * the messages of every try, also of a test that passed in the end.
 */
export function secondTriesOf(report: string | null): string[] {
  if (report === null) return [];
  return reportSchema
    .parse(JSON.parse(report))
    .testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
        .map((test) => failureLine(path.relative('.', name), test)),
    );
}

/** Lists the tests of a Vitest run that were skipped, by file and name: those that need what this machine lacks say what that is. */
export function notRunOf(report: string | null): string[] {
  if (report === null) return [];
  return reportSchema
    .parse(JSON.parse(report))
    .testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter((test) => test.status === 'skipped' || test.status === 'pending')
        .map(({ fullName }) => `${path.relative('.', name)}: ${fullName}`),
    );
}

export function sumCounts(counts: readonly TestCounts[]): TestCounts {
  return counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}
