import { DuckDBInstance } from '@duckdb/node-api';
import { facetSql } from '../../src/metrics/query.ts';
import { RECORD_TABLES } from '../../src/schema/records.ts';
import type { Query } from '../../src/sql/query.ts';

export interface Database {
  readonly query: Query;
  /** Adds rows to a table: values in the order of its columns; columns at the end that are not given are null. */
  readonly append: (table: string, rows: readonly (readonly (string | number | null)[])[]) => Promise<void>;
  readonly close: () => void;
}

/** An in-memory database of one thread with the narrow tables, empty; `attributes` are columns of `instances`. */
export async function openDatabase(attributes: readonly string[] = []): Promise<Database> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const query: Query = async (sql, params = []) => {
    const reader = await connection.runAndReadAll(sql, params.length === 0 ? undefined : [...params]);
    return reader.getRowObjectsJS();
  };
  for (const [name, columns] of Object.entries(RECORD_TABLES)) {
    const more = name === 'instances' ? attributes.map((a) => `, ${facetSql(a)} VARCHAR`).join('') : '';
    await query(`CREATE TABLE ${name} (${columns}${more})`);
  }
  return {
    query,
    append: async (table, rows) => {
      const appender = await connection.createAppender(table);
      for (const row of rows) {
        for (const value of row) {
          if (value === null) appender.appendNull();
          else if (typeof value === 'string') appender.appendVarchar(value);
          else appender.appendDouble(value);
        }
        for (let i = row.length; i < appender.columnCount; i++) appender.appendNull();
        appender.endRow();
      }
      appender.closeSync();
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
