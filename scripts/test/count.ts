import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** What came of a stage; lists of tests are in the order of the run. */
export interface TestReport extends TestCounts {
  /** What failed: file, test and the beginning of the message. */
  readonly failures: readonly string[];
  /** Tests that passed only after they had failed, with the beginning of why: Vitest keeps the messages of every try. */
  readonly secondTries: readonly string[];
  /** Tests that were skipped, by file and name: those that need what this machine lacks say what that is. */
  readonly notRun: readonly string[];
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

const NOTHING = { failures: [], secondTries: [], notRun: [] };

/** A stage that is no Vitest run counts as one test. */
export const commandReport = (exitCode: number): TestReport =>
  exitCode === 0 ? { passed: 1, failed: 0, ...NOTHING } : { passed: 0, failed: 1, ...NOTHING };

const LINES = 4;

/** Gives the first lines of a message, without the terminal's colours. */
const shortly = (message: string): string =>
  stripVTControlCharacters(message).trim().split('\n').slice(0, LINES).join('\n    ');

/**
 * Reads the JSON report of a Vitest run (null if it wrote none). What went wrong outside the tests counts as failed too: each file that could not
 * be loaded, a run without any test, a run that failed for no reason that the report gives.
 */
export function vitestReport(exitCode: number, report: string | null): TestReport {
  if (report === null) return commandReport(1);
  const { numPassedTests: passed, numFailedTests, testResults } = reportSchema.parse(JSON.parse(report));
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = numFailedTests + unloaded.length;
  const unexplained = failed === 0 && (exitCode !== 0 || passed === 0);
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => {
      const line = `${path.relative('.', name)}: ${test.fullName}`;
      return { ...test, line, withMessage: `${line}\n    ${shortly(test.failureMessages.join('\n'))}` };
    }),
  );
  const skipped = ['skipped', 'pending'];
  return {
    passed,
    failed: unexplained ? 1 : failed,
    failures: [
      ...tests.filter(({ status }) => status === 'failed').map(({ withMessage }) => withMessage),
      ...unloaded.map(({ name, message = 'not loaded' }) => `${path.relative('.', name)}: ${shortly(message)}`),
    ],
    secondTries: tests
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ withMessage }) => withMessage),
    notRun: tests.filter(({ status }) => skipped.includes(status)).map(({ line }) => line),
  };
}

export function sumCounts(counts: readonly TestCounts[]): TestCounts {
  return counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}
