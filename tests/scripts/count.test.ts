import { expect, test } from 'vitest';
import { commandReport, sumCounts, vitestReport } from '../../scripts/test/count.ts';

const PASSED_TEST = { status: 'passed', fullName: 'one', failureMessages: [] };
const FAILED_TEST = { status: 'failed', fullName: 'two', failureMessages: ['\u001b[31mno\u001b[39m\n1\n2\n3\n4'] };
const LOADED = { name: 'a.test.ts', status: 'failed', assertionResults: [PASSED_TEST, FAILED_TEST] };
const NOT_LOADED = { name: 'b.test.ts', status: 'failed', message: 'broken', assertionResults: [] };

const report = (numPassedTests: number, numFailedTests: number, ...testResults: readonly object[]) =>
  JSON.stringify({ numPassedTests, numFailedTests, testResults });

test('a command is one test', () => {
  expect(commandReport(0)).toMatchObject({ passed: 1, failed: 0 });
  expect(commandReport(2)).toMatchObject({ passed: 0, failed: 1 });
});

test.each([
  ['all passed', 0, report(7, 0), { passed: 7, failed: 0 }],
  ['some failed', 1, report(5, 2, LOADED), { passed: 5, failed: 2 }],
  ['a file could not be loaded', 1, report(5, 0, NOT_LOADED), { passed: 5, failed: 1 }],
  [
    'tests failed and two files could not be loaded',
    1,
    report(5, 1, LOADED, NOT_LOADED, NOT_LOADED),
    { passed: 5, failed: 3 },
  ],
  ['the run failed for another reason', 1, report(5, 0), { passed: 5, failed: 1 }],
  ['no test ran', 0, report(0, 0), { passed: 0, failed: 1 }],
  ['no report was written', 1, null, { passed: 0, failed: 1 }],
])('vitest: %s', (_, exitCode, text, counts) => {
  expect(vitestReport(exitCode, text)).toMatchObject(counts);
});

test('stages add up', () => {
  expect(sumCounts([commandReport(0), vitestReport(1, report(5, 2)), commandReport(1)])).toEqual({
    passed: 6,
    failed: 3,
  });
});

test('what failed is named, with the beginning of its message', () => {
  expect(vitestReport(1, report(5, 1, LOADED, NOT_LOADED)).failures).toEqual([
    'a.test.ts: two\n    no\n    1\n    2\n    3',
    'b.test.ts: broken',
  ]);
});

test('what passed only at its second try is named, with what went wrong at first, and counts as passed', () => {
  const flaky = { status: 'passed', fullName: 'three', failureMessages: ['too late\nat a place'] };
  const twice = { status: 'failed', fullName: 'four', failureMessages: ['no', 'no again'] };
  const file = { name: 'd.test.ts', status: 'failed', assertionResults: [PASSED_TEST, flaky, twice] };
  const text = report(2, 1, LOADED, NOT_LOADED, file);
  expect(vitestReport(1, text).secondTries).toEqual(['d.test.ts: three\n    too late\n    at a place']);
  expect(vitestReport(1, report(2, 1, file))).toMatchObject({ passed: 2, failed: 1 });
  expect(vitestReport(1, report(2, 1, file)).failures).toEqual(['d.test.ts: four\n    no\n    no again']);
});

test('what was not run is named', () => {
  const skipped = { status: 'skipped', fullName: 'real judges (needs ../shared/data/x) a number', failureMessages: [] };
  const file = { name: 'c.test.ts', status: 'passed', assertionResults: [PASSED_TEST, skipped] };
  expect(vitestReport(0, report(1, 0, file)).notRun).toEqual([
    'c.test.ts: real judges (needs ../shared/data/x) a number',
  ]);
});
