import { rowReader } from '../../../src/client/rows.ts';
import { arrowStore } from '../../../src/own/intake/arrow-store.ts';
import type { RowStore, Work } from '../../../src/scoring/work.ts';
import type { QueryRow } from '../../../src/sql/query.ts';
import { openEngine } from '../../engine.ts';

/** The page's engine in this process, hardened as the page does, with the databases of a release that the page would fetch, by catalog. */
export async function openWasmWork(release: Readonly<Record<string, Uint8Array>> = {}): Promise<Work & RowStore> {
  const engine = await openEngine();
  const connection = engine.connect();
  for (const [catalog, bytes] of Object.entries(release)) {
    engine.registerFileBuffer(`${catalog}.duckdb`, bytes);
    connection.query(`ATTACH '${catalog}.duckdb' AS ${catalog} (READ_ONLY)`);
  }
  connection.query('SET enable_external_access = false; SET lock_configuration = true');
  const query = async (sql: string, params: readonly unknown[] = []): Promise<QueryRow[]> => {
    const statement = connection.prepare(sql);
    try {
      const { schema, batches } = statement.query(...params);
      // As the page reads rows, which is also a good deal faster than Arrow's own.
      const read = rowReader(schema);
      return batches.flatMap((batch) => [...read(batch)]);
    } finally {
      statement.close();
    }
  };
  const run = async (sql: string): Promise<void> => void connection.query(sql);
  const row = async (sql: string): Promise<QueryRow> => {
    const [first] = await query(sql);
    if (first === undefined) throw new Error(`no row: ${sql}`);
    return first;
  };
  const insert = async (table: string, stream: Uint8Array): Promise<void> =>
    connection.insertArrowFromIPCStream(stream, { name: table, schema: 'main', create: false });
  return { run, query, heavy: query, row, ...arrowStore(run, insert) };
}
