import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SLOWEST, slowestFirst } from '../../scripts/test/slowest-first.ts';

test('every file that begins early is there', () => {
  expect(SLOWEST.filter((file) => !existsSync(file))).toEqual([]);
});

test('the slowest files come first, in their order, and the others stay as they are', () => {
  const [first = '', second = ''] = SLOWEST;
  const files = ['tests/b.test.ts', second, 'tests/a.test.ts', first].map((file) => ({ moduleId: `/project/${file}` }));
  expect(slowestFirst(files).map(({ moduleId }) => moduleId)).toEqual(
    [first, second, 'tests/b.test.ts', 'tests/a.test.ts'].map((file) => `/project/${file}`),
  );
});
