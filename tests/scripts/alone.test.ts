import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALONE } from '../../scripts/test/alone.ts';

test('every place of tests that run alone is there', () => {
  expect(ALONE.filter((place) => !existsSync(place))).toEqual([]);
});

test('tests that share a process replace no module and no global, and leave no folders to a hook of a shared file', () => {
  const shared = globSync('tests/**/*.{ts,tsx}').filter(
    (file) => !file.startsWith('tests/browser/') && !ALONE.some((place) => file.startsWith(place)),
  );
  expect(shared.length).toBeGreaterThan(100);
  const own =
    /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers|spyOn|resetModules)\b|process\.chdir|release\/(?:instances\/)?project/;
  expect(shared.filter((file) => own.test(readFileSync(file, 'utf8')))).toEqual([]);
});
