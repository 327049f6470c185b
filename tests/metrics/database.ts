import { DuckDBInstance } from '@duckdb/node-api';
import type { Query } from '../../src/metrics/query.ts';
import { TABLES } from '../../src/schema/records.ts';

/** An in-memory database of one thread with the narrow tables, empty; `attributes` are columns of `instances`. */
export async function openDatabase(attributes: readonly string[] = []): Promise<{ query: Query; close: () => void }> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const query: Query = async (sql, params = []) => {
    const reader = await connection.runAndReadAll(sql, [...params]);
    return reader.getRowObjectsJS();
  };
  for (const [name, columns] of Object.entries(TABLES)) {
    const more = name === 'instances' ? attributes.map((a) => `, ${a} VARCHAR`).join('') : '';
    await query(`CREATE TABLE ${name} (${columns}${more})`);
  }
  return {
    query,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
