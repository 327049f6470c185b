import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chanceWords } from '../../src/ui/number-words.ts';

test('a difference that is significant has nothing against it, one that was not tested says so', () => {
  expect([true, false, null].map(chanceWords)).toEqual(['', 'perhaps by chance', 'not tested']);
});

test('no page has other words for either', () => {
  const others = /'(?:no test|not significant)|>no test<|\bnot significant\b|\$\{[^}]*'not '\}significant/;
  const found = globSync('src/**/*.{ts,tsx,astro}').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\*|\/\*|\/\/)/.test(line) && others.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
