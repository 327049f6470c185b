import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { apiFiles } from '../../../src/pages/_prerender/api.ts';
import { openDuckDB } from '../../../src/release/duckdb.ts';
import { type Release, readReleaseAt } from '../../../src/release/read.ts';
import { literal } from '../../../src/sql/quote.ts';
import { built, project } from '../../release/instances/project.ts';

let out: string;
let release: Release;

beforeAll(async () => {
  const made = await built(await project());
  out = made.out;
  release = await readReleaseAt(out);
});

/** Reads an address as a stranger does, who knows nothing but it. */
function fetched(address: string): unknown {
  const found = apiFiles(release).find(({ file }) => `/${file}.json` === address);
  if (found === undefined) throw new Error(`404 ${address}`);
  return JSON.parse(found.json) as unknown;
}

interface ListOfAll {
  readonly release: string;
  readonly judges: readonly { readonly name: string; readonly json: string }[];
}

interface JudgeFile {
  readonly values: readonly {
    readonly column: string;
    readonly value: number;
    readonly low: number;
    readonly high: number;
    readonly rank_best: number;
    readonly among: number;
    readonly answers: { readonly file: string; readonly run: string };
  }[];
}

test('a stranger comes from the list of all to a judge’s value with its interval, and to the answers behind it', async () => {
  const all = fetched('/api/v1/index.json') as ListOfAll;
  expect(all.release).toBe(release.manifest.release);
  const address = all.judges.find(({ name }) => name === 'Alpha')?.json ?? '';
  const [value] = (fetched(address) as JudgeFile).values;
  if (value === undefined) throw new Error('no value');
  // It says a everywhere, as both labels do on all cases but each third.
  expect(value).toMatchObject({ column: 'pacc', among: 2 });
  expect(value.value).toBeCloseTo((100 * 26) / 40, 8);
  expect(value.low).toBeLessThan(value.value);
  expect(value.high).toBeGreaterThan(value.value);
  const { file, run } = value.answers;
  const parquet = path.join(out, file.replace(/^\/data\//, ''));
  const sql = `SELECT count(*)::DOUBLE AS n, count(DISTINCT instance)::DOUBLE AS cases FROM ${literal(parquet)} WHERE run = ${literal(run)}`;
  const { connection, close } = await openDuckDB(':memory:');
  const rows = (await connection.runAndReadAll(sql)).getRowObjectsJS();
  close();
  expect(rows).toEqual([{ n: 80, cases: 40 }]);
});
