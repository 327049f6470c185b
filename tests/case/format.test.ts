import type { Nodes, Root } from 'hast';
import { expect, test } from 'vitest';
import { formattedTree, NotFormatted } from '../../src/case/format.ts';
import { drawn } from '../drawn.ts';

const DEEP = 10_000;
const bomb = (depth: number): string =>
  `$$${Array.from({ length: depth }, (_, i) => `\\def\\a${'b'.repeat(i + 1)}{${`\\a${'b'.repeat(i)} `.repeat(10)}}`).join('')}\\def\\a{xx}\\a${'b'.repeat(depth)}$$`;

const HOSTILE: readonly (readonly [string, string])[] = [
  ['quotations in quotations', `${'>'.repeat(DEEP)} deep`],
  ['lists in lists', `${'- '.repeat(DEEP)} deep`],
  ['lists by indentation', Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}- x`).join('\n')],
  ['open brackets', `${'['.repeat(DEEP)}deep${'](x)'.repeat(DEEP)}`],
  ['open pictures', `${'!['.repeat(DEEP)} deep`],
  ['stars', `${'*a '.repeat(DEEP)}${'**a* '.repeat(2000)}`],
  ['underscores', '_a__b'.repeat(9000)],
  ['backticks', Array.from({ length: 300 }, (_, i) => '`'.repeat(i)).join(' ')],
  ['a table of many cells', `|${'a|'.repeat(150)}\n|${'-|'.repeat(150)}\n${`|${'b|'.repeat(150)}\n`.repeat(150)}`],
  ['many paragraphs', 'a\n\n'.repeat(16_000)],
  ['links', '[a](https://evil.example/)'.repeat(1900)],
  ['HTML in HTML', '<b>'.repeat(DEEP)],
  ['footnotes and definitions', Array.from({ length: 2500 }, (_, i) => `[a${i}]: <x> "y"\n[a${i}]`).join('\n')],
];

const FORMULAS: readonly (readonly [string, string])[] = [
  ['a macro that holds itself twice', '$$\\def\\a{\\a\\a}\\a$$'],
  ['a macro that holds itself', '$$\\def\\a{x\\a}\\a$$'],
  ['macros of macros', bomb(12)],
  ['fractions in fractions', `$$${'\\frac{'.repeat(4000)}1${'}{2}'.repeat(4000)}$$`],
  ['some fractions in fractions', `$$${'\\frac{'.repeat(25)}1${'}{2}'.repeat(25)}$$`],
  ['roots in roots', `$$${'\\sqrt{'.repeat(8000)}1${'}'.repeat(8000)}$$`],
  ['some roots in roots', `$$${'\\sqrt{'.repeat(28)}1${'}'.repeat(28)}$$`],
  ['powers of powers', `$$${'x^{'.repeat(10_000)}1${'}'.repeat(10_000)}$$`],
  ['braces', `$$${'{'.repeat(24_000)}1${'}'.repeat(24_000)}$$`],
  ['a matrix of matrices', `$$${'\\begin{matrix}'.repeat(1000)}1${'\\end{matrix}'.repeat(1000)}$$`],
  ['a long sum', `$$${'x+'.repeat(20_000)}x$$`],
  ['many formulas', '$x$ '.repeat(12_000)],
  ['a huge rule', '$$\\rule{100000em}{100000em}$$'],
  ['a huge space', '$$\\hspace{-100000em}x\\hspace{100000em}\\raisebox{9999em}{x}$$'],
];

/** A tree's elements and texts, level by level. */
function partsOf(tree: Root): readonly Nodes[] {
  const parts: Nodes[] = [tree];
  for (const part of parts) if ('children' in part) parts.push(...part.children);
  return parts;
}
const textOf = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';

/** What a page shows: a tree that it can lay out, or the text as it is, for whatever the worker threw. */
function formatted(text: string): Root | Error {
  try {
    return formattedTree(text);
  } catch (error) {
    return error as Error;
  }
}

/** The page gives up after two seconds, and this one takes half a minute. */
const ENDLESS = 'lists in lists';

test.each([...HOSTILE, ...FORMULAS].filter(([what]) => drawn(true, what !== ENDLESS)))(
  'a text that would hold the page comes to its end, as a tree that is small enough or none: %s',
  (_, text) => {
    const made = formatted(text);
    if (made instanceof Error) return expect([NotFormatted, RangeError]).toContain(made.constructor);
    const parts = partsOf(made);
    expect(parts.length).toBeLessThan(40_000);
    const names = new Set(parts.flatMap((part) => (part.type === 'element' ? part.tagName : [])));
    for (const name of ['script', 'style', 'iframe', 'form', 'input']) expect(names).not.toContain(name);
  },
);

test.each([
  ['nests too deep', `${'>'.repeat(200)} deep`, 'Its parts nest too deep to be formatted'],
  ['has too many parts', '`a` '.repeat(12_000), 'It has too many parts to be formatted'],
])('one that %s says so', (_, text, why) => expect(formatted(text)).toEqual(new NotFormatted(why)));

test('a formula that cannot be set, and HTML, stand as they were written; what can be set is', () => {
  const tex = '\\def\\a{\\a\\a}\\a';
  const tree = formattedTree(`Before <i>this</i> $${tex}$ after $x^2$ and \\(n_1\\).`);
  expect(textOf(tree)).toBe(`Before <i>this</i> ${tex} after x2 and n1.`);
  const names = partsOf(tree).flatMap((part) => (part.type === 'element' ? part.tagName : []));
  expect(names.filter((name) => ['i', 'code', 'msup', 'msub'].includes(name))).toEqual(['code', 'msup', 'msub']);
});
