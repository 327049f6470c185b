import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SIZES = ['mark', 'small', 'dense', 'body', 'head', 'title'];
/** A size of the scale, or that of what lies around; `font` names its family, too. */
const ALLOWED =
  /^(?:(?:\d+ )?var\(--text-(?:mark|small|dense|body|head|title)\)(?: \/ [\d.]+(?:px)? var\(--(?:font|mono)\))?|inherit)$/;

const linesOf = (pattern: string): { readonly file: string; readonly line: string }[] =>
  globSync(pattern).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => ({ file, line: line.trim() })),
  );

test('the scale has six sizes, each larger than the one before', () => {
  const tokens = linesOf('src/ui/tokens.css').flatMap(({ line }) => [...line.matchAll(/--text-(\w+): ([\d.]+)rem;/g)]);
  expect(tokens.map(([, name]) => name)).toEqual(SIZES);
  const sizes = tokens.map(([, , size]) => Number(size));
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  expect(sizes.map((size) => 16 * size)).toEqual([11.5, 13, 14, 15, 18, 23]);
});

test('no sheet names another size, on the screen, on paper or in a drawing', () => {
  const named = linesOf('src/**/*.{css,astro}').flatMap(({ file, line }) =>
    [...line.matchAll(/(?:^|[\s;{])font(?:-size)?: ([^;}]+)/g)].map(([, value = '']) => ({ file, value })),
  );
  expect(named.length).toBeGreaterThan(100);
  // Paper makes the whole scale smaller at its root.
  const others = named.filter(
    ({ file, value }) => !ALLOWED.test(value) && !(file.endsWith('tokens.css') && value === '87.5%'),
  );
  expect(others).toEqual([]);
});

test('no component names a size of type, nor does a saved picture', () => {
  // A preview picture is no page: its px are those of a picture of a fixed size that others show in any size.
  const pages = linesOf('src/**/*.{ts,tsx,astro}').filter(
    ({ file }) => !file.startsWith('src/pages/_prerender/preview/'),
  );
  const named = pages.filter(({ line }) =>
    /fontSize["']?\s*[:=]\s*[{"'`\d]|font-size["']?\s*[:=]\s*[{"'`\d]/.test(line),
  );
  expect(named).toEqual([]);
});
