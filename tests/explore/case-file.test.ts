import { tableFromIPC } from 'apache-arrow';
import { strFromU8, unzipSync } from 'fflate';
import { parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { type CaseFileFormat, zipOfCases } from '../../src/explore/save-cases.ts';
import type { QueryRow } from '../../src/sql/query.ts';
import { openEngine } from '../engine.ts';

const COLUMNS = [
  { name: 'instance', type: 'STRING' },
  { name: '=facet', type: 'STRING' },
  { name: 'judgments', type: 'INT32' },
] as const;

const TEXTS = ['=1+1', '+x', '-x', '@x', '\tx', '\rx', '-', '-3', '', 'a "b", c', 'two\nlines', 'Ω 🙂', '\u202eturned'];

/** Three batches of rows; the texts a spreadsheet might run stand in every text column. */
const BATCHES: readonly (readonly QueryRow[])[] = [0, 1, 2].map((batch) =>
  TEXTS.map((text, i) => ({ instance: `${text}${batch}`, '=facet': text, judgments: batch * 100 + i })),
);
const ROWS = BATCHES.flat();

async function* given(batches: typeof BATCHES): AsyncGenerator<readonly QueryRow[]> {
  yield* batches;
}

async function made(format: CaseFileFormat, batches = BATCHES) {
  const blob = await zipOfCases(given(batches), {
    format,
    name: 'cases',
    columns: COLUMNS,
    provenance: {
      title: 'Cases',
      source: 'a test',
      release: '0123456789ab',
      address: 'https://site.example/explore/',
      shown: 'all',
      licence: 'none',
    },
  });
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  const data = files[`cases.${format}`] ?? new Uint8Array();
  return {
    data,
    sidecar: JSON.parse(strFromU8(files['provenance.json'] ?? new Uint8Array())) as Record<string, unknown>,
  };
}

/** The rows as another implementation of Arrow reads them: that in DuckDB, which takes the stream behind a file's magic. */
async function inDuckDB(file: Uint8Array): Promise<readonly QueryRow[]> {
  const connection = (await openEngine()).connect();
  connection.insertArrowFromIPCStream(file.slice(8), { name: 'cases', create: true });
  return [...connection.query('SELECT * FROM cases')].map((row) => ({ ...row.toJSON() }));
}

describe('a download holds the rows in their order', () => {
  test('CSV: texts that a spreadsheet would run are prefixed in every column, numbers and a lone dash are not', async () => {
    const { data } = await made('csv');
    const [header, ...rows] = Papa.parse<string[]>(strFromU8(data).trimEnd(), { newline: '\r\n' }).data;
    expect(header).toEqual(['instance', "'=facet", 'judgments']);
    const safe = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !/^-\d*$/.test(text) ? `'${text}` : text);
    expect(rows).toEqual(
      ROWS.map((row) => [safe(String(row['instance'])), safe(String(row['=facet'])), String(row['judgments'])]),
    );
    expect(rows.flat().filter((cell) => /^[=+@\t\r]|^-[^\d]/.test(cell))).toEqual([]);
  });

  test('JSON Lines and Parquet: exactly as they are', async () => {
    const lines = strFromU8((await made('jsonl')).data).trimEnd();
    expect(lines.split('\n').map((line) => JSON.parse(line) as QueryRow)).toEqual(ROWS);
    const { data } = await made('parquet');
    expect(await parquetReadObjects({ file: new Uint8Array(data).buffer })).toEqual(ROWS);
  });

  test('Arrow: a file of several batches, as its own library and as DuckDB read it', async () => {
    const { data } = await made('arrow');
    expect(strFromU8(data.slice(0, 6))).toBe('ARROW1');
    expect(strFromU8(data.slice(-6))).toBe('ARROW1');
    const table = tableFromIPC(data);
    expect(table.batches.map(({ numRows }) => numRows)).toEqual(BATCHES.map(({ length }) => length));
    expect(table.schema.fields.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'instance Utf8',
      '=facet Utf8',
      'judgments Int32',
    ]);
    expect(table.toArray().map((row: { toJSON: () => QueryRow }) => row.toJSON())).toEqual(ROWS);
    expect(await inDuckDB(data)).toEqual(ROWS);
  });

  test.each(['csv', 'jsonl', 'parquet', 'arrow'] as const)('%s: beside it where it comes from', async (format) => {
    const { sidecar } = await made(format);
    expect(sidecar).toMatchObject({
      release: '0123456789ab',
      shown: 'all',
      licence: 'none',
      rows: ROWS.length,
      columns: 3,
    });
    expect(Number.isNaN(Date.parse(String(sidecar['downloaded'])))).toBe(false);
  });

  test('without rows there are the columns', async () => {
    expect(strFromU8((await made('csv', [])).data)).toBe("instance,'=facet,judgments\r\n");
    expect(tableFromIPC((await made('arrow', [])).data).schema.names).toEqual(COLUMNS.map(({ name }) => name));
    expect((await made('jsonl', [])).data).toHaveLength(0);
  });
});

test.each(['csv', 'jsonl', 'parquet', 'arrow'] as const)('%s: what ends the rows ends the file', async (format) => {
  async function* broken(): AsyncGenerator<readonly QueryRow[]> {
    yield BATCHES[0] ?? [];
    throw new Error('given up');
  }
  const provenance = { title: '', source: '', release: '', address: '', shown: '', licence: '' };
  const zip = zipOfCases(broken(), { format, name: 'cases', columns: COLUMNS, provenance });
  await expect(zip).rejects.toThrow('given up');
});
