import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEAREST, dearestFirst } from '../../scripts/test/dearest-first.ts';

test('every file that begins early is there', () => {
  expect(DEAREST.filter((file) => !existsSync(file))).toEqual([]);
});

test('the dearest files come first, in their order, and the others stay as they are', () => {
  const [first = '', second = ''] = DEAREST;
  const files = ['tests/b.test.ts', second, 'tests/a.test.ts', first].map((file) => ({ moduleId: `/project/${file}` }));
  expect(dearestFirst(files).map(({ moduleId }) => moduleId)).toEqual(
    [first, second, 'tests/b.test.ts', 'tests/a.test.ts'].map((file) => `/project/${file}`),
  );
});
