import { defineConfig } from 'vitest/config';
import { ALONE } from './scripts/test/alone.ts';
import { DearestFirst } from './scripts/test/dearest-first.ts';

/** Vitest leaves one processor to its own process, which waits nearly all the time: on two processors that would be one worker. */
const maxWorkers = 2;

/** Unit tests share the processors with other stages of `npm test`: none has a deadline of its own. */
const unit = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // DuckDB plans hundreds of statements a test. On one thread they reuse each other's memory, which saves a tenth of all processor time.
  env: { UV_THREADPOOL_SIZE: '1' },
  maxWorkers,
};

const alone = ALONE.map((place) => place.replace(/\/$/, '/**/*.test.{ts,tsx}'));

/** Two kinds of tests: `unit` and `unit-alone` need only Node, `browser` drives a real Chromium over the built site. */
export default defineConfig({
  test: {
    sequence: { sequencer: DearestFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/browser/**', ...alone],
          // Files follow each other in one process, which has loaded most modules already.
          isolate: false,
        },
      },
      {
        test: {
          ...unit,
          name: 'unit-alone',
          include: alone,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/browser/site.ts'],
          testTimeout: 90_000,
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
