import type { Table } from 'apache-arrow';
import { rowReader } from '../../../src/client/rows.ts';
import { type EngineWork, engineWork } from '../../../src/own/intake/engine-work.ts';
import { TextStore } from '../../../src/own/intake/text-store.ts';
import type { QueryRow } from '../../../src/sql/query.ts';
import { openEngine } from '../../engine.ts';

/** The page's engine in this process, hardened as the page does, with the databases of a release that the page would fetch, by catalog. */
export async function openWasmWork(release: Readonly<Record<string, Uint8Array>> = {}): Promise<EngineWork> {
  const engine = await openEngine();
  const connection = engine.connect();
  for (const [catalog, bytes] of Object.entries(release)) {
    engine.registerFileBuffer(`${catalog}.duckdb`, bytes);
    connection.query(`ATTACH '${catalog}.duckdb' AS ${catalog} (READ_ONLY)`);
  }
  connection.query('SET enable_external_access = false; SET lock_configuration = true');
  // As the page reads rows, which is also a good deal faster than Arrow's own.
  const rowsOf = ({ schema, batches }: Table): QueryRow[] => {
    const read = rowReader(schema);
    return batches.flatMap((batch) => [...read(batch)]);
  };
  const query = async (sql: string, params: readonly unknown[]): Promise<QueryRow[]> => {
    if (params.length === 0) return rowsOf(connection.query(sql));
    const statement = connection.prepare(sql);
    try {
      return rowsOf(statement.query(...params));
    } finally {
      statement.close();
    }
  };
  const insert = async (table: string, stream: Uint8Array): Promise<void> =>
    connection.insertArrowFromIPCStream(stream, { name: table, schema: 'main', create: false });
  return engineWork({ query, insert }, new TextStore());
}
