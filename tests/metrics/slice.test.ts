import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodedSql, sliceSql } from '../../src/metrics/items.ts';
import { isSliceText, parseSlice, sliceText } from '../../src/schema/slice.ts';
import { literal } from '../../src/sql/quote.ts';

const slices = fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), fc.string({ unit: 'grapheme' }));

test('a slice reads back as it was written, whatever its values hold', () => {
  fc.assert(
    fc.property(slices, (slice) => {
      expect(Object.fromEntries(parseSlice(sliceText(slice)))).toEqual({ ...slice });
      expect(isSliceText(sliceText(slice))).toBe(Object.keys(slice).length > 0);
    }),
  );
});

test('what separates is encoded inside values, and statements write the same', async () => {
  expect(sliceText({ split: 'a;b=c%', other: '' })).toBe('split=a%3Bb%3Dc%25;other=');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const value of ['plain', 'a;b=c%', '%3B', '50 % = ½; more']) {
    const sql = sliceSql({ split: encodedSql(literal(value)), other: "''" });
    const reader = await connection.runAndReadAll(`SELECT ${sql} AS slice`);
    expect(reader.getRowObjectsJS()[0]?.['slice']).toBe(sliceText({ split: value }));
  }
  connection.closeSync();
  instance.closeSync();
});
