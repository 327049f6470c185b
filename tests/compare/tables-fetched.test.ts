import { expect, test } from 'vitest';
import { filesWith } from '../../src/compare/boards.ts';

const TABLES = [
  { judges: ['a', 'b', 'c'], file: 'one.json' },
  { judges: ['a', 'd'], file: 'two.json' },
  { judges: ['e'], file: 'three.json' },
];

test('a comparison fetches the tables of benchmarks in which two of its judges meet, and no others', () => {
  expect(filesWith(TABLES, ['a', 'b'])).toEqual(['one.json']);
  expect(filesWith(TABLES, ['a', 'c', 'd'])).toEqual(['one.json', 'two.json']);
  expect(filesWith(TABLES, ['a', 'e'])).toEqual([]);
});

test('several runs of one judge: the tables of that judge', () => {
  expect(filesWith(TABLES, ['a'])).toEqual(['one.json', 'two.json']);
});
