import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { gather } from '../../../src/cases/gather.ts';
import type { FigureChoices } from '../../../src/figures/kit/case-figure.ts';
import type { Query } from '../../../src/sql/query.ts';
import { scratch } from '../../scratch.ts';
import type { BuiltRelease } from './project.ts';

/** The database of a release's benchmark as the page opens it: read-only, beside an empty one in memory. */
export async function opened({ out, manifest }: BuiltRelease): Promise<{ query: Query; close: () => void }> {
  const file = path.join(await scratch(), 'cases.duckdb');
  await fs.writeFile(
    file,
    gunzipSync(await fs.readFile(path.join(out, manifest.benchmarks[0]?.instances?.database ?? ''))),
  );
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run(`ATTACH '${file}' AS cases (READ_ONLY)`);
  await connection.run('USE cases');
  return {
    query: async (sql, params = []) => (await connection.runAndReadAll(sql, [...params])).getRowObjectsJS(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** What figures of pairwise runs are asked for, from the database of a release. */
export async function figureChoices(query: Query): Promise<FigureChoices> {
  const found = await gather(query);
  return {
    ...found,
    ...{ benchmark: 'mini', name: 'Mini', synthetic: true, licence: '', release: '', words: false },
    runs: found.runs.map((run) => ({ ...run, judge: run.run, protocol: 'pairwise' })),
    criteria: found.criteria.map((id) => ({ id, label: id })),
    labels: {},
    biasTypes: [],
  };
}
