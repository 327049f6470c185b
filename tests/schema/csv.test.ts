import { DuckDBInstance, listValue } from '@duckdb/node-api';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { csvColumn } from '../../src/release/instances/downloads.ts';
import { csvText, safeText } from '../../src/schema/csv.ts';
import { read, source } from '../policy/tree.ts';

describe('no cell is run as a formula', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://evil","x")', '\'=HYPERLINK("http://evil","x")'],
    ['+ Joint multi-criterion', "'+ Joint multi-criterion"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-2+3', "'-2+3"],
    ['-cmd|calc', "'-cmd|calc"],
    ['--', "'--"],
    ['\tx', "'\tx"],
    ['\r=1', "'\r'=1"],
    ['\n=1+1', "'\n'=1+1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    [';=1+1', ";'=1+1"],
    ['a;@b;-1', "a;'@b;'-1"],
    ['two\n- items', "two\n'- items"],
    ["'=guarded already", "''=guarded already"],
  ])('%j is prefixed', (text, safe) => {
    expect(safeText(text)).toBe(safe);
  });

  test.each([
    '-',
    '–',
    '-0.12',
    '+3',
    '12.5',
    '-1e-3',
    '64.2.0',
    '',
    'GPT-4o',
    "'tis",
    'a; b = c',
    '1,804',
    '206 (68.9%)',
  ])('%j stays', (text) => {
    expect(safeText(text)).toBe(text);
  });
});

/** Takes the apostrophes away again, as docs/data-formats.md says. */
const readBack = (cell: string): string =>
  cell.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])'(?='*[=+\-@＝＋－＠])/g, '');

/** Texts made of little but what matters here. */
const HOSTILE = fc.string({
  unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', ';', ',', '"', '＝', '－', ' ', '1', '.', 'a'),
});

test('no text, nor a piece of it that a spreadsheet cuts off, begins a formula; each can be read back', () => {
  fc.assert(
    fc.property(HOSTILE, (text) => {
      const safe = safeText(text);
      expect(readBack(safe)).toBe(text);
      if (/^(?:[+-]?(?:\d+\.?\d*|\.\d+)|-)$/.test(text)) expect(safe).toBe(text);
      else expect(safe.split(/[;\t\r\n]/).filter((piece) => /^[=+\-@＝＋－＠]/.test(piece))).toEqual([]);
    }),
  );
});

test('other texts are not changed', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9 ,."'()]*$/), (text) => {
      expect(safeText(text)).toBe(text);
    }),
  );
});

test('DuckDB writes texts by the same rule', async () => {
  const texts = ['=1', ...fc.sample(HOSTILE, { numRuns: 2000, seed: 1 })];
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const column = csvColumn({ name: 'text', type: 'VARCHAR' }, new Set(['text']));
  await connection.run('CREATE TABLE given AS SELECT unnest($texts::VARCHAR[]) AS text', { texts: listValue(texts) });
  const rows = (await connection.runAndReadAll(`SELECT ${column} FROM given`)).getRows();
  expect(rows.map(([text]) => text)).toEqual(texts.map((text) => (text === '' ? null : safeText(text))));
});

test('RFC 4180: CRLF, quotes doubled, commas and line breaks quoted; read back as it was', () => {
  const rows = [
    ['a "quoted" name', 'x,y', 'two\nlines', ' led by a space', 'Ω'],
    ['plain', '', '–', '-0.5', '1'],
  ];
  const text = csvText(['p', 'q', 'r', 's', 't'], rows);
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.split('\r\n')[0]).toBe('p,q,r,s,t');
  expect(text).toContain('"a ""quoted"" name","x,y","two\nlines"');
  expect(Papa.parse<string[]>(text.trimEnd()).data.slice(1)).toEqual(rows);
});

test('nothing else writes CSV', () => {
  const writers = source.filter((file) => /\bunparse\(|FORMAT csv/.test(read(file)));
  expect(writers.toSorted()).toEqual(['src/release/instances/downloads.ts', 'src/schema/csv.ts']);
});

test('a header is made safe too', () => {
  expect(csvText(['=x'], [['1']])).toBe("'=x\r\n1\r\n");
});
