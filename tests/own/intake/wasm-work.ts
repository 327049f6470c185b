import { rowsOfArrow } from '../../../src/client/arrow.ts';
import { type EngineWork, engineWork } from '../../../src/own/intake/engine-work.ts';
import type { QueryRow } from '../../../src/sql/query.ts';
import { literal, type Parameter } from '../../../src/sql/quote.ts';
import { openEngine } from '../../engine.ts';

let shared: Promise<EngineWork> | undefined;

/** The page's engine, one for all files of tests in this process: linking it takes a second. Each finds it as the one before left it, as drops on a page do. */
export function sharedWasmWork(): Promise<EngineWork> {
  shared ??= openWasmWork({});
  return shared;
}

/** The page's engine in this process, hardened as the page does, with the databases of a release that the page would fetch, by catalog. */
export async function openWasmWork(release: Readonly<Record<string, Uint8Array>>): Promise<EngineWork> {
  const engine = await openEngine();
  const connection = engine.connect();
  for (const [catalog, bytes] of Object.entries(release)) {
    engine.registerFileBuffer(`${catalog}.duckdb`, bytes);
    connection.query(`ATTACH '${catalog}.duckdb' AS ${catalog} (READ_ONLY)`);
  }
  connection.query('SET enable_external_access = false; SET lock_configuration = true');
  let number = 0;
  const { useUnsafe: withNumber } = connection;
  withNumber.call(connection, (_, one) => {
    number = one;
  });
  // As the page asks and reads rows.
  const send = (sql: string): readonly QueryRow[] => rowsOfArrow(engine.runQuery(number, sql));
  const query = async (sql: string, params: readonly Parameter[]): Promise<readonly QueryRow[]> => {
    if (params.length === 0) return send(sql);
    send(`PREPARE bound AS ${sql}`);
    return send(`EXECUTE bound(${params.map(literal).join(', ')})`);
  };
  const insert = async (table: string, stream: Uint8Array): Promise<void> =>
    connection.insertArrowFromIPCStream(stream, { name: table, schema: 'main', create: false });
  return engineWork({ query, insert, cancellable: async (sql) => void send(sql) });
}
