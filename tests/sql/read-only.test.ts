import fs from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { hardening } from '../../src/client/engine-start.ts';
import { limitedStatement, readOnlyFault } from '../../src/sql/read-only.ts';
import { scratch } from '../scratch.ts';

/** Statements that write, load, set, reach outside, or hide another behind quotes, comments and parentheses. */
const hostile = (out: string): readonly string[] => [
  `COPY kept TO '${out}'`,
  `COPY (SELECT 1) TO '${out}'`,
  `EXPORT DATABASE '${out}'`,
  `ATTACH '${out}' AS other`,
  'INSTALL httpfs',
  'LOAD httpfs',
  'SET threads = 4',
  'RESET threads',
  'PRAGMA database_list',
  'CALL pragma_version()',
  'INSERT INTO kept VALUES (2)',
  'UPDATE kept SET n = 2',
  'DELETE FROM kept',
  'DROP TABLE kept',
  'CREATE TABLE more AS SELECT 1',
  'FROM kept; DROP TABLE kept',
  'WITH gone AS (DELETE FROM kept RETURNING *) SELECT * FROM gone',
  "SELECT * FROM query('DROP TABLE kept')",
  "SELECT * FROM read_csv('https://example.org/x.csv')",
  "SELECT * FROM 'https://example.org/x.parquet'",
  "SELECT * FROM read_text('package.json')",
  "SELECT * FROM 'package.json'",
  "SELECT * FROM read_blob('/etc/hosts')",
  "SELECT * FROM glob('*')",
  "SELECT * FROM sniff_csv('package.json')",
  'SELECT 1); DROP TABLE kept; SELECT * FROM (SELECT 1',
  'SELECT 1) UNION ALL (SELECT 2',
  "SELECT e'\\''; DROP TABLE kept; --'",
  "SELECT 1 /* /* */ ' */; DROP TABLE kept; -- '",
  "SELECT $$ ' $$; DROP TABLE kept; SELECT $$ ' $$",
  'SELECT 1 AS a$$; DROP TABLE kept; SELECT 2 AS b$$',
  "SELECT 'not closed",
  '',
  ' -- nothing\n',
];

const SOUND: readonly (readonly [sql: string, rows: number])[] = [
  ['SELECT n FROM kept;', 1],
  ['FROM kept', 1],
  ['-- a ; in a comment\nSELECT \';\' AS a, \'--\' AS b, "n" AS "c;" FROM kept /* ; */ -- end', 1],
  ['WITH twice AS (SELECT n FROM kept UNION ALL FROM kept) SELECT * FROM twice ORDER BY n', 2],
  ["VALUES ('it''s'), ('(')", 2],
  ['(SELECT 1) UNION ALL (SELECT 2)', 2],
  ['DESCRIBE kept', 1],
  ['SELECT * FROM range(1000000)', 3],
];

test('one statement that reads is run, and nothing else: the guard or the engine refuses it', async () => {
  const out = path.join(await scratch(), 'out');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const run = async (sql: string): Promise<number> => {
    const fault = readOnlyFault(sql);
    if (fault !== null) throw new Error(fault.message);
    return (await connection.runAndReadAll(limitedStatement(sql, 3))).currentRowCount;
  };
  try {
    await connection.run('CREATE TABLE kept AS SELECT 1 AS n');
    await connection.run(hardening(['mini']));
    for (const [sql, rows] of SOUND) expect([sql, await run(sql)]).toEqual([sql, rows]);
    for (const sql of hostile(out)) await expect(run(sql), sql).rejects.toThrow();
    // The engine alone keeps the outside out, whatever the guard lets through.
    for (const sql of hostile(out).filter((one) => /read_|https|glob|sniff|^(?:COPY|ATTACH|SET|EXPORT)/.test(one)))
      await expect(connection.run(sql), sql).rejects.toThrow();
    expect(await run('SELECT n FROM kept WHERE n = 1')).toBe(1);
    expect(fs.existsSync(out)).toBe(false);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
});
