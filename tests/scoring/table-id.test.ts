import { expect, test } from 'vitest';
import { tableId } from '../../src/schema/value-link.ts';

test('boards of splits have addresses of their own, on disks too that take capitals for small letters', () => {
  const splits = ['c', 'C', 'c_1', 'c 1', 'c/1', 'ç', '…', 'x'.repeat(80), `${'x'.repeat(80)}y`];
  const ids = splits.map((split) => tableId('pairwise', split));
  expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(splits.length);
  expect(ids.filter((id) => !/^[\w-]{1,80}$/.test(id))).toEqual([]);
  expect([null, ''].map((split) => tableId('pairwise', split))).toEqual(['pairwise', 'pairwise']);
});
