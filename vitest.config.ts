import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ALONE } from './scripts/test/alone.ts';
import { scratchPlace } from './scripts/test/scratch-place.ts';
import { SlowestFirst } from './scripts/test/slowest-first.ts';

/** Vitest leaves one processor to its own process, which waits nearly all the time: on two processors that would be one worker. */
const maxWorkers = 2;
/** A hook that a shared file of tests registered would only follow the first file that loads it. */
const setupFiles = ['tests/remove-scratch.ts'];

/** Unit tests share the processors with other stages of `npm test`: none has a deadline of its own. */
const unit = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // DuckDB plans hundreds of statements a test. On one thread they reuse each other's memory, which saves a tenth of all processor time.
  // Threads and commands that tests begin find our code compiled, as `judgeboard` does.
  env: {
    UV_THREADPOOL_SIZE: '1',
    // The C library would give memory back to the kernel after each statement, and ask for it again: a twelfth of all processor time.
    MALLOC_TRIM_THRESHOLD_: String(2 ** 30),
    MALLOC_MMAP_THRESHOLD_: String(2 ** 25),
    MALLOC_TOP_PAD_: String(2 ** 24),
    TMPDIR: scratchPlace(),
    NODE_COMPILE_CACHE: resolve('.cache/node'),
  },
  maxWorkers,
  setupFiles,
};

/** Two kinds of tests: `unit` and `unit-alone` need only Node, `browser` drives a real Chromium over the built site. */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/browser/**', ...ALONE],
          // Files follow each other in one process, which has loaded most modules already.
          isolate: false,
        },
      },
      {
        test: {
          ...unit,
          name: 'unit-alone',
          include: ALONE,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/browser/site.ts'],
          setupFiles: [...setupFiles, 'tests/browser/leave.ts'],
          // As in `unit`; they share a browser, too. What a file's tests opened is closed before the next one begins.
          isolate: false,
          testTimeout: 90_000,
          // As long as a page waits (tests/browser/page.ts): a second, as Vitest has it, is too short for a busy machine.
          expect: { poll: { timeout: 60_000 } },
          // A page on a busy machine may miss a deadline once. `npm test` names at its end each test that needed its second try.
          retry: 1,
          // More pages at once are not faster on two processors, and each of them then takes longer than its deadline allows.
          maxConcurrency: 2,
          hookTimeout: 180_000,
          maxWorkers,
        },
      },
    ],
  },
});
