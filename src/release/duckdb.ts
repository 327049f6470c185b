import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Query } from '../sql/query.ts';
import { literal } from '../sql/quote.ts';

/** An open database of this process, with one connection. */
export interface OpenDuckDB {
  readonly connection: DuckDBConnection;
  /** Opens another connection to it. */
  readonly connect: () => Promise<DuckDBConnection>;
  readonly close: () => void;
}

/** Opens a DuckDB of one thread, so that sums come out the same every time, which never loads an extension from the network. */
export async function openDuckDB(file: string, settings: Readonly<Record<string, string>> = {}): Promise<OpenDuckDB> {
  const instance = await DuckDBInstance.create(file, {
    threads: '1',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...settings,
  });
  const connection = await instance.connect();
  const close = (): void => {
    connection.closeSync();
    instance.closeSync();
  };
  return { connection, connect: () => instance.connect(), close };
}

/** Opens a database file to be read, for as long as `use` takes. */
export async function withDuckDB<T>(file: string, use: (query: Query) => Promise<T>): Promise<T> {
  const { connection, close } = await openDuckDB(':memory:');
  try {
    await connection.run(`ATTACH ${literal(file)} AS opened (READ_ONLY)`);
    await connection.run('USE opened');
    return await use(async (sql, params = []) => (await connection.runAndReadAll(sql, [...params])).getRowObjectsJS());
  } finally {
    close();
  }
}
