import { SLOWEST_UNIT } from './slowest-first.ts';

/** Unit tests that have a process each: they replace a module or a global, load modules anew, or fill the memory. */
export const ALONE = [
  'tests/audit/command.test.ts',
  'tests/records/bytes.test.ts',
  ...['attended-worker', 'awaited', 'fetch-faults', 'worker-error'].map((name) => `tests/client/${name}.test.ts`),
  'tests/explore/cases-csv.test.ts',
  'tests/explore/travelling.test.ts',
  ...['result-titles', 'session'].map((name) => `tests/own/${name}.test.ts`),
  ...['failed-threads', 'made-up-metric', 'many-runs', 'names'].map(
    (name) => `tests/release/instances/${name}.test.ts`,
  ),
  'tests/scripts/browser.test.ts',
  'tests/ui/question.test.tsx',
  ...SLOWEST_UNIT,
];
