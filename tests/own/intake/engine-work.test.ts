import { expect, test } from 'vitest';
import { type EngineWork, engineWork } from '../../../src/own/intake/engine-work.ts';

/** A working database with what reached its engine, message by message; a statement that holds `wrong` fails. */
function recorded(): { readonly work: EngineWork; readonly sent: string[] } {
  const sent: string[] = [];
  const query = async (sql: string, params: readonly unknown[]) => {
    await Promise.resolve();
    sent.push(params.length === 0 ? sql : `${sql} [${params}]`);
    if (sql.includes('wrong')) throw new Error(`refused: ${sql}`);
    return [{ n: 1 }];
  };
  const insert = async (table: string): Promise<void> => void sent.push(`rows of ${table}`);
  return { work: engineWork({ query, insert, cancellable: async (sql) => void (await query(sql, [])) }), sent };
}

test('statements that give nothing travel with the next that gives rows', async () => {
  const { work, sent } = recorded();
  await work.run('USE work');
  expect(await work.query('CREATE OR REPLACE TEMP TABLE t AS SELECT 1')).toEqual([]);
  await work.run('INSERT INTO t\nSELECT 2');
  expect(sent).toEqual([]);
  expect(await work.row('SELECT count(*) AS n FROM t')).toEqual({ n: 1 });
  await work.query('DROP TABLE t WHERE ?', [7]);
  await work.run('DETACH work');
  await work.flush();
  await work.flush();
  expect(sent).toEqual([
    'USE work;\nCREATE OR REPLACE TEMP TABLE t AS SELECT 1;\nINSERT INTO t\nSELECT 2;\nSELECT count(*) AS n FROM t',
    'DROP TABLE t WHERE ? [7]',
    'DETACH work',
  ]);
});

test('at most eight travel together, so that other files never wait long for the engine', async () => {
  const { work, sent } = recorded();
  for (let i = 0; i < 20; i++) await work.run(`DROP TABLE t${i}`);
  await work.flush();
  expect(sent.map((message) => message.split(';\n').length)).toEqual([8, 8, 4]);
});

test('rows come after the statement that makes their table, several batches one after the other', async () => {
  const { work, sent } = recorded();
  const rows = await work.appenderTo('t', 'n INTEGER');
  for (let n = 0; n < 45_000; n++) rows.add([n]);
  await rows.close();
  expect(sent).toEqual(['CREATE TABLE t (n INTEGER)', 'rows of t', 'rows of t', 'rows of t']);
});

test('what fails in a statement that waited is told by what it travelled with', async () => {
  const { work } = recorded();
  await work.run('INSERT INTO wrong VALUES (1)');
  await expect(work.query('SELECT 1')).rejects.toThrow('refused: INSERT INTO wrong');
  await work.run('DROP TABLE wrong');
  await expect(work.flush()).rejects.toThrow('refused: DROP TABLE wrong');
});
