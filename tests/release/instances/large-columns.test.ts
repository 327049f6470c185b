import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Choices } from '../../../src/cases/choices.ts';
import { PartFiles } from '../../../src/release/instances/part-files.ts';
import { plainColumns, storeColumns } from '../../../src/release/instances/write-part.ts';
import { Benchmark } from '../../../src/schema/benchmark.ts';
import { withWarnings } from '../../../src/scoring/ingest-tally.ts';
import { openDrawn } from '../../cases/fixture.ts';
import type { Database } from '../../metrics/database.ts';
import { scratch } from '../../scratch.ts';

const BENCHMARK = Benchmark.parse({
  ...{ id: 'large', order: 1, name: 'Large', tagline: 'Many cases', summary: ['One sentence.'] },
  ...{ protocol: 'pairwise', synthetic: true, data_licence: 'none', splits: [], criteria: [], metrics: [] },
});

let database: Database;
let choices: Choices;
beforeAll(async () => {
  ({ database, choices } = await openDrawn(6));
});
afterAll(() => database.close());

/** What is stored where a page reads files of so many bytes, and the inflated sizes of what lies in the folder. */
async function stored(most: number) {
  const folder = await scratch();
  const { query } = database;
  const row = async (sql: string) => (await query(sql))[0] ?? {};
  const files = new PartFiles(path.join(folder, 'files'));
  await fs.mkdir(path.join(folder, 'files'));
  const found = await storeColumns(await plainColumns({ row, heavy: query }, choices), {
    ...{ files, benchmark: BENCHMARK, scratch: folder, most },
  });
  return { ...found, sizes: files.files.map(({ inflated }) => inflated ?? 0) };
}

test('columns of cases that are more than a page reads are left to the engine, and the build says so', async () => {
  const all = await stored(2 ** 26);
  expect(all.problems).toEqual([]);
  expect(all.columns?.criteria).not.toBeNull();
  const [cases = 0, , criteria = 0] = all.sizes;
  expect(criteria).toBeGreaterThan(cases);

  const byCriterion = await stored(criteria - 1);
  expect(byCriterion.columns).toEqual({ ...all.columns, criteria: null });
  expect(byCriterion.problems).toMatchObject([
    { severity: 'warning', file: 'data/large', found: `${criteria} bytes`, expected: `at most ${criteria - 1}` },
  ]);

  const none = await stored(cases - 1);
  expect(none.columns).toBeUndefined();
  expect(none.sizes).toEqual([]);
  expect(none.problems).toMatchObject([{ found: `${cases} bytes` }]);

  const report = { benchmark: 'large', files: [], runs: [], errors: 0, warnings: 2, problems: [] };
  expect(withWarnings(report, none.problems)).toMatchObject({ warnings: 3, problems: none.problems });
});
