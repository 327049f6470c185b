import os from 'node:os';
import path from 'node:path';
import type { MappingEngine } from '../importers/importer.ts';
import { Appender, openDuckDB, queriedRows } from './duckdb.ts';
import { withScratch } from './folders.ts';

/** How long a SELECT of a mapping may take, in ms. */
const LONGEST = 300_000;
const MEMORY = '2GB';

/** Opens a database in which SQL of others may run: it spills into a folder that goes with it, and reaches no other file, no network and no setting. */
export const withMappingEngine = <T>(use: (engine: MappingEngine) => Promise<T>, longest = LONGEST): Promise<T> =>
  withScratch(os.tmpdir(), 'judgeboard-mapping-', (folder) => withEngineIn(folder, use, longest));

async function withEngineIn<T>(
  folder: string,
  use: (engine: MappingEngine) => Promise<T>,
  longest: number,
): Promise<T> {
  const { connection, close } = await openDuckDB(path.join(folder, 'tables.duckdb'), {
    memory_limit: MEMORY,
    temp_directory: path.join(folder, 'spill'),
  });
  const run = async (sql: string): Promise<void> => void (await connection.run(sql));
  const query: MappingEngine['query'] = async (sql, params = []) => queriedRows(await connection.run(sql, [...params]));
  const heavy: MappingEngine['heavy'] = async (sql) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      connection.interrupt();
    }, longest);
    try {
      return await query(sql);
    } catch (error) {
      if (!late) throw error;
      throw new Error(`the SELECT took longer than ${longest / 1000} s and was ended`);
    } finally {
      clearTimeout(timer);
    }
  };
  const engine: MappingEngine = {
    run,
    query,
    heavy,
    row: async (sql) => {
      const [row] = await query(sql);
      if (row === undefined) throw new Error(`no row: ${sql}`);
      return row;
    },
    appenderTo: async (table, columns) => {
      await run(`CREATE TABLE ${table} (${columns})`);
      return new Appender(await connection.createAppender(table));
    },
  };
  try {
    await run('PRAGMA disable_checkpoint_on_shutdown');
    for (const setting of ['enable_external_access = false', 'lock_configuration = true']) await run(`SET ${setting}`);
    return await use(engine);
  } finally {
    close();
  }
}
