import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words of ours that readers did not understand, each with what says it plainly in the sentence that had it. */
const NOT_PLAIN: readonly (readonly [words: RegExp, plain: string])[] = [
  [/\btold apart\b/, 'different from'],
  [/\bcalled so\b/, 'of this name'],
  [/\bat most so\b/, 'at most this'],
  [/\bt(?:ook|akes?) (?:no )?part\b/, 'is left out, is not tested'],
  [/\bby an? (?:un)?paired test\b/, 'tested from …'],
  [/\} less \$?\{/, 'minus'],
  [/\bpoints under\b/, 'points in'],
  [/\bdifference is sure\b/, 'significant'],
  [/\b[Vv]alue less the\b/, 'minus'],
  [/\be-fold\b/, '2.7 times as long'],
  [/\bmay sway\b/, 'may bias'],
  [/\bat most this wide\b|\b(?:interval|is) no wider than\b/, 'conservative'],
  [/\b[Ff]ormat forgiven\b/, 'lenient format'],
  [/\bWhat it (?:is|adds|reads|looks for)\b/, 'the name of it: contents, rule'],
  [/\bEvery two judges\b/, 'all pairs of judges'],
];
const COMMENT = /^\s*(?:\*|\/\*|\/\/|\{\/\*)/;

/** Lines that may be read on a page. */
const lines = globSync('src/**/*.{ts,tsx,astro}').flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !COMMENT.test(line))
    .map((line) => ({ file, line: line.trim() })),
);

test('no page speaks in words that readers did not understand', () => {
  expect(lines.length).toBeGreaterThan(10_000);
  const found = NOT_PLAIN.flatMap(([words, plain]) =>
    lines.filter(({ line }) => words.test(line)).map(({ file, line }) => `${file}: “${line}”; say: ${plain}`),
  );
  expect(found).toEqual([]);
});

test('the explanation of a picture has one name and one form', () => {
  expect(
    lines.filter(({ line }) => line.includes('How to read')).map(({ file }) => file.replaceAll('\\', '/')),
  ).toEqual(['src/ui/HowToRead.tsx']);
});
