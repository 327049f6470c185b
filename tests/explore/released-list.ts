import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { gather, withWrongLosses } from '../../src/cases/gather.ts';
import type { Query } from '../../src/sql/query.ts';
import { BARE_CHOICES } from '../choices.ts';
import { built, project } from '../release/instances/project.ts';
import { scratch } from '../scratch.ts';

/** Builds a project of so many cases with these files, and opens its database beside what its list can be asked for. */
export async function releasedList(files: Readonly<Record<string, string>>, count: number) {
  const release = await built(await project(files, count));
  const file = path.join(await scratch(), 'read.duckdb');
  const name = release.manifest.benchmarks[0]?.instances?.database ?? '';
  await fs.writeFile(file, gunzipSync(await fs.readFile(path.join(release.out, name))));
  const connection = await (await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' })).connect();
  const query: Query = async (sql, params = []) =>
    (await connection.runAndReadAll(sql, [...params] as never)).getRowObjectsJS() as never;
  const found = await gather(query);
  const criteria = found.criteria.map((id) => ({ id, label: id }));
  const choices = { ...BARE_CHOICES, ...found, criteria, losses: await withWrongLosses(query, found) };
  const tables = (await fs.readdir(path.join(release.out, 'mini'))).filter((one) => one.endsWith('.parquet'));
  const addressOf = (table: string): string =>
    path.join(release.out, 'mini', tables.find((one) => one.startsWith(`${table}.`)) ?? '');
  return { release, query, choices, addressOf };
}
