import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { csvText, safeText } from '../../src/schema/csv.ts';

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
    ['\r=1', "'\r=1"],
  ])('%j is prefixed', (text, safe) => {
    expect(safeText(text)).toBe(safe);
  });

  test.each(['-', '–', '-0.12', '+3', '12.5', '-1e-3', '64.2.0', '', 'GPT-4o', "'=already", '1,804', '206 (68.9%)'])(
    '%j stays',
    (text) => {
      expect(safeText(text)).toBe(text);
    },
  );
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

test('a header is made safe too', () => {
  expect(csvText(['=x'], [['1']])).toBe("'=x\r\n1\r\n");
});
