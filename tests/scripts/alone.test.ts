import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALONE } from '../../scripts/test/alone.ts';

test('every place of tests that run alone is there', () => {
  expect(ALONE.filter((place) => !existsSync(place))).toEqual([]);
});

test('tests that share a process replace no module and no global beyond a call, and leave no folders to a hook of a shared file', () => {
  const shared = globSync('tests/**/*.{ts,tsx}').filter(
    (file) => !file.startsWith('tests/browser/') && !ALONE.includes(file),
  );
  expect(shared.length).toBeGreaterThan(180);
  const replaces = /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers|resetModules)\b|process\.chdir/;
  const isLeft = (text: string): boolean => text.includes('vi.spyOn') && !text.includes('.mockRestore()');
  const isHook = (file: string, text: string): boolean =>
    !/\.test\.tsx?$/.test(file) && file !== 'tests/remove-scratch.ts' && /\bafter(?:All|Each)\(/.test(text);
  const wrong = shared.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return replaces.test(text) || isLeft(text) || isHook(file, text);
  });
  expect(wrong).toEqual([]);
});
