import { expect, test, vi } from 'vitest';
import type { OwnResult } from '../../src/own/judge-files.ts';

vi.mock('../../src/client/database.ts', () => ({ openDatabase: async () => ({}) }));
const { ownRuns, titledResults } = await import('../../src/own/judge-files.ts');

/** A result as it is before it has a title: of a run in a folder. */
const result = (run: string, label: string): Omit<OwnResult, 'title'> =>
  ({
    benchmark: { id: 'b', name: 'Bench' },
    runs: [{ label, files: {} }],
    scored: {
      runs: [{ run }],
      ingest: {
        runs: [
          { run, folder: label, used: true },
          { run: null, folder: 'broken', used: false },
        ],
      },
    },
  }) as unknown as Omit<OwnResult, 'title'>;

test('no two results are called the same, and none is called longer than it must be', () => {
  const results = titledResults([result('gpt4o', 'gpt4o'), result('gpt4o', 'gpt4o (2)'), result('o3', 'files')]);
  expect(results.map(({ title }) => title)).toEqual([
    'gpt4o on Bench (gpt4o)',
    'gpt4o on Bench (gpt4o (2))',
    'o3 on Bench',
  ]);
});

test('many runs are counted, and results of as many are numbered', () => {
  const many = (...runs: readonly string[]) => ({
    ...result('r', 'l'),
    runs: runs.map((label) => ({ label, files: {} })),
    scored: { ...result('r', 'l').scored, runs: runs.map((run) => ({ run })) as never },
  });
  const results = titledResults([many('a', 'b', 'c', 'd'), many('e', 'f', 'g', 'h'), many('a', 'b', 'c')]);
  expect(results.map(({ title }) => title)).toEqual(['4 runs on Bench', '4 runs on Bench (2)', 'a, b, c on Bench']);
});

test('runs of one name in two results have different labels', () => {
  const results = [result('gpt4o', 'gpt4o'), result('gpt4o', 'gpt4o (2)')].map(ownRuns);
  expect(results).toEqual([[{ run: 'gpt4o', label: 'gpt4o' }], [{ run: 'gpt4o', label: 'gpt4o (2)' }]]);
});
